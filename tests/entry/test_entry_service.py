"""The service: an owner joins, submits, follows and chooses, and sees nothing of others."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import pytest

from referee.entry.entry_book import EntryQuotas
from referee.entry.entry_calls import EntryCalls
from referee.entry.entry_event import (
    EntryEvent,
    SubmissionAccepted,
    SubmissionRefused,
    SubmissionsFrozen,
)
from referee.entry.entry_service import entry_handler
from referee.entry.entry_settings import EntrySettings
from referee.entry.entry_store import UPLOADS, EntryStore
from referee.entry.sentence import SubmissionSentence
from referee.server.startup import start
from tests.patience import PATIENCE
from tianming_proto.entry.v1 import entry_pb2 as pb
from tianming_proto.entry.v1.entry_pb2_grpc import EntryServiceStub

if TYPE_CHECKING:
    from tianming_proto.entry.v1.entry_pb2_grpc import EntryServiceAsyncStub

SETTINGS = EntrySettings(
    league="spring", game="ming", most_bytes=1000, quotas=EntryQuotas(3, 2), patience=2, look=0.05
)
ARCHIVE = b"archive" * 20


@dataclass
class Door:
    """A served store, with a client, and another store of the same entries for the test."""

    store: EntryStore
    calls: EntryCalls
    stub: "EntryServiceAsyncStub"

    def record(self, *events: EntryEvent) -> None:
        """Write events, as a worker or the organiser does."""
        self.store.record(lambda book: events)

    async def joined(self, owner: str) -> str:
        """Make an owner with two bots; return the token."""
        code = self.store.invite(0, bots=2)
        return (await self.stub.Join(pb.JoinRequest(invitation=code, owner=owner))).token

    async def submitted(
        self, token: str, content: bytes = ARCHIVE, bot: str = "bot", **header: Any
    ) -> pb.Submission:
        """Submit an archive in pieces."""
        values: dict[str, Any] = {
            "bot": bot,
            "archive_bytes": len(content),
            "archive_digest": hashlib.sha256(content).digest(),
        }
        head = pb.SubmitRequest(header=pb.SubmissionHeader(**(values | header)))
        pieces = [content[at : at + 50] for at in range(0, len(content), 50)]
        requests = [head, *(pb.SubmitRequest(piece=piece) for piece in pieces)]
        response = await self.stub.Submit(iter(requests), metadata=bearing(token))
        return response.submission


def bearing(token: str) -> tuple[tuple[str, str], ...]:
    """Return the metadata of a token."""
    return (("authorization", f"Bearer {token}"),)


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Door]:
    """Serve a store on a socket of this machine."""
    store, own = EntryStore(folder / "store"), EntryStore(folder / "store")
    calls = EntryCalls(store, SETTINGS)
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((entry_handler(calls),))
    address = f"unix:{folder / 'door.sock'}"
    server.add_insecure_port(address)
    await start(server)
    try:
        async with grpc.aio.insecure_channel(address) as channel:
            yield Door(own, calls, EntryServiceStub(channel))
    finally:
        await server.stop(None)
        own.close()
        store.close()


def at_the_door(folder: Path, story: Callable[[Door], Coroutine[Any, Any, None]]) -> None:
    """Run a story with a served store."""

    async def run() -> None:
        async with served(folder) as door:
            await asyncio.wait_for(story(door), PATIENCE)

    asyncio.run(run())


@asynccontextmanager
async def refused(reason: str, code: grpc.StatusCode) -> AsyncIterator[None]:
    """Expect a call to be refused."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        yield
    error = caught.value
    found = dict(error.trailing_metadata() or ())["tianming-reason"]
    assert (found, error.code()) == (reason, code), error.details()


class TestOwner:
    """What an owner does."""

    def test_from_an_invitation_to_a_version(self, tmp_path: Path) -> None:
        async def story(door: Door) -> None:
            token = await door.joined("ada")
            assert (await door.submitted(token)).number == 1
            following = door.stub.Follow(pb.FollowRequest(number=1), metadata=bearing(token))
            first = await anext(aiter(following))
            assert first.submission.state == pb.SUBMISSION_STATE_QUEUED
            door.record(SubmissionAccepted(1, "d", "v" * 64, 9))
            states = [response.submission.state async for response in following]
            assert states == [pb.SUBMISSION_STATE_ACCEPTED]
            listed = await door.stub.ListEntries(pb.ListEntriesRequest(), metadata=bearing(token))
            assert listed.owner == "ada"
            assert list(listed.entries) == [pb.EnteredBot(bot="bot", playing=1)]

        at_the_door(tmp_path, story)

    def test_the_same_archive_again_is_the_same_submission(self, tmp_path: Path) -> None:
        async def story(door: Door) -> None:
            token = await door.joined("ada")
            assert await door.submitted(token) == await door.submitted(token)

        at_the_door(tmp_path, story)

    def test_going_back_and_leaving(self, tmp_path: Path) -> None:
        async def story(door: Door) -> None:
            token = await door.joined("ada")
            for number, content in enumerate((b"1", b"2"), 1):
                await door.submitted(token, content)
                door.record(SubmissionAccepted(number, f"d{number}", "v", 9))
            chosen = await door.stub.ChooseVersion(
                pb.ChooseVersionRequest(bot="bot", number=1), metadata=bearing(token)
            )
            assert chosen.entry.playing == 1
            left = await door.stub.Withdraw(pb.WithdrawRequest(bot="bot"), metadata=bearing(token))
            assert left.entry.withdrawn
            request = pb.ListSubmissionsRequest(limit=1, before=2)
            listed = await door.stub.ListSubmissions(request, metadata=bearing(token))
            assert [one.number for one in listed.submissions] == [1]

        at_the_door(tmp_path, story)

    def test_the_season_is_described_without_a_token(self, tmp_path: Path) -> None:
        async def story(door: Door) -> None:
            found = await door.stub.Describe(pb.DescribeRequest())
            assert (found.league, found.game, found.max_archive_bytes) == ("spring", "ming", 1000)

        at_the_door(tmp_path, story)


