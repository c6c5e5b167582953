"""Open play: whoever is here plays, the bots with the fewest matches first."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import structlog

from referee.match.match import MatchSettings
from referee.record.file import RecordFile
from referee.record.resume import OpenRecord
from referee.server.host import MatchHost
from referee.server.referee import Referee

log = structlog.get_logger()

_LOOK = 0.2
"""Seconds between two looks at who is here."""

Terms = Callable[[str, tuple[str, ...]], MatchSettings]
"""What is agreed for a match of that name between those bots."""


def seating(idle: Iterable[str], played: Counter[str], seats: int) -> tuple[str, ...] | None:
    """The bots of the next match, in seat order; None when too few are idle.

    Those that have played least are taken; who has played least of them sits first.
    """
    order = sorted(idle, key=lambda bot: (played[bot], bot))
    return tuple(order[:seats]) if len(order) >= seats else None


class OpenPlay:
    """Plays matches on a referee among the bots that are there, one at a time for each.

    Matches that were left open go on first. `finished` counts them, too.
    """

    def __init__(
        self,
        referee: Referee,
        terms: Terms,
        seats: int,
        folder: Path,
        left: Sequence[OpenRecord] = (),
    ) -> None:
        self.finished = 0
        self._left = left
        self._referee = referee
        self._terms = terms
        self._seats = seats
        self._folder = folder
        self._played: Counter[str] = Counter()
        self._busy: set[str] = set()
        self._closed = False

    def close(self) -> None:
        """Begin no more matches; those that are open go on."""
        self._closed = True

    async def run(self, matches: int | None) -> None:
        """Play so many matches, those that were left open among them, or without end.

        Cancel it to stop pairing.

        Raises:
            StorageError: when a record cannot be kept.
        """
        try:
            await self._pair(matches)
        except ExceptionGroup as failed:
            raise failed.exceptions[0] from None

    async def _pair(self, matches: int | None) -> None:
        begun = len(self._left)
        async with asyncio.TaskGroup() as group:
            for left in self._left:
                group.create_task(self._finish(self._referee.resume(left)))
                await asyncio.sleep(0)
            while not self._closed and (matches is None or begun < matches):
                idle = [bot for bot in self._referee.lobby.present if bot not in self._busy]
                bots = seating(idle, self._played, self._seats)
                if bots is None:
                    await asyncio.sleep(_LOOK)
                    continue
                begun += 1
                group.create_task(self._play(bots))
                await asyncio.sleep(0)

    async def _play(self, bots: tuple[str, ...]) -> None:
        match_id = f"match-{secrets.token_hex(8)}"
        settings = self._terms(match_id, bots)
        file = RecordFile(self._folder / f"{match_id}.tianming")
        await self._finish(self._referee.host(settings, file))

    async def _finish(self, host: MatchHost) -> None:
        """See a match to its end; its bots are in no other meanwhile."""
        bots = host.settings.bots
        self._busy.update(bots)
        self._played.update(bots)
        try:
            host.start()
            await host.done
            self.finished += 1
        finally:
            self._busy.difference_update(bots)
