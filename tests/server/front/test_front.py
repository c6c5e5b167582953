"""The front as a process: it carries connections, names whom it refuses, ends with its referee."""

import asyncio
import errno
import os
import resource
import signal
import socket
import time
from collections.abc import Callable, MutableMapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest
from structlog.testing import capture_logs

from referee.error import MachineError, UnavailableError
from referee.identifier import BotName
from referee.machine_sentence import MachineSentence
from referee.server.front import supervisor
from referee.server.limits import Limits
from referee.server.referee import Referee, ServerSettings
from referee.server.sentence import ServerSentence
from tests.errors import raises
from tests.patience import PATIENCE
from tests.processes import children, command_line
from tests.server import http2
from tests.server.harness import SLOW, RefereeHarness, play_on, started_referee
from tests.server.http2 import Peer
from tests.server.test_growth import Served
from tests.server.test_hostile import is_well

MANY_FIELDS = http2.frame(http2.HEADERS, 5, 1, http2.block("/a/b") + b"\x90" * 12_000)
HELLO = http2.PREFACE + http2.settings()


def front_of(pid: int) -> int | None:
    """The process of the front that a referee has started."""
    found = [child for child in children(pid) if b"referee.server.front" in command_line(child)]
    return found[0] if found else None


async def logged(lines: Sequence[MutableMapping[str, Any]], event: str) -> MutableMapping[str, Any]:
    """Wait for the first line of a log with an event."""
    while True:
        for line in lines:
            if line["event"] == event:
                return line
        await asyncio.sleep(0.02)


def refusing(number: int) -> Callable[..., NoReturn]:
    """Return a function that fails with an error number."""

    def refuse(*_: object) -> NoReturn:
        raise OSError(number, os.strerror(number))

    return refuse


