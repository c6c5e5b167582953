"""List the files of the project, without git, as `git ls-files` would with the untracked ones."""

import os
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
