"""The connections of the pages to the service of entries."""

import asyncio
from pathlib import Path

from referee.identifier import BotName
from referee.web.entry_address import EntryAddress
from referee.web.entry_door import EntryDoor
from tests.patience import PATIENCE
from tests.web.owners import ARCHIVE, SETTINGS, entries_served
from tianming_proto.entry.v1 import entry_pb2 as pb


def test_owners_who_follow_builds_hold_up_no_other_call(tmp_path: Path) -> None:
    """All the streams that a server allows on one connection are open several times."""
    most = 5

    async def story() -> None:
        async with entries_served(tmp_path, calls_at_once=most) as (store, _, address):
            owner, token = store.join(store.invite(0), "ada", 0)
            upload = store.receive([ARCHIVE], 1_000)
            store.submit(owner, BotName("red"), upload, SETTINGS.quotas, 0)
            door = EntryDoor(EntryAddress(address))
            asked = pb.FollowRequest(number=1)
            streams = [door.stream(asked, pb.FollowResponse, token) for _ in range(3 * most)]
            for stream in streams:
                assert (await anext(stream)).submission.number == 1
            described = await door.ask(pb.DescribeRequest(), pb.DescribeResponse)
            assert described.league == "spring"
            for stream in streams:
                await stream.aclose()
            await door.close()

    asyncio.run(asyncio.wait_for(story(), PATIENCE))
