"""Open play: the connected bots play, those with the fewest matches first."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import structlog

from referee.identifier import BotName
from referee.match.settings import MatchSettings
from referee.record.file import RecordFile
from referee.record.folder import SUFFIX
from referee.record.resume import OpenRecord
from referee.record.signature import SigningKey
from referee.server.host import MatchHost
from referee.server.referee import Referee
from tianming_games.registry import load

log = structlog.get_logger()

_LOOK = 0.2
"""Seconds between two checks for idle bots."""

AgreeSettings = Callable[[str, tuple[BotName, ...]], MatchSettings]
"""Returns the settings of a match, from its name and its bots."""


def seating(
    idle: Iterable[BotName], played: Counter[BotName], seats: int
) -> tuple[BotName, ...] | None:
    """Return the bots of the next match by seat; None if too few bots are idle.

    The bots with the fewest matches play; the one with the fewest takes the first seat.
    """
    order = sorted(idle, key=lambda bot: (played[bot], bot))
    return tuple(order[:seats]) if len(order) >= seats else None


class OpenPlay:
    """Plays matches between the connected bots that support the game.

    A bot plays at most `at_once` matches at the same time, or fewer if it asks for fewer. The
    interrupted matches `left` resume first. `finished` counts all finished matches, including
    these. `key` signs the records.
    """

    def __init__(
        self,
        referee: Referee,
        agree: AgreeSettings,
        game: str,
        seats: int,
        folder: Path,
        left: Sequence[OpenRecord] = (),
        at_once: int = 1,
        key: SigningKey | None = None,
    ) -> None:
        self.finished = 0
        self._left = left
        self._referee = referee
        self._agree = agree
        self._game = game
        self._rules_version = load(game).rules_version
        self._seats = seats
        self._folder = folder
        self._played: Counter[BotName] = Counter()
        self._at_once = at_once
        self._key = key
        self._closed = False

    def close(self) -> None:
        """Start no more matches; running matches continue."""
        self._closed = True

    async def run(self, matches: int | None) -> None:
        """Play a number of matches, including resumed ones; without end if `matches` is None.

        Cancel the task to stop pairing.

        Raises:
            StorageError: when a record cannot be written.
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
                bots = seating(self._idle(), self._played, self._seats)
                if bots is None:
                    await asyncio.sleep(_LOOK)
                    continue
                begun += 1
                group.create_task(self._play(bots))
                await asyncio.sleep(0)

    async def _play(self, bots: tuple[BotName, ...]) -> None:
        match_id = f"match-{secrets.token_hex(8)}"
        settings = self._agree(match_id, bots)
        file = RecordFile(self._folder / f"{match_id}{SUFFIX}", self._key)
        try:
            host = self._referee.host(settings, file)
        except BaseException:
            file.abandon()
            raise
        await self._finish(host)

    async def _finish(self, host: MatchHost) -> None:
        """Start a match, and wait until it is finished."""
        self._played.update(host.settings.bots)
        host.start()
        await host.done
        self.finished += 1

    def _idle(self) -> list[BotName]:
        """Return the bots that can start another match."""
        lobby = self._referee.lobby
        return [
            bot
            for bot in lobby.present
            if lobby.room(bot, self._game, self._rules_version, self._at_once)
        ]
