"""The people of a match of `referee play`: their seats, and what they look at."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Self

from referee.cli import output
from referee.cli.option.people_options import PeopleOptions
from referee.web.optional import required

if TYPE_CHECKING:
    from referee.identifier import BotName
    from referee.launch.orchestrator import Orchestrator
    from referee.seat.front import SeatFront
    from referee.seat.person_bot import PersonBot
    from referee.seat.seat_pages import SeatPages
    from referee.seat.web_front import WebFront
    from referee.server.host import Result


class People:
    """The people of one match. Use it with `async with`, while its referee listens."""

    def __init__(self, here: Orchestrator, names: Sequence[BotName], how: PeopleOptions) -> None:
        self._here = here
        self._names = names
        self._how = how
        self._open = AsyncExitStack()
        self._persons: list[PersonBot] = []
        self._remote: list[WebFront] = []
        self._playing: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Connect each person as a bot."""
        for name, front in zip(self._names, await self._fronts(), strict=True):
            await self._seat(name, front)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Disconnect the people, give the terminal back, and stop their pages."""
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        await self._open.aclose()

    async def arrival(self) -> None:
        """Wait until each person in a browser has opened the page."""
        if self._remote:
            await self._until(asyncio.ensure_future(self._have_come()))

    async def result(self, done: asyncio.Future[Result]) -> Result:
        """Return the result of the match.

        Raises:
            CancelledError: when a person has left before.
        """
        await self._until(done)
        if not done.done():
            raise asyncio.CancelledError
        return done.result()

    async def say_goodbye(self) -> None:
        """Wait until all people have seen how the match ended, or have left."""
        if self._persons:
            await self._until(asyncio.ensure_future(self._have_seen_the_end()))

    async def _have_come(self) -> None:
        for front in self._remote:
            await front.has_come.wait()

    async def _have_seen_the_end(self) -> None:
        for person in self._persons:
            await person.over.wait()

    async def _until(self, done: asyncio.Future[None] | asyncio.Future[Result]) -> None:
        """Wait until this is done, a person leaves, or the program of a seat fails."""
        leaving = [asyncio.create_task(person.left.wait()) for person in self._persons]
        waiting = [done, *leaving, *self._playing]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in leaving:
            task.cancel()
        for playing in self._playing:
            if playing.done():
                playing.result()

    async def _fronts(self) -> Sequence[SeatFront]:
        """Return what each person looks at; print the links of those in a browser."""
        if self._how.web is None:
            return [_terminal_front(self._how.is_guided) for _ in self._names]
        with required():
            from referee.seat.seat_pages import seat_pages

        pages = await self._open.enter_async_context(seat_pages(self._how.web))
        fronts = [self._front(name, pages) for name in self._names]
        is_alone = len(fronts) == 1 and pages.is_local and _has_desktop()
        if is_alone if self._how.opens_browser is None else self._how.opens_browser:
            for link in pages.links:
                webbrowser.open(link)
        return fronts

    def _front(self, name: BotName, pages: SeatPages) -> SeatFront:
        """Return what one person looks at; print the link if that is a page."""
        from referee.seat.web_front import WebFront

        if name == self._how.terminal:
            return _terminal_front(self._how.is_guided)
        front = WebFront(is_guided=self._how.is_guided)
        self._remote.append(front)
        output.print_aside(f"{name} plays at {pages.add(front)}")
        return front

    async def _seat(self, name: BotName, front: SeatFront) -> None:
        from referee.seat.person_bot import PersonBot, play

        address, token = await self._here.referee.admit_local(name, trusted=True)
        person = PersonBot(front)
        self._persons.append(person)
        self._playing.append(asyncio.create_task(play(person, address, token)))


def _has_desktop() -> bool:
    """Return whether a browser can open a window here, for somebody at a terminal."""
    has_display = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return sys.stderr.isatty() and (has_display or sys.platform != "linux")


def _terminal_front(is_guided: bool) -> SeatFront:
    """Return a full screen in a terminal, otherwise lines of text."""
    from referee.seat.line_front import on_standard_streams

    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if not is_terminal or os.environ.get("TERM") == "dumb":
        return on_standard_streams(is_guided=is_guided)
    from referee.seat.screen_front import ScreenFront

    return ScreenFront(is_guided=is_guided)
