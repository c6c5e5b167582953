"""The hub: one reader for all spectators of a match, and a limit on open streams."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.identifier import MatchId
from referee.sentence.web import WebSentence
from referee.web.disclosure import Disclosure
from referee.web.live import LiveMatch
from referee.web.web_problem import Overloaded

MOST_STREAMS: Final = 1_000
"""Maximum of open live streams."""


@dataclass(slots=True)
class _Followed:
    """A match, the task that follows it, and its number of spectators."""

    match: LiveMatch
    task: asyncio.Task[None]
    spectators: int = 0


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
    """All live matches that have spectators."""

    def __init__(self, most: int = MOST_STREAMS) -> None:
        self._most = most
        self._streams = 0
        self._followed: dict[str, _Followed] = {}

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return self._streams

    def check(self) -> None:
        """Raise `Overloaded` if the maximum of streams is open."""
        if self._streams >= self._most:
            raise Overloaded(WebSentence.TOO_MANY_STREAMS, most=self._most)

    def stream(
        self, match_id: MatchId, path: Path, disclosure: Disclosure, delay: int, after: int | None
    ) -> "Spectator":
        """Open a stream for one spectator, with the events of `LiveMatch.events`.

        Raises:
            Overloaded: if the maximum of streams is open.
        """
        self.check()
        followed = self._enter(match_id, path, disclosure, delay)
        return Spectator(followed.match.events(after), lambda: self._leave(match_id, followed))

    async def close(self) -> None:
        """End every stream."""
        for followed in self._followed.values():
            followed.task.cancel()
        tasks = [followed.task for followed in self._followed.values()]
        if tasks:
            await asyncio.wait(tasks)

    def _enter(
        self, match_id: MatchId, path: Path, disclosure: Disclosure, delay: int
    ) -> _Followed:
        followed = self._followed.get(match_id)
        if followed is None or followed.task.done():
            match = LiveMatch(match_id, path, disclosure, delay)
            followed = _Followed(match, asyncio.create_task(match.follow()))
            self._followed[match_id] = followed
        followed.spectators += 1
        self._streams += 1
        return followed

    def _leave(self, match_id: MatchId, followed: _Followed) -> None:
        followed.spectators -= 1
        self._streams -= 1
        if not followed.spectators:
            followed.task.cancel()
            if self._followed.get(match_id) is followed:
                del self._followed[match_id]
