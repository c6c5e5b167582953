"""The filter of the front for listening bots: what ends, what waits, and what passes."""

import pytest

from referee.match.clock import Instant, seconds
from referee.server.front.bot_filter import BotFrameFilter
from referee.server.front.filter import Bounds, ViolationError
from referee.server.token_bucket import TokenBucket
from tests.server import http2
from tests.server.http2 import CONTINUATION, DATA, END_HEADERS, HEADERS, PING, WINDOW, frame

BOUNDS = Bounds(frame_bytes=16_384, block_bytes=1000, block_fields=20)
START = Instant(0)
BEGIN = http2.settings()
ACK = frame(http2.SETTINGS, 1, 0)
ANSWER = b"\x88" + http2.field("content-type", "application/grpc")
OK = frame(HEADERS, END_HEADERS, 1, ANSWER)
PUSH_PROMISE = 5
PINGS = frame(PING, 0, 0, bytes(8))


def made(control: float = 1000, frames: float = 1000, blocks: float = 1000) -> BotFrameFilter:
    """A filter with so many tokens, that gets one of each in a second."""
    return BotFrameFilter(
        BOUNDS, *(TokenBucket(count, 1, START) for count in (frames, blocks, control))
    )


class TestPassing:
    """The bytes of a gRPC server pass unchanged."""

    @pytest.mark.parametrize("size", [1, 2, 4, 9, 10, 1000])
    def test_bytes_continue_in_order_however_they_arrive(self, size: int) -> None:
        sent = BEGIN + ACK + OK + http2.message(1, b"x" * 500) + PINGS
        filter_, passed = made(), b""
        for at in range(0, len(sent), size):
            passed += filter_.receive(sent[at : at + size], START)
        assert passed == sent
        assert filter_.is_http2

    def test_a_bot_may_acknowledge_before_its_own_settings_are_acknowledged(self) -> None:
        sent = BEGIN + frame(WINDOW, 0, 0, b"\0\0\1\0") + PINGS + ACK + OK
        assert made().receive(sent, START) == sent


class TestViolation:
    """What no gRPC server sends closes the connection."""

    @pytest.mark.parametrize(
        ("sent", "reason"),
        [
            (b"HTTP/1.1 301 Moved\r\n", "does not answer with HTTP/2"),
            (b"\x15\x03\x03\x00\x02\x02\x28", "does not answer with HTTP/2"),
            (http2.PREFACE + BEGIN, "does not answer with HTTP/2"),
            (ACK + BEGIN, "does not answer with HTTP/2"),
            (OK, "does not answer with HTTP/2"),
            (BEGIN + OK, "before it acknowledges the settings"),
            (BEGIN + BEGIN + frame(HEADERS, 0, 1, b""), "before it acknowledges the settings"),
            (BEGIN + ACK + frame(HEADERS, 4, 1, b"\x82" * 21), "more than 20 fields"),
            (
                BEGIN + ACK + frame(HEADERS, 4, 1, http2.field("x", "y" * 1000)),
                "more than 1000 bytes",
            ),
            (
                BEGIN + ACK + frame(HEADERS, 0, 1) + frame(CONTINUATION, 0, 1) * 20,
                "too many frames",
            ),
            (BEGIN + ACK + frame(HEADERS, 0, 1) + PINGS, "interrupted"),
            (BEGIN + ACK + frame(CONTINUATION, 4, 1), "has ended"),
            (BEGIN + ACK + frame(PUSH_PROMISE, 4, 1, bytes(4)), "promises a push"),
            (BEGIN + ACK + frame(DATA, 0, 1, bytes(16_385)), "a frame has more than 16384 bytes"),
        ],
    )
    def test_it_is_named(self, sent: bytes, reason: str) -> None:
        with pytest.raises(ViolationError, match=reason):
            made().receive(sent, START)

    def test_it_is_noticed_before_the_headers_are_complete(self) -> None:
        with pytest.raises(ViolationError, match="before it acknowledges"):
            made().receive(BEGIN + frame(HEADERS, 0, 1, bytes(900))[:9], START)


class TestControl:
    """Control frames have a rate of their own, and a flood of them is noticed."""

    @pytest.mark.parametrize(
        "control",
        [
            PINGS,
            http2.settings(),
            ACK,
            frame(http2.RESET, 0, 1, bytes(4)),
            frame(http2.AWAY, 0, 0, bytes(8)),
            frame(200, 0, 0, bytes(100)),
            frame(DATA, 0, 1),
        ],
    )
    def test_frames_above_the_rate_wait(self, control: bytes) -> None:
        filter_ = made(control=4)
        assert filter_.receive(BEGIN + ACK, START) == BEGIN + ACK
        assert filter_.receive(control * 5, START) == control * 2
        assert filter_.wait == pytest.approx(1)
        assert filter_.receive(b"", Instant(seconds(1))) == control

    @pytest.mark.parametrize(
        "needed", [frame(DATA, 0, 1, b"x"), frame(WINDOW, 0, 0, b"\0\0\0\1"), OK]
    )
    def test_frames_of_calls_cost_none_of_its_tokens(self, needed: bytes) -> None:
        filter_ = made(control=2)
        assert filter_.receive(BEGIN + ACK + needed * 50, START) == BEGIN + ACK + needed * 50

    @pytest.mark.parametrize("size", [1, 9, 100])
    def test_a_flood_is_what_waits_again_and_again_for_a_second(self, size: int) -> None:
        filter_ = made(control=2)
        filter_.receive(BEGIN + ACK, START)
        for at in range(10):
            assert not filter_.floods(Instant(seconds(at / 10)))
            filter_.receive(PINGS * size, Instant(seconds(at / 10)))
        assert filter_.floods(Instant(seconds(1)))
        assert not filter_.floods(Instant(seconds(1.5)))

    def test_a_bot_that_waits_now_and_then_does_not_flood(self) -> None:
        filter_ = made(control=2)
        filter_.receive(BEGIN + ACK, START)
        for at in range(4, 20, 4):
            assert filter_.receive(PINGS * 2, Instant(seconds(at))) == PINGS * 2
            assert filter_.receive(PINGS, Instant(seconds(at))) == b""
            assert not filter_.floods(Instant(seconds(at)))
            assert filter_.receive(b"", Instant(seconds(at + 1))) == PINGS

    def test_a_wait_for_other_tokens_is_no_flood(self) -> None:
        filter_ = made(frames=3)
        filter_.receive(BEGIN + ACK + frame(DATA, 0, 1, b"x") * 10, START)
        assert filter_.wait
        assert not filter_.floods(Instant(seconds(5)))
