"""Compute the version of a bot's program: a digest of its command and of the files that it names.

The digest is used only if the bot announces no version in `Hello`. It covers the words of the
command, the files among them, a program on the PATH, and the folder of a package that the command
runs. It does not cover other modules that these import. At most `_MOST_BYTES` are read.
"""

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from hashlib import blake2b, sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from referee.launch.command import BotCommand, installed, program_of
from referee.launch.naming import programs_of

_DIGITS: Final = 12
"""Hexadecimal digits of a version, enough to distinguish the versions of one bot."""

_MOST_BYTES: Final = 1 << 30
"""The most bytes of files that are read; the files after that count by name and size."""
_MOST_FILES: Final = 10_000
"""The most files of packages that count, in the order of their names."""
_CHUNK: Final = 1 << 20

_STARTS: Final = ("__main__.py", "index.js", "index.mjs", "package.json")
"""Files of a folder that is a program."""


def program_version(command: BotCommand) -> str:
    """Return the version of the program that a command runs, as hexadecimal digits.

    This function reads the files, so it may take a while. Of unreadable files only the names count.

    Raises:
        OSError: when this machine lets the referee open no more files.
    """
    return _Digest(command).text()


class _Digest:
    """The digest of one command."""

    def __init__(self, command: BotCommand) -> None:
        self._command = command
        self._digest = blake2b(digest_size=_DIGITS // 2)
        self._bytes_left = _MOST_BYTES
        self._files_left = _MOST_FILES

    def text(self) -> str:
        """Return the digest as hexadecimal digits."""
        for word in _words(self._command):
            self._digest.update(word.encode(errors="surrogateescape") + b"\0")
        for file in _files(self._command):
            self._add(file)
        for folder in _packages(self._command):
            self._add_folder(folder, "")
        return self._digest.hexdigest()

    def _add_folder(self, folder: str, name: str) -> None:
        """Add the files of a folder and its subfolders, with their names, in their order."""
        with _unread_is_empty():
            for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
                if not self._files_left or entry.name.startswith((".", "__pycache__")):
                    continue
                inner = f"{name}/{entry.name}"
                if entry.is_dir(follow_symlinks=False) and entry.name != "node_modules":
                    self._add_folder(entry.path, inner)
                elif entry.is_file():
                    self._files_left -= 1
                    self._digest.update(os.fsencode(inner) + b"\0")
                    self._add(Path(entry.path))

    def _add(self, path: Path) -> None:
        """Add the content of a file, or its size if too much was read before."""
        with _unread_is_empty(), path.open("rb", buffering=0) as file:
            left = os.fstat(file.fileno()).st_size
            if left > self._bytes_left:
                self._digest.update(b"%d\0" % left)
                return
            self._bytes_left -= left
            content = sha256()
            while left > 0 and (data := file.read(min(left, _CHUNK))):
                content.update(data)
                left -= len(data)
            self._digest.update(content.digest())


@contextlib.contextmanager
def _unread_is_empty() -> Iterator[None]:
    """Skip what cannot be read, unless this machine lets the referee open no more files."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE):
            raise


def _words(command: BotCommand) -> tuple[str, ...]:
    """Return the words of a command after its program; of an installed bot without flags."""
    words = command.arguments[1:]
    return words[words.index("-m") :] if _is_installed(command) else words


def _is_installed(command: BotCommand) -> bool:
    """Whether a command runs an installed bot."""
    program, *words = command.arguments
    return program == sys.executable and "-m" in words and words[-1] in installed().values()


def _files(command: BotCommand) -> Iterator[Path]:
    """Yield the files that a command names, and a program that it runs from the PATH."""
    program, *words = command.arguments
    if program != sys.executable:
        yield from _existing(command.folder / program)
    for word in words:
        yield from _existing(command.folder / word)
    for name in programs_of(command.arguments):
        found = None if os.path.dirname(name) else program_of(name, command.folder)
        if found is not None:
            yield Path(found)
    if _is_installed(command):
        yield from _installed(words[-1])
    elif "-m" in words[:-1]:
        module = _place(command, words[words.index("-m") + 1])
        yield from _existing(module.with_suffix(".py"))
        yield from _existing(module / "__main__.py")


def _packages(command: BotCommand) -> Iterator[str]:
    """Yield the folders that are programs, but none with the folder of the bot in it."""
    words = command.arguments[1:]
    here = command.folder.resolve()
    places = [command.folder / word for word in words]
    if "-m" in words[:-1] and not _is_installed(command):
        places.append(_place(command, words[words.index("-m") + 1]))
    for place in places:
        with contextlib.suppress(OSError, ValueError):
            is_program = any((place / start).is_file() for start in _STARTS)
            if is_program and not here.is_relative_to(place.resolve()):
                yield str(place)


def _place(command: BotCommand, module: str) -> Path:
    """Return the path of a module in the folder of the bot, without an extension."""
    return command.folder.joinpath(*module.split("."))


def _installed(module: str) -> Iterator[Path]:
    """Yield the file of an installed module."""
    with contextlib.suppress(ImportError, ValueError):
        spec = find_spec(module)
        if spec is not None and spec.origin:
            yield from _existing(Path(spec.origin))


def _existing(path: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError, ValueError):
        if path.is_file():
            yield path
