"""The people of a match of `referee play`: their seats, and what they look at."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from referee.cli.option.match_options import MOST_SECONDS, MatchOptions, has_default_clock
from referee.cli.sentence import CommandSentence
from referee.error import UsageError

if TYPE_CHECKING:
    import asyncio

    from referee.identifier import BotName
    from referee.launch.command import NamedPlayer
    from referee.launch.orchestrator import Orchestrator
    from referee.seat.front import SeatFront
    from referee.seat.person_bot import PersonBot
    from referee.server.host import Result


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


def check_output(people: int, *, is_json: bool, is_watched: bool) -> None:
    """Raise `UsageError` if an option does not fit a person in the terminal."""
    if people and is_watched:
        raise UsageError(CommandSentence.WATCH_WITH_PERSON)
    if people and is_json:
        raise UsageError(CommandSentence.JSON_WITH_PERSON)
    if people > 1:
        raise UsageError(CommandSentence.PEOPLE_AT_ONE_TERMINAL, people=people)


class People:
    """The people of one match. Use it with `async with`, while its referee listens."""

    def __init__(self, here: Orchestrator, names: Sequence[BotName], is_guided: bool) -> None:
        self._here = here
        self._names = names
        self._is_guided = is_guided
        self._persons: list[PersonBot] = []
        self._playing: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Connect each person as a bot."""
        for name in self._names:
            await self._seat(name, _terminal_front(self._is_guided))
        return self

    async def __aexit__(self, *_: object) -> None:
        """Disconnect the people, and give the terminal back."""
        import asyncio

        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)

    async def result(self, done: asyncio.Future[Result]) -> Result:
        """Return the result of the match.

        Raises:
            CancelledError: when a person has left before.
        """
        import asyncio

        await self._until(done)
        if not done.done():
            raise asyncio.CancelledError
        return done.result()

    async def say_goodbye(self) -> None:
        """Wait until all people have seen how the match ended, or have left."""
        import asyncio

        if self._persons:
            await self._until(asyncio.ensure_future(self._have_seen_the_end()))

    async def _have_seen_the_end(self) -> None:
        for person in self._persons:
            await person.over.wait()

    async def _until(self, done: asyncio.Future[None] | asyncio.Future[Result]) -> None:
        """Wait until this is done, a person leaves, or the program of a seat fails."""
        import asyncio

        leaving = [asyncio.create_task(person.left.wait()) for person in self._persons]
        waiting = [done, *leaving, *self._playing]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in leaving:
            task.cancel()
        for playing in self._playing:
            if playing.done():
                playing.result()

    async def _seat(self, name: BotName, front: SeatFront) -> None:
        import asyncio

        from referee.seat.person_bot import PersonBot, play

        address, token = await self._here.referee.admit_local(name, trusted=True)
        person = PersonBot(front)
        self._persons.append(person)
        self._playing.append(asyncio.create_task(play(person, address, token)))


def _terminal_front(is_guided: bool) -> SeatFront:
    """Return a full screen in a terminal, otherwise lines of text."""
    from referee.seat.line_front import on_standard_streams

    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if not is_terminal or os.environ.get("TERM") == "dumb":
        return on_standard_streams(is_guided=is_guided)
    from referee.seat.screen_front import ScreenFront

    return ScreenFront(is_guided=is_guided)
