"""Decide which bytes of an HTTP/2 client pass to gRPC, without I/O (RFC 9113).

The filter reads the nine bytes of each frame's header. It holds back a header block until the block
is complete, and counts its fields. The payload of every other frame passes as it arrives. Every
frame costs tokens of its connection, and every header block also a token of its address. If no
token is left, the rest waits.
"""

from dataclasses import dataclass
from typing import Final

from referee.match.clock import Instant
from referee.server.front.hpack import BadBlockError, count_fields
from referee.server.token_bucket import TokenBucket

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
HEAD: Final = 9
"""Bytes of the header of each frame, before its payload."""

HEADERS: Final = 1
_PUSH_PROMISE: Final = 5
_CONTINUATION: Final = 9
_END_HEADERS: Final = 0x4
_PADDED: Final = 0x8
_PRIORITY: Final = 0x20
_PRIORITY_BYTES: Final = 5

_MOST_CONTINUATIONS: Final = 8
"""Maximum CONTINUATION frames of one header block."""

_UNIT: Final = 256
"""Bytes of payload that cost one more token."""


class ViolationError(Exception):
    """The peer sent bytes that no gRPC client sends; the front closes its connection."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Maximum payload bytes of a frame, and bytes and fields of a header block."""

    frame_bytes: int
    block_bytes: int
    block_fields: int


class FrameFilter:
    """The filter of one connection.

    If `wait` is not 0, the caller must call `receive(b"")` after that many seconds, when there
    are tokens for the next frame. `is_http2` tells whether the client has sent the whole preface.
    """

    def __init__(self, bounds: Bounds, frames: TokenBucket, blocks: TokenBucket) -> None:
        """Create the filter of a connection.

        Args:
            bounds: the limits; bytes beyond them are a violation.
            frames: the bucket for its frames, a share of the rate of its address.
            blocks: the bucket for header blocks, which its address shares.
        """
        self.wait = 0.0
        self.is_http2 = False
        self._bounds = bounds
        self._frames = frames
        self._blocks = blocks
        self._held = b""
        self._passing = 0
        """Remaining bytes of the current frame's payload, which may pass."""

    def receive(self, data: bytes, now: Instant) -> bytes:
        """Handle bytes of the client; return the bytes that pass to gRPC.

        Raises:
            ViolationError: when the connection is to be closed.
        """
        data = self._held + data
        self.wait = 0.0
        at = 0 if self.is_http2 else self._begin(data)
        if self.is_http2:
            at = self._frames_from(data, at, now)
        self._held = data[at:]
        return data[:at]

    def _begin(self, data: bytes) -> int:
        """Check the preface; return the index of the first frame, 0 if it is incomplete."""
        if not PREFACE.startswith(data[: len(PREFACE)]):
            raise ViolationError("the connection does not begin with HTTP/2")
        self.is_http2 = len(data) >= len(PREFACE)
        return len(PREFACE) if self.is_http2 else 0

    def _frames_from(self, data: bytes, at: int, now: Instant) -> int:
        """Return the end of the bytes that pass, which begin at an index."""
        end = len(data)
        while True:
            step = min(self._passing, end - at)
            self._passing -= step
            at += step
            if end - at < HEAD:
                return at
            length = int.from_bytes(data[at : at + 3], "big")
            kind = data[at + 3]
            self._check(kind, data[at + 4], length)
            size = self._block_size(data, at) if kind == HEADERS else HEAD
            if not size or not self._pay(kind, length, now):
                return at
            at += size
            if kind != HEADERS:
                self._passing = length

    def _check(self, kind: int, flags: int, length: int) -> None:
        """Raise `ViolationError` for a frame that may not come now; `flags` are for subclasses."""
        if length > self._bounds.frame_bytes:
            raise ViolationError(f"a frame has more than {self._bounds.frame_bytes} bytes")
        if kind == _CONTINUATION:
            raise ViolationError("a frame continues a header block that has ended")
        if kind == _PUSH_PROMISE:
            raise ViolationError("a frame promises a push")

    def _pay(self, kind: int, length: int, now: Instant) -> bool:
        """Spend the tokens of a frame; return whether there were any, and set `wait` if not."""
        frames, blocks = self._frames, self._blocks
        wait = frames.wait(now) if kind != HEADERS else max(frames.wait(now), blocks.wait(now))
        if wait:
            self.wait = wait
            return False
        frames.spend(1 + length // _UNIT)
        if kind == HEADERS:
            blocks.spend(1)
        return True

    def _block_size(self, data: bytes, at: int) -> int:
        """Check the header block at an index; return the bytes of its frames, 0 if incomplete."""
        start, stream, parts, size = at, data[at + 5 : at + 9], list[bytes](), 0
        while True:
            if len(data) - at < HEAD:
                return 0
            length, flags = int.from_bytes(data[at : at + 3], "big"), data[at + 4]
            if parts and (data[at + 3] != _CONTINUATION or data[at + 5 : at + 9] != stream):
                raise ViolationError("a header block is interrupted by another frame")
            size += length
            if size > self._bounds.block_bytes:
                most = self._bounds.block_bytes
                raise ViolationError(f"a header block has more than {most} bytes")
            if len(parts) > _MOST_CONTINUATIONS:
                raise ViolationError("a header block is cut into too many frames")
            if len(data) - at < HEAD + length:
                return 0
            payload = data[at + HEAD : at + HEAD + length]
            parts.append(payload if parts else _fragment(payload, flags))
            at += HEAD + length
            if flags & _END_HEADERS:
                break
        try:
            count_fields(b"".join(parts), self._bounds.block_fields)
        except BadBlockError as error:
            raise ViolationError(str(error)) from None
        return at - start


def _fragment(payload: bytes, flags: int) -> bytes:
    """Return the part of a header block in a HEADERS frame: without padding and priority."""
    begin, end = 0, len(payload)
    if flags & _PADDED:
        begin, end = 1, end - payload[0] if payload else 0
    if flags & _PRIORITY:
        begin += _PRIORITY_BYTES
    if begin > end:
        raise ViolationError("a HEADERS frame is too short for its flags")
    return payload[begin:end]
