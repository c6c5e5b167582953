"""Compute the version of a bot's program: a digest of its command and of the files it names.

The digest is used only if the bot announces no version in `Hello`. It changes with the files on the
command line and with the module of an installed bot, but not with the modules that these import.
"""

import contextlib
import errno
import sys
from collections.abc import Iterator
from hashlib import blake2b, file_digest
from importlib.util import find_spec
from pathlib import Path

from referee.launch.command import BotCommand

_DIGITS = 12
"""Hexadecimal digits of a version, enough to distinguish the versions of one bot."""


def program_version(command: BotCommand) -> str:
    """Return the version of the program that a command runs, as hexadecimal digits.

    This function reads the files, so it may take a while. Of unreadable files only the names count.

    Raises:
        OSError: when this machine lets the referee open no more files.
    """
    digest = blake2b(digest_size=_DIGITS // 2)
    for word in command.arguments[1:]:
        digest.update(word.encode(errors="surrogateescape") + b"\0")
    for file in _files(command):
        try:
            with file.open("rb") as opened:
                digest.update(file_digest(opened, "sha256").digest())
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE):
                raise
    return digest.hexdigest()


def _files(command: BotCommand) -> Iterator[Path]:
    """Yield the files of a program: those that its command names, and the module that it runs."""
    program, *words = command.arguments
    if program != sys.executable:
        yield from _existing(command.folder / program)
    for word in words:
        yield from _existing(command.folder / word)
    if words[:1] == ["-m"] and len(words) > 1:
        yield from _module(words[1], command.folder, is_own=program == sys.executable)


def _module(name: str, folder: Path, is_own: bool) -> Iterator[Path]:
    """Yield the files of a Python module in a folder or, if `is_own`, of an installed module."""
    path = folder.joinpath(*name.split("."))
    inside = [path.with_suffix(".py"), path / "__main__.py"]
    found = [file for file in inside if file.is_file()]
    yield from found
    if is_own and not found:
        with contextlib.suppress(ImportError, ValueError):
            spec = find_spec(name)
            if spec is not None and spec.origin:
                yield from _existing(Path(spec.origin))


def _existing(path: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError, ValueError):
        if path.is_file():
            yield path
