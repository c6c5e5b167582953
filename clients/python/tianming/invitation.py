"""Invitations: streams of a bot to other referees, beside the one to its lobby."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from grpc import aio

_log = logging.getLogger("tianming")

MOST_INVITATIONS = 64
"""Invitations that a bot follows at once; more are not followed."""


class Invitations:
    """The streams of a bot that it was invited to: each is played once, and then dropped.

    `failure` is done when the bot itself has failed on one of them.
    """

    def __init__(self, play: Callable[[str, str], Awaitable[None]]) -> None:
        """Follow them with `play`, which takes an address and a ticket."""
        self.failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._play = play
        self._streams: set[asyncio.Task[None]] = set()

    def follow(self, address: str, ticket: str) -> None:
        """Play where a match waits; who is needed there still is invited again."""
        if len(self._streams) >= MOST_INVITATIONS:
            _log.warning("no more than %d invitations at once", MOST_INVITATIONS)
            return
        task = asyncio.create_task(self._follow(address, ticket))
        self._streams.add(task)
        task.add_done_callback(self._ended)

    async def close(self) -> None:
        """Leave all of them."""
        for task in self._streams:
            task.cancel()
        await asyncio.gather(*self._streams, return_exceptions=True)
        self.failure.cancel()

    async def _follow(self, address: str, ticket: str) -> None:
        try:
            await self._play(address, ticket)
        except aio.AioRpcError as error:
            _log.info("the stream to %s has ended: %s", address, error.code().name)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._streams.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not self.failure.done():
            self.failure.set_exception(error)
