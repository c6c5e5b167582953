"""Parse the names of bots: an installed bot with its options, a command line, or an address."""

import os
import re
import shlex
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TypeVar

from referee.error import UnavailableError, UsageError
from referee.identifier import BotName
from referee.import_path import own_python
from referee.launch import interpreter
from referee.launch.naming import given_name, name_of
from referee.launch.sentence import LaunchSentence
from referee.server.address import check_bot_address, is_bot_address
from referee.server.dial import DialTarget
from tianming_games.ground.text import did_you_mean
from tianming_games.match_terms import numbered_names

GROUP = "tianming.bots"
"""The entry point group of installed bots: a name, and a module for `python -m`."""


@dataclass(frozen=True, slots=True)
class BotCommand:
    """A bot that can be started: its name, its command, and its working directory."""

    name: BotName
    arguments: tuple[str, ...]
    folder: Path = Path()

    @property
    def line(self) -> str:
        """The command as a shell command line."""
        return shlex.join(self.arguments)


@dataclass(frozen=True, slots=True)
class PersonSeat:
    """A seat that a person plays, with its name."""

    name: BotName


HUMAN = "human"
"""The word for the seat of a person."""

NamedBot = BotCommand | DialTarget
"""A named bot: a local one to be started, or a listening one to be dialled."""

NamedPlayer = NamedBot | PersonSeat
"""A named bot, or the seat of a person."""

NamedPlayerT = TypeVar("NamedPlayerT", bound=NamedPlayer)

SHARED = "TIANMING_BOT_TOKEN"
"""The environment variable with the token that the referee sends to a listening bot."""


@cache
def installed() -> dict[str, str]:
    """Return the modules of the installed bots by name, sorted."""
    return {point.name: point.value for point in sorted(entry_points(group=GROUP))}


def bots(words: Sequence[str]) -> list[NamedBot]:
    """Return bots from installed names, command lines or addresses, or `NAME=` and one of them.

    Bots without a given name are numbered as in `commands`.

    Raises:
        UsageError: when a word is none of them or the seat of a person, or two bots have one name.
        UnavailableError: when the program of a command line is missing.
    """
    found = players(words)
    named = [one for one in found if not isinstance(one, PersonSeat)]
    if len(named) < len(found):
        raise UsageError(LaunchSentence.PERSON_NOT_RATED, word=HUMAN)
    return named


def players(words: Sequence[str]) -> list[NamedPlayer]:
    """Return bots as `bots` does, and for each word `human` the seat of a person.

    Raises:
        UsageError: when a word is neither, or two players have one name.
        UnavailableError: when the program of a command line is missing.
    """
    given = [_named(word) for word in words]
    names = [name for name, _ in given if name is not None]
    for name, times in Counter(names).items():
        if times > 1:
            raise UsageError(LaunchSentence.NAME_TWICE, name=name)
    found = [_player(rest) for _, rest in given]
    unnamed = [bot for bot, (name, _) in zip(found, given, strict=True) if name is None]
    numbered = iter(_numbered(unnamed, names))
    return [
        next(numbered) if name is None else replace(bot, name=name)
        for bot, (name, _) in zip(found, given, strict=True)
    ]


def _player(word: str) -> NamedPlayer:
    """Return the player of a word without `NAME=`."""
    if word.strip() == HUMAN:
        return PersonSeat(BotName(HUMAN))
    return listening(word) if is_bot_address(word) else _command(word, Path())


def command_of(word: str) -> BotCommand:
    """Return the command of one bot: an installed name or a command line, or `NAME=` and that.

    Raises:
        UsageError: when the word is neither.
        UnavailableError: when the program of the command line is missing.
    """
    name, rest = _named(word)
    command = _command(rest, Path())
    return command if name is None else replace(command, name=name)


def commands(words: Sequence[str], folder: Path = Path()) -> list[BotCommand]:
    """Return the commands of bots from installed names or command lines.

    The commands run in `folder`, and relative paths start there. Bots with equal names are
    numbered: `random` and `random` become `random-1` and `random-2`.

    Raises:
        UsageError: when a word is neither.
        UnavailableError: when the program of a command line is missing.
    """
    return _numbered([_command(word, folder) for word in words])


def _named(word: str) -> tuple[BotName | None, str]:
    """Return the name and the command of `NAME=COMMAND`, as `given_name` does.

    Raises:
        UsageError: when NAME is a variable for a program, as a shell would take it.
    """
    name, rest = given_name(word)
    if name is None or not name.isidentifier():
        return name, rest
    value, *program = rest.split(maxsplit=2)[:2] or [""]
    if program and not program_of(value, Path()) and program_of(program[0], Path()):
        raise UsageError(LaunchSentence.VARIABLE_FIRST, bot=word, line=f"env {word}")
    return name, rest


def _numbered(found: Sequence[NamedPlayerT], given: Sequence[BotName] = ()) -> list[NamedPlayerT]:
    """Return the bots with unique names, none of which is a given one."""
    names = numbered_names([bot.name for bot in found], given)
    return [replace(bot, name=BotName(name)) for bot, name in zip(found, names, strict=True)]


def program_of(word: str, folder: Path) -> str | None:
    """Return the program that the first word of a command line names; None if it is missing."""
    return shutil.which(os.path.join(folder, word) if os.path.dirname(word) else word)


def listening(address: str) -> DialTarget:
    """Return the bot at an address, named after it; its token comes from the environment.

    Raises:
        UsageError: if the text is no address of a bot.
    """
    check_bot_address(address)
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", address.partition(":")[2]).strip("._-")
    return DialTarget(
        BotName(name[-32:].lstrip("._-") or "bot"), address, os.environ.get(SHARED, "")
    )


def _command(bot: str, folder: Path) -> BotCommand:
    try:
        arguments = shlex.split(bot)
    except ValueError as error:
        raise UsageError(LaunchSentence.NO_COMMAND_LINE, bot=bot, why=str(error)) from None
    if not arguments:
        raise UsageError(LaunchSentence.EMPTY_COMMAND)
    module = installed().get(arguments[0])
    if module is not None:
        words = (*own_python(module, is_buffered=False), *arguments[1:])
        return BotCommand(BotName(arguments[0]), words, folder)
    if arguments[0] in interpreter.NAMES:
        arguments[0] = interpreter.interpreter(arguments[0], folder)
    if program_of(arguments[0], folder) is None:
        raise _no_program(bot, arguments, folder)
    return BotCommand(name_of(arguments), tuple(arguments), folder)


def _no_program(bot: str, arguments: list[str], folder: Path) -> UnavailableError | UsageError:
    """Return the error for a first word that is no program, with a suggestion."""
    word = arguments[0]
    if word == HUMAN:
        return UsageError(LaunchSentence.PERSON_NOT_RATED, word=word)
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
