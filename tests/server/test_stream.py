"""Streams over real gRPC: who is let in, what is played, and how a stream ends."""

import asyncio
import socket
from typing import Any
from unittest.mock import patch

import grpc
import pytest
from grpc import aio
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from referee.error import UnavailableError, UsageError
from referee.identifier import BotName
from referee.record.reader import parse
from referee.record.verify import verify
from referee.server.limits import Limits
from referee.server.referee import Referee, ServerSettings
from referee.server.sentence import ServerSentence
from referee.server.stream import PlayStreams
from tests.errors import raises
from tests.patience import PATIENCE
from tests.server.harness import QUICK, SLOW, health, play_all, play_on, started_referee
from tests.server.raw import HELLO, Raw, stream
from tianming.fairness import keeps_word
from tianming_proto.v1 import match_pb2
from tianming_proto.v1 import play_pb2 as pb

SERVING = health_pb2.HealthCheckResponse.SERVING


class TestIdentity:
    """A stream without a token of a bot is refused, and told nothing."""

    @pytest.mark.parametrize("token", [None, "", "wrong", "x" * 500])
    async def test_a_bad_token_is_unauthenticated(self, token: str | None) -> None:
        async with started_referee() as harness:
            harness.referee.identities.admit(BotName("known"))
            code, reason, facts = await harness.dial_with(token).end()
            assert (code, reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_INVALID")
            assert facts == {}

    async def test_the_newest_of_two_streams_with_one_token_wins(self) -> None:

        async def play_on_from(raw: Raw, question: pb.Question) -> None:
            await raw.choose(question)
            await play_on(raw)

        async with started_referee() as harness:
            old = await harness.bot("a")
            other = await harness.bot("b")
            harness.match("b", "a", clock=SLOW)
            question = await old.receive("question")
            new = await harness.bot("a")
            code, reason, _ = await old.end()
            assert (code, reason) == (grpc.StatusCode.ABORTED, "SESSION_SUPERSEDED")
            again = await new.receive("question")
            assert again.number == question.number
            assert again.budget.ToNanoseconds() < question.budget.ToNanoseconds()
            await asyncio.gather(play_on(other), play_on_from(new, again))


class TestHandshake:
    """`Hello` comes first, and once."""

    async def test_a_token_has_one_stream_that_has_said_nothing(self) -> None:
        async with started_referee() as harness:
            first = await harness.bot("a")
            silent = [harness.dial(BotName("a")) for _ in range(5)]
            ends = [asyncio.create_task(raw.end()) for raw in silent]
            done: set[asyncio.Task[Any]] = set()
            while len(done) < len(silent) - 1:
                done, _ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            assert {end.result()[1] for end in done} == {"SESSION_SUPERSEDED"}
            await first.send(pb.BotMessage(goodbye=pb.Goodbye()))
            assert (await first.end())[0] is grpc.StatusCode.OK

    @pytest.mark.parametrize(("least", "most"), [(2, 9), (0, 0)])
    async def test_an_unknown_revision_is_refused_with_the_known_ones(
        self, least: int, most: int
    ) -> None:
        async with started_referee() as harness:
            raw = harness.dial(BotName("a"))
            hello = pb.Hello(revision_min=least, revision_max=most)
            await raw.send(pb.BotMessage(hello=hello))
            code, reason, facts = await raw.end()
            assert (code, reason) == (grpc.StatusCode.FAILED_PRECONDITION, "REVISION_UNSUPPORTED")
            assert facts == {"min": "1", "max": "1"}

    @pytest.mark.parametrize("kind", ["hello", "choose"])
    async def test_a_message_out_of_place_ends_the_stream(self, kind: str) -> None:
        async with started_referee() as harness:
            raw = harness.dial(BotName("a"))
            if kind == "hello":
                await raw.hello()
                await raw.send(HELLO)
            else:
                await raw.send(pb.BotMessage(choose=pb.Choose(match_id="m", option=0)))
            code, reason, _ = await raw.end()
            assert (code, reason) == (grpc.StatusCode.INVALID_ARGUMENT, "FRAME_UNEXPECTED")


class TestMatch:
    """A match over gRPC, from its start to its end."""

    async def test_a_match_is_played_and_its_record_verifies(self) -> None:
        async with started_referee() as harness:
            bots = [await harness.bot("a"), await harness.bot("b")]
            host = harness.match("a", "b")
            ends = await asyncio.gather(*(play_on(bot) for bot in bots))
            result = await host.done
            sound = verify(parse(bytes(harness.records["m1"].data), "memory"))
            assert sound.outcome == result.outcome
            assert sound.digest == result.digest == ends[0].record_digest

    async def test_the_referee_shows_that_it_kept_its_word_about_the_seed(self) -> None:
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            harness.match("a", "b")
            started = await a.receive("match_started")
            ended, _ = await asyncio.gather(play_on(a), play_on(b))
            assert keeps_word(started.seed_commitment, ended.seed, ended.seed_nonce)
            assert not keeps_word(started.seed_commitment, bytes(31) + b"1", ended.seed_nonce)

    async def test_a_question_says_who_is_asked_what(self) -> None:
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            harness.match("a", "b", clock=SLOW)
            question = await b.receive("question")
            assert (question.match_id, question.number, question.seat) == ("m1", 1, 1)
            assert question.option_count == 3
            assert question.position.type_url == "type.googleapis.com/toy.Position"
            assert question.budget.seconds == 20 + 30 + 5
            assert [event.HasField("seat") for event in question.since] == [False, True]
            await asyncio.gather(b.choose(question), a.close())

    async def test_a_refusal_says_why(self) -> None:
        async with started_referee() as harness:
            _, b = await harness.bot("a"), await harness.bot("b")
            harness.match("a", "b", clock=SLOW)
            await b.choose(await b.receive("question"), 7)
            refused = await b.receive("fault_notice")
            assert refused.fault == match_pb2.FAULT_ILLEGAL
            assert refused.strikes_left == 2
            assert refused.reason == "Option 7 is not on offer: there are 3, from 0."

    async def test_a_bot_that_returns_in_time_continues(self) -> None:
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            host = harness.match("a", "b", clock=SLOW)
            first = await b.receive("question")
            await b.close()
            while "b" in harness.referee.lobby.present:
                await asyncio.sleep(0.01)
            again = await harness.bot("b")
            assert (await again.receive("match_started")).seat == 1
            question = await again.receive("question")
            assert question.number == first.number
            await again.choose(question)
            await asyncio.gather(play_on(a), play_on(again))
            assert [r.strikes for r in (await host.done).outcome.results] == [0, 0]

    async def test_a_bot_that_stays_away_is_struck_out_and_the_others_get_their_match(self) -> None:
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            host = harness.match("a", "b", clock=QUICK)
            await b.close()
            ended = await play_on(a)
            assert ended.outcome.results[0].place == 1
            assert ended.outcome.results[1].forfeited
            assert (await host.done).outcome.results[1].strikes == 3

    async def test_a_frozen_bot_is_judged_by_the_clock_and_not_by_the_connection(self) -> None:
        async with started_referee() as harness:
            a, _ = await harness.bot("a"), await harness.bot("frozen")
            harness.match("a", "frozen", clock=QUICK)
            ended = await play_on(a)
            assert ended.outcome.results[1].strikes == 3

    async def test_a_match_without_bots_ends_too(self) -> None:
        async with started_referee() as harness:
            result = await harness.match("a", "b", clock=QUICK, strikes=2).done
            assert result.outcome.reason == "Every seat was forfeited."

    async def test_a_bug_in_the_rules_voids_its_match_and_no_other(self) -> None:
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            broken = harness.match("a", "b", match_id="broken", options={"broken": "yes"})
            sound = harness.match("a", "b", match_id="sound")
            received, _ = await asyncio.gather(play_all(a, 2), play_all(b, 2))
            ends = {ended.match_id: ended for ended in received}
            assert ends["broken"].outcome.termination == match_pb2.TERMINATION_VOID
            assert "incident" in ends["broken"].outcome.reason
            assert "ZeroDivision" not in str(ends["broken"])
            assert ends["sound"].outcome.termination == match_pb2.TERMINATION_FINISHED
            assert (await broken.done).outcome.results == ()
            assert (await sound.done).outcome.results

    async def test_queued_messages_leave_in_one_frame(self) -> None:
        async with started_referee() as harness:
            await harness.bot("a")
            b = await harness.bot("b")
            for number in range(16):
                harness.match("a", "b", match_id=f"m{number}", clock=SLOW)
            frames = [pb.PlayResponse.FromString(await b.read() or b"") for _ in range(2)]
            ping, kinds = [
                [message.WhichOneof("kind") for message in frame.messages] for frame in frames
            ]
            assert ping == ["ping"]
            assert kinds.count("question") == 16


class TestServer:
    """The server around the streams."""

    async def test_health_says_serving(self) -> None:
        async with (
            started_referee() as harness,
            aio.insecure_channel(harness.referee.address) as channel,
        ):
            for service in ("", "tianming.v1.RefereeService"):
                assert await health(channel, service) == SERVING

    async def test_reflection_names_the_service(self) -> None:
        async with (
            started_referee() as harness,
            aio.insecure_channel(harness.referee.address) as channel,
        ):
            call = stream(channel, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo")
            request = reflection_pb2.ServerReflectionRequest(list_services="")
            await call.write(request.SerializeToString())
            data = await call.read()
            assert isinstance(data, bytes)
            answer = reflection_pb2.ServerReflectionResponse.FromString(data)
            names = [service.name for service in answer.list_services_response.service]
            assert "tianming.v1.RefereeService" in names
            call.cancel()

    async def test_its_end_waits_for_calls_that_are_being_served(self) -> None:
        abort, served = PlayStreams._abort, []

        async def slow(*words: Any) -> None:
            try:
                await abort(*words)
            finally:
                await asyncio.sleep(0.3)
                served.append(words)

        with patch.object(PlayStreams, "_abort", slow):
            async with started_referee() as harness:
                for name in "abc":
                    await harness.bot(name)
                await harness.referee.stop(0)
                assert len(served) == 3

    async def test_a_taken_port_is_named(self) -> None:
        async with started_referee() as harness:
            address = harness.referee.address
            with raises(UnavailableError, ServerSentence.CANNOT_LISTEN, address=address):
                async with Referee(ServerSettings(address)):
                    raise AssertionError("two servers on one port")

    async def test_a_taken_socket_is_named_and_its_referee_stays_where_it_is(
        self, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        address = f"unix:{tmp_path_factory.mktemp('s') / 'r.sock'}"
        async with started_referee(address=address) as harness:
            with raises(UnavailableError, ServerSentence.CANNOT_LISTEN, address=address):
                async with Referee(ServerSettings(address)):
                    raise AssertionError("two servers at one socket")
            bots = [await harness.bot("a"), await harness.bot("b")]
            harness.match("a", "b")
            await asyncio.gather(*(play_on(bot) for bot in bots))

    async def test_a_socket_of_another_kind_stays_with_whoever_serves_it(
        self, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        path = tmp_path_factory.mktemp("s") / "r.sock"
        with (
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as owner,
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as peer,
        ):
            owner.bind(str(path))
            with raises(UnavailableError, ServerSentence.CANNOT_LISTEN, address=f"unix:{path}"):
                async with Referee(ServerSettings(f"unix:{path}")):
                    raise AssertionError("a socket was taken from its owner")
            peer.sendto(b"still here", str(path))
            assert owner.recv(100) == b"still here"

    async def test_a_socket_that_a_killed_referee_left_behind_is_taken(
        self, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        path = tmp_path_factory.mktemp("s") / "r.sock"
        with socket.socket(socket.AF_UNIX) as left:
            left.bind(str(path))
            left.listen()
        assert path.is_socket()
        async with started_referee(address=f"unix:{path}") as harness:
            await harness.bot("a")

    def test_plaintext_stays_on_this_machine_unless_allowed(self) -> None:
        with raises(UsageError, ServerSentence.NO_TLS):
            ServerSettings("0.0.0.0:50051").check()
        ServerSettings("0.0.0.0:50051", plaintext=True).check()
        ServerSettings("unix:/run/referee.sock").check()

    def test_a_socket_with_too_long_a_path_is_named(self) -> None:
        with raises(UsageError, ServerSentence.SOCKET_PATH_TOO_LONG, bytes=120, most=107):
            ServerSettings(f"unix:/{'x' * 119}").check()
        ServerSettings(f"unix:/{'x' * 106}").check()

    async def test_draining_is_announced_and_open_matches_may_end(self) -> None:
        async with started_referee() as harness:
            bots = [await harness.bot("a"), await harness.bot("b")]
            host = harness.match("a", "b")
            stopping = asyncio.create_task(harness.referee.stop(PATIENCE))
            said = await bots[0].receive("draining")
            assert said.grace.seconds == PATIENCE
            await asyncio.gather(*(play_on(bot) for bot in bots))
            code, reason, _ = await bots[0].end()
            assert (code, reason) == (grpc.StatusCode.UNAVAILABLE, "DRAINING")
            await stopping
            assert host.done.done()

    async def test_a_silent_stream_is_ended_while_the_referee_drains(self) -> None:
        async with started_referee(Limits(hello_timeout=0.3)) as harness:
            host = harness.match("a", "b", clock=SLOW)
            stopping = asyncio.create_task(harness.referee.stop(20))
            code, reason, _ = await harness.dial(BotName("c")).end()
            assert (code, reason) == (grpc.StatusCode.DEADLINE_EXCEEDED, "HELLO_MISSING")
            host.void("The test is over.")
            await stopping

    async def test_a_unix_socket_serves_too(self, tmp_path_factory: pytest.TempPathFactory) -> None:
        path = tmp_path_factory.mktemp("s") / "r.sock"
        async with started_referee(address=f"unix:{path}") as harness:
            bots = [await harness.bot("a"), await harness.bot("b")]
            harness.match("a", "b")
            await asyncio.gather(*(play_on(bot) for bot in bots))
