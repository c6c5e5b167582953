"""Find the supported versions of Python on this machine."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

VERSIONS = ("3.11", "3.12", "3.13", "3.14")

OWN = f"{sys.version_info.major}.{sys.version_info.minor}"
"""The version of the Python that runs this program."""

_CHECK = "import ensurepip, venv, sys; print('{}.{}'.format(*sys.version_info))"


def interpreters() -> dict[str, Path]:
    """Return a Python of each supported version that works here and can create environments."""
    found = {}
    for version in VERSIONS:
        for path in _candidates(version):
            if _is_version(path, version):
                found[version] = path
                break
    return found


def _candidates(version: str) -> Iterator[Path]:
    """Yield where a version may be: this Python, the search path, and what pyenv installed."""
    if version == OWN:
        yield Path(sys.executable)
    if on_path := shutil.which(f"python{version}"):
        yield Path(on_path)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from sorted(pyenv.glob(f"versions/{version}.*/bin/python"))


def _is_version(path: Path, version: str) -> bool:
    words = [str(path), "-c", _CHECK]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode == 0 and done.stdout.strip() == version
