"""Each published cap on a bot or an unauthenticated caller, over real gRPC."""

import asyncio
import contextlib
import re
from pathlib import Path

import grpc
import pytest
from grpc import aio
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from referee.identifier import BotName
from referee.record.reasoning import MOST_KEPT
from referee.server.identity import Token, hashed
from referee.server.limits import Limits
from tests.patience import PATIENCE
from tests.server.harness import SLOW, health, play_on, started_referee
from tests.server.raw import HELLO, METHOD, Call, Raw, stream
from tianming_proto.v1 import play_pb2 as pb

PAGE = Path(__file__).parents[2] / "docs" / "guarantees.md"
CHECK = "/grpc.health.v1.Health/Check"
WATCH = "/grpc.health.v1.Health/Watch"
REFLECT = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"


class TestStreams:
    """Streams of one connection, of one bot, and of unauthenticated callers."""

    async def test_streams_over_the_cap_of_a_connection_wait_at_the_peer(self) -> None:

        async def entered(call: Call, frame: bytes) -> None:
            await call.write(frame)
            assert isinstance(await call.read(), bytes)

        async with started_referee(Limits(max_connection_streams=2)) as harness:
            tokens = [harness.referee.identities.admit(BotName(name)) for name in "abc"]
            async with aio.insecure_channel(harness.referee.address) as channel:
                calls = [
                    stream(channel, METHOD, (("authorization", f"Bearer {token}"),))
                    for token in tokens
                ]
                hello = pb.BotMessage(hello=pb.Hello(revision_min=1, revision_max=1))
                frame = pb.PlayRequest(messages=[hello]).SerializeToString()
                entering = {asyncio.create_task(entered(call, frame)): call for call in calls}
                done: set[asyncio.Task[None]] = set()
                while len(done) < 2:
                    done, waiting = await asyncio.wait(
                        entering, return_when=asyncio.FIRST_COMPLETED
                    )
                    await asyncio.sleep(0.01)
                assert len(harness.referee.lobby.present) == 2
                entering[done.pop()].cancel()
                await asyncio.gather(*waiting)
                assert len(waiting) == 1
                for call in calls:
                    call.cancel()

    async def test_a_bot_that_returns_all_the_time_is_let_in_only_so_often(self) -> None:
        async with started_referee(Limits(stream_burst=3, streams_per_second=0)) as harness:
            other = await harness.bot("other")
            harness.match("other", "stormy", clock=SLOW)
            for _ in range(3):
                await harness.bot("stormy")
            for _ in range(5):
                code, reason, facts = await harness.dial(BotName("stormy")).end()
                assert (code, reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "STREAM_LIMIT")
                assert facts == {"streams_per_second": "0"}
            assert harness.referee.lobby.present == ("other", "stormy")
            assert (await other.receive("match_started")).match_id == "m1"

    async def test_wrong_tokens_are_answered_slower_and_a_right_one_at_once(self) -> None:
        limits = Limits(refusal_burst=5, refusals_per_second=0, refusal_delay=3600)
        async with started_referee(limits) as harness:
            bot = await harness.bot("a")
            ends = [asyncio.create_task(harness.dial_with("wrong").end()) for _ in range(9)]
            for quick in asyncio.as_completed(ends[:]):
                assert (await quick)[1] == "TOKEN_INVALID"
                if sum(end.done() for end in ends) == 5:
                    break
            await harness.bot("b")
            harness.match("a", "b", clock=SLOW)
            await bot.receive("match_started")
            assert sum(end.done() for end in ends) == 5
            for end in ends:
                end.cancel()

    async def test_only_so_many_wrong_tokens_are_kept_waiting(self) -> None:
        limits = Limits(
            refusal_burst=0, refusals_per_second=0, refusal_delay=3600, max_held_refusals=2
        )
        async with started_referee(limits) as harness:
            ends = [asyncio.create_task(harness.dial_with("wrong").end()) for _ in range(6)]
            done: set[asyncio.Task[tuple[grpc.StatusCode, str, dict[str, str]]]] = set()
            while len(done) < 4:
                done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            assert {end.result()[1] for end in done} == {"TOKEN_INVALID"}
            for end in ends:
                end.cancel()

    @pytest.mark.parametrize("method", [WATCH, REFLECT])
    async def test_calls_without_a_token_that_stay_open_are_few(self, method: str) -> None:

        async def asked(channel: aio.Channel, method: str, data: bytes) -> Call:
            call = stream(channel, method)
            with contextlib.suppress(aio.AioRpcError, asyncio.InvalidStateError):
                await call.write(data)
                if method == WATCH:
                    await call.done_writing()
            return call

        async def answers(call: Call) -> bool:
            try:
                return isinstance(await call.read(), bytes)
            except aio.AioRpcError:
                return False

        async with (
            started_referee(Limits(max_unauthenticated_calls=2)) as harness,
            aio.insecure_channel(harness.referee.address) as channel,
        ):
            request = (
                health_pb2.HealthCheckRequest()
                if method == WATCH
                else reflection_pb2.ServerReflectionRequest(list_services="")
            )
            data = request.SerializeToString()
            watching = [await asked(channel, method, data) for _ in range(2)]
            for call in watching:
                assert isinstance(await call.read(), bytes)
            over = await asked(channel, method, data)
            assert await over.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert await health(channel) == health_pb2.HealthCheckResponse.SERVING
            await harness.bot("a")
            watching[0].cancel()
            while not await answers(later := await asked(channel, method, data)):
                await asyncio.sleep(0.01)
            later.cancel()
            watching[1].cancel()

    async def test_calls_of_all_together_are_capped(self) -> None:

        async def is_welcome(raw: Raw) -> bool:
            with contextlib.suppress(aio.AioRpcError, asyncio.InvalidStateError):
                await raw.send(HELLO)
            return await raw.read() is not None

        async with started_referee(Limits(max_streams=3)) as harness:
            bots = [await harness.bot(name) for name in "abc"]
            code, _, _ = await harness.dial(BotName("d")).end()
            assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert harness.referee.lobby.present == ("a", "b", "c")
            await bots[0].send(pb.BotMessage(goodbye=pb.Goodbye()))
            await bots[0].end()
            while not await is_welcome(harness.dial(BotName("d"))):
                await asyncio.sleep(0.1)


