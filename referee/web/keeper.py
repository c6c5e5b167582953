"""Keep the last standings, and compute newer ones in the background."""

import asyncio
import os
import time
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing import get_context
from typing import Final

from referee.error import TianmingError
from referee.event_log import structlog
from referee.web.pool_worker import begin_worker
from referee.web.source import Source
from referee.web.standings import Standings, standings, standings_of_ledger

log = structlog.get_logger()

_FIRST: Final = 5.0
"""Seconds that the page of a league waits for the first standings."""

PATIENCE_FOR_A_BOT: Final = 30.0
"""Seconds that the page of a bot waits for the first standings; it cannot do without them."""

_REST: Final = 5
"""The pause after a computation, as a multiple of the time that it took."""

_LEAST_REST: Final = 1.0


@dataclass(frozen=True, slots=True)
class Kept:
    """Standings, the time of their computation, and whether newer ones are pending."""

    standings: Standings
    computed: datetime | None
    pending: bool


class StandingsKeeper:
    """Computes the standings when the season has changed, one computation at a time."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._standings = Standings()
        self._computed: datetime | None = None
        self._version: str | None = None
        self._rests_until = 0.0
        self._work: asyncio.Task[None] | None = None

    async def standings(self, patience: float = _FIRST) -> Kept:
        """Return the last standings; if the season has changed, start to compute newer ones.

        Args:
            patience: seconds to wait for the first standings.
        """
        version = await asyncio.to_thread(self._source.version)
        is_old = version != self._version
        if is_old and self._work is None and time.monotonic() >= self._rests_until:
            self._work = asyncio.create_task(self._compute(version))
        if self._computed is None and self._work is not None:
            await asyncio.wait((self._work,), timeout=patience)
        return Kept(self._standings, self._computed, version != self._version)

    async def close(self) -> None:
        """Cancel a running computation."""
        if self._work is not None:
            self._work.cancel()
            await asyncio.wait((self._work,))

    async def _compute(self, version: str) -> None:
        began = time.monotonic()
        try:
            self._standings = await self._found()
            self._version, self._computed = version, datetime.now(UTC)
        except (TianmingError, BrokenExecutor) as error:
            log.warning("standings_not_computed", reason=str(error))
        finally:
            spent = time.monotonic() - began
            self._rests_until = time.monotonic() + max(_LEAST_REST, _REST * spent)
            self._work = None

    async def _found(self) -> Standings:
        """Compute the standings: of a ledger in a separate process, whose end frees its memory."""
        url = self._source.ledger_url
        if url is None:
            return await asyncio.to_thread(self._read)
        executor = ProcessPoolExecutor(1, get_context("spawn"), begin_worker, (os.getpid(),))
        try:
            work = executor.submit(
                standings_of_ledger, url, self._source.by_version, self._source.league
            )
            return await asyncio.wrap_future(work)
        finally:
            executor.shutdown(wait=False, cancel_futures=True)

    def _read(self) -> Standings:
        with self._source.reading() as reading:
            return standings(reading, self._source.by_version, self._source.league)
