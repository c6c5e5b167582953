"""Waiting for bots that were started: they come, or end before they have."""

import asyncio
from collections.abc import Sequence

from referee.launch.process import BotProcess
from referee.server.lobby import Lobby


async def missing_of(
    names: Sequence[str], lobby: Lobby, timeout: float, processes: Sequence[BotProcess]
) -> frozenset[str] | None:
    """Wait until all bots are here; gives those that are not after `timeout` s.

    None where one of the processes ended first.
    """
    arrival = asyncio.create_task(lobby.wait_for(names, timeout))
    exits = [process.exited for process in processes]
    try:
        done, _ = await asyncio.wait((arrival, *exits), return_when=asyncio.FIRST_COMPLETED)
    finally:
        arrival.cancel()
    return arrival.result() if arrival in done else None