class TestUnauthenticatedCallers:
    """Calls without a token, when nothing is wrong with them and when something is."""

    async def test_requests_that_were_answered_take_no_place(self) -> None:
        async with (
            started_referee(Limits(max_unauthenticated_requests=2)) as harness,
            aio.insecure_channel(harness.referee.address) as channel,
        ):
            for _ in range(6):
                assert await health(channel) == health_pb2.HealthCheckResponse.SERVING

    async def test_one_that_cannot_be_served_ends_with_what_is_wrong(self) -> None:

        async def ended(call: Call) -> tuple[grpc.StatusCode, str | None]:
            return await call.code(), await call.details()

        async with (
            started_referee(Limits(request_timeout=5)) as harness,
            aio.insecure_channel(harness.referee.address) as channel,
        ):
            silent, empty, garbled = (stream(channel, CHECK) for _ in range(3))
            await empty.done_writing()
            await garbled.write(b"\xff")
            assert await ended(silent) == (
                grpc.StatusCode.DEADLINE_EXCEEDED,
                "The request did not come.",
            )
            invalid = grpc.StatusCode.INVALID_ARGUMENT
            assert await ended(empty) == (invalid, "The call has no request.")
            assert await ended(garbled) == (invalid, "It is no request.")
            unknown = stream(channel, "/grpc.health.v1.Health/Cure")
            assert await unknown.code() is grpc.StatusCode.UNIMPLEMENTED


