"""Wait until bots are connected, and check that they support the game."""

import asyncio
from collections.abc import Sequence
from typing import Any

from referee.identifier import BotName
from referee.server.lobby import Lobby
from tianming_games.registry import load


async def missing_of(
    names: Sequence[BotName], lobby: Lobby, timeout: float, ends: Sequence[asyncio.Future[Any]]
) -> frozenset[BotName] | None:
    """Wait until all bots are connected; return those that are not after `timeout` seconds.

    Return None if one of the `ends` is done first: a process has ended, or a dial was given up.
    """
    arrival = asyncio.create_task(lobby.wait_for(names, timeout))
    try:
        done, _ = await asyncio.wait((arrival, *ends), return_when=asyncio.FIRST_COMPLETED)
    finally:
        arrival.cancel()
    return arrival.result() if arrival in done else None


def why_declined(bot: BotName, game: str, lobby: Lobby) -> str:
    """Return why a connected bot does not support a game; empty if it does."""
    version = load(game).rules_version
    if lobby.declines(bot, game, version):
        return f"its Hello does not name {game} with version {version} of the rules"
    return ""
