"""Open play: whoever is here plays, the bots with the fewest matches first."""

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
"""Seconds between two looks at who is here."""

AgreeSettings = Callable[[str, tuple[BotName, ...]], MatchSettings]
"""What is agreed for a match of that name between those bots."""


def seating(
    idle: Iterable[BotName], played: Counter[BotName], seats: int
) -> tuple[BotName, ...] | None:
    """The bots of the next match, in seat order; None when too few are idle.

    Those that have played least are taken; who has played least of them sits first.
    """
    order = sorted(idle, key=lambda bot: (played[bot], bot))
    return tuple(order[:seats]) if len(order) >= seats else None


class OpenPlay:
    """Plays matches on a referee among the bots that are there and play the game.

    A bot is in at most `at_once` matches, and in fewer where it wants that. Matches
    that were left open go on first; `finished` counts them, too. `key` signs the records.
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
        """See a match to its end."""
        self._played.update(host.settings.bots)
        host.start()
        await host.done
        self.finished += 1

    def _idle(self) -> list[BotName]:
        """The bots that take another match."""
        lobby = self._referee.lobby
        return [
            bot
            for bot in lobby.present
            if lobby.room(bot, self._game, self._rules_version, self._at_once)
        ]
