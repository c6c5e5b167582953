"""The host: from an upload over the wire to a version, and on again after its end."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import grpc

from referee.bot_check.finding import BotFinding
from referee.bot_check.settings import CheckSettings
from referee.entry.entry_host import entry_host
from referee.entry.entry_settings import EntrySettings
from referee.entry.entry_store import EntryStore
from referee.entry.entry_worker import EntryWorker, SeasonTerms
from tests.entry.archives import tar_of, zip_of
from tests.entry.test_entry_service import Door, bearing
from tests.patience import PATIENCE
from tianming_proto.entry.v1 import entry_pb2 as pb
from tianming_proto.entry.v1.entry_pb2_grpc import EntryServiceStub

SETTINGS = EntrySettings(league="spring", game="ming", look=0.1)
MAIN = {"main.py": b"import tianming\n"}


async def ready(_: CheckSettings) -> Sequence[BotFinding]:
    """Find nothing wrong with a bot."""
    return []


async def ends(door: Door, token: str, number: int) -> pb.Submission:
    """Follow a submission to its end."""
    request = pb.FollowRequest(number=number)
    responses = [one async for one in door.stub.Follow(request, metadata=bearing(token))]
    return responses[-1].submission


class TestHost:
    """Two hosts, one after another, on the same folders."""

    def test_submissions_become_versions_also_those_that_a_host_left(self, tmp_path: Path) -> None:
        store, entries = EntryStore(tmp_path / "store"), tmp_path / "entries"
        address = f"unix:{tmp_path / 'host.sock'}"

        def worker_of(own: EntryStore) -> EntryWorker:
            return EntryWorker(own, entries, SeasonTerms(game="ming"), check=ready)

        async def story() -> None:
            async with (
                entry_host(tmp_path / "store", address, SETTINGS, worker_of) as calls,
                grpc.aio.insecure_channel(address) as channel,
            ):
                door = Door(store, calls, EntryServiceStub(channel))
                token = await door.joined("ada")
                await door.submitted(token, tar_of(MAIN))
                assert (await ends(door, token, 1)).state == pb.SUBMISSION_STATE_ACCEPTED
                await door.submitted(token, zip_of(MAIN))
                refused = await ends(door, token, 2)
                assert "submission 1" in refused.why
            upload = store.receive([zip_of({**MAIN, "a": b"1"})], 10_000)
            store.refresh()
            taken = store.book.submissions[1].taken
            store.submit(taken.owner, taken.bot, upload, SETTINGS.quotas, 0)
            async with (
                entry_host(tmp_path / "store", address, SETTINGS, worker_of) as calls,
                grpc.aio.insecure_channel(address) as channel,
            ):
                door = Door(store, calls, EntryServiceStub(channel))
                assert (await ends(door, token, 3)).state == pb.SUBMISSION_STATE_ACCEPTED

        asyncio.run(asyncio.wait_for(story(), PATIENCE))
        assert {path.name for path in (entries / "ada/bot").iterdir()} == {"1", "3"}
