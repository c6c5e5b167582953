"""What no other try can mend is said in one sentence, and ends the run."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import grpc
import pytest
from grpc import aio

import tianming
from referee.server import certificate
from referee.server.referee import Referee, ServerSettings
from referee.server.tls import Tls
from tests.sdk.test_client import first
from tests.server.test_tls import Authority, served
from tianming.diagnosis import why_hopeless


async def refused(address: str) -> str:
    """Why a run ends by itself."""
    with pytest.raises(tianming.Unreachable) as end:
        await tianming.run_async(first, address, "t")
    return str(end.value)


def expired(authority: Authority, client_authority: Path | None = None) -> Referee:
    """A referee with a certificate that expired three days ago."""
    tls = Tls(*authority.issue("localhost", -3), client_authority)
    return Referee(ServerSettings("localhost:0", tls=tls))


class TestHopeless:
    """Certificates, and TLS at one end of a connection only."""

    async def test_a_certificate_of_an_authority_that_nobody_knows(self, tmp_path: Path) -> None:
        async with served(Authority(tmp_path, "ours"), mutual=False) as referee:
            why = await refused(f"https://{referee.address}")
            assert why.startswith(f"the certificate of https://{referee.address} is not trus")
            assert "CERTIFICATE_VERIFY_FAILED" in why

    async def test_a_certificate_of_another_authority_of_the_same_name(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        right, wrong = certificate.Authority.new("a"), certificate.Authority.new("a")
        pair = right.issue_server(["localhost"], 7).write(tmp_path, "server")
        monkeypatch.setenv("TIANMING_CA", str(wrong.write(tmp_path, "authority")[0]))
        async with Referee(ServerSettings("localhost:0", tls=Tls(*pair))) as referee:
            why = await refused(f"https://{referee.address}")
            assert why.startswith(f"the certificate of https://{referee.address} is not trus")

    async def test_a_certificate_with_a_wrong_signature(self) -> None:
        why = "ECDSA routines:OPENSSL_internal:BAD_SIGNATURE: certificate signature failure: OK"
        hopeless = await why_hopeless("https://localhost:1", why)
        assert hopeless.startswith("the certificate of https://localhost:1 is not trusted")

    async def test_a_certificate_of_another_name(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        authority = Authority(tmp_path, "ours")
        monkeypatch.setenv("TIANMING_CA", str(authority.pem))
        async with served(authority, mutual=False) as referee:
            address = referee.address.replace("localhost", "127.0.0.1")
            why = await refused(f"https://{address}")
            assert why.startswith(
                f"the certificate of https://{address} has another name: it is for localhost, "
                "not for 127.0.0.1; use a name that it has, or issue one for 127.0.0.1 ("
            )

    @pytest.mark.parametrize("mutual", [False, True])
    async def test_a_certificate_that_has_expired(
        self, mutual: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        authority = Authority(tmp_path, "ours")
        monkeypatch.setenv("TIANMING_CA", str(authority.pem))
        own = authority.issue("bot.example")
        monkeypatch.setenv("TIANMING_CERTIFICATE", str(own[0]))
        monkeypatch.setenv("TIANMING_KEY", str(own[1]))
        async with expired(authority, authority.pem if mutual else None) as referee:
            address = f"https://{referee.address}"
            day = (datetime.now(UTC) - timedelta(days=3)).date()
            assert (await refused(address)).startswith(
                f"the certificate of {address} expired on {day}: renew it there ("
            )

    async def test_an_expired_certificate_of_an_authority_that_nobody_knows_is_not_trusted(
        self, tmp_path: Path
    ) -> None:
        async with expired(Authority(tmp_path, "ours")) as referee:
            why = await refused(f"https://{referee.address}")
            assert why.startswith(f"the certificate of https://{referee.address} is not trus")

    async def test_a_certificate_that_is_not_valid_yet(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        authority = Authority(tmp_path, "ours")
        monkeypatch.setenv("TIANMING_CA", str(authority.pem))
        tls = Tls(*authority.issue("localhost", 3, start=2))
        async with Referee(ServerSettings("localhost:0", tls=tls)) as referee:
            address = f"https://{referee.address}"
            day = (datetime.now(UTC) + timedelta(days=2)).date()
            assert (await refused(address)).startswith(
                f"the certificate of {address} is valid from {day} on: check the clocks of "
            )

    @pytest.mark.parametrize("direct", [False, True])
    async def test_tls_meets_plaintext(self, direct: bool) -> None:
        async with Referee(ServerSettings("localhost:0", direct=direct)) as referee:
            assert await refused(f"https://{referee.address}") == (
                f"the referee at https://{referee.address} does not use TLS: give "
                f"http://{referee.address}"
            )

    async def test_plaintext_meets_tls(self, tmp_path: Path) -> None:
        async with served(Authority(tmp_path, "ours"), mutual=False) as referee:
            assert await refused(referee.address) == (
                f"the referee at {referee.address} uses TLS: give https://{referee.address}"
            )

    async def test_plaintext_meets_tls_of_grpc_itself(self, tmp_path: Path) -> None:
        chain, key = Authority(tmp_path, "ours").issue("localhost")
        pair = (key.read_bytes(), chain.read_bytes())
        server = aio.server()
        port = server.add_secure_port("localhost:0", grpc.ssl_server_credentials([pair]))
        await server.start()
        assert "uses TLS: give https://localhost" in await refused(f"localhost:{port}")
        await server.stop(0)


class TestOthers:
    """Everything else may be better in a moment."""

    @pytest.mark.parametrize("address", ["http://127.0.0.1:{}", "https://127.0.0.1:{}"])
    async def test_a_server_that_closes_every_connection_is_not_hopeless(
        self, address: str
    ) -> None:
        async with await asyncio.start_server(
            lambda _, writer: writer.close(), "127.0.0.1", 0
        ) as server:
            port = server.sockets[0].getsockname()[1]
            assert await why_hopeless(address.format(port), "Socket closed") == ""

    async def test_a_refused_connection_is_not_hopeless(self) -> None:
        assert await why_hopeless("127.0.0.1:1", "Connection refused") == ""
