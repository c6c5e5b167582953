"""Invitations: streams of a bot to other referees, in addition to the one to its lobby."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from grpc import aio

from tianming.session import LEAVING

if TYPE_CHECKING:
    from tianming.stop import Stop

_log = logging.getLogger("tianming")

MOST_INVITATIONS = 64
"""Maximum invitations that a bot follows at once; further ones are ignored."""


class InvitedStreams:
    """The streams of a bot to referees that invited it. A stream that ends is not reopened.

    `failure` gets the exception of a bot that fails on one of them.
    """

    def __init__(self, play: Callable[[str, str], Awaitable[None]], stop: Stop) -> None:
        """Create it; `play` takes an address and a ticket, and returns when `stop` is set."""
        self.failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._play = play
        self._stop = stop
        self._streams: set[asyncio.Task[None]] = set()

    def follow(self, address: str, ticket: str) -> None:
        """Play at the referee of an invitation; the lobby invites the bot again if necessary."""
        if len(self._streams) >= MOST_INVITATIONS:
            _log.warning("no more than %d invitations at once", MOST_INVITATIONS)
            return
        task = asyncio.create_task(self._follow(address, ticket))
        self._streams.add(task)
        task.add_done_callback(self._ended)

    async def close(self) -> None:
        """Leave all streams: at a stop with up to `LEAVING` seconds to end, else at once."""
        if self._stop.is_set and self._streams:
            await asyncio.wait(self._streams, timeout=LEAVING)
        for task in self._streams:
            task.cancel()
        await asyncio.gather(*self._streams, return_exceptions=True)
        self.failure.cancel()

    async def _follow(self, address: str, ticket: str) -> None:
        try:
            await self._play(address, ticket)
        except aio.AioRpcError as error:
            _log.debug("the stream to %s has ended: %s", address, error.code().name)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._streams.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not self.failure.done():
            self.failure.set_exception(error)
