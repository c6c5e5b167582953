"""The bots that the words of a command line name, with notices on stderr."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import Decorator
from referee.cli.option import completion

if TYPE_CHECKING:
    from referee.launch.command import BotCommand, NamedBot, NamedPlayer

BOT_HELP = (
    "an installed bot, a quoted command line, or the address of a listening bot: "
    "http://host:port, https://host:port or unix:/path; NAME= before it names the bot"
)


def bots_argument(about: str = BOT_HELP, required: bool = True) -> Decorator:
    """Return a decorator that adds the argument `words`, with a help text."""
    return click.argument(
        "words",
        metavar="BOT..." if required else "[BOT]...",
        nargs=-1,
        required=required,
        shell_complete=completion.bots,
        help=about,
    )


def bots_of(words: Sequence[str]) -> list[NamedBot]:
    """Return the bots, one for each word; see `referee.launch.command.bots`."""
    from referee.launch.command import bots

    found = bots(words)
    _show_notices(words)
    return found


def players_of(words: Sequence[str]) -> list[NamedPlayer]:
    """Return the bots and the seats of people; see `referee.launch.command.players`."""
    from referee.launch.command import players

    found = players(words)
    _show_notices(words)
    return found


def one_bot_of(words: Sequence[str]) -> NamedBot:
    """Return the one bot of a command line that is one word, or has a word for each argument."""
    (bot,) = bots_of([joined(words)])
    return bot


def one_command_of(words: Sequence[str]) -> BotCommand:
    """Return the same for a bot that is no address."""
    from referee.launch.command import command_of

    found = command_of(joined(words))
    _show_notices([joined(words)])
    return found


def joined(words: Sequence[str]) -> str:
    """Return a command line of one word, or of a word for each argument, as one text."""
    return words[0] if len(words) == 1 else shlex.join(words)


def _show_notices(words: Sequence[str]) -> None:
    from referee.launch.naming import notices

    for word in words:
        for notice in notices(word, Path()):
            output.print_aside(notice)
