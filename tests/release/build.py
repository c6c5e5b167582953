"""Build the sdists and wheels of all distributions, and the compiled wheel of the referee."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parents[2]

FOLDERS = ("proto/python", "games", "clients/python", "bots/python", ".")
"""The folders of the distributions, each after its dependencies."""


def build(dist: Path) -> None:
    """Build an sdist of each distribution, and a pure wheel from each sdist."""
    for folder in FOLDERS:
        _run("build", "--no-isolation", "--outdir", dist, ROOT / folder)


def compile_referee(dist: Path, scratch: Path) -> str:
    """Build the compiled wheel from the referee's sdist; return its platform tag.

    The tag is the oldest manylinux that the compiled modules allow on this machine.
    """
    (sdist,) = dist.glob("tianming_referee-*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(scratch, filter="data")
    source = scratch / sdist.name.removesuffix(".tar.gz")
    local = scratch / "local"
    _run("build", "--wheel", "--outdir", local, source, TIANMING_COMPILE="1")
    (wheel,) = local.glob("*.whl")
    _run("auditwheel", "repair", "--plat", "auto", "--wheel-dir", dist, wheel)
    (repaired,) = dist.glob("tianming_referee-*-manylinux*.whl")
    return repaired.stem.rpartition("-")[2]


def _run(module: str, *words: str | Path, **variables: str) -> None:
    """Run a module with environment variables; if it fails, exit with its output."""
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, words)],
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{module} {' '.join(map(str, words))}\n{done.stdout}")
