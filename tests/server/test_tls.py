"""TLS: tokens cross networks hidden, and where that is wanted certificates on both sides."""

import asyncio
import socket
import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import grpc
import pytest
import trustme
from grpc import aio
from structlog.testing import capture_logs

import tianming
from referee.error import UsageError
from referee.identifier import BotName
from referee.server.front.server_context import ServerContext
from referee.server.front.setting import Certificates
from referee.server.referee import Referee, ServerSettings
from referee.server.sentence import ServerSentence
from referee.server.tls import Tls
from tests.errors import raises
from tests.patience import PATIENCE
from tests.server.front.test_front import logged
from tests.server.http2 import PREFACE, Peer
from tests.server.raw import HELLO, METHOD, stream
from tianming_proto.v1 import play_pb2 as pb


class Authority:
    """A certificate authority, its server, and its clients, as files."""

    def __init__(self, folder: Path, name: str) -> None:
        folder = folder / name
        folder.mkdir()
        self._folder = folder
        self._authority = trustme.CA()
        self.pem = folder / "ca.pem"
        self._authority.cert_pem.write_to_path(self.pem)

    def issue(self, name: str, end: int = 365, start: int = -400) -> tuple[Path, Path]:
        """A certificate that is valid between two days from now, and its key; replace others."""
        first, last = (datetime.now(UTC) + timedelta(days=days) for days in (start, end))
        made = self._authority.issue_cert(name, not_before=first, not_after=last)
        certificate, key = self.paths(name)
        made.private_key_pem.write_to_path(key)
        certificate.write_bytes(b"".join(pem.bytes() for pem in made.cert_chain_pems))
        return certificate, key

    def credentials(self, certificate: Path, key: Path) -> grpc.ChannelCredentials:
        """The credentials of a client that trusts it and shows a certificate."""
        return grpc.ssl_channel_credentials(
            self.pem.read_bytes(), key.read_bytes(), certificate.read_bytes()
        )

    def paths(self, name: str) -> tuple[Path, Path]:
        """Where a certificate and its key are."""
        return self._folder / f"{name}.pem", self._folder / f"{name}-key.pem"


@pytest.fixture
def ours(tmp_path: Path) -> Authority:
    return Authority(tmp_path, "ours")


@pytest.fixture
def theirs(tmp_path: Path) -> Authority:
    return Authority(tmp_path, "theirs")


def served(ours: Authority, *, mutual: bool) -> Referee:
    """A referee with a certificate of ours."""
    tls = Tls(*ours.issue("localhost"), ours.pem if mutual else None)
    return Referee(ServerSettings("localhost:0", tls=tls))


async def code_of(referee: Referee, credentials: grpc.ChannelCredentials) -> grpc.StatusCode:
    """How a stream with a good token fares; OK when it is welcomed."""
    metadata = (("authorization", f"Bearer {referee.identities.admit(BotName('a'))}"),)
    async with aio.secure_channel(referee.address, credentials) as channel:
        call = stream(channel, METHOD, metadata)
        try:
            await call.write(pb.PlayRequest(messages=[HELLO]).SerializeToString())
            assert isinstance(await call.read(), bytes)
        except aio.AioRpcError as error:
            return error.code()
        call.cancel()
        return grpc.StatusCode.OK


def shake_hands(address: str) -> None:
    """Do a TLS handshake as OpenSSL does, which says why it breaks off."""
    host, _, port = address.rpartition(":")
    with (
        socket.create_connection((host, int(port))) as plain,
        ssl.create_default_context().wrap_socket(plain, server_hostname=host),
    ):
        pass


