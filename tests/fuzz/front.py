"""Target for the front: it forwards any bytes in order with bounded header blocks, or refuses."""

import contextlib
from collections.abc import Iterator

from hpack import Decoder
from hpack.exceptions import HPACKError

from referee.match.clock import Instant
from referee.server.front.filter import HEAD, Bounds, FrameFilter, ViolationError
from referee.server.front.hpack import BadBlockError, count_fields
from referee.server.token_bucket import TokenBucket
from tests.fuzz.feed import Feed, refusal_of
from tests.server import http2

_BOUNDS = Bounds(frame_bytes=4096, block_bytes=1024, block_fields=16)
_NOW = Instant(0)
_HELLO = http2.PREFACE + http2.settings()


def target(data: bytes) -> None:
    """Send bytes through the filter in pieces, and count their fields as one header block."""
    feed = Feed(data)
    size = 1 + feed.number()
    said = feed.bytes(len(data))
    filter_, passed = _filter(), b""
    with contextlib.suppress(ViolationError):
        for at in range(0, len(said), size):
            passed += filter_.receive(said[at : at + size], _NOW)
    assert said.startswith(passed)
    _check(passed.removeprefix(http2.PREFACE))
    _count(said)


def _filter() -> FrameFilter:
    return FrameFilter(_BOUNDS, TokenBucket(1000, 1, _NOW), TokenBucket(8, 1, _NOW))


def _check(passed: bytes) -> None:
    """Check that forwarded header blocks are whole, within their bounds, and at most 8."""
    at, blocks, block = 0, 0, b""
    while at + HEAD <= len(passed):
        length, kind = int.from_bytes(passed[at : at + 3], "big"), passed[at + 3]
        assert length <= _BOUNDS.frame_bytes
        if kind in {http2.HEADERS, http2.CONTINUATION}:
            assert at + HEAD + length <= len(passed)
            blocks += kind == http2.HEADERS
            block = passed[at + HEAD : at + HEAD + length]
            assert len(block) <= _BOUNDS.block_bytes
        at += HEAD + length
    assert blocks <= 8


def _count(block: bytes) -> None:
    """Check that `count_fields` finds at least the fields of a decoder, or refuses the block.

    The count also includes changes of the table size.
    """
    try:
        fields = len(list(Decoder().decode(block)))
    except (HPACKError, UnicodeDecodeError):
        return
    refused = refusal_of(lambda: count_fields(block, len(block)), BadBlockError)
    if refused is None:
        assert count_fields(block, len(block)) >= fields
    else:
        assert str(refused) == "a header block has an integer that does not end"


def seeds() -> Iterator[bytes]:
    """Yield the bytes of a gRPC client, of attacks, and of header blocks."""
    call = _HELLO + http2.call(1, "/a/b") + http2.message(1, b"abc")
    for size in (0, 6, 255):
        yield bytes((size,)) + call
    attacks = (
        http2.frame(http2.HEADERS, 5, 1, b"\x82" * 100),
        http2.frame(http2.HEADERS, 0, 1) + http2.frame(http2.CONTINUATION, 0, 1) * 50,
        http2.frame(http2.HEADERS, 0, 1, b"\x82") + http2.frame(http2.PING, 0, 0, bytes(8)),
        http2.call(1, "/a/b") + http2.frame(http2.RESET, 0, 1, bytes(4)),
        b"".join(http2.call(stream, "/a/b") for stream in range(1, 41, 2)),
        http2.frame(http2.HEADERS, 0x2C, 1, b"\x09" + bytes(5) + http2.block("/a/b") + bytes(9)),
        http2.frame(http2.PING, 0, 0, bytes(8)) * 50,
        http2.settings(window=1) * 50,
        b"\xff\xff\xff\x01\x04\0\0\0\x01",
    )
    for attack in attacks:
        yield b"\xff" + _HELLO + attack
    yield b"\0PRI * HTTP/1.1"
    yield b"\xff" + http2.block("/a/b", authorization="Bearer x")
    yield b"\xff" + b"\x3f\xe1\x1f\x82"
