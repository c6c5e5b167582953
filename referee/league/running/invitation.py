"""Invitations: how network bots come from the lobby of their league to a worker.

A bot is invited when it has a match here and is not here, and again until it is, so one
whose stream breaks, or that was restarted, comes back. Its stream serves all its matches
here, and ends a little after the last of them.
"""

import asyncio
from dataclasses import dataclass, field

import structlog

from referee.error import UnavailableError
from referee.league.running.match_task import Lobby
from referee.match.clock import SECOND
from referee.server.invite import PATIENCE, invite
from referee.server.referee import Referee

log = structlog.get_logger()

_BREATH = 0.5
"""Seconds until a bot that is not in the lobby is asked for again."""

_LINGER = 2.0
"""Seconds that a bot without a match stays, for the next one often follows at once."""


@dataclass(slots=True)
class _RemoteBot:
    """A bot: its matches here, who sees that it comes, and when it is let go."""

    matches: set[str] = field(default_factory=set)
    keeper: asyncio.Task[None] | None = None
    parting: asyncio.TimerHandle | None = None


class Invitations:
    """Sees that network bots are here for as long as they have matches here."""

    def __init__(self, referee: Referee, lobby: Lobby) -> None:
        self._referee = referee
        self._lobby = lobby
        self._guests: dict[str, _RemoteBot] = {}

    def begin(self, bot: str, match_id: str) -> None:
        """A bot has a match here: it is invited until it comes."""
        guest = self._guests.setdefault(bot, _RemoteBot())
        guest.matches.add(match_id)
        if guest.parting is not None:
            guest.parting.cancel()
            guest.parting = None
        if guest.keeper is None:
            guest.keeper = asyncio.create_task(self._keep(bot))

    def end(self, bot: str, match_id: str) -> None:
        """A match of a bot is over; one of which nobody knows was over before."""
        guest = self._guests.get(bot)
        if guest is None:
            return
        guest.matches.discard(match_id)
        if not guest.matches and guest.keeper is not None:
            guest.keeper.cancel()
            guest.keeper = None
            loop = asyncio.get_running_loop()
            guest.parting = loop.call_later(_LINGER, self._part, bot)

    def close(self) -> None:
        """Invite nobody any more."""
        for guest in self._guests.values():
            if guest.keeper is not None:
                guest.keeper.cancel()
            if guest.parting is not None:
                guest.parting.cancel()
        self._guests.clear()

    def _part(self, bot: str) -> None:
        del self._guests[bot]
        self._referee.lobby.dismiss(bot)

    async def _keep(self, bot: str) -> None:
        """Invite a bot whenever it is not here."""
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

    async def _invite(self, bot: str) -> bool:
        """Invite a bot, and wait a while for it; gives whether it was in the lobby."""
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
