"""A local bot opens as many connections as it can; bots that start later must still connect."""

import asyncio
import contextlib
import re
import socket
from contextlib import ExitStack
from pathlib import Path

import grpc
import pytest
from grpc import aio

from referee.error import MachineError
from referee.identifier import BotName
from referee.launch.preset import Preset
from referee.machine_sentence import MachineSentence
from referee.runtime_folder import runtime_folder
from referee.server.limits import Limits
from referee.server.referee import Referee, ServerSettings
from tests.e2e.hostile_match import PATIENT, hostile, kept
from tests.errors import raises
from tests.patience import PATIENCE
from tests.server import http2
from tests.server.harness import health
from tests.server.raw import Raw

MANY = 600
"""A number of connections above the limit of any listener."""


MANY_FIELDS = http2.frame(http2.HEADERS, 5, 1, http2.block("/a/b") + b"\x90" * 12_000)


def memory() -> int:
    """Return the resident bytes of this process, which runs the referee."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1]) << 10


async def closed(connections: list[socket.socket], most: int) -> None:
    """Wait until the referee has closed all of these silent connections but `most`."""
    loop = asyncio.get_running_loop()

    async def end(connection: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while await loop.sock_recv(connection, 1024):
                pass

    left = {asyncio.create_task(end(connection)) for connection in connections}
    while len(left) > most:
        _, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
    for task in left:
        task.cancel()


class TestConnections:
    """A bot can exhaust only its own listener."""

    async def test_a_bot_that_starts_after_the_flood_is_welcome(self, tmp_path: Path) -> None:
        limits = Limits(handshake_timeout=2 * PATIENCE)
        settings = ServerSettings(f"unix:{tmp_path / 'referee.sock'}", limits)
        async with Referee(settings) as referee:
            flooded, _ = await referee.admit_local(BotName("flooder"))
            with ExitStack() as stack:
                connections = []
                for _ in range(MANY):
                    connection = stack.enter_context(socket.socket(socket.AF_UNIX))
                    connection.setblocking(False)
                    try:
                        connection.connect(flooded.removeprefix("unix:"))
                    except BlockingIOError:
                        await asyncio.sleep(0.01)
                        continue
                    connections.append(connection)
                await closed(connections, limits.max_local_connections)
                address, token = await referee.admit_local(BotName("honest"))
                honest = Raw(address, token)
                await honest.hello()
                assert referee.lobby.present == ("honest",)
                honest.call.cancel()

    async def test_there_is_nothing_at_a_local_socket_but_what_bots_call(
        self, tmp_path: Path
    ) -> None:
        async with Referee(ServerSettings(f"unix:{tmp_path / 'referee.sock'}")) as referee:
            address, _ = await referee.admit_local(BotName("bot"))
            async with aio.insecure_channel(address) as channel:
                with pytest.raises(aio.AioRpcError) as refused:
                    await health(channel)
            assert refused.value.code() is grpc.StatusCode.UNIMPLEMENTED


class TestSandbox:
    """A sandboxed bot finds its own socket, and no sockets of other bots."""

    @pytest.mark.parametrize("preset", list(Preset))
    def test_the_sockets_of_other_bots_are_hidden(self, preset: Preset) -> None:
        for played in kept(hostile("neighbour"), preset, clock=PATIENT):
            (line,) = played.said_in("neighbour")
            others = int(line.split()[1])
            assert (others == 0) == (preset is not Preset.NONE)


class TestRuntimeFolder:
    """The referee refuses a folder for its sockets that another user could enter or replace."""

    def test_a_folder_that_others_may_enter_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        runtime_folder().chmod(0o755)
        with raises(MachineError, MachineSentence.RUNTIME_FOLDER_NOT_PRIVATE):
            runtime_folder()

    def test_a_link_to_another_place_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        folder = runtime_folder()
        folder.rename(tmp_path / "elsewhere")
        folder.symlink_to(tmp_path / "elsewhere")
        with raises(MachineError, MachineSentence.RUNTIME_FOLDER_NOT_PRIVATE):
            runtime_folder()


class TestHeaderFields:
    """A local bot repeatedly sends header blocks with many fields over its own socket."""

    async def test_its_connections_are_closed_and_the_referee_does_not_grow(
        self, tmp_path: Path
    ) -> None:
        settings = ServerSettings(f"unix:{tmp_path / 'referee.sock'}", direct=True)
        async with Referee(settings) as referee:
            address, _ = await referee.admit_local(BotName("flooder"))
            before = memory()
            for _ in range(20):
                reader, writer = await asyncio.open_unix_connection(address[len("unix:") :])
                writer.write(http2.PREFACE + http2.settings() + MANY_FIELDS * 100)
                with contextlib.suppress(ConnectionError):
                    while await reader.read(1 << 16):
                        pass
                writer.close()
            honest_address, token = await referee.admit_local(BotName("honest"))
            honest = Raw(honest_address, token)
            await honest.hello()
            honest.call.cancel()
            assert memory() - before < 16 << 20

    async def test_a_bot_without_a_sandbox_comes_to_grpc_itself(self, tmp_path: Path) -> None:
        settings = ServerSettings(f"unix:{tmp_path / 'referee.sock'}", direct=True)
        async with Referee(settings) as referee:
            address, token = await referee.admit_local(BotName("bot"), trusted=True)
            bot = Raw(address, token)
            await bot.hello()
            assert referee.front_pid is None
            bot.call.cancel()
