"""Invitations: streams of a bot to other referees, beside the one to its lobby."""

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
"""Invitations that a bot follows at once; more are not followed."""


class InvitedStreams:
    """The streams of a bot that it was invited to: each is played once, and then dropped.

    `failure` is done when the bot itself has failed on one of them.
    """

    def __init__(self, play: Callable[[str, str], Awaitable[None]], stop: Stop) -> None:
        """Follow them with `play`, which takes an address and a ticket, and leaves at the stop."""
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
        """Leave all of them: politely at the stop, else at once."""
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
