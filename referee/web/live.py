"""Live matches: follow the records of running matches, and send their events to spectators.

The referee writes each entry to the file before a bot learns of it. So a reader of the file
sees the match live, and costs the referee nothing. One reader follows each match that has
spectators. It encodes each event once, and each spectator only counts the events it has
received. So a slow spectator takes no memory, and delays nobody.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final

from referee.error import TianmingError
from referee.event_log import structlog
from referee.identifier import MatchId
from referee.match.outcome import Termination
from referee.record.framing import StoredEntry
from referee.record.growing import GrowingRecord
from referee.record.reader import begun
from referee.web.api.match import Asked as Asking
from referee.web.api.match import End, MatchState, Question, Step, Steps
from referee.web.api.model import Model
from referee.web.disclosure import Disclosure
from referee.web.encoded_response import EncodedResponse
from referee.web.live_position import PositionFold
from referee.web.server_sent import HEARTBEAT, NOTHING_NEW, event
from referee.web.steps import ask, shown_count
from referee.web.timeline import Timeline
from referee.web.timeline import TimelineQuestion as Asked

log = structlog.get_logger()

LOOK: Final = 0.2
"""Seconds between two reads of a match's record."""


class LiveMatch:
    """A running match, and its events so far."""

    def __init__(
        self, match_id: MatchId, path: Path, disclosure: Disclosure, delay: int = 0
    ) -> None:
        """Create the match; `follow` reads it.

        Args:
            match_id: the name of the match.
            path: path of the finished record.
            disclosure: what may be shown of it.
            delay: number of decisions by which it is shown late.
        """
        self._match_id = match_id
        self._path = path
        self._reader = _LiveReader(match_id, disclosure, delay)
        self._events: list[tuple[int, bytes]] = []
        self._open: dict[int, tuple[Question, float]] = {}
        self._first: list[Asking] = []
        self._steps: list[Step] = []
        self._fold: PositionFold | None = None
        self._answers: dict[str, tuple[int, EncodedResponse]] = {}
        self._encoding = asyncio.Lock()
        self._has_read = False
        self._is_over = False
        self._news = asyncio.Condition()

    async def follow(self) -> None:
        """Read the record until the match is over, or until the record is unreadable."""
        state: MatchState = "void"
        try:
            record = await asyncio.to_thread(GrowingRecord, self._path)
            with contextlib.closing(record):
                state = await self._follow(record)
        except (OSError, TianmingError) as error:
            log.warning("live_match_lost", match=self._match_id, reason=str(error))
        finally:
            self._is_over = True
            last = self._last
            self._events.append((last, event("end", End(n=last, state=state), last)))
            async with self._news:
                self._news.notify_all()

    async def answer(self) -> EncodedResponse | None:
        """Return all steps so far as one answer, which is encoded once for all readers.

        None before the record has a header, and after the end of the match: replay it then.
        """

        def steps(beginning: Steps) -> Model:
            asked = (*beginning.asked, *self._first)
            changes = {"asked": asked, "last": self._last, "steps": list(self._steps)}
            return beginning.model_copy(update=changes)

        return await self._encoded("steps", steps)

    async def position(self, with_board: bool) -> EncodedResponse | None:
        """Return the newest position, encoded once for all readers; None as for `answer`."""

        def position(beginning: Steps) -> Model:
            return (self._fold or PositionFold(beginning)).position(with_board)

        return await self._encoded(f"position {with_board}", position)

    async def events(self, after: int | None = None) -> AsyncGenerator[bytes, None]:
        """Yield encoded events for one spectator, until the match is over.

        Args:
            after: number of the last step that the spectator has; None for none.
        """
        async with self._news:
            await self._news.wait_for(lambda: self._reader.beginning is not None or self._is_over)
        published, end = 0, len(self._events)
        beginning = self._reader.beginning
        if after is not None:
            published = sum(n <= after for n, _ in self._events[:end])
        elif beginning is not None:
            yield event("start", beginning.model_copy(update={"last": self._last}))
        yield self._between(published, end) + self._open_questions()
        while not (self._is_over and end == len(self._events)):
            try:
                async with asyncio.timeout(HEARTBEAT), self._news:
                    await self._news.wait_for(partial(self._has_news, end))
            except TimeoutError:
                yield NOTHING_NEW
            else:
                published, end = end, len(self._events)
                yield self._between(published, end)

    # -- inside

    async def _encoded(self, kind: str, make: Callable[[Steps], Model]) -> EncodedResponse | None:
        """Return an answer made of the beginning; the one before if nothing has happened."""
        async with self._news:
            await self._news.wait_for(lambda: self._has_read or self._is_over)
        async with self._encoding:
            beginning, count = self._reader.beginning, len(self._events)
            if beginning is None or self._is_over:
                return None
            kept = self._answers.get(kind)
            if kept is None or kept[0] != count:
                kept = count, await asyncio.to_thread(EncodedResponse.of, make(beginning))
                self._answers[kind] = kept
            return kept[1]

    def _has_news(self, published: int) -> bool:
        return len(self._events) > published

    @property
    def _last(self) -> int:
        """Number of the last published step, 0 for none."""
        return self._events[-1][0] if self._events else 0

    async def _follow(self, record: GrowingRecord) -> MatchState:
        while True:
            is_new = self._reader.beginning is None
            found = await asyncio.to_thread(self._reader.read, record)
            for one in found:
                self._publish(one)
            self._has_read = True
            if found or is_new:
                async with self._news:
                    self._news.notify_all()
            if self._reader.state is not None:
                return self._reader.state
            await asyncio.sleep(LOOK)

    def _publish(self, one: Step | Question) -> None:
        if isinstance(one, Step):
            if one.seat is not None and one.kind == "action":
                self._open.pop(one.seat, None)
            self._steps.append(one)
            if self._fold is None and self._reader.beginning is not None:
                self._fold = PositionFold(self._reader.beginning)
            if self._fold is not None:
                self._fold.add(one)
            self._events.append((one.n, event("step", one, one.n)))
        else:
            ask(Asking(seat=one.seat, budget=one.budget), self._first, self._steps)
            self._open[one.seat] = one, monotonic() - one.elapsed
            self._events.append((one.n, event("asked", one, one.n)))

    def _between(self, start: int, end: int) -> bytes:
        return b"".join(data for _, data in self._events[start:end])

    def _open_questions(self) -> bytes:
        """Return the open questions as events, with the time that has passed since each."""
        if self._is_over:
            return b""
        now = monotonic()
        return b"".join(
            event("asked", one.model_copy(update={"elapsed": now - since}), one.n)
            for one, since in self._open.values()
        )