class TestRefused:
    """Each refusal has a reason, and leaves nothing."""

    def test_tokens_and_invitations(self, tmp_path: Path) -> None:
        async def story(door: Door) -> None:
            async with refused("TOKEN_INVALID", grpc.StatusCode.UNAUTHENTICATED):
                await door.submitted("x")
            async with refused("INVITATION_INVALID", grpc.StatusCode.PERMISSION_DENIED):
                await door.stub.Join(pb.JoinRequest(invitation="x", owner="ada"))
            code = door.store.invite(0)
            async with refused("REQUEST_MALFORMED", grpc.StatusCode.INVALID_ARGUMENT):
                await door.stub.Join(pb.JoinRequest(invitation=code, owner="../ada"))
            await door.stub.Join(pb.JoinRequest(invitation=code, owner="ada"))
            async with refused("INVITATION_INVALID", grpc.StatusCode.PERMISSION_DENIED):
                await door.stub.Join(pb.JoinRequest(invitation=code, owner="bob"))
            async with refused("NAME_TAKEN", grpc.StatusCode.ALREADY_EXISTS):
                await door.joined("Ada")

        at_the_door(tmp_path, story)

    def test_uploads_that_are_not_what_they_say(self, tmp_path: Path) -> None:
        async def story(door: Door) -> None:
            token = await door.joined("ada")
            for header in (
                {"archive_bytes": 1001},
                {"archive_bytes": len(ARCHIVE) + 1},
                {"archive_bytes": len(ARCHIVE) - 1},
                {"archive_digest": bytes(32)},
            ):
                async with refused("UPLOAD_MALFORMED", grpc.StatusCode.INVALID_ARGUMENT):
                    await door.submitted(token, **header)
            for wrong in ({"archive_digest": b"1"}, {"bot": "../x"}):
                async with refused("REQUEST_MALFORMED", grpc.StatusCode.INVALID_ARGUMENT):
                    await door.submitted(token, **wrong)
            for requests in ([], [pb.SubmitRequest(piece=b"1")]):
                async with refused("REQUEST_MALFORMED", grpc.StatusCode.INVALID_ARGUMENT):
                    await door.stub.Submit(iter(requests), metadata=bearing(token))
            door.store.refresh()
            assert door.store.book.submissions == {}
            assert list((tmp_path / "store" / UPLOADS).iterdir()) == []

        at_the_door(tmp_path, story)

    def test_quotas_and_the_freeze(self, tmp_path: Path) -> None:
        async def story(door: Door) -> None:
            token = await door.joined("ada")
            for content in (b"1", b"2"):
                await door.submitted(token, content)
            async with refused("QUOTA", grpc.StatusCode.RESOURCE_EXHAUSTED):
                await door.submitted(token, b"3")
            door.record(SubmissionRefused(1, "", 0), SubmissionsFrozen())
            async with refused("FROZEN", grpc.StatusCode.FAILED_PRECONDITION):
                await door.submitted(token, b"3")

        at_the_door(tmp_path, story)

    def test_what_belongs_to_another_owner(self, tmp_path: Path) -> None:
        async def story(door: Door) -> None:
            ada, bob = await door.joined("ada"), await door.joined("bob")
            await door.submitted(ada)
            door.record(SubmissionAccepted(1, "d", "v", 9))
            bearer = bearing(bob)
            async with refused("NOT_YOURS", grpc.StatusCode.NOT_FOUND):
                await anext(aiter(door.stub.Follow(pb.FollowRequest(number=1), metadata=bearer)))
            async with refused("NOT_YOURS", grpc.StatusCode.NOT_FOUND):
                await door.stub.Withdraw(pb.WithdrawRequest(bot="bot"), metadata=bearer)
            async with refused("NOT_YOURS", grpc.StatusCode.NOT_FOUND):
                request = pb.ChooseVersionRequest(bot="bot", number=1)
                await door.stub.ChooseVersion(request, metadata=bearer)
            async with refused("NAME_TAKEN", grpc.StatusCode.ALREADY_EXISTS):
                await door.submitted(bob)
            listed = await door.stub.ListSubmissions(pb.ListSubmissionsRequest(), metadata=bearer)
            assert list(listed.submissions) == []

        at_the_door(tmp_path, story)

    def test_an_upload_whose_pieces_stop_coming(self, tmp_path: Path) -> None:
        async def story(door: Door) -> None:
            token = await door.joined("ada")

            async def stalled() -> AsyncIterator[pb.SubmitRequest]:
                digest = hashlib.sha256(ARCHIVE).digest()
                header = pb.SubmissionHeader(bot="bot", archive_bytes=9, archive_digest=digest)
                yield pb.SubmitRequest(header=header)
                await asyncio.sleep(PATIENCE)

            async with refused("UPLOAD_MALFORMED", grpc.StatusCode.INVALID_ARGUMENT):
                await door.stub.Submit(stalled(), metadata=bearing(token))
            assert list((tmp_path / "store" / UPLOADS).iterdir()) == []

        at_the_door(tmp_path, story)

    def test_every_sentence_of_a_refusal_is_for_the_owner(self, tmp_path: Path) -> None:
        async def story(door: Door) -> None:
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await door.submitted("x")
            assert caught.value.details() == str(SubmissionSentence.TOKEN_UNKNOWN.value)

        at_the_door(tmp_path, story)
