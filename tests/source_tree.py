"""List the files of the project, without git, as `git ls-files` would with the untracked ones.

`python3 -m tests.source_tree FOLDER` copies them, and needs nothing but Python.
"""

import os
import shutil
import sys
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

_IGNORED = (".git", *(ROOT / ".gitignore").read_text(encoding="utf-8").split())


def files(*patterns: str) -> list[str]:
    """Return the paths that match any of the patterns, sorted; all of them without a pattern.

    A pattern is a folder, or a path in which `*` stands for any characters.
    """
    return [path for path in _files() if not patterns or any(_fits(path, one) for one in patterns)]


def copy_to(folder: Path) -> None:
    """Copy all files of the project into a folder."""
    for name in files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)


def _fits(path: str, pattern: str) -> bool:
    return fnmatchcase(path, pattern) or path.startswith(pattern.rstrip("/") + "/")


@cache
def _files() -> tuple[str, ...]:
    found = []
    for folder, folders, names in os.walk(ROOT):
        here = Path(folder).relative_to(ROOT)
        folders[:] = [name for name in folders if not _is_ignored(here / name)]
        found += [str(here / name) for name in names if not _is_ignored(here / name)]
    return tuple(sorted(found))


def _is_ignored(path: Path) -> bool:
    """Return whether `.gitignore` names the path, or its last part."""
    return any(
        str(path) == pattern.rstrip("/")
        if "/" in pattern.rstrip("/")
        else fnmatchcase(path.name, pattern.rstrip("/"))
        for pattern in _IGNORED
    )


if __name__ == "__main__":
    copy_to(Path(sys.argv[1]))
