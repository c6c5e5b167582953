"""The proxy configuration of the documentation: bots play through it, and attacks end at it."""

import asyncio
import os
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

import tianming
from referee.identifier import BotName
from referee.server.referee import Referee, ServerSettings
from tests.free_port import free_port
from tests.patience import PATIENCE
from tests.server import http2
from tests.server.harness import RefereeHarness
from tests.server.http2 import Peer

CONFIGURATION = Path(__file__).parents[2] / "docs" / "haproxy.cfg"

pytestmark = pytest.mark.needs("haproxy")


class Proxy:
    """A running HAProxy with the configuration of the documentation."""

    def __init__(self, folder: Path) -> None:
        authority = trustme.CA()
        issued = authority.issue_cert("localhost")
        certificate = folder / "server.pem"
        issued.private_key_and_cert_chain_pem.write_to_path(str(certificate))
        self.authority = folder / "ca.pem"
        authority.cert_pem.write_to_path(str(self.authority))
        self.socket = folder / "referee.sock"
        self.port = free_port()
        places = {
            "TIANMING_BIND": f"127.0.0.1:{self.port}",
            "TIANMING_CERTIFICATE": str(certificate),
            "TIANMING_SOCKET": str(self.socket),
        }
        self._process = subprocess.Popen(
            ["haproxy", "-db", "-q", "-f", str(CONFIGURATION)], env={**os.environ, **places}
        )
        while not self._is_up():
            assert self._process.poll() is None
            time.sleep(0.02)

    def _is_up(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    @property
    def address(self) -> str:
        """Where bots connect."""
        return f"https://localhost:{self.port}"

    async def connect(self) -> Peer:
        """A connection that speaks HTTP/2 by hand."""
        context = ssl.create_default_context(cafile=str(self.authority))
        context.set_alpn_protocols(["h2"])
        return Peer(*await asyncio.open_connection("localhost", self.port, ssl=context))

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()


@pytest.fixture
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    made = Proxy(tmp_path_factory.mktemp("p"))
    yield made
    made.close()


class TestProxy:
    """HAProxy as `docs/haproxy.cfg` has it."""

    async def test_bots_play_a_match_through_it(
        self, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TIANMING_CA", str(proxy.authority))
        async with Referee(ServerSettings(f"unix:{proxy.socket}")) as referee:
            harness = RefereeHarness(referee)
            tokens = {bot: referee.identities.admit(BotName(bot)) for bot in ("a", "b")}
            bots = [
                asyncio.create_task(tianming.run_async(lambda _: 0, proxy.address, token))
                for token in tokens.values()
            ]
            assert not await referee.lobby.wait_for(tuple(map(BotName, tokens)), PATIENCE)
            outcome = (await harness.match("a", "b").done).outcome
            assert [result.strikes for result in outcome.results] == [0, 0]
            for bot in bots:
                bot.cancel()
            await asyncio.gather(*bots, return_exceptions=True)

    @pytest.mark.parametrize(("fields", "comes_through"), [(20, True), (12_000, False)])
    async def test_a_call_with_too_many_header_fields_ends_at_it(
        self, proxy: Proxy, fields: int, comes_through: bool
    ) -> None:
        came = asyncio.Event()

        async def connected(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            came.set()
            writer.close()

        async with await asyncio.start_unix_server(connected, proxy.socket):
            peer = await proxy.connect()
            block = http2.block("/a/b") + b"\x90" * fields
            await peer.send(
                http2.PREFACE, http2.settings(), http2.frame(http2.HEADERS, 5, 1, block)
            )
            async with asyncio.timeout(PATIENCE):
                while (await peer.read())[0] not in {http2.HEADERS, http2.RESET, http2.AWAY}:
                    pass
            assert came.is_set() == comes_through
            peer.close()
            await peer.closed()
