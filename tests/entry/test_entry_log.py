"""The log of the owners' service: one line for each refused call, whoever made it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from grpc import aio
from structlog.testing import capture_logs

from referee.entry.entry_book import Submission, SubmissionState
from referee.entry.entry_event import SubmissionTaken
from referee.entry.work_log import facts_of_work
from referee.identifier import BotName, OwnerName
from referee.server.limits import Limits
from tests.entry.test_entry_service import Door, bearing, served
from tianming_proto.entry.v1 import entry_pb2 as pb

CODE = "7KQM-3F2X-9TRB-WD4H-05NE"


def lines_of(folder: Path, *calls: Any) -> list[dict[str, Any]]:
    """Return the lines about refused calls of the owner ada, who has submitted once."""

    async def call() -> list[dict[str, Any]]:
        async with served(folder) as door:
            token = await door.joined("ada")
            await door.submitted(token)
            with capture_logs() as lines:
                for each in calls:
                    with pytest.raises(aio.AioRpcError):
                        await each(door, token)
        return [dict(line) for line in lines if line["event"].startswith("entry_")]

    return asyncio.run(call())


async def unknown_invitation(door: Door, _: str) -> None:
    """Join with a code that nobody made."""
    await door.stub.Join(pb.JoinRequest(invitation=CODE, owner="eve"))


async def unknown_token(door: Door, _: str) -> None:
    """Ask with a token that nobody has."""
    await door.stub.ListEntries(pb.ListEntriesRequest(), metadata=bearing("wrong"))


async def large_archive(door: Door, token: str) -> None:
    """Submit more than the season takes."""
    await door.submitted(token, b"x" * 1001)


async def cut_upload(door: Door, token: str) -> None:
    """Submit less than the header says."""
    await door.submitted(token, archive_bytes=900)


async def submission_of_other(door: Door, token: str) -> None:
    """Follow a submission that is not there."""
    async for _ in door.stub.Follow(pb.FollowRequest(number=7), metadata=bearing(token)):
        raise AssertionError


class TestRefusedCalls:
    """Each has one line with the call, the owner if the token was good, and the sentence."""

    def test_each_has_one_line(self, tmp_path: Path) -> None:
        calls = (unknown_invitation, unknown_token, large_archive, cut_upload, submission_of_other)
        lines = lines_of(tmp_path, *calls)
        assert [(line["event"], line["call"], line.get("owner")) for line in lines] == [
            ("entry_refused", "Join", None),
            ("entry_refused", "ListEntries", None),
            ("entry_refused", "Submit", "ada"),
            ("entry_refused", "Submit", "ada"),
            ("entry_refused", "Follow", "ada"),
        ]
        assert "you have no submission 7" in lines[-1]["why"]
        assert not any(CODE in str(line) or "wrong" in str(line) for line in lines)

    def test_many_of_one_caller_are_counted(self, tmp_path: Path) -> None:
        most = Limits().log_burst
        lines = lines_of(tmp_path, *(unknown_token,) * (most + 20), large_archive)
        assert len(lines) < most + 20
        assert lines[-1]["owner"] == "ada"


class TestWork:
    """What became of a submission is one line, even if its build printed thousands."""

    def test_it_has_the_first_line_of_the_reason(self) -> None:
        taken = SubmissionTaken(3, OwnerName("ada"), BotName("jade"), "00", 10, 100)
        done = Submission(taken, SubmissionState.REFUSED, why="the build failed:\n" + "x\n" * 1000)
        assert facts_of_work(done) == {
            "number": 3,
            "owner": "ada",
            "bot": "jade",
            "state": "refused",
            "why": "the build failed:",
        }
