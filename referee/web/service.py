"""The service: make the answers of the API off the event loop, and cache them."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from referee.error import Sentence
from referee.identifier import MatchId
from referee.league.ledger.listing import MatchState
from referee.sentence.web import WebSentence
from referee.web import season_view
from referee.web.api.model import Model
from referee.web.catalogue import Catalogue, Found, disclosure_of
from referee.web.encoded_response import EncodedResponse
from referee.web.hub import MOST_STREAMS, Hub, Spectator
from referee.web.keeper import PATIENCE_FOR_A_BOT, StandingsKeeper
from referee.web.record_file import open_record
from referee.web.source import Source
from referee.web.steps import steps_of
from referee.web.web_problem import NotFound, NotShown, Overloaded, WebProblem

_FRESH: Final = 1.0
"""Seconds for which the answer about the season is cached."""

_KEPT: Final = 256
"""Maximum of cached answers with a match's steps, tens of kilobytes each."""

_AT_ONCE: Final = 2
"""Maximum of replays at once."""
_WAITING: Final = 64
"""Maximum of requests that run a replay or wait for one."""


class Service:
    """Makes the answers of the API about one season."""

    def __init__(self, source: Source, most_streams: int = MOST_STREAMS) -> None:
        self._catalogue = Catalogue(source)
        self._source = source
        self._keeper = StandingsKeeper(source)
        self._hub = Hub(most_streams)
        self._league: tuple[float, EncodedResponse] | None = None
        self._steps: OrderedDict[tuple[object, ...], EncodedResponse] = OrderedDict()
        self._replaying = asyncio.Semaphore(_AT_ONCE)
        self._waiting = 0

    async def close(self) -> None:
        """End all streams and computations, and close the source."""
        await self._hub.close()
        await self._keeper.close()
        self._source.close()

    async def league(self) -> EncodedResponse:
        """Return the season at a glance, at most a second old."""
        now = time.monotonic()
        if self._league is None or now >= self._league[0]:
            kept = await self._keeper.standings()
            answer = await _made(lambda: season_view.league(self._catalogue, kept))
            self._league = now + _FRESH, answer
        return self._league[1]

    async def matches(self, query: dict[str, Any]) -> EncodedResponse:
        """Return a page of the matches."""
        number = query.pop("page", 1)
        return await _made(lambda: self._catalogue.page(query, number))

    async def match(self, match_id: MatchId) -> EncodedResponse:
        """Return a match without its steps.

        Raises:
            NotFound: if no match has the name.
        """
        return await _made(lambda: self._catalogue.view(match_id))

    async def bot(self, name: str) -> EncodedResponse:
        """Return a bot of the season.

        Raises:
            NotFound: if no bot has the name.
            Overloaded: if the first standings are still being computed.
        """
        kept = await self._keeper.standings(PATIENCE_FOR_A_BOT)
        if kept.computed is None:
            raise Overloaded(WebSentence.SEASON_NOT_READ)
        return await _made(lambda: season_view.bot(self._catalogue, kept, name))

    async def fair(self, match_id: MatchId) -> EncodedResponse:
        """Return how to check that a match was fair.

        Raises:
            WebProblem: if there is no such match, or its record cannot be read.
        """
        return await _made(lambda: self._catalogue.fairness(match_id))

    async def steps(self, match_id: MatchId, seat: int | None, options: bool) -> EncodedResponse:
        """Return all steps of a match, in the view of `seat` if it is given.

        Raises:
            WebProblem: if they do not exist or are not shown, or if the server is busy.
        """
        found = await asyncio.to_thread(self._shown, match_id, seat)
        path = self._source.record_of(found.match)
        stamp = await asyncio.to_thread(_stamp, path)
        key = (match_id, found.match.attempt, stamp, seat, options, found.showing)
        kept = self._steps.get(key)
        if kept is not None:
            self._steps.move_to_end(key)
            return kept
        disclosure = disclosure_of(found, self._source.show, seat, options)
        answer = await self._replayed(
            lambda: steps_of(
                match_id,
                open_record(path, found.is_live),
                disclosure,
                found.showing.delay,
            ),
            kept=not found.is_live,
        )
        if not found.is_live:
            self._steps[key] = answer
            if len(self._steps) > _KEPT:
                self._steps.popitem(last=False)
        return answer

    async def live(self, match_id: MatchId, after: int | None) -> Spectator:
        """Return the stream of events of a running match.

        Raises:
            WebProblem: if the match is not shown or not running, or if too many streams are open.
        """
        self._hub.check()
        found = await asyncio.to_thread(self._shown, match_id, None)
        if found.match.state is not MatchState.LIVE:
            raise NotFound(WebSentence.NOT_LIVE)
        path = self._source.record_of(found.match)
        disclosure = disclosure_of(found, self._source.show)
        return self._hub.stream(match_id, path, disclosure, found.showing.delay, after)

    # -- inside

    def _shown(self, match_id: MatchId, seat: int | None) -> Found:
        """Return a match whose play is shown, in the view of `seat` if it is given.

        Raises:
            NotFound: if there is no such match, or no such seat.
            NotShown: if its play, or the view of the seat, is not shown yet.
        """
        found = self._catalogue.find(match_id)
        if seat is not None and seat >= len(found.match.bots):
            last = len(found.match.bots) - 1
            raise NotFound(WebSentence.NO_SUCH_SEAT, seat=seat, last=last)
        why = found.showing.hidden
        if why is not None:
            raise _hidden(why)
        if seat is not None and found.played.hides and not found.showing.is_over:
            raise NotShown(WebSentence.VIEW_AFTER_END)
        return found

    async def _replayed(self, make: Callable[[], Model], kept: bool) -> EncodedResponse:
        """Return an answer that needs a replay, of which few run at once.

        Raises:
            Overloaded: if too many requests wait already.
        """
        if self._waiting >= _WAITING:
            raise Overloaded(WebSentence.BUSY)
        self._waiting += 1
        try:
            async with self._replaying:
                return await _made(make, kept)
        finally:
            self._waiting -= 1


async def _made(make: Callable[[], Model], kept: bool = False) -> EncodedResponse:
    """Make and encode an answer in a thread; a `kept` one is compressed more."""
    return await asyncio.to_thread(lambda: EncodedResponse.of(make(), kept))


def _stamp(path: Path) -> tuple[int, int] | None:
    """Return time of the last change and size of a record; None if it is not finished."""
    with suppress(OSError):
        status = path.stat()
        return status.st_mtime_ns, status.st_size
    return None


def _hidden(why: Sentence) -> WebProblem:
    return NotShown.of(why, {})