class TestCarrying:
    """Connections that go through it."""

    @pytest.mark.parametrize("address", ["127.0.0.1:0", "[::1]:0", "localhost:0", "unix:{}/r.sock"])
    async def test_a_match_is_played_at_every_kind_of_address(
        self, address: str, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        where = address.format(tmp_path_factory.mktemp("s"))
        async with started_referee(address=where) as harness:
            bots = await harness.bot("a"), await harness.bot("b")
            host = harness.match("a", "b", clock=SLOW)
            await asyncio.gather(*map(play_on, bots))
            assert (await host.done).outcome is not None

    async def test_bytes_of_any_size_pass_unchanged(self) -> None:
        async with started_referee() as harness:
            peer = await Peer.connect(harness.referee.address)
            pings = [http2.frame(http2.PING, 0, 0, bytes((n,)) * 8) for n in range(200)]
            await peer.send(HELLO, *pings)
            received: list[bytes] = []
            while len(received) < len(pings):
                kind, _, payload = await peer.read()
                received += [payload] if kind == http2.PING else []
            assert received == [bytes((n,)) * 8 for n in range(200)]
            peer.close()

    async def test_where_all_are_trusted_there_is_none(
        self, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        path = tmp_path_factory.mktemp("s") / "r.sock"
        async with Referee(ServerSettings(f"unix:{path}", direct=True)) as referee:
            assert referee.front_pid is None
            harness = RefereeHarness(referee)
            await harness.bot("a")
            await harness.close()


class TestRefusal:
    """Connections that it closes."""

    async def test_too_many_fields_close_the_connection_and_no_other_and_the_log_says_so(
        self,
    ) -> None:
        with capture_logs() as lines:
            async with started_referee() as harness:
                bot = await harness.bot("a")
                peer = await Peer.connect(harness.referee.address)
                await peer.send(HELLO, MANY_FIELDS)
                assert not [got for got in await peer.frames() if got[0] == http2.HEADERS]
                line = await logged(lines, "connections_refused")
                assert line["reason"] == "a header block has more than 64 fields"
                assert str(line["peer"]).startswith("ipv4:127.0.0.1:")
                assert line["refused"] == "1"
                peer.close()
                await bot.close()

    async def test_an_address_that_connects_again_and_again_is_refused(self) -> None:

        async def is_up(address: str) -> bool:
            peer = await Peer.connect(address)
            received = await peer.frames() if await peer.send(HELLO) else []
            peer.close()
            return bool(received)

        limits = Limits(address_connection_burst=2, address_connections_per_second=0)
        async with started_referee(limits) as harness:
            for _ in range(2):
                peer = await Peer.connect(harness.referee.address)
                await peer.send(b"GET / HTTP/1.1\r\n")
                assert await peer.frames() == []
                peer.close()
            assert not await is_up(harness.referee.address)

    async def test_calls_over_the_rate_wait_and_are_answered(self) -> None:
        limits = Limits(address_call_burst=5, address_calls_per_second=10)
        async with started_referee(limits) as harness:
            peer = await Peer.connect(harness.referee.address)
            calls = [http2.call(stream, "/x.Y/Z") for stream in range(1, 21, 2)]
            begun = time.monotonic()
            await peer.send(HELLO, *calls)
            answered = 0
            while answered < len(calls):
                answered += (await peer.read())[0] == http2.HEADERS
            assert time.monotonic() - begun > 0.3
            peer.close()


class TestProcess:
    """Its life, beside that of its referee."""

    async def test_when_it_is_killed_another_takes_its_place_and_bots_return(self) -> None:
        async with started_referee() as harness:
            await harness.bot("a")
            first = harness.referee.front_pid
            assert first is not None
            os.kill(first, signal.SIGKILL)
            await harness.referee.lobby.wait_until_gone(BotName("a"))
            assert await is_well(harness.referee.address)
            assert harness.referee.front_pid not in {None, first}
            bots = await harness.bot("a"), await harness.bot("b")
            host = harness.match("a", "b", clock=SLOW)
            await asyncio.gather(*map(play_on, bots))
            assert [r.strikes for r in (await host.done).outcome.results] == [0, 0]

    async def test_signals_that_are_for_the_referee_do_not_end_it(self) -> None:
        async with started_referee() as harness:
            bot = await harness.bot("a")
            pid = harness.referee.front_pid
            assert pid is not None
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                os.kill(pid, number)
            assert await is_well(harness.referee.address)
            assert harness.referee.front_pid == pid
            await bot.close()

    def test_it_ends_when_its_referee_is_killed(self, tmp_path: Path) -> None:
        served = Served(tmp_path)
        pid = front_of(served.process.pid)
        assert pid is not None
        served.process.kill()
        served.process.wait()
        deadline = time.monotonic() + PATIENCE
        while b"referee.server.front" in command_line(pid):
            assert time.monotonic() < deadline
            time.sleep(0.02)

    async def test_its_files_are_gone_and_its_address_is_free_when_the_referee_stops(
        self, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = tmp_path_factory.mktemp("t")
        monkeypatch.setattr("tempfile.tempdir", str(folder))
        async with started_referee(address=f"unix:{folder / 'r.sock'}") as harness:
            await harness.bot("a")
            pid = harness.referee.front_pid
            assert [each for each in folder.rglob("*") if each.is_socket()]
        assert [each.name for each in folder.rglob("*")] == [f"tianming-{os.geteuid()}"]
        assert pid is not None
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    async def test_a_taken_second_address_leaves_nothing_behind(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            address = f"127.0.0.1:{taken.getsockname()[1]}"
            settings = ServerSettings("127.0.0.1:0", extra_listeners=(address,))
            with raises(UnavailableError, ServerSentence.CANNOT_LISTEN, address=address):
                async with Referee(settings):
                    raise AssertionError("two servers on one port")


class TestMachine:
    """What this machine does not let the front do is an error of the machine."""

    @pytest.mark.parametrize("number", [errno.ETOOMANYREFS, errno.EMFILE, errno.ENOBUFS])
    async def test_a_socket_that_cannot_be_passed_on_is_reported_at_once(
        self, number: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with started_referee() as harness:
            with monkeypatch.context() as patched:
                patched.setattr(supervisor, "_PAUSES", (0.0,))
                patched.setattr(socket, "send_fds", refusing(number))
                with raises(
                    MachineError,
                    MachineSentence.FRONT_DOES_NOT_SERVE,
                    why=os.strerror(number),
                ):
                    await harness.referee.admit_local(BotName("bot"))
            await harness.referee.admit_local(BotName("bot"))

    async def test_a_front_that_has_ended_and_does_not_start_again_is_the_reason(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with started_referee() as harness:
            assert harness.referee.front_fault is None
            with monkeypatch.context() as patched:
                patched.setattr(supervisor, "_spawned", refusing(errno.EMFILE))
                assert harness.referee.front_pid is not None
                os.kill(harness.referee.front_pid, signal.SIGKILL)
                while harness.referee.front_fault is None:
                    await asyncio.sleep(0.01)
            while harness.referee.front_fault is not None:
                await asyncio.sleep(0.01)
            await harness.bot("a")

    async def test_a_front_without_descriptors_is_the_reason(self) -> None:
        async with started_referee() as harness:
            assert harness.referee.front_pid is not None
            resource.prlimit(harness.referee.front_pid, resource.RLIMIT_NOFILE, (3, 20000))
            peers = [asyncio.create_task(Peer.connect(harness.referee.address))]
            while harness.referee.front_fault is None:
                await asyncio.sleep(0.05)
            assert "Too many open files" in str(harness.referee.front_fault)
            for peer in peers:
                (await peer).close()

    async def test_a_socket_that_no_bot_needs_is_closed_on_both_sides(self) -> None:
        """Twenty bots leave fewer than ten descriptors; a leak leaves one at least for each."""
        async with started_referee() as harness:
            processes = (os.getpid(), harness.referee.front_pid)

            def descriptors() -> list[int]:
                return [len(os.listdir(f"/proc/{process}/fd")) for process in processes]

            async def come_and_go() -> None:
                access = await harness.referee.admit_local(BotName("bot"))
                await harness.referee.dismiss_local(*access)
                assert not Path(access[0].removeprefix("unix:")).exists()

            await come_and_go()
            before = descriptors()
            for _ in range(20):
                await come_and_go()
            while any(now >= was + 10 for now, was in zip(descriptors(), before, strict=True)):
                await asyncio.sleep(0.05)
