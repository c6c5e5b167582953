"""The connections of the pages to the service of entries."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from referee.identifier import BotName
from referee.server.startup import start
from referee.web.entry_address import EntryAddress
from referee.web.entry_door import EntryDoor
from referee.web.web_problem import Overloaded
from tests.patience import PATIENCE
from tests.web.owners import ARCHIVE, SETTINGS, entries_served
from tianming_proto.entry.v1 import entry_pb2 as pb

SERVICE = pb.DESCRIPTOR.services_by_name["EntryService"].full_name


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


class Breaking:
    """A service whose first calls break without a reason, and whose others count the pieces."""

    def __init__(self, breaks: int) -> None:
        self.left = breaks

    async def submit(self, requests: AsyncIterator[pb.SubmitRequest], context: Any) -> Any:
        if self.left:
            self.left -= 1
            await context.abort(grpc.StatusCode.INTERNAL, "Internal error from Core")
        count = len([one async for one in requests]) - 1
        return pb.SubmitResponse(submission=pb.Submission(number=count))


@pytest.mark.parametrize("breaks", [0, 1, 3, 4])
async def test_an_archive_is_sent_again_if_its_call_breaks(tmp_path: Path, breaks: int) -> None:
    submit = grpc.stream_unary_rpc_method_handler(
        Breaking(breaks).submit, pb.SubmitRequest.FromString, pb.SubmitResponse.SerializeToString
    )
    handler = grpc.method_handlers_generic_handler(SERVICE, {"Submit": submit})
    server, door = grpc.aio.server(), EntryDoor(EntryAddress(f"unix:{tmp_path / 'socket'}"))
    server.add_generic_rpc_handlers((handler,))
    server.add_insecure_port(f"unix:{tmp_path / 'socket'}")
    await start(server)

    async def pieces() -> AsyncIterator[bytes]:
        yield b"1"
        yield b"2"

    try:
        sending = door.submit("", pb.SubmissionHeader(), pieces)
        if breaks == 4:
            with pytest.raises(Overloaded):
                await sending
        else:
            assert (await sending).number == 2
    finally:
        await door.close()
        await server.stop(None)