class TestPublished:
    """The caps that are published are those that are kept where nobody has set others."""

    def test_each_row_of_the_page_has_the_number(self) -> None:
        rows = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", PAGE.read_text(), re.M))
        assert published(Limits()).items() <= rows.items()

    def test_the_protocol_page_has_each_limit_of_welcome(self) -> None:
        page = PAGE.with_name("protocol.md").read_text()
        rows = re.findall(r"^\| [^|]+ \| ([\d,]+) \| `(\w+)` \|", page, re.M)
        documented = {name: int(value.replace(",", "")) for value, name in rows}
        received = Limits().message().ListFields()
        assert documented == {field.name: value for field, value in received}

    def test_welcome_has_the_limits_in_force(self) -> None:
        kept = Limits()
        received = {field.name: value for field, value in kept.message().ListFields()}
        assert received == {
            name: getattr(kept, name) for name in pb.Limits.DESCRIPTOR.fields_by_name
        }


def published(kept: Limits) -> dict[str, str]:
    """The rows of the page for some limits."""
    refusals = f"{kept.refusal_burst} at once, {kept.refusals_per_second:g} a second"
    return {
        "frame from a bot": f"{kept.max_frame_bytes:,} bytes; up to {4 * kept.max_frame_bytes:,} "
        "are read and cost a strike",
        "one message in a frame": f"{kept.max_message_bytes:,} bytes",
        "resume points of a `Hello`": f"{kept.max_resume_points}",
        "frame to a bot": f"{kept.max_response_bytes:,} bytes",
        "messages that answer no open question, and empty frames": (
            f"{kept.message_burst} at once, {kept.messages_per_second} a second"
        ),
        "messages queued for a bot": f"{kept.max_queue:,}",
        "messages in a frame to a bot": f"{kept.max_frame_messages}",
        "note of a choice": f"{kept.max_note_characters} characters",
        "reasoning of a choice; all reasoning of a match": (
            f"{kept.max_reasoning_bytes:,} bytes; {MOST_KEPT:,} bytes"
        ),
        "stream without `Hello`": f"{kept.hello_timeout:g} s",
        "frame that a bot does not read": f"{kept.write_timeout:g} s",
        "next stream of a bot that was disconnected for what it sent or did not read": (
            f"waits {kept.penalty:g} s"
        ),
        "streams that a bot opens": (
            f"{kept.stream_burst} at once, {kept.streams_per_second:g} a second"
        ),
        "wrong tokens, of all callers together, that are answered without delay": (
            f"{refusals}; {kept.max_held_refusals:,} more wait {kept.refusal_delay:g} s"
        ),
        "streams on one connection": f"{kept.max_connection_streams}",
        "open calls without a token (health watches, reflection)": (
            f"{kept.max_unauthenticated_calls}"
        ),
        "streams and other calls in total": f"{kept.max_streams:,}",
        "log lines about the streams of one bot, or of all unauthenticated callers": (
            f"{kept.log_burst} at once, one in {1 / kept.log_lines_per_second:g} s"
        ),
        "connections per address": f"{kept.max_connections}",
        "connections of a local bot, at its own socket": f"{kept.max_local_connections}",
        "streams and other calls of a local bot": f"{kept.max_local_streams}",
        "connection before its HTTP/2 handshake": f"{kept.handshake_timeout:g} s",
        "connection without a stream": f"{kept.idle_timeout:g} s",
        "heartbeat (HTTP/2 ping) after silence": (
            f"{kept.ping_interval:g} s, answered within {kept.ping_timeout:g} s"
        ),
        "HTTP/2 pings from a peer without data": f"one in {kept.least_ping_interval:g} s",
        "bytes that a stream may send ahead of the reader": f"{kept.lookahead_bytes:,}",
        "incomplete requests without a token": (
            f"{kept.max_unauthenticated_requests}; then the oldest is dropped"
        ),
        "control frames of HTTP/2 (pings, settings, resets, empty data) of a listening bot": (
            f"{kept.control_frame_burst:,} at once, "
            f"{kept.control_frames_per_second:,.0f} a second; more wait"
        ),
        "time for which a listening bot is not dialled after it has broken HTTP/2": (
            f"{kept.dial_pause:g} s, twice as long each time, at most {kept.max_dial_pause:g} s"
        ),
        "time for such a request to arrive": f"{kept.request_timeout:g} s",
    }


