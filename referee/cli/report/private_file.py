"""A new file with secrets, which only its owner may read."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.cli.sentence import CommandSentence
from referee.error import StorageError, UsageError


@contextmanager
def private_file(path: Path, text: str) -> Iterator[None]:
    """Write a text durably into a new file; remove it if the block raises.

    Raises:
        UsageError: if there is a file already.
        StorageError: if it cannot be written.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise UsageError(CommandSentence.EXISTS_ALREADY, path=path) from None
    except OSError as error:
        raise StorageError(CommandSentence.NOT_WRITTEN, path=path, why=error.strerror) from None
    try:
        with open(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(handle)
        yield
    except OSError as error:
        path.unlink()
        raise StorageError(CommandSentence.NOT_WRITTEN, path=path, why=error.strerror) from None
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise
