"""Wait until bots are connected, and check that they support the game."""

import asyncio
from collections.abc import Sequence
from typing import Any

from referee.identifier import BotName
from referee.machine_error import machine_failed, shortage, why_of
from referee.machine_sentence import MachineSentence
from referee.server.lobby import Lobby
from referee.server.referee import Referee
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


def check_machine(bot: BotName, referee: Referee) -> None:
    """Raise `MachineError` if a bot is not connected because of a fault of this machine."""
    if (fault := referee.front_fault) is not None:
        raise fault
    if (error := shortage()) is not None:
        raise machine_failed(
            why_of(error), MachineSentence.CANNOT_REACH_BOT, number=error.errno, bot=bot
        )


def why_declined(bot: BotName, game: str, lobby: Lobby) -> str:
    """Return why a connected bot does not support a game; empty if it does."""
    version = load(game).rules_version
    if lobby.declines(bot, game, version):
        return f"its Hello does not name {game} with version {version} of the rules"
    return ""