class TestRevoked:
    """A token that is taken back ends its stream, and no other."""

    async def test_a_revoked_token_ends_its_stream_and_the_bot_cannot_return(self) -> None:
        async with started_referee() as harness:
            identities = harness.referee.identities
            identities.replace({BotName("a"): Token(hashed("1")), BotName("b"): Token(hashed("2"))})
            a, b = harness.dial_with("1"), harness.dial_with("2")
            for raw in (a, b):
                await raw.hello()
            host = harness.match("a", "b")
            identities.replace({BotName("b"): Token(hashed("2"))})
            code, reason, _ = await a.end()
            assert (code, reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_REVOKED")
            assert (await harness.dial_with("1").end())[1] == "TOKEN_INVALID"
            host.resign(BotName("a"), host.now())
            await play_on(b)
            assert [r.forfeited for r in (await host.done).outcome.results] == [True, False]

    async def test_a_renamed_bot_may_return_with_the_same_token(self) -> None:
        async with started_referee() as harness:
            identities = harness.referee.identities
            identities.replace({BotName("a"): Token(hashed("1"))})
            raw = harness.dial_with("1")
            await raw.hello()
            identities.replace({BotName("c"): Token(hashed("1"))})
            assert (await raw.end())[:2] == (grpc.StatusCode.UNAVAILABLE, "DRAINING")
            await harness.dial_with("1").hello()


class TestManyMatches:
    """A bot in more matches than its queue holds is told of them as it reads."""

    async def test_a_bot_returns_to_all_of_them(self) -> None:
        count = 300
        async with started_referee(Limits(stream_burst=10, max_queue=400)) as harness:
            hosts = [harness.match("a", "a", match_id=f"m{n}", clock=SLOW) for n in range(count)]
            raw = await harness.bot("a")
            asked: set[str] = set()
            started: set[str] = set()
            while len(asked) < count:
                message = await raw.next()
                if message.WhichOneof("kind") == "match_started":
                    started.add(message.match_started.match_id)
                elif message.WhichOneof("kind") == "question":
                    assert message.question.match_id in started
                    asked.add(message.question.match_id)
            assert len(started) == count
            assert harness.referee.lobby.present == ("a",)
            for host in hosts:
                host.void("The test is over.")

    async def test_matches_that_end_before_their_announcement_are_not_announced(self) -> None:
        async with started_referee(Limits(max_queue=8)) as harness:
            hosts = [harness.match("a", "a", match_id=f"m{n}", clock=SLOW) for n in range(50)]
            for host in hosts[10:]:
                host.void("Nobody wanted it.")
            await asyncio.gather(*(host.done for host in hosts[10:]))
            raw = await harness.bot("a")
            received = {(await raw.receive("question")).match_id for _ in range(10)}
            assert received == {f"m{n}" for n in range(10)}

    async def test_a_bot_that_never_reads_is_still_sent_away(self) -> None:
        async with started_referee(Limits(max_queue=64, write_timeout=0.3)) as harness:
            for number in range(600):
                harness.match("deaf", "deaf", match_id=f"m{number}", clock=SLOW)
            deaf = harness.dial(BotName("deaf"))
            await deaf.send(HELLO)
            assert not await harness.referee.lobby.wait_for([BotName("deaf")], PATIENCE)
            while "deaf" in harness.referee.lobby.present:
                await asyncio.sleep(0.02)
            for host in harness.referee.matches:
                host.void("The test is over.")
