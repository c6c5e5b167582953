"""Invite remote bots from the lobby of their league to this worker.

The worker invites a bot as long as the bot has a match here and is not connected. So a bot comes
back after its stream breaks or it restarts. One stream serves all of its matches here. The worker
closes it shortly after the last match.
"""

import asyncio
from dataclasses import dataclass, field

from referee.error import UnavailableError
from referee.event_log import structlog
from referee.identifier import BotName, MatchId
from referee.launch.match_task import LobbyLink
from referee.match.clock import SECOND
from referee.server.invite import PATIENCE, invite
from referee.server.referee import Referee

log = structlog.get_logger()

_BREATH = 0.5
"""Seconds until the worker again invites a bot that is not in the lobby."""

_LINGER = 2.0
"""Seconds that a bot without a match stays connected, because its next match often follows."""


@dataclass(slots=True)
class _RemoteBot:
    """A remote bot: its matches here, the task that invites it, and the timer that dismisses it."""

    matches: set[str] = field(default_factory=set)
    keeper: asyncio.Task[None] | None = None
    parting: asyncio.TimerHandle | None = None


class Invitations:
    """Keeps remote bots connected while they have matches at this worker."""

    def __init__(self, referee: Referee, lobby: LobbyLink) -> None:
        self._referee = referee
        self._lobby = lobby
        self._bots: dict[str, _RemoteBot] = {}

    def begin(self, bot: BotName, match_id: MatchId) -> None:
        """Note that a bot has a match here, and invite the bot until it connects."""
        remote = self._bots.setdefault(bot, _RemoteBot())
        remote.matches.add(match_id)
        if remote.parting is not None:
            remote.parting.cancel()
            remote.parting = None
        if remote.keeper is None:
            remote.keeper = asyncio.create_task(self._keep(bot))

    def end(self, bot: BotName, match_id: MatchId) -> None:
        """Note the end of a match of a bot; ignores unknown bots."""
        remote = self._bots.get(bot)
        if remote is None:
            return
        remote.matches.discard(match_id)
        if not remote.matches and remote.keeper is not None:
            remote.keeper.cancel()
            remote.keeper = None
            loop = asyncio.get_running_loop()
            remote.parting = loop.call_later(_LINGER, self._part, bot)

    def close(self) -> None:
        """Stop inviting."""
        for remote in self._bots.values():
            if remote.keeper is not None:
                remote.keeper.cancel()
            if remote.parting is not None:
                remote.parting.cancel()
        self._bots.clear()

    def _part(self, bot: BotName) -> None:
        del self._bots[bot]
        self._referee.lobby.dismiss(bot)

    async def _keep(self, bot: BotName) -> None:
        """Invite a bot whenever it is not connected."""
        while True:
            await self._referee.lobby.wait_until_gone(bot)
            try:
                is_coming = await self._invite(bot)
            except UnavailableError as error:
                log.error("invitation_failed", bot=bot, error=str(error))
                is_coming = False
            except Exception:
                log.exception("invitation_failed", bot=bot)
                is_coming = False
            if not is_coming:
                await asyncio.sleep(_BREATH)

    async def _invite(self, bot: BotName) -> bool:
        """Invite a bot and wait for it to connect; return whether it was in the lobby."""
        identities, lobby = self._referee.identities, self._lobby
        ticket = identities.issue(bot)
        try:
            address = self._referee.link
            is_coming = await invite(lobby.address, lobby.secret, bot, address, ticket)
            if is_coming:
                await self._referee.lobby.wait_for([bot], PATIENCE / SECOND)
        finally:
            identities.withdraw(ticket)
        return is_coming
