"""The hub: one reader for all spectators of a match, and limits on open streams."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.identifier import MatchId
from referee.web.disclosure import Disclosure
from referee.web.encoded_response import EncodedResponse
from referee.web.live import LiveMatch
from referee.web.sentence import WebSentence
from referee.web.web_problem import Overloaded, TooMany

MOST_STREAMS: Final = 1_000
"""Maximum of open live streams."""

MOST_STREAMS_OF_PEER: Final = 400
"""Maximum of open live streams of one peer."""

LINGER: Final = 10.0
"""Seconds for which a match is followed after its last reader has left."""


Ask = Callable[[LiveMatch], Awaitable[EncodedResponse | None]]
"""Asks a match for an answer."""


@dataclass(frozen=True, slots=True)
class LiveView:
    """A running match, and what is shown of it; arguments as in `LiveMatch`."""

    match_id: MatchId
    path: Path
    disclosure: Disclosure
    delay: int = 0


@dataclass(slots=True)
class _Followed:
    """A match, the task that follows it, its number of readers, and the timer of its end."""

    match: LiveMatch
    task: asyncio.Task[None]
    readers: int = 0
    timer: asyncio.TimerHandle | None = None


class Spectator:
    """The stream of one spectator. It counts as open from its creation until `aclose`."""

    def __init__(self, events: AsyncGenerator[bytes, None], leave: Callable[[], None]) -> None:
        self._events = events
        self._leave = leave
        self._is_closed = False

    def __aiter__(self) -> "Spectator":
        return self

    async def __anext__(self) -> bytes:
        return await anext(self._events)

    async def aclose(self) -> None:
        """Close the stream, so that it no longer counts as open."""
        if not self._is_closed:
            self._is_closed = True
            self._leave()
        await self._events.aclose()


class Hub:
    """All live matches that have readers, or had some lately."""

    def __init__(self, most: int = MOST_STREAMS, most_of_peer: int = MOST_STREAMS_OF_PEER) -> None:
        self._most = most
        self._most_of_peer = most_of_peer
        self._streams: Counter[str] = Counter()
        self._followed: dict[LiveView, _Followed] = {}

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return self._streams.total()

    def check(self, peer: str) -> None:
        """Refuse a stream above the limits.

        Raises:
            Overloaded: if the maximum of streams is open.
            TooMany: if the maximum of this peer's streams is open.
        """
        if self.streams >= self._most:
            raise Overloaded(WebSentence.TOO_MANY_STREAMS, most=self._most)
        if self._streams[peer] >= self._most_of_peer:
            raise TooMany(WebSentence.TOO_MANY_STREAMS_OF_PEER, most=self._most_of_peer)

    def stream(self, view: LiveView, after: int | None, peer: str) -> "Spectator":
        """Open a stream for one spectator, with the events of `LiveMatch.events`.

        Raises:
            WebProblem: if too many streams are open.
        """
        self.check(peer)
        followed = self._enter(view)
        self._streams[peer] += 1

        def leave() -> None:
            self._streams[peer] -= 1
            if not self._streams[peer]:
                del self._streams[peer]
            self._leave(view, followed)

        return Spectator(followed.match.events(after), leave)

    async def answer(self, view: LiveView, ask: Ask = LiveMatch.answer) -> EncodedResponse | None:
        """Return what `ask` asks of a match, all its steps by default; None if it has none."""
        followed = self._enter(view)
        try:
            return await ask(followed.match)
        finally:
            self._leave(view, followed)

    async def close(self) -> None:
        """End every stream."""
        for followed in self._followed.values():
            if followed.timer is not None:
                followed.timer.cancel()
            followed.task.cancel()
        tasks = [followed.task for followed in self._followed.values()]
        if tasks:
            await asyncio.wait(tasks)

    def _enter(self, view: LiveView) -> _Followed:
        followed = self._followed.get(view)
        if followed is None or followed.task.done():
            match = LiveMatch(view.match_id, view.path, view.disclosure, view.delay)
            followed = _Followed(match, asyncio.create_task(match.follow()))
            self._followed[view] = followed
        if followed.timer is not None:
            followed.timer.cancel()
            followed.timer = None
        followed.readers += 1
        return followed

    def _leave(self, view: LiveView, followed: _Followed) -> None:
        followed.readers -= 1
        if not followed.readers:
            loop = asyncio.get_running_loop()
            followed.timer = loop.call_later(LINGER, self._end, view, followed)

    def _end(self, view: LiveView, followed: _Followed) -> None:
        followed.task.cancel()
        if self._followed.get(view) is followed:
            del self._followed[view]
