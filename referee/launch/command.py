"""What names a bot: an installed one, a command line, or the address of one that listens."""

import os
import re
import shlex
import shutil
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import entry_points
from itertools import count
from pathlib import Path, PurePath
from typing import TypeVar

from referee.error import UnavailableError, UsageError
from referee.identifier import BotName
from referee.launch import interpreter
from referee.sentence.launch import LaunchSentence
from referee.server.address import check_bot_address, is_bot_address
from referee.server.dial import ListeningBot
from tianming_games.ground.text import did_you_mean

GROUP = "tianming.bots"
"""The entry points of installed bots: a name, and a module that `python -m` runs."""


@dataclass(frozen=True, slots=True)
class BotCommand:
    """A bot that can be started: its name in the match, its command, and where it is run."""

    name: BotName
    arguments: tuple[str, ...]
    folder: Path = Path()

    @property
    def line(self) -> str:
        """The command as a shell would take it."""
        return shlex.join(self.arguments)


NamedBot = BotCommand | ListeningBot
"""A bot that somebody has named: one to be started here, or one to be dialled."""

NamedBotT = TypeVar("NamedBotT", bound=NamedBot)

SHARED = "TIANMING_BOT_TOKEN"
"""The variable with the token that the referee shows to a bot that listens."""


@cache
def installed() -> dict[str, str]:
    """Modules of the installed bots by name, sorted."""
    return {point.name: point.value for point in sorted(entry_points(group=GROUP))}


def bots(words: Sequence[str]) -> list[NamedBot]:
    """Some bots, each an installed name, a command line, or an address; numbered as commands are.

    Raises:
        UsageError: for a word that is none of them.
        UnavailableError: for a command line whose program is not there.
    """
    return _numbered(
        [listening(word) if is_bot_address(word) else _command(word, Path()) for word in words]
    )


def commands(words: Sequence[str], folder: Path = Path()) -> list[BotCommand]:
    """The commands of some bots, each an installed name or a command line.

    They run in the folder, and relative paths of a command line start there. Bots of one name are
    numbered: `random` and `random` become `random-1`, `random-2`.

    Raises:
        UsageError: for a word that is neither.
        UnavailableError: for a command line whose program is not there.
    """
    return _numbered([_command(word, folder) for word in words])


def _numbered(found: Sequence[NamedBotT]) -> list[NamedBotT]:
    """The bots, each with a name that no other one has."""
    counts = Counter(bot.name for bot in found)
    taken = {name for name, times in counts.items() if times == 1}
    result = []
    for bot in found:
        name = bot.name
        if counts[name] > 1:
            numbered = (BotName(f"{name}-{number}") for number in count(1))
            name = next(one for one in numbered if one not in taken)
            taken.add(name)
        result.append(replace(bot, name=name))
    return result


def program_of(word: str, folder: Path) -> str | None:
    """The program that the first word of a command line names in a folder; None for none."""
    return shutil.which(os.path.join(folder, word) if os.path.dirname(word) else word)


def listening(address: str) -> ListeningBot:
    """The bot at an address, named after it; its token comes from the environment.

    Raises:
        UsageError: if a text is not the address of a bot.
    """
    check_bot_address(address)
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", address.partition(":")[2]).strip("._-")
    return ListeningBot(
        BotName(name[-32:].lstrip("._-") or "bot"), address, os.environ.get(SHARED, "")
    )


def _command(bot: str, folder: Path) -> BotCommand:
    module = installed().get(bot)
    if module is not None:
        return BotCommand(BotName(bot), (sys.executable, "-m", module), folder)
    try:
        arguments = shlex.split(bot)
    except ValueError as error:
        raise UsageError(LaunchSentence.NO_COMMAND_LINE, bot=bot, why=str(error)) from None
    if not arguments:
        raise UsageError(LaunchSentence.EMPTY_COMMAND)
    if arguments[0] in interpreter.NAMES:
        arguments[0] = interpreter.interpreter(arguments[0], folder)
    if program_of(arguments[0], folder) is None:
        raise _no_program(bot, arguments, folder)
    return BotCommand(_name(arguments), tuple(arguments), folder)


def _no_program(bot: str, arguments: list[str], folder: Path) -> UnavailableError:
    """Why the first word of a command line is not a program, with a suggestion."""
    word = arguments[0]
    if is_bot_address(word):
        return UnavailableError(LaunchSentence.ADDRESS_AS_COMMAND, bot=bot)
    if os.path.isdir(folder / word):
        return UnavailableError(LaunchSentence.PROGRAM_IS_FOLDER, bot=bot, program=word)
    if not os.path.isfile(folder / word):
        hint = did_you_mean(bot, installed()) if len(arguments) == 1 else "is it on the PATH?"
        return UnavailableError(LaunchSentence.NO_PROGRAM, bot=bot, program=word, hint=hint)
    sentence, line = LaunchSentence.FILE_NOT_EXECUTABLE, ""
    if os.access(folder / word, os.X_OK):
        sentence = LaunchSentence.PROGRAM_NOT_ON_PATH
        line = shlex.join([os.path.join(os.curdir, word), *arguments[1:]])
    elif word.endswith(".py"):
        sentence = LaunchSentence.SCRIPT_NOT_EXECUTABLE
        line = shlex.join(["python", *arguments])
    return UnavailableError(sentence, bot=bot, program=word, line=line)


def _name(arguments: list[str]) -> BotName:
    """A name for a command line: its module or script if it has one, else its program."""
    if "-m" in arguments[:-1]:
        script = arguments[arguments.index("-m") + 1].replace(".", "/")
    else:
        paths = [word for word in arguments if not word.startswith("-")]
        script = next((word for word in paths[1:] if "." in word), paths[0])
    words = re.sub(r"[^A-Za-z0-9._-]+", "-", PurePath(script).stem).strip("._-")
    return BotName(words[:32].rstrip("._-") or "bot")