class TestServer:
    """The server shows its certificate."""

    async def test_a_client_that_trusts_the_authority_comes_in(self, ours: Authority) -> None:
        async with served(ours, mutual=False) as referee:
            trusting = grpc.ssl_channel_credentials(ours.pem.read_bytes())
            assert await code_of(referee, trusting) is grpc.StatusCode.OK

    @pytest.mark.parametrize("mutual", [False, True])
    async def test_handshakes_that_are_none_keep_nobody_out(
        self, mutual: bool, ours: Authority
    ) -> None:
        async with served(ours, mutual=mutual) as referee:
            peers = [await Peer.connect(referee.address) for _ in range(60)]
            for number, peer in enumerate(peers):
                await peer.send(b"\x16\x03\x01\xff" * 50 if number % 2 else PREFACE)
            shown = ours.credentials(*ours.issue("bot.example"))
            assert await code_of(referee, shown) is grpc.StatusCode.OK
            for peer in peers:
                peer.close()

    async def test_a_unix_socket_beside_it_is_plain_and_open_to_this_machine_only(
        self, ours: Authority, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        path = tmp_path_factory.mktemp("s") / "r.sock"
        tls = Tls(*ours.issue("localhost"))
        settings = ServerSettings("localhost:0", extra_listeners=(f"unix:{path}",), tls=tls)
        async with Referee(settings) as referee:
            token = referee.identities.admit(BotName("a"))
            bot = asyncio.create_task(tianming.run_async(lambda _: 0, f"unix:{path}", token))
            assert not await referee.lobby.wait_for([BotName("a")], PATIENCE)
            bot.cancel()


class TestMutual:
    """With an authority for clients, nobody comes in without a certificate of it."""

    async def test_a_certificate_of_the_authority_and_a_token_come_in(
        self, ours: Authority
    ) -> None:
        async with served(ours, mutual=True) as referee:
            shown = ours.credentials(*ours.issue("bot.example"))
            assert await code_of(referee, shown) is grpc.StatusCode.OK

    async def test_no_certificate_and_one_of_another_authority_do_not(
        self, ours: Authority, theirs: Authority
    ) -> None:
        async with served(ours, mutual=True) as referee:
            for shown in (
                grpc.ssl_channel_credentials(ours.pem.read_bytes()),
                ours.credentials(*theirs.issue("bot.example")),
            ):
                assert await code_of(referee, shown) is grpc.StatusCode.UNAVAILABLE

    async def test_a_certificate_without_a_token_does_not(self, ours: Authority) -> None:
        async with served(ours, mutual=True) as referee:
            shown = ours.credentials(*ours.issue("bot.example"))
            async with aio.secure_channel(referee.address, shown) as channel:
                call = stream(channel, METHOD)
                assert await call.code() is grpc.StatusCode.UNAUTHENTICATED

    async def test_the_sdk_shows_its_certificate(
        self, ours: Authority, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        certificate, key = ours.issue("bot.example")
        monkeypatch.setenv("TIANMING_CA", str(ours.pem))
        monkeypatch.setenv("TIANMING_CERTIFICATE", str(certificate))
        monkeypatch.setenv("TIANMING_KEY", str(key))
        async with served(ours, mutual=True) as referee:
            token = referee.identities.admit(BotName("a"))
            address = f"https://{referee.address}"
            bot = asyncio.create_task(tianming.run_async(lambda _: 0, address, token))
            assert not await referee.lobby.wait_for([BotName("a")], PATIENCE)
            bot.cancel()


class TestRenewal:
    """Certificates are read again when their files change."""

    async def test_new_connections_see_the_new_certificate_and_open_streams_continue(
        self, ours: Authority, theirs: Authority
    ) -> None:
        with capture_logs() as lines:
            async with served(ours, mutual=False) as referee:
                old = grpc.ssl_channel_credentials(ours.pem.read_bytes())
                token = referee.identities.admit(BotName("b"))
                metadata = (("authorization", f"Bearer {token}"),)
                async with aio.secure_channel(referee.address, old) as channel:
                    call = stream(channel, METHOD, metadata)
                    hello = pb.BotMessage(hello=pb.Hello(revision_min=1, revision_max=1))
                    frame = pb.PlayRequest(messages=[hello]).SerializeToString()
                    await call.write(frame)
                    assert isinstance(await call.read(), bytes)
                    for new, path in zip(
                        theirs.issue("localhost"), ours.paths("localhost"), strict=True
                    ):
                        path.write_bytes(new.read_bytes())
                    await logged(lines, "certificate_read")
                    trusting = grpc.ssl_channel_credentials(theirs.pem.read_bytes())
                    assert await code_of(referee, trusting) is grpc.StatusCode.OK
                    assert await code_of(referee, old) is grpc.StatusCode.UNAVAILABLE
                    assert not call.done()
                    call.cancel()

    async def test_files_that_are_no_pair_keep_the_old_certificate_with_one_line(
        self, ours: Authority
    ) -> None:
        with capture_logs() as lines:
            async with served(ours, mutual=False) as referee:
                certificate, _ = ours.paths("localhost")
                certificate.write_bytes(certificate.read_bytes()[:300])
                await logged(lines, "certificate_kept")
                trusting = grpc.ssl_channel_credentials(ours.pem.read_bytes())
                assert await code_of(referee, trusting) is grpc.StatusCode.OK
                ours.issue("localhost")
                await logged(lines, "certificate_read")
                assert await code_of(referee, trusting) is grpc.StatusCode.OK
        assert len([line for line in lines if line["event"] == "certificate_kept"]) == 1

    @pytest.mark.parametrize(
        ("spoil", "why"),
        [
            (lambda certificate, _: certificate.write_bytes(certificate.read_bytes()[:300]), "PEM"),
            (lambda certificate, _: certificate.write_bytes(b""), "PEM"),
            (lambda _, key: key.unlink(), "No such file"),
            (
                lambda _, key: key.write_bytes(
                    trustme.CA().issue_cert("localhost").private_key_pem.bytes()
                ),
                "mismatch",
            ),
        ],
    )
    def test_every_broken_pair_is_named_once(
        self, spoil: Callable[[Path, Path], object], why: str, ours: Authority
    ) -> None:
        certificate, key = ours.issue("localhost")
        read = ServerContext(Certificates(str(certificate), str(key), None))
        old = read.context
        assert read.refresh() is None
        spoil(certificate, key)
        assert read.refresh() is None, "the files may still change"
        assert why.lower() in str(read.refresh()).lower()
        assert read.refresh() is None
        assert read.context is old
        ours.issue("localhost")
        assert [read.refresh() for _ in range(3)] == [None, "", None]
        assert read.context is not old

    def test_a_link_to_another_pair_is_followed(
        self, ours: Authority, theirs: Authority, tmp_path: Path
    ) -> None:
        live = tmp_path / "live"
        live.symlink_to(ours.issue("localhost")[0].parent)
        tls = Tls(live / "localhost.pem", live / "localhost-key.pem")
        read = ServerContext(tls.certificates())
        live.unlink()
        live.symlink_to(theirs.issue("localhost")[0].parent)
        assert [read.refresh() for _ in range(3)] == [None, "", None]


class TestExpiry:
    """A certificate that has expired, or soon does, is named at the start."""

    @pytest.mark.parametrize(
        ("days", "events"),
        [(-3, ["certificate_expired"]), (20, ["certificate_expires"]), (40, [])],
    )
    async def test_the_log_names_its_file_and_day(
        self, days: int, events: list[str], ours: Authority
    ) -> None:
        certificate, key = ours.issue("localhost", days)
        with capture_logs() as lines:
            async with Referee(ServerSettings("localhost:0", tls=Tls(certificate, key))):
                pass
        named = [line for line in lines if line["event"].startswith("certificate_")]
        assert [line["event"] for line in named] == events
        day = (datetime.now(UTC) + timedelta(days=days)).date()
        assert all(
            (line["file"], line["on"], line["log_level"]) == (str(certificate), str(day), "warning")
            for line in named
        )

    async def test_a_caller_with_an_expired_certificate_is_logged(self, ours: Authority) -> None:
        shown = ours.credentials(*ours.issue("bot.example", -3))
        with capture_logs() as lines:
            async with served(ours, mutual=True) as referee:
                assert await code_of(referee, shown) is grpc.StatusCode.UNAVAILABLE
                line = await logged(lines, "connections_refused")
                reason = "its certificate is not valid: certificate has expired"
                assert line["reason"] == reason

    async def test_a_caller_that_does_not_accept_the_certificate_is_logged(
        self, ours: Authority
    ) -> None:
        with capture_logs() as lines:
            async with served(ours, mutual=False) as referee:
                with pytest.raises(ssl.SSLCertVerificationError):
                    await asyncio.to_thread(shake_hands, referee.address)
                line = await logged(lines, "connections_refused")
                assert line["reason"] == (
                    "it does not accept the certificate of the referee: unknown ca"
                )


def empty(path: Path) -> Path:
    """A file with nothing in it."""
    path.write_text("")
    return path


class TestFiles:
    """A file that is none of TLS is named, with its flag."""

    @pytest.mark.parametrize(
        ("spoil", "sentence", "fields"),
        [
            (
                lambda c, k, a: Tls(c, k.parent / "no.pem", a),
                ServerSentence.PEM_NOT_READ,
                {"name": "--tls-key"},
            ),
            (
                lambda c, k, a: Tls(c, k, a.parent / "no.pem"),
                ServerSentence.PEM_NOT_READ,
                {"name": "--tls-client-ca"},
            ),
            (lambda c, k, a: Tls(k, k, a), ServerSentence.NO_KEY_PAIR, {}),
            (lambda c, k, a: Tls(c, k, k), ServerSentence.NO_AUTHORITY, {}),
            (lambda c, k, a: Tls(c, k, empty(a)), ServerSentence.NO_AUTHORITY, {}),
        ],
    )
    def test_the_error_names_the_cause(
        self,
        spoil: Callable[[Path, Path, Path], Tls],
        sentence: ServerSentence,
        fields: dict[str, str],
        ours: Authority,
    ) -> None:
        certificate, key = ours.issue("localhost")
        with raises(UsageError, sentence, **fields):
            spoil(certificate, key, ours.pem).certificates()
