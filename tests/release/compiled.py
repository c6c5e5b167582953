"""Install the compiled referee, rules and bots in the environment of this Python.

    python -m tests.release.compiled FOLDER

Wheels that `tests.release` has left in FOLDER are taken, if they are newer than the sources.
Otherwise they are built here.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.release.build import COMPILED, ROOT
from tests.release.command import run
from tests.source_tree import files

_PIP = (sys.executable, "-m", "pip", "--quiet")


def compiled_wheels(dist: Path) -> list[Path]:
    """Return the compiled wheels for this Python in a folder that are newer than the sources."""
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    sources = files("games", "bots/python", "referee", "pyproject.toml")
    newest = max((ROOT / path).stat().st_mtime for path in sources)
    wheels = [path for name in COMPILED for path in dist.glob(f"{name}-*-{tag}-*.whl")]
    return [path for path in wheels if path.stat().st_mtime > newest]


def main(dist: Path) -> None:
    """Install the wheels of `dist`, or new ones."""
    with TemporaryDirectory(prefix="tianming-compiled-") as scratch:
        wheels = compiled_wheels(dist)
        if len(wheels) < len(COMPILED):
            folders = (ROOT / "games", ROOT / "bots" / "python", ROOT)
            words = ("wheel", "--no-deps", "--wheel-dir", scratch, *folders)
            run(*_PIP, *words, TIANMING_COMPILE="1")
            wheels = list(Path(scratch).glob("*.whl"))
        run(*_PIP, "install", "--no-deps", "--force-reinstall", *wheels)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
