"""Decide which bytes of a bot that the referee dials pass to gRPC, without I/O (RFC 9113).

A listening bot is the server of HTTP/2. It sends no preface, but first its settings, and it
acknowledges those of gRPC before its first headers: until then, gRPC bounds headers at 16 MiB only.
A server of gRPC sends few control frames (pings, settings, resets), and gRPC does not bound them.
So they have a rate of their own.
"""

from typing import Final

from referee.match.clock import SECOND, Instant
from referee.server.front.filter import HEAD, HEADERS, Bounds, FrameFilter, ViolationError
from referee.server.token_bucket import TokenBucket

_DATA: Final = 0
_SETTINGS: Final = 4
_WINDOW_UPDATE: Final = 8
_ACK: Final = 0x1

_KINDS: Final = (_DATA, HEADERS, _WINDOW_UPDATE)
"""The kinds of frames that carry calls; all others are control frames, and so is empty data."""

_FLOOD: Final = SECOND
"""A bot whose control frames have waited again and again for this long floods the referee."""

_BREAK: Final = SECOND // 2
"""Time without such a wait after which a bot no longer floods."""


class BotFrameFilter(FrameFilter):
    """The filter of one connection to a listening bot.

    `is_http2` tells whether the bot has begun with its settings.
    """

    def __init__(
        self, bounds: Bounds, frames: TokenBucket, blocks: TokenBucket, control: TokenBucket
    ) -> None:
        """Create the filter of a connection; each control frame also costs a token of `control`."""
        super().__init__(bounds, frames, blocks)
        self._control = control
        self._has_acknowledged = False
        self._waits_since = self._waited_at = Instant(-_BREAK)

    def floods(self, now: Instant) -> bool:
        """Return whether the bot sends control frames faster than they pass."""
        return now - self._waited_at < _BREAK and now - self._waits_since >= _FLOOD

    def _begin(self, data: bytes) -> int:
        """Check the first frame as soon as its kind has arrived: settings of the connection."""
        is_settings = data[3:4] == bytes((_SETTINGS,)) and data[4:5] != bytes((_ACK,))
        if len(data) > 3 and not is_settings:
            raise ViolationError("the bot does not answer with HTTP/2")
        self.is_http2 = len(data) >= HEAD
        return 0

    def _check(self, kind: int, flags: int, length: int) -> None:
        super()._check(kind, flags, length)
        if kind == _SETTINGS and flags & _ACK:
            self._has_acknowledged = True
        if kind == HEADERS and not self._has_acknowledged:
            raise ViolationError("the bot sends headers before it acknowledges the settings")

    def _pay(self, kind: int, length: int, now: Instant) -> bool:
        is_control = kind not in _KINDS or (kind == _DATA and not length)
        if is_control and (wait := self._control.wait(now)):
            self.wait = wait
            if now - self._waited_at >= _BREAK:
                self._waits_since = now
            self._waited_at = now
            return False
        if not super()._pay(kind, length, now):
            return False
        if is_control:
            self._control.spend(1)
        return True
