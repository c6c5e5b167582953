"""How people play: the options of `referee play` about the seats of people."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from referee.cli.option.match_options import MOST_SECONDS, MatchOptions, has_default_clock
from referee.cli.sentence import CommandSentence
from referee.error import UsageError
from tianming_games.ground.text import did_you_mean

if TYPE_CHECKING:
    from referee.launch.command import NamedPlayer

_PAGES = "127.0.0.1:0"
"""The default address of the pages of people."""


@dataclass(frozen=True, slots=True)
class PeopleOptions:
    """How people play.

    Attributes:
        is_guided: whether they read what each phase asks, and what `greedy` would do.
        web: `host:port` of their pages; None if they play in the terminal.
        terminal: the name of the one who plays in the terminal even so; None for nobody.
        opens_browser: whether a page is opened; None for the default.
    """

    is_guided: bool = False
    web: str | None = None
    terminal: str | None = None
    opens_browser: bool | None = None

    def check(self, people: Sequence[str], *, is_json: bool, is_watched: bool) -> None:
        """Raise `UsageError` if an option does not fit the people of a match, by their names."""
        for option, is_given in (("--guided", self.is_guided), ("--web", self.web is not None)):
            if is_given and not people:
                raise UsageError(CommandSentence.NEEDS_PERSON, option=option)
        if people and is_watched:
            raise UsageError(CommandSentence.WATCH_WITH_PERSON)
        if self.terminal is not None and self.terminal not in people:
            hint = did_you_mean(self.terminal, people)
            raise UsageError(CommandSentence.NOT_A_PERSON, name=self.terminal, hint=hint)
        here = [name for name in people if self.web is None or name == self.terminal]
        if here and is_json:
            raise UsageError(CommandSentence.JSON_WITH_PERSON)
        if len(here) > 1:
            raise UsageError(CommandSentence.PEOPLE_AT_ONE_TERMINAL, people=len(here))


def seats_of(players: Sequence[NamedPlayer]) -> tuple[int, ...]:
    """Return the seats of people."""
    from referee.launch.command import PersonSeat

    return tuple(seat for seat, one in enumerate(players) if isinstance(one, PersonSeat))


def without_hurry(match_options: MatchOptions) -> MatchOptions:
    """Return the options of a match with people: without a clock, unless the user gave one.

    A computer that sleeps meanwhile does not make the match void either.
    """
    if not has_default_clock(match_options):
        return match_options
    return replace(match_options, decision=MOST_SECONDS, stall=MOST_SECONDS)


def people_options(function: Callable[..., int]) -> Callable[..., int]:
    """Add the options of people; the function gets them as `people`, a `PeopleOptions`."""

    @functools.wraps(function)
    def run(
        *args: object,
        guided: bool,
        web: bool,
        listen: str | None,
        terminal: str | None,
        browser: bool | None,
        **others: object,
    ) -> int:
        given = {"--listen": listen, "--terminal": terminal, "--browser": browser}
        for option, value in given.items():
            if value is not None and not web:
                raise UsageError(CommandSentence.NEEDS_WEB, option=option)
        address = (listen or _PAGES) if web else None
        people = PeopleOptions(guided, address, terminal, browser)
        return function(*args, people=people, **others)

    for option in reversed(_OPTIONS):
        run = option(run)
    return run


_OPTIONS = (
    click.option(
        "--guided",
        is_flag=True,
        help="tell a person what each phase asks, and what `greedy` would do and why",
    ),
    click.option("--web", is_flag=True, help="let people play in the browser, each by a link"),
    click.option(
        "--listen",
        metavar="ADDRESS",
        help=f"host:port of the pages of --web (default: {_PAGES}, a free port of this machine)",
    ),
    click.option(
        "--terminal", metavar="NAME", help="with --web, let this person play in this terminal"
    ),
    click.option(
        "--browser/--no-browser",
        default=None,
        help="open the pages of --web, or do not (default: if one person plays at a desktop)",
    ),
)
