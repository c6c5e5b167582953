"""Wait for bots that were started or dialled, and check that they play the game."""

import asyncio
from collections.abc import Sequence
from typing import Any

from referee.identifier import BotName
from referee.server.lobby import Lobby
from tianming_games.registry import load


async def missing_of(
    names: Sequence[BotName], lobby: Lobby, timeout: float, ends: Sequence[asyncio.Future[Any]]
) -> frozenset[BotName] | None:
    """Wait until all bots are here; return those that are missing after `timeout` s.

    Return None if one of the `ends` comes first: a process has ended, or a dial is hopeless.
    """
    arrival = asyncio.create_task(lobby.wait_for(names, timeout))
    try:
        done, _ = await asyncio.wait((arrival, *ends), return_when=asyncio.FIRST_COMPLETED)
    finally:
        arrival.cancel()
    return arrival.result() if arrival in done else None


def why_declined(bot: BotName, game: str, lobby: Lobby) -> str:
    """Return why a bot that is here takes no seat in a match of a game; empty if it takes one."""
    version = load(game).rules_version
    if lobby.declines(bot, game, version):
        return f"its Hello does not name {game} with version {version} of the rules"
    return ""