class _LiveReader:
    """Converts the entries of a growing record into steps and questions, after the delay."""

    def __init__(self, match_id: MatchId, disclosure: Disclosure, delay: int) -> None:
        self._match_id = match_id
        self._disclosure = disclosure
        self._delay = delay
        self._late: deque[Step | Asked] = deque()
        self._last = 0
        self._timeline: Timeline | None = None
        self.beginning: Steps | None = None
        """The match before its first step; None until the record has a header."""
        self.state: MatchState | None = None
        """How the match ended; None until its end."""

    def read(self, record: GrowingRecord) -> list[Step | Question]:
        """Return the steps and questions that are due now.

        Raises:
            TianmingError: if no entry can follow, or the installed rules cannot replay the record.
        """
        entries, idle = record.read(), record.idle
        if self._timeline is None and entries:
            self._begin(entries.pop(0))
        if self._timeline is None:
            return []
        for entry in entries:
            self._late.extend(self._timeline.feed([entry]))
            outcome = self._timeline.outcome
            if outcome is not None:
                is_void = outcome.termination is Termination.VOID
                self.state = "void" if is_void else "finished"
        return list(self._due(idle))

    def _begin(self, header: StoredEntry) -> None:
        self._timeline = Timeline(begun([header], self._match_id), self._disclosure)
        self.beginning = Steps(
            id=self._match_id, over=False, steps=[], **self._timeline.beginning()
        )

    def _due(self, idle: float) -> Iterator[Step | Question]:
        """Yield what at least `delay` decisions have followed; after the end, everything."""
        count = len(self._late) if self.state else shown_count(self._late, self._delay)
        for one in [self._late.popleft() for _ in range(count)]:
            if isinstance(one, Step):
                self._last = one.n
                yield one
            else:
                yield Question(
                    n=self._last, seat=one.asked.seat, budget=one.asked.budget, elapsed=idle
                )
