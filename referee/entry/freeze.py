"""Freeze what was built as a version: durable, read-only, and found again by its digest."""

import os
from pathlib import Path

from referee.entry.sentence import SubmissionSentence
from referee.error import StorageError
from referee.league.ledger.chained_journal import sync_folder

_EXECUTABLE = 0o111


def freeze(built: Path, version: Path) -> None:
    """Move a built bot to its place, in one step, after all of its files are on disk.

    Args:
        built: the folder; on the same file system as the version.
        version: its place, which is missing.

    Raises:
        StorageError: if it cannot be moved or written.
    """
    try:
        for here, folders, files in os.walk(built, topdown=False):
            for name in files:
                _seal(Path(here, name))
            for name in folders:
                if not Path(here, name).is_symlink():
                    Path(here, name).chmod(0o555)
            sync_folder(Path(here))
        version.parent.mkdir(parents=True, exist_ok=True)
        built.rename(version)
        version.chmod(0o555)
        for folder in (version.parent, *version.parent.parents[:2]):
            sync_folder(folder)
    except OSError as error:
        raise StorageError(
            SubmissionSentence.VERSION_NOT_FROZEN, version=version, why=error.strerror
        ) from None


def _seal(path: Path) -> None:
    """Make a file durable and read-only. A link has nothing to change."""
    if path.is_symlink():
        return
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        os.fchmod(handle, 0o444 | os.fstat(handle).st_mode & _EXECUTABLE)
        os.fsync(handle)
    finally:
        os.close(handle)
