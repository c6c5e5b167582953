"""Build the sdists and wheels of all distributions, pure and compiled."""

import sys
import zipfile
from pathlib import Path

from tests.release.command import run

ROOT = Path(__file__).resolve().parents[2]

FOLDERS = ("proto/python", "games", "clients/python", "bots/python", ".")
"""The folders of the distributions, each after its dependencies."""

COMPILED = ("tianming_games", "tianming_bots", "tianming_referee")
"""The distributions that have compiled wheels as well."""

_UNOPTIMISED = ROOT / "tests/release/unoptimised_cc"


def build(folder: str, dist: Path) -> None:
    """Build the sdist of a folder, and a pure wheel from it."""
    words = ("build", "--no-isolation", "--outdir", dist, ROOT / folder)
    run(sys.executable, "-m", *words, TIANMING_COMPILE="0")


def compile_wheel(name: str, python: Path, dist: Path, scratch: Path, *, optimised: bool) -> None:
    """Build a compiled wheel from an sdist in `dist`, with the pip of a Python.

    The platform tag is the oldest manylinux that the compiled modules allow on this machine.
    """
    (sdist,) = dist.glob(f"{name}-*.tar.gz")
    words = ("wheel", "--quiet", "--no-deps", "--wheel-dir", scratch, sdist)
    variables = {"TIANMING_COMPILE": "1"} | ({} if optimised else {"CC": str(_UNOPTIMISED)})
    run(python, "-m", "pip", *words, folder=scratch, **variables)
    (wheel,) = scratch.glob(f"{name}-*.whl")
    run(sys.executable, "-m", "auditwheel", "repair", "--plat", "auto", "--wheel-dir", dist, wheel)


def wheel_of(dist: Path, name: str, version: str | None) -> Path:
    """Return the wheel of a distribution: compiled for a version of Python, or the pure one."""
    tag = "py3-none-any" if version is None else f"cp{version.replace('.', '')}-*"
    (wheel,) = dist.glob(f"{name}-*-{tag}.whl")
    return wheel


def check_no_overlap(wheels: list[Path]) -> None:
    """Check that no file belongs to two of these wheels."""
    owners: dict[str, Path] = {}
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for file in archive.namelist():
                other = owners.setdefault(file, wheel)
                assert other == wheel, f"{file} is in {other.name} and in {wheel.name}"
