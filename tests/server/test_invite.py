"""Tickets and invitations: who lets bots in, and who may send them."""

import asyncio
import socket
from dataclasses import replace
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

import grpc
import pytest
from grpc import aio
from structlog.testing import capture_logs

from referee.error import UnavailableError, UsageError
from referee.identifier import BotName
from referee.match.clock import seconds
from referee.server.identity import Identities, new_token
from referee.server.invite import SERVICE, invite
from referee.server.limits import Limits
from referee.server.referee import Referee, ServerSettings
from referee.server.sentence import ServerSentence
from tests.errors import raises
from tests.server.harness import QUICK, play_on, started_referee
from tianming_proto.v1 import play_pb2 as pb

ANN = BotName("ann")

LONG = replace(QUICK, decision=seconds(20))
SECRET = new_token()
UNKNOWN = (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_INVALID")


class TestTicket:
    """A ticket lets its bot in, once, at the referee that issued it."""

    async def test_it_is_good_for_one_stream(self) -> None:
        async with started_referee() as harness:
            ticket = harness.referee.identities.issue(ANN)
            raw = harness.dial_with(ticket)
            await raw.hello()
            stolen = harness.dial_with(ticket)
            assert (await stolen.end())[:2] == UNKNOWN
            harness.match("ann", "ann", clock=LONG)
            assert (await play_on(raw)).outcome.results

    async def test_one_that_was_withdrawn_lets_nobody_in(self) -> None:
        async with started_referee() as harness:
            ticket = harness.referee.identities.issue(ANN)
            harness.referee.identities.withdraw(ticket)
            assert (await harness.dial_with(ticket).end())[:2] == UNKNOWN

    async def test_one_of_another_worker_lets_nobody_in(self) -> None:
        async with started_referee() as here, started_referee() as there:
            ticket = there.referee.identities.issue(ANN)
            assert (await here.dial_with(ticket).end())[:2] == UNKNOWN
            await there.dial_with(ticket).hello()

    async def test_it_opens_no_match_of_another_bot(self) -> None:
        async with started_referee() as harness:
            harness.match("bob", "bob", match_id="of bob", clock=LONG)
            raw = harness.dial_with(harness.referee.identities.issue(ANN))
            await raw.hello()
            await raw.send(pb.BotMessage(choose=pb.Choose(match_id="of bob", number=1)))
            code, reason, _ = await raw.end()
            assert (code, reason) == (grpc.StatusCode.PERMISSION_DENIED, "SEAT_NOT_OWNED")

    def test_it_is_issued_to_no_name_that_a_bot_may_not_have(self) -> None:
        with raises(UsageError, ServerSentence.NO_BOT_NAME):
            Identities().issue(BotName("../ann"))


class TestStream:
    """Who came by a ticket stays until there is nothing more to do."""

    async def test_it_outlives_the_look_at_tokens_and_ends_in_good_order(self) -> None:
        async with started_referee() as harness:
            ticket = harness.referee.identities.issue(ANN)
            raw = harness.dial_with(ticket)
            await raw.hello()
            harness.referee.identities.withdraw(ticket)
            await asyncio.sleep(1.2)
            harness.match("ann", "ann", clock=LONG)
            await play_on(raw)
            harness.referee.lobby.dismiss(ANN)
            assert harness.referee.lobby.present == ()
            assert (await raw.end())[0] is grpc.StatusCode.OK

    async def test_what_was_said_before_is_read_before_its_end(self) -> None:
        async with started_referee() as harness:
            raw = await harness.bot("ann")
            host = harness.match("ann", "ann", clock=LONG)
            harness.referee.lobby.dismiss(ANN)
            assert (await raw.receive("match_started")).match_id == host.settings.match_id
            assert (await raw.end())[0] is grpc.StatusCode.OK


class TestInvite:
    """Workers, and nobody else, have bots of the lobby told of another referee."""

    async def test_a_connected_bot_is_invited_and_an_absent_one_is_reported(self) -> None:
        async with started_referee(secret=SECRET) as harness:
            address = harness.referee.address
            raw = await harness.bot("ann")
            assert await invite(address, SECRET, ANN, "http://127.0.0.1:9", "ticket")
            received = await raw.receive("invitation")
            assert (received.address, received.ticket) == ("http://127.0.0.1:9", "ticket")
            assert received.valid_for.ToSeconds() == 10
            assert not await invite(address, SECRET, BotName("bob"), "http://127.0.0.1:9", "ticket")

    async def test_the_log_names_who_was_invited_and_from_where_nobody_was(self) -> None:
        with capture_logs() as lines:
            async with started_referee(secret=SECRET) as harness:
                address = harness.referee.address
                await harness.bot("ann")
                for bot in ("ann", "bob"):
                    await invite(address, SECRET, BotName(bot), "http://h:9", "ticket")
                with raises(
                    UnavailableError,
                    ServerSentence.LOBBY_INVITES_NOBODY,
                    status="UNAUTHENTICATED",
                ):
                    await invite(address, "wrong", ANN, "http://h:9", "ticket")
        invited = [line for line in lines if line["event"] == "bot_invited"]
        assert [(line["bot"], line["address"]) for line in invited] == [("ann", "http://h:9")]
        (refused,) = [line for line in lines if line["event"] == "invitation_refused"]
        assert refused["peer"].startswith("ipv4:127.0.0.1:")
        assert not any("ticket" in str(line.values()) for line in lines)

    @pytest.mark.parametrize("length", [0, 5, len(SECRET) - 1])
    async def test_another_secret_is_refused(self, length: int) -> None:
        async with started_referee(secret=SECRET) as harness:
            raw = await harness.bot("ann")
            with raises(UnavailableError, ServerSentence.LOBBY_INVITES_NOBODY):
                await invite(harness.referee.address, SECRET[:length], ANN, "http://h:9", "ticket")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(raw.receive("invitation"), 0.3)

    async def test_the_token_of_a_bot_is_no_secret_of_a_worker(self) -> None:
        async with started_referee(secret=SECRET) as harness:
            token = harness.referee.identities.admit(ANN)
            with raises(
                UnavailableError, ServerSentence.LOBBY_INVITES_NOBODY, status="UNAUTHENTICATED"
            ):
                await invite(harness.referee.address, token, ANN, "http://h:9", "ticket")
            assert (await harness.dial_with(SECRET).end())[:2] == UNKNOWN

    async def test_a_referee_without_workers_has_no_such_service(self) -> None:
        async with started_referee() as harness:
            with raises(
                UnavailableError, ServerSentence.LOBBY_INVITES_NOBODY, status="UNIMPLEMENTED"
            ):
                await invite(harness.referee.address, "", ANN, "http://h:9", "ticket")

    async def test_wrong_secrets_and_wrong_tokens_wait_alike(self) -> None:
        limits = Limits(refusal_burst=1, refusals_per_second=1e-9, refusal_delay=60)
        async with started_referee(limits, secret=SECRET) as harness:
            assert (await harness.dial_with("wrong").end())[:2] == UNKNOWN
            guess = invite(harness.referee.address, "wrong", ANN, "http://h:9", "ticket")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(guess, 0.5)
            assert not await invite(harness.referee.address, SECRET, ANN, "http://h:9", "x")

    async def test_an_invalid_request_is_refused(self) -> None:
        async with (
            started_referee(secret=SECRET) as harness,
            aio.insecure_channel(harness.referee.address) as channel,
        ):
            call: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(
                f"/{SERVICE}/Invite"
            )
            metadata = (("authorization", f"Bearer {SECRET}"),)
            with pytest.raises(aio.AioRpcError) as refused:
                await call(b"\xff", metadata=metadata)
            assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT

    @pytest.mark.parametrize("variable", ["TIANMING_CA", "TIANMING_CERTIFICATE"])
    async def test_a_worker_with_wrong_tls_files_gets_an_error(
        self, variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(variable, str(tmp_path if variable == "TIANMING_CA" else __file__))
        with raises(UnavailableError, ServerSentence.LOBBY_NOT_CALLED):
            await invite("https://lobby.example:1", SECRET, ANN, "http://h:9", "ticket")


class TestLink:
    """An address is told with how it is hidden, and with a name that others can call."""

    @pytest.mark.parametrize(
        ("listen", "scheme", "host"),
        [("127.0.0.1:0", "http", "127.0.0.1"), ("[::1]:0", "http", "[::1]")],
    )
    async def test_it_names_the_port_that_was_taken(
        self, listen: str, scheme: str, host: str
    ) -> None:
        async with started_referee(address=listen) as harness:
            port = harness.referee.address.rpartition(":")[2]
            assert harness.referee.link == f"{scheme}://{host}:{port}"

    @pytest.mark.parametrize("everywhere", [str(IPv4Address(0)), f"[{IPv6Address(0)}]"])
    async def test_a_wildcard_address_is_announced_as_the_host_name(self, everywhere: str) -> None:
        async with Referee(ServerSettings(f"{everywhere}:0", plaintext=True)) as referee:
            port = referee.address.rpartition(":")[2]
            assert referee.link == f"http://{socket.gethostname()}:{port}"
