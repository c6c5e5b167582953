"""The command of a hosted bot, which its author wrote, and which the organiser runs.

A sandbox shows a bot the folders of its program and of the files that its command names. So a
command may name only what is in its version, in the system, or in a toolchain.
"""

import os
import shlex
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path, PurePath

from referee.entry.bot_file import BotFile
from referee.entry.sentence import SubmissionSentence
from referee.entry.toolchain import Toolchain
from referee.error import DataError
from referee.identifier import BotName
from referee.launch import interpreter
from referee.launch.command import BotCommand

SYSTEM = ("/usr", "/bin", "/lib", "/lib64")
"""The folders of the system that hosted bots may use."""


def outside_of(toolchain: Toolchain) -> tuple[str, ...]:
    """Return the folders outside of a version to which its links and its command may lead."""
    return (*SYSTEM, sys.base_prefix, *(str(path.absolute()) for path in toolchain.readable))


def hosted_command(bot: BotFile, name: BotName, folder: Path, toolchain: Toolchain) -> BotCommand:
    """Return the command of a built bot.

    `python` and `python3` are the Python of the referee, which has the SDK. Other programs without
    a folder are those of the system, or of the toolchain.

    Args:
        bot: what its author says about it.
        name: its name in the league.
        folder: its version.
        toolchain: what it may use besides the system.

    Raises:
        DataError: if the command names something else, or no program.
    """
    words = shlex.split(bot.run)
    for word in words:
        if word.startswith("/") or ".." in PurePath(word).parts:
            raise DataError(SubmissionSentence.RUN_LEADS_OUT, word=word[:240])
    if words[0] in interpreter.NAMES:
        words[0] = sys.executable
    elif not _is_program(words[0], folder, outside_of(toolchain)):
        found = _of_toolchain(words[0], toolchain)
        if found is None:
            raise DataError(SubmissionSentence.RUN_WITHOUT_PROGRAM, word=words[0][:240])
        words[0] = found
    return BotCommand(name, tuple(words), folder.absolute())


def _of_toolchain(word: str, toolchain: Toolchain) -> str | None:
    """Return the path of a program of the toolchain; None if there is none of this name."""
    if os.path.dirname(word):
        return None
    return shutil.which(word, path=os.pathsep.join(map(str, toolchain.programs)))


def _is_program(word: str, folder: Path, outside: Iterable[str]) -> bool:
    found = shutil.which(os.path.join(folder, word) if os.path.dirname(word) else word)
    if found is None:
        return False
    folders = [*map(Path, outside)]
    if os.path.dirname(word):
        folders.append(folder.resolve())
    return any(Path(found).resolve().is_relative_to(one) for one in folders)
