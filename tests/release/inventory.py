"""Write what a release contains: lock file, bill of materials, notices and checksums."""

import hashlib
import sys
from pathlib import Path

from tests.release.build import ROOT
from tests.release.command import run

EXTRAS = "parquet,postgres"
"""The extras of the container image."""


def lock(dist: Path) -> None:
    """Write the exact versions for the container image, with the hashes of all their files.

    It is for every supported Python, because an image may be built on another one. Versions in
    `deploy/requirements.lock` stay unless a dependency excludes them; delete that file first to get
    the newest.
    """
    file = dist / "requirements.lock"
    committed = ROOT / "deploy" / "requirements.lock"
    if committed.is_file():
        file.write_bytes(committed.read_bytes())
    ours = [f"--no-emit-package=tianming{name}" for name in ("", "-bots", "-games", "-proto")]
    extras = [f"--extra={extra}" for extra in EXTRAS.split(",")]
    pythons = ("--universal", "--python-version", "3.11")
    words = ("--generate-hashes", "--no-header", "--quiet", "--system-certs", *extras, *pythons)
    run("uv", "pip", "compile", *words, *ours, "--output-file", file, "pyproject.toml", folder=ROOT)


def describe(python: Path, dist: Path) -> None:
    """Write the bill of materials, in CycloneDX, and the notices of an environment's packages."""
    bill = ("environment", "--output-reproducible", "-o", dist / "sbom.cdx.json", python)
    project = ("--pyproject", ROOT / "pyproject.toml", "--mc-type", "application")
    run(sys.executable, "-m", "cyclonedx_py", *bill, *project)
    texts = ("--with-license-file", "--with-notice-file", "--no-license-path", "--with-urls")
    form = ("--format=plain-vertical", f"--output-file={dist / 'THIRD-PARTY-NOTICES.txt'}")
    ours = ("tianming", "tianming-bots", "tianming-games", "tianming-proto", "tianming-referee")
    notices = (f"--python={python}", *texts, *form, "--ignore-packages", *ours)
    run(sys.executable, "-m", "piplicenses", *notices)


def checksum(dist: Path) -> None:
    """Write `SHA256SUMS` of all files, as `sha256sum --check` reads it."""
    files = sorted(path for path in dist.rglob("*") if path.is_file())
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(dist)}\n"
        for path in files
    ]
    (dist / "SHA256SUMS").write_text("".join(lines))
