"""The filter of the front: bytes that close a connection, that wait, and that pass."""

import pytest

from referee.match.clock import Instant, seconds
from referee.server.front.filter import Bounds, FrameFilter, ViolationError
from referee.server.front.listener import Peer
from referee.server.front.setting import ListenerSettings, Tokens
from referee.server.token_bucket import TokenBucket
from tests.server import http2
from tests.server.http2 import (
    CONTINUATION,
    DATA,
    END_HEADERS,
    HEADERS,
    PING,
    PREFACE,
    WINDOW,
    call,
    frame,
)

BOUNDS = Bounds(frame_bytes=16_384, block_bytes=1000, block_fields=20)
HELLO = PREFACE + http2.settings()
START = Instant(0)
SETTINGS = ListenerSettings(
    address="127.0.0.1:1",
    backend="/0",
    certificates=None,
    bounds=BOUNDS,
    frames=Tokens(1, 40),
    blocks=Tokens(1, 1),
    connections=Tokens(1, 1),
    max_connections=1,
    handshake_timeout=1,
)
PUSH_PROMISE = 5
PADDED, PRIORITY = 8, 32
BLOCK = http2.block("/a/b")


def made(frames: float = 1000, blocks: float = 1000, per_second: float = 1) -> FrameFilter:
    """A filter whose address has so many tokens."""
    return FrameFilter(
        BOUNDS, TokenBucket(frames, per_second, START), TokenBucket(blocks, per_second, START)
    )


class TestPassing:
    """The bytes of a gRPC client pass unchanged."""

    @pytest.mark.parametrize("size", [1, 2, 9, 10, 1000])
    def test_bytes_continue_in_order_however_they_come(self, size: int) -> None:
        said = HELLO + call(1, "/a/b") + http2.message(1, b"x" * 500) + frame(PING, 0, 0, bytes(8))
        filter_, passed = made(), b""
        for at in range(0, len(said), size):
            passed += filter_.receive(said[at : at + size], START)
        assert passed == said

    def test_a_header_block_continues_when_it_is_whole(self) -> None:
        filter_ = made()
        begun, rest = frame(HEADERS, 0, 1, BLOCK[:20]), frame(CONTINUATION, 4, 1, BLOCK[20:])
        assert filter_.receive(HELLO + begun, START) == HELLO
        assert filter_.receive(rest[:-1], START) == b""
        assert filter_.receive(rest[-1:], START) == begun + rest

    def test_a_payload_continues_as_it_comes(self) -> None:
        filter_ = made()
        filter_.receive(HELLO, START)
        data = frame(DATA, 0, 1, b"x" * 1000)
        assert filter_.receive(data[:500], START) == data[:500]

    @pytest.mark.parametrize(
        ("flags", "payload"),
        [
            (PADDED, b"\x03" + BLOCK + bytes(3)),
            (PRIORITY, bytes(5) + BLOCK),
            (PADDED | PRIORITY, b"\x03" + bytes(5) + BLOCK + bytes(3)),
        ],
    )
    def test_padding_and_priority_are_no_fields(self, flags: int, payload: bytes) -> None:
        said = HELLO + frame(HEADERS, END_HEADERS | flags, 1, payload)
        assert made().receive(said, START) == said


class TestViolation:
    """What no client of gRPC sends closes the connection."""

    @pytest.mark.parametrize(
        ("said", "reason"),
        [
            (b"GET / HTTP/1.1\r\n", "does not begin with HTTP/2"),
            (b"\x16\x03\x01", "does not begin with HTTP/2"),
            (HELLO + frame(HEADERS, 4, 1, b"\x82" * 21), "more than 20 fields"),
            (HELLO + call(1, "/a/b", x="y" * 1000), "more than 1000 bytes"),
            (HELLO + frame(HEADERS, 0, 1, b"") + frame(CONTINUATION, 4, 1, b"\x82" * 21), "fields"),
            (HELLO + frame(HEADERS, 0, 1, b"") + frame(CONTINUATION, 0, 1) * 20, "too many frames"),
            (HELLO + frame(HEADERS, 0, 1, b"") + frame(PING, 0, 0, bytes(8)), "interrupted"),
            (HELLO + frame(HEADERS, 0, 1, b"") + frame(CONTINUATION, 4, 3), "interrupted"),
            (HELLO + frame(CONTINUATION, 4, 1), "has ended"),
            (HELLO + frame(PUSH_PROMISE, 4, 1, bytes(4)), "promises a push"),
            (HELLO + frame(DATA, 0, 1, bytes(16_385)), "a frame has more than 16384 bytes"),
            (HELLO + frame(HEADERS, 4 | PADDED, 1, b""), "too short for its flags"),
            (HELLO + frame(HEADERS, 4 | PADDED, 1, b"\x05abc"), "too short for its flags"),
            (HELLO + frame(HEADERS, 4 | PRIORITY, 1, b"abc"), "too short for its flags"),
            (HELLO + frame(HEADERS, 4, 1, b"\xff" * 200), "integer that does not end"),
        ],
    )
    def test_it_is_named(self, said: bytes, reason: str) -> None:
        with pytest.raises(ViolationError, match=reason):
            made().receive(said, START)

    def test_the_size_of_a_frame_counts_before_its_bytes_have_come(self) -> None:
        with pytest.raises(ViolationError, match="a frame has more than"):
            made().receive(HELLO + frame(WINDOW, 0, 0, bytes(20_000))[:9], START)


class TestTokens:
    """What an address may send in a second; the rest waits."""

    def test_calls_over_the_burst_wait_for_their_tokens(self) -> None:
        filter_ = made(blocks=2)
        calls = [call(stream, "/a/b") for stream in (1, 3, 5)]
        assert filter_.receive(HELLO + b"".join(calls), START) == HELLO + calls[0] + calls[1]
        assert filter_.wait == pytest.approx(1)
        assert filter_.receive(b"", Instant(seconds(0.5))) == b""
        assert filter_.wait == pytest.approx(0.5)
        assert filter_.receive(b"", Instant(seconds(1.01))) == calls[2]
        assert filter_.wait == 0

    def test_frames_over_the_burst_wait(self) -> None:
        filter_, pings = made(frames=11, per_second=10), frame(PING, 0, 0, bytes(8)) * 100
        passed = filter_.receive(HELLO + pings, START)
        assert len(passed) == len(HELLO) + 10 * 17
        assert filter_.wait == pytest.approx(0.1)

    def test_a_long_frame_costs_as_much_as_several_short_ones(self) -> None:
        filter_ = made(frames=20)
        filter_.receive(HELLO + frame(DATA, 0, 1, bytes(256 * 30)), START)
        assert filter_.receive(frame(PING, 0, 0, bytes(8)), START) == b""
        assert filter_.wait == pytest.approx(13)

    def test_all_connections_of_an_address_share_its_calls(self) -> None:
        blocks = TokenBucket(1, 1, START)
        one, two = (FrameFilter(BOUNDS, TokenBucket(9, 1, START), blocks) for _ in range(2))
        said = HELLO + call(1, "/a/b")
        assert one.receive(said, START) == said
        assert two.receive(said, START) == HELLO

    def test_its_connections_share_its_frames_evenly(self) -> None:
        peer = Peer(SETTINGS, START)
        shares = [peer.join(START) for _ in range(4)]
        assert [share.per_second for share in shares] == [10] * 4
        peer.leave(shares.pop())
        peer.leave(shares.pop())
        assert [share.per_second for share in shares] == [20] * 2
