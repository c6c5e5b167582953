"""The referee dials listening bots: what it keeps up, what it bears, and when it gives up."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import grpc
import pytest
from grpc import aio
from grpc_health.v1.health_pb2 import HealthCheckResponse
from hpack import Decoder
from structlog.testing import capture_logs

from referee.identifier import BotName
from referee.match.clock import seconds
from referee.match.fault import Fault
from referee.record.reader import parse
from referee.server import dial
from referee.server.dial import Dial, DialTarget
from referee.server.limits import Limits
from tests.attack.network.listener import HostileListener
from tests.patience import PATIENCE
from tests.server import http2
from tests.server.harness import QUICK, RefereeHarness, play_on, started_referee
from tests.server.listening_bot import Served, bot
from tests.server.raw import HELLO
from tests.server.test_tls import Authority
from tianming import backoff
from tianming_proto.v1 import play_pb2 as pb

LONG = replace(QUICK, decision=seconds(20))


def faults(harness: RefereeHarness) -> list[Fault]:
    """The faults of the first seat, as the record of the match has them."""
    entries = parse(bytes(harness.records["m1"].data), "memory").entries
    found = [one.body.fault for one in entries if one.body.HasField("fault")]
    return [Fault(one.fault) for one in found if one.seat == 0]


async def given_up(harness: RefereeHarness, address: str, token: str = "") -> str:
    """Why a bot at an address is dialled no more."""
    made = harness.referee.dial(DialTarget(BotName("ann"), address, token))
    return await asyncio.wait_for(asyncio.shield(made.ended), PATIENCE)


async def failed(harness: RefereeHarness, address: str) -> str:
    """Why a try to dial a bot has failed that may succeed later."""
    made = harness.referee.dial(DialTarget(BotName("ann"), address))
    async with asyncio.timeout(PATIENCE):
        while not made.why and not made.ended.done():
            await asyncio.sleep(0.01)
    assert not made.ended.done(), made.ended.result()
    await made.close()
    return made.why


async def connected(harness: RefereeHarness, address: str, token: str = "") -> Dial:
    """Dial a bot, and wait until it is connected; fail with the reason if it never is."""
    made = harness.referee.dial(DialTarget(BotName("ann"), address, token))
    waiting = asyncio.create_task(harness.referee.lobby.wait_for([made.bot.name], PATIENCE / 2))
    await asyncio.wait((waiting, made.ended), return_when=asyncio.FIRST_COMPLETED)
    is_here = waiting.done() and not waiting.result()
    waiting.cancel()
    assert is_here, made.absence(PATIENCE / 2)
    return made


@contextlib.asynccontextmanager
async def attacking(attack: str) -> AsyncIterator[tuple[str, HostileListener]]:
    """A listener that attacks whoever dials it, and its address."""
    listener = HostileListener(attack)
    async with await asyncio.start_server(listener.serve, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", listener


class TestPlay:
    """A listening bot plays like one that dials."""

    async def test_it_plays_a_match_and_the_record_has_its_round_trip_time(self) -> None:
        async with started_referee() as harness, bot(Served.play) as ann:
            await connected(harness, ann.address, "secret")
            assert ann.metadata["authorization"] == "Bearer secret"
            raw = await harness.bot("bob")
            host = harness.match("ann", "bob", clock=LONG)
            await play_on(raw)
            outcome = (await host.done).outcome
            assert [seat.strikes for seat in outcome.results] == [0, 0]
            entries = parse(bytes(harness.records["m1"].data), "memory").entries
            chosen = [one.body.chosen for one in entries if one.body.HasField("chosen")]
            assert any(one.seat == 0 and one.HasField("network_ns") for one in chosen)

    async def test_a_stream_that_breaks_is_a_disconnect_and_the_match_continues_with_the_next(
        self,
    ) -> None:
        async def leave_at_the_first_question(served: Served) -> None:
            if served.number > 1:
                await served.play()
                return
            await served.send(HELLO)
            await served.receive("question")
            await served.context.abort(grpc.StatusCode.UNAVAILABLE, "the pod is gone")

        async with started_referee() as harness, bot(leave_at_the_first_question) as ann:
            await connected(harness, ann.address)
            raw = await harness.bot("bob")
            host = harness.match("ann", "bob", clock=LONG)
            await play_on(raw)
            assert [seat.strikes for seat in (await host.done).outcome.results] == [0, 0]
            assert ann.streams == 2

    async def test_the_clock_runs_on_while_nobody_is_there(self) -> None:
        async def leave(served: Served) -> None:
            await served.send(HELLO)
            await served.receive("question")

        async with started_referee() as harness, bot(leave) as ann:
            raw = await harness.bot("bob")
            await connected(harness, ann.address)
            await ann.health.set("", HealthCheckResponse.NOT_SERVING)
            host = harness.match("ann", "bob", clock=QUICK)
            await play_on(raw)
            await host.done
            assert set(faults(harness)) == {Fault.DISCONNECTED}

    async def test_the_bot_receives_the_end_when_the_referee_stops(self) -> None:
        ended = asyncio.Event()

        async def script(served: Served) -> None:
            await served.send(HELLO)
            try:
                await served.receive("nothing")
            finally:
                ended.set()

        async with bot(script) as ann:
            async with started_referee() as harness:
                await connected(harness, ann.address)
            await asyncio.wait_for(ended.wait(), PATIENCE)
            assert ann.streams == 1

    async def test_with_tls_both_sides_show_certificates(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        authority = Authority(tmp_path, "ours")
        certificate, key = authority.issue("localhost")
        pem = authority.pem.read_bytes()
        pair = (key.read_bytes(), certificate.read_bytes())
        monkeypatch.setenv("TIANMING_CA", str(authority.pem))
        monkeypatch.setenv("TIANMING_CERTIFICATE", str(certificate))
        monkeypatch.setenv("TIANMING_KEY", str(key))
        credentials = grpc.ssl_server_credentials([pair], pem, require_client_auth=True)
        async with started_referee() as harness, bot(Served.play, credentials) as ann:
            await connected(harness, ann.address)


class TestFailure:
    """An error of the referee ends a try, and never the dial."""

    @pytest.mark.parametrize("error", [KeyError("lost"), asyncio.CancelledError("by gRPC")])
    async def test_it_is_logged_and_the_bot_is_dialled_again(
        self, error: BaseException, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        errors, check = [error], Dial._check_health

        async def fail_once(made: Dial, channel: aio.Channel) -> None:
            if errors:
                raise errors.pop()
            await check(made, channel)

        monkeypatch.setattr(Dial, "_check_health", fail_once)
        with capture_logs() as lines:
            async with started_referee() as harness, bot(Served.play) as ann:
                made = await connected(harness, ann.address)
                why = made.why
        assert why == f"the call to {ann.address} failed in the referee: {error!r}"
        (line,) = [line for line in lines if line["event"] == "dial_failed"]
        assert (line["bot"], line["log_level"]) == ("ann", "error")


class TestCall:
    """The call reaches the bot as if gRPC had made it without the front."""

    async def test_its_headers_name_the_address_of_the_bot(self) -> None:
        found: asyncio.Queue[dict[str, str]] = asyncio.Queue()

        async def read_headers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(http2.settings())
            await reader.readexactly(len(http2.PREFACE))
            while True:
                head = await reader.readexactly(9)
                payload = await reader.readexactly(int.from_bytes(head[:3], "big"))
                if head[3] == http2.HEADERS:
                    fields = Decoder().decode(payload)
                    found.put_nowait({str(name): str(value) for name, value in fields})
                    writer.close()
                    return

        async with (
            started_referee() as harness,
            await asyncio.start_server(read_headers, "::1", 0) as bot,
        ):
            target = f"[::1]:{bot.sockets[0].getsockname()[1]}"
            made = harness.referee.dial(DialTarget(BotName("ann"), f"http://{target}"))
            async with asyncio.timeout(PATIENCE):
                headers = await found.get()
            await made.close()
            assert (headers[":authority"], headers[":scheme"]) == (target, "http")

    async def test_a_bot_at_a_unix_socket_is_found_from_the_working_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        async with started_referee() as harness:
            sentence = "no bot at unix:bot.sock: No such file or directory"
            assert await failed(harness, "unix:bot.sock") == sentence
            async with await asyncio.start_unix_server(lambda _, w: w.close(), "bot.sock"):
                assert "No such file" not in await failed(harness, "unix:bot.sock")


class TestHealth:
    """No stream is opened to a bot that says it is not well."""

    async def test_an_unhealthy_bot_is_left_alone_until_it_is_well(self) -> None:
        async with started_referee() as harness, bot(Served.play) as ann:
            await ann.health.set("", HealthCheckResponse.NOT_SERVING)
            made = harness.referee.dial(DialTarget(BotName("ann"), ann.address))
            async with asyncio.timeout(PATIENCE):
                while not made.why:
                    await asyncio.sleep(0.01)
            assert made.why == f"the bot at {ann.address} is not healthy: NOT_SERVING"
            assert ann.streams == 0
            await ann.health.set("", HealthCheckResponse.SERVING)
            assert not await harness.referee.lobby.wait_for([BotName("ann")], PATIENCE)

    async def test_a_server_without_the_service_is_tried(self) -> None:
        server = aio.server()
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        async with started_referee() as harness:
            why = await given_up(harness, f"http://127.0.0.1:{port}")
            assert why.startswith(f"there is no tianming.v1.BotService at http://127.0.0.1:{port}")
        await server.stop(0)


class TestHopeless:
    """Where no other try can succeed, the dial ends with one sentence."""

    async def test_a_wrong_token(self) -> None:
        async def refuse(served: Served) -> None:
            await served.context.abort(grpc.StatusCode.UNAUTHENTICATED, "not \x1b[31mthis one")

        async with started_referee() as harness, bot(refuse) as ann:
            assert await given_up(harness, ann.address, "wrong") == (
                f"the bot at {ann.address} refuses the referee's token: not ?[31mthis one "
                "(UNAUTHENTICATED)"
            )

    async def test_a_certificate_that_is_not_trusted_and_tls_at_one_end(
        self, tmp_path: Path
    ) -> None:
        certificate, key = Authority(tmp_path, "ours").issue("localhost")
        pair = (key.read_bytes(), certificate.read_bytes())
        credentials = grpc.ssl_server_credentials([pair])
        async with started_referee() as harness, bot(Served.play, credentials) as safe:
            why = await given_up(harness, safe.address)
            assert why.startswith(f"the certificate of {safe.address} is not trusted: name ")
            plain = safe.address.replace("https", "http")
            assert await given_up(harness, plain) == (
                f"the bot at {plain} uses TLS: give {safe.address}"
            )
            async with bot(Served.play) as bare:
                address = bare.address.replace("http", "https")
                assert await given_up(harness, address) == (
                    f"the bot at {address} does not use TLS: give {bare.address}"
                )

    @pytest.mark.parametrize(
        ("name", "end", "sentence"),
        [
            ("localhost", -3, "expired on "),
            ("bot.example", 3, "has another name: it is for bot.example, not for localhost; use "),
        ],
    )
    async def test_a_certificate_that_has_expired_or_has_another_name(
        self, name: str, end: int, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        authority = Authority(tmp_path, "ours")
        monkeypatch.setenv("TIANMING_CA", str(authority.pem))
        certificate, key = authority.issue(name, end)
        pair = (key.read_bytes(), certificate.read_bytes())
        credentials = grpc.ssl_server_credentials([pair])
        async with started_referee() as harness, bot(Served.play, credentials) as ann:
            why = await given_up(harness, ann.address)
            assert why.startswith(f"the certificate of {ann.address} {sentence}")

    async def test_half_of_a_certificate(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TIANMING_KEY", "key.pem")
        async with started_referee() as harness:
            why = await given_up(harness, "https://127.0.0.1:1")
            assert why.startswith("TIANMING_CERTIFICATE and TIANMING_KEY go together")

    @pytest.mark.parametrize(
        ("first", "sentence"),
        [
            (b"\xff" * 100, "The frame is no PlayRequest."),
            (
                pb.PlayRequest(messages=[pb.BotMessage(pong=pb.Pong(id=1))]).SerializeToString(),
                "A pong cannot come while the session is new.",
            ),
            (
                pb.PlayRequest(
                    messages=[pb.BotMessage(hello=pb.Hello(revision_min=7, revision_max=9))]
                ).SerializeToString(),
                "This referee speaks revisions 1 to 1 of the protocol; use a client that speaks "
                "one of them.",
            ),
        ],
    )
    async def test_a_bot_that_begins_with_something_else_than_a_hello(
        self, first: bytes, sentence: str
    ) -> None:
        async def script(served: Served) -> None:
            await served.context.write(first)
            await served.receive("nothing")

        async with started_referee() as harness, bot(script) as ann:
            why = await given_up(harness, ann.address)
            assert why == f"the bot at {ann.address} broke the protocol: {sentence}"


class TestLater:
    """Everything else may be better in a moment, and the bot is dialled again."""

    async def test_nobody_listens(self) -> None:
        async with started_referee() as harness:
            why = await failed(harness, "http://127.0.0.1:1")
            assert why == "no bot at http://127.0.0.1:1: Connection refused"

    async def test_a_bot_that_says_no_hello_in_time(self) -> None:
        async def silent(served: Served) -> None:
            await served.receive("nothing")

        async with started_referee(Limits(hello_timeout=0.2)) as harness, bot(silent) as ann:
            assert await failed(harness, ann.address) == (
                f"the bot at {ann.address} broke the protocol: No Hello came within 0.2 s of "
                "the stream's start."
            )

    async def test_a_bot_that_leaves_is_dialled_again_less_and_less_often(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        waits: list[float] = []
        asleep = asyncio.sleep

        async def rest(wait: float) -> None:
            waits.append(wait)
            await asleep(0)

        async def script(served: Served) -> None:
            await served.send(HELLO)
            await served.send(pb.BotMessage(goodbye=pb.Goodbye(reason="enough")))
            enough.release()

        enough = asyncio.Semaphore(0)
        async with started_referee() as harness, bot(script) as ann:
            names = {name: getattr(asyncio, name) for name in ("create_task", "gather")}
            monkeypatch.setattr(dial, "asyncio", SimpleNamespace(sleep=rest, **names))
            monkeypatch.setattr(backoff, "random", SimpleNamespace(uniform=max))
            made = harness.referee.dial(DialTarget(BotName("ann"), ann.address))
            async with asyncio.timeout(PATIENCE):
                for _ in range(8):
                    await enough.acquire()
            await made.close()
            assert made.why == f"the bot at {ann.address} ended its stream"
            assert waits[:7] == pytest.approx([0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0])


class TestHostile:
    """A listening bot can do no more harm than one that dials."""

    @pytest.mark.parametrize(
        ("data", "kinds"),
        [
            (b"\xff" * 100, {Fault.MALFORMED}),
            (bytes(70_000), {Fault.MALFORMED}),
            (bytes(300_000), set()),
            (bytes(5 << 20), set()),
        ],
    )
    async def test_a_frame_that_is_none_or_too_large_ends_the_stream_at_a_price(
        self, data: bytes, kinds: set[Fault]
    ) -> None:
        async def script(served: Served) -> None:
            await served.send(HELLO)
            await served.receive("question")
            await served.context.write(data)
            await served.receive("nothing")

        async with started_referee() as harness, bot(script) as ann:
            made = await connected(harness, ann.address)
            raw = await harness.bot("bob")
            host = harness.match("ann", "bob")
            playing = asyncio.create_task(play_on(raw))
            while not made.why:
                await asyncio.sleep(0.01)
            host.resign(BotName("ann"), host.now())
            await playing
            assert (await host.done).outcome.results[1].strikes == 0
            assert set(faults(harness)) == kinds | {Fault.RESIGNED}

    async def test_messages_that_answer_nothing_are_bounded_by_the_same_rate(self) -> None:
        async def script(served: Served) -> None:
            await served.send(HELLO)
            await served.receive("question")
            for _ in range(300):
                await served.send(pb.BotMessage(pong=pb.Pong(id=1)))
            await served.receive("nothing")

        async with started_referee() as harness, bot(script) as ann:
            await connected(harness, ann.address)
            raw = await harness.bot("bob")
            host = harness.match("ann", "bob")
            playing = asyncio.create_task(play_on(raw))
            while Fault.FLOOD not in faults(harness):
                await asyncio.sleep(0.01)
            host.resign(BotName("ann"), host.now())
            await playing

    @pytest.mark.parametrize(
        ("attack", "why"),
        [
            ("headers-without-ack", "the bot sends headers before it acknowledges the settings"),
            ("hpack-bomb", "a header block has more than 64 fields"),
            ("pings", "the bot floods the connection with control frames"),
        ],
    )
    async def test_a_bot_that_breaks_http2_is_left_alone_for_minutes(
        self, attack: str, why: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A flood is named when the health check ends; on a busy machine, of a later call."""
        monkeypatch.setattr(dial, "_HEALTH_PATIENCE", 2)
        with capture_logs() as lines:
            async with started_referee() as harness, attacking(attack) as (address, _):
                made = harness.referee.dial(DialTarget(BotName("ann"), address))
                while "broke HTTP/2" not in made.why:
                    await asyncio.sleep(0.01)
                await made.close()
        assert made.why.startswith(f"the bot at {address} broke HTTP/2: {why}")
        assert made.why.endswith("; it is not dialled for 60 s")
        (line,) = [line for line in lines if line["event"] == "bot_left_alone"]
        assert (line["reason"], line["seconds"]) == (made.why, 60)

    async def test_it_is_left_alone_longer_each_time(self) -> None:
        limits = Limits(dial_pause=0.05, max_dial_pause=0.15)
        with capture_logs() as lines:
            async with (
                started_referee(limits) as harness,
                attacking("continuations") as (address, listener),
            ):
                made = harness.referee.dial(DialTarget(BotName("ann"), address))
                while listener.dialled < 4:
                    await asyncio.sleep(0.01)
                await made.close()
        pauses = [line["seconds"] for line in lines if line["event"] == "bot_left_alone"]
        assert pauses[:3] == [0.05, 0.1, 0.15]

    @pytest.mark.parametrize(
        ("attack", "why"),
        [
            ("redirect", "the bot does not answer with HTTP/2"),
            ("silent", "the connection did not begin in time"),
        ],
    )
    async def test_a_server_without_http2_is_dialled_again(self, attack: str, why: str) -> None:
        limits = Limits(handshake_timeout=0.5)
        async with started_referee(limits) as harness, attacking(attack) as (address, _):
            assert await failed(harness, address) == f"no bot at {address}: {why}"

    async def test_more_headers_than_a_call_may_have_end_the_stream(self) -> None:
        async def script(served: Served) -> None:
            await served.context.send_initial_metadata((("x", "y" * 10_000),))
            await served.play()

        async with started_referee() as harness, bot(script) as ann:
            assert "RESOURCE_EXHAUSTED" in await failed(harness, ann.address)
            assert harness.referee.lobby.present == ()

    async def test_a_bot_that_does_not_read_is_cut_off(self) -> None:
        async def script(served: Served) -> None:
            await served.send(HELLO)
            await asyncio.Event().wait()

        async with started_referee(Limits(write_timeout=0.5)) as harness, bot(script) as ann:
            made = await connected(harness, ann.address)
            for number in range(3000):
                harness.match("ann", "ann", match_id=f"m{number}", clock=LONG)
            async with asyncio.timeout(PATIENCE):
                while not made.why:
                    await asyncio.sleep(0.05)
            assert "The bot did not read what it was sent" in made.why
