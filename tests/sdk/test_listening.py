"""A listening bot: referees call it, and it plays as if it had called them."""

import asyncio
import contextlib
import gc
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest
from grpc import aio
from grpc_health.v1 import health_pb2

import tianming
from tests.free_port import free_port
from tests.patience import PATIENCE
from tests.sdk.test_client import first
from tests.server.harness import health
from tests.server.raw import stream
from tests.server.test_tls import Authority
from tianming.bot import AnyBot
from tianming.stop import Stop
from tianming_proto.v1 import play_pb2 as pb

METHOD = "/tianming.v1.BotService/Serve"
SERVICE = "tianming.v1.BotService"

BOT = "import tianming; tianming.run(lambda question: 1, name='Patience')"


class Caller:
    """A referee that calls, frame by frame."""

    def __init__(self, channel: aio.Channel, token: str = "") -> None:
        metadata = (("authorization", f"Bearer {token}"),) if token else ()
        self.call = stream(channel, METHOD, metadata)

    async def receive(self) -> pb.BotMessage:
        """The next message, alone in its frame."""
        data = await asyncio.wait_for(self.call.read(), PATIENCE)
        assert isinstance(data, bytes), await self.call.code()
        (message,) = pb.ServeResponse.FromString(data).messages
        return message

    async def say(self, message: pb.RefereeMessage) -> None:
        """Send a message."""
        await self.call.write(pb.ServeRequest(messages=[message]).SerializeToString())

    async def begin(self, match_id: str) -> pb.Hello:
        """Welcome the bot, and begin a match; return what it said of itself."""
        hello = (await self.receive()).hello
        await self.say(pb.RefereeMessage(welcome=pb.Welcome(revision=1, bot="ann")))
        await self.say(pb.RefereeMessage(match_started=pb.MatchStarted(match_id=match_id)))
        return hello

    async def put(self, match_id: str) -> None:
        """Put a question."""
        asked = pb.Question(match_id=match_id, number=1, option_count=2)
        await self.say(pb.RefereeMessage(question=asked))

    async def ask(self, match_id: str) -> int:
        """Put a question; return the answer."""
        await self.say(
            pb.RefereeMessage(question=pb.Question(match_id=match_id, number=1, option_count=2))
        )
        return (await self.receive()).choose.option


@contextlib.asynccontextmanager
async def listening(bot: AnyBot, token: str = "") -> AsyncIterator[tuple[aio.Channel, Stop]]:
    """A channel to a listening bot in this process; its run must end well."""
    address, stop = f"127.0.0.1:{free_port()}", Stop()
    run = asyncio.create_task(tianming.run_async(bot, token=token, listen=address, stop=stop))
    async with aio.insecure_channel(address) as channel:
        await asyncio.wait_for(channel.channel_ready(), PATIENCE)
        yield channel, stop
    stop.set()
    await asyncio.wait_for(run, PATIENCE)


