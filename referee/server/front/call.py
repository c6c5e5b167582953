"""A call of the front to a listening bot, as the referee sees it."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

from referee.server.channel import FRAME_BYTES
from referee.server.front.filter import Bounds
from referee.server.front.setting import CallSettings, CallState, ClientFiles, Tokens
from referee.server.limits import Limits

_PATIENCE: Final = 1.0
"""Seconds for the front to report why a connection ended."""

_BLOCKS: Final = Tokens(64, 5)
"""Header blocks of one bot: it answers a health check and opens one stream on each connection."""


class CallFailed(Exception):
    """The front did not reach the bot. The text says why."""


class FrontCall:
    """A call: gRPC reaches the bot at `target`, once.

    `opened` becomes the reason why the front did not reach the bot, "" if it did.
    """

    def __init__(self, target: str, hang_up: Callable[[], None]) -> None:
        """Create a call that is not open yet; `hang_up` asks the front to end it."""
        self.target = target
        self.opened: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._ended: asyncio.Future[CallState] = asyncio.get_running_loop().create_future()
        self._hang_up = hang_up

    def handle(self, state: CallState) -> None:
        """Handle a report of the front."""
        if not self.opened.done():
            self.opened.set_result("" if state.is_open else state.why or "the bot hung up")
        if not state.is_open and not self._ended.done():
            self._ended.set_result(state)

    async def end(self) -> CallState | None:
        """End the connection; return its last state, None if the front does not report it.

        gRPC may keep a connection open for longer than its channel.
        """
        self._hang_up()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                return await self._ended
        return None


def call_settings(
    name: str, target: str, files: ClientFiles | None, limits: Limits
) -> CallSettings:
    """Return the front's settings for a call."""
    return CallSettings(
        name=name,
        target=target,
        files=files,
        bounds=bounds_of(limits),
        frames=Tokens(limits.frame_burst, limits.address_frames_per_second),
        blocks=_BLOCKS,
        control=Tokens(limits.control_frame_burst, limits.control_frames_per_second),
        timeout=limits.handshake_timeout,
    )


def bounds_of(limits: Limits) -> Bounds:
    """Return the limits on frames and header blocks."""
    return Bounds(
        frame_bytes=FRAME_BYTES,
        block_bytes=limits.max_header_bytes,
        block_fields=limits.max_header_fields,
    )
