"""The log grows only so fast, whatever peers do."""

import asyncio

from structlog.testing import capture_logs

from referee.identifier import BotName
from referee.match.clock import Instant, seconds
from referee.server.limits import Limits
from referee.server.rate_limited_log import UNAUTHENTICATED, RateLimitedLog
from tests.server.harness import started_referee
from tianming_proto.v1 import play_pb2 as pb


class TestRateLimitedLog:
    """Lines over the allowance are counted, and the next line says how many."""

    def test_lines_over_the_allowance_are_counted_and_the_count_is_written(self) -> None:
        now = [0.0]
        book = RateLimitedLog(
            Limits(log_burst=2, log_lines_per_second=1), lambda: Instant(seconds(now[0]))
        )
        with capture_logs() as lines:
            for _ in range(10):
                book.line("a", "bot_left")
            book.line("b", "bot_left")
            now[0] = 1
            book.line("a", "bot_left")
            book.line("a", "bot_left")
            book.close()
        assert [(line["event"], line["bot"], line.get("left_out")) for line in lines] == [
            ("bot_left", "a", None),
            ("bot_left", "a", None),
            ("bot_left", "b", None),
            ("bot_left", "a", 8),
            ("lines_left_out", "a", 1),
        ]

    def test_all_unauthenticated_callers_share_one_token_bucket(self) -> None:
        book = RateLimitedLog(Limits(log_burst=1), lambda: Instant(0))
        with capture_logs() as lines:
            for number in range(100):
                book.line(UNAUTHENTICATED, "stream_refused", peer=f"ipv4:192.0.2.{number}:1")
        assert [line["peer"] for line in lines] == ["ipv4:192.0.2.0:1"]

    def test_internal_errors_have_a_traceback_and_share_the_rate_limit(self) -> None:
        book = RateLimitedLog(Limits(log_burst=1), lambda: Instant(0))
        with capture_logs() as lines:
            for who in ("a", "a", UNAUTHENTICATED):
                try:
                    raise ZeroDivisionError
                except ZeroDivisionError:
                    book.failure(who, "stream_failed", incident="1234")
        assert [(line["log_level"], line["exc_info"], line.get("bot")) for line in lines] == [
            ("error", True, "a"),
            ("error", True, None),
        ]
        assert "bot" not in lines[-1]


class TestGrowth:
    """What a peer over real gRPC can add to the log."""

    async def test_refused_callers_cause_a_few_log_lines_and_a_count(self) -> None:
        limits = Limits(log_burst=3, refusal_delay=0)
        with capture_logs() as lines:
            async with started_referee(limits) as harness:
                await asyncio.gather(*(harness.dial_with("wrong").end() for _ in range(40)))
        refused = [line for line in lines if line["event"] == "stream_refused"]
        assert len(refused) == 3
        assert {line["reason"] for line in refused} == {"TOKEN_INVALID"}
        assert all(line["peer"].startswith("ipv4:127.0.0.1:") for line in refused)
        (last,) = [line for line in lines if line["event"] == "lines_left_out"]
        assert last["left_out"] == 37

    async def test_name_and_version_of_a_bot_are_cut(self) -> None:
        with capture_logs() as lines:
            async with started_referee() as harness:
                raw = harness.dial(BotName("a"))
                hello = pb.Hello(revision_min=1, revision_max=1)
                hello.bot_name, hello.user_agent = "name" * 50, "agent" * 50
                hello.games.add(name="drgon")
                hello.games.add(name="game" * 50)
                await raw.send(pb.BotMessage(hello=hello))
                goodbye = pb.Goodbye(reason="enough " * 50)
                await raw.send(pb.BotMessage(goodbye=goodbye))
                await raw.end()
        entered, left = (line for line in lines if line.get("bot") == "a")
        assert entered["name"] == ("name" * 50)[:80]
        assert entered["agent"] == ("agent" * 50)[:80]
        assert entered["games"] == ("drgon " + "game" * 50)[:80]
        assert left["said"] == ("enough " * 50)[:80]

    async def test_a_bot_that_comes_and_goes_writes_a_few_lines_and_a_count(self) -> None:
        with capture_logs() as lines:
            async with started_referee(Limits(log_burst=4)) as harness:
                for _ in range(20):
                    raw = await harness.bot("a")
                    await raw.send(pb.BotMessage(goodbye=pb.Goodbye()))
                    await raw.end()
                await harness.bot("b")
        about = [line["event"] for line in lines if line.get("bot") == "a"]
        assert about == [*["bot_entered", "bot_left"] * 2, "lines_left_out"]
        assert "bot_entered" in [line["event"] for line in lines if line.get("bot") == "b"]