class TestProcess:
    """A bot as its author runs it."""

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    async def test_it_says_where_it_listens_plays_and_says_goodbye(
        self, number: signal.Signals
    ) -> None:
        with subprocess.Popen(
            (sys.executable, "-c", BOT),
            env=os.environ | {"TIANMING_LISTEN": "127.0.0.1:0", "TIANMING_TOKEN": "t"},
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stderr is not None
            line = await asyncio.to_thread(process.stderr.readline)
            found = re.fullmatch(r"tianming: listening on (127\.0\.0\.1:[0-9]+)\n", line)
            assert found
            async with aio.insecure_channel(found[1]) as channel:
                caller = Caller(channel, "t")
                hello = await caller.begin("m")
                assert (hello.bot_name, list(hello.resume)) == ("Patience", [])
                await caller.say(pb.RefereeMessage(ping=pb.Ping(id=7)))
                assert (await caller.receive()).pong.id == 7
                assert await caller.ask("m") == 1
                process.send_signal(number)
                assert (await caller.receive()).HasField("goodbye")
                await caller.call.done_writing()
                assert await caller.call.code() is grpc.StatusCode.OK
            assert await asyncio.to_thread(process.wait, 20) == 0
            line = process.stderr.read()
            assert re.fullmatch(r"tianming: connected to \S+ as ann, games: all\n", line)

    def test_an_address_that_is_taken_is_reported_in_a_sentence(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            address = f"127.0.0.1:{taken.getsockname()[1]}"
            done = subprocess.run(
                (sys.executable, "-c", BOT),
                env=os.environ | {"TIANMING_LISTEN": address},
                capture_output=True,
                text=True,
                check=False,
            )
        assert done.returncode == 1
        assert done.stderr == (
            f"the bot cannot listen on {address} (TIANMING_LISTEN): the port is taken, or the "
            "address is none of this machine\n"
        )

    def test_the_error_of_an_invalid_address_is_one_sentence(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.raises(SystemExit):
            tianming.run(first, listen="here")
        said = capsys.readouterr().err
        assert said.startswith('"here" is no address to listen at (TIANMING_LISTEN): give host:')


class TestToken:
    """Who does not show the token is refused, where there is one."""

    @pytest.mark.parametrize(("shown", "comes_in"), [("yes", True), ("no", False), ("", False)])
    async def test_only_the_token_opens_a_stream(self, shown: str, comes_in: bool) -> None:
        async with listening(first, "yes") as (channel, _):
            caller = Caller(channel, shown)
            if comes_in:
                assert (await caller.receive()).HasField("hello")
            else:
                assert await caller.call.code() is grpc.StatusCode.UNAUTHENTICATED


class TestHealth:
    """The standard service says whether the bot serves, without a token."""

    async def test_the_bot_and_the_whole_server_are_healthy_and_nothing_else_is_known(self) -> None:
        async with listening(first, "t") as (channel, _):
            for service in ("", SERVICE):
                assert await health(channel, service) == 1
            with pytest.raises(aio.AioRpcError, match="no such service"):
                await health(channel, "other")

    async def test_a_health_watcher_learns_that_the_bot_leaves(self) -> None:
        async with listening(first) as (channel, stop):
            watch: aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(
                "/grpc.health.v1.Health/Watch"
            )
            call = watch(health_pb2.HealthCheckRequest(service=SERVICE).SerializeToString())
            seen = [await call.read()]
            stop.set()
            seen.append(await call.read())
            assert seen == [b"\x08\x01", b"\x08\x02"]


class TestSessions:
    """Each referee has a session, which outlives its streams."""

    async def test_a_referee_that_returns_finds_its_matches_and_another_does_not(self) -> None:
        began: list[str] = []

        class Bot:
            def start(self, match: tianming.Match) -> None:
                began.append(match.match_id)

            def choose(self, question: tianming.Question) -> int:
                return 0

        async with listening(Bot()) as (channel, _):
            caller = Caller(channel)
            await caller.begin("m")
            assert await caller.ask("m") == 0
            other = Caller(channel)  # kept, for a caller that is collected ends its stream
            assert list((await other.begin("other")).resume) == []
            caller.call.cancel()
            points: list[str] = []
            while not points:
                again = Caller(channel)
                points = [point.match_id for point in (await again.begin("m")).resume]
            assert points == ["m"]
            assert await again.ask("m") == 0
            assert began.count("other") == 1
            assert await other.ask("other") == 0


class TestCancelled:
    """A run that is cancelled closes its server."""

    @pytest.mark.parametrize("steps", range(1, 6))
    async def test_one_that_is_cancelled_while_it_starts_leaves_its_address(
        self, steps: int
    ) -> None:
        port = free_port()
        run = asyncio.create_task(tianming.run_async(first, listen=f"127.0.0.1:{port}"))
        for _ in range(steps):
            await asyncio.sleep(0)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        gc.collect()
        await asyncio.sleep(0)
        socket.create_server(("127.0.0.1", port)).close()


class TestFailure:
    """A bot that fails ends its run with its own error."""

    async def test_the_error_of_the_bot_is_that_of_the_run(self) -> None:
        def broken(question: tianming.Question) -> int:
            raise ValueError("lost its mind")

        address = f"127.0.0.1:{free_port()}"
        run = asyncio.create_task(tianming.run_async(broken, listen=address))
        async with aio.insecure_channel(address) as channel:
            await asyncio.wait_for(channel.channel_ready(), PATIENCE)
            caller = Caller(channel)
            await caller.begin("m")
            await caller.say(
                pb.RefereeMessage(question=pb.Question(match_id="m", number=1, option_count=2))
            )
            with pytest.raises(ValueError, match="lost its mind"):
                await run


class TestTls:
    """With a certificate the bot serves TLS, and with an authority it asks for another one."""

    @pytest.mark.parametrize(("asks", "shows"), [(False, False), (True, True), (True, False)])
    async def test_only_who_has_the_certificate_that_is_asked_for_comes_in(
        self, asks: bool, shows: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        authority = Authority(tmp_path, "ours")
        certificate, key = authority.issue("localhost")
        monkeypatch.setenv("TIANMING_CERTIFICATE", str(certificate))
        monkeypatch.setenv("TIANMING_KEY", str(key))
        if asks:
            monkeypatch.setenv("TIANMING_CA", str(authority.pem))
        pair = (key.read_bytes(), certificate.read_bytes()) if shows else (None, None)
        credentials = grpc.ssl_channel_credentials(authority.pem.read_bytes(), *pair)
        address, stop = f"localhost:{free_port()}", Stop()
        run = asyncio.create_task(tianming.run_async(first, listen=address, stop=stop))
        async with aio.secure_channel(address, credentials) as channel:
            caller = Caller(channel)
            if shows or not asks:
                await caller.call.wait_for_connection()
                assert (await caller.receive()).HasField("hello")
            else:
                assert await caller.call.code() is grpc.StatusCode.UNAVAILABLE
        stop.set()
        await asyncio.wait_for(run, PATIENCE)
