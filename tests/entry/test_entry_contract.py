"""The contract of entries: every call checks its caller and its bytes, every reason has a case."""

import re
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from google.protobuf.json_format import ParseDict

from referee.entry.entry_message import INTERNAL, STATUSES, refusal_of
from referee.entry.entry_service import SERVICE, WITHOUT_TOKEN
from referee.entry.sentence import SubmissionSentence as Why
from referee.error import StorageError
from tests.entry.season_door import Metadata, SeasonDoor, before_a_season
from tests.proto.test_vectors import vectors
from tianming_proto.entry.v1 import entry_pb2 as pb

PAGE = (Path(__file__).parents[2] / "docs/entry-protocol.md").read_text(encoding="utf-8")
METHODS = pb.DESCRIPTOR.services_by_name["EntryService"].methods_by_name
REASONS: dict[str, int] = {
    name.removeprefix("ENTRY_REASON_"): number
    for name, number in pb.EntryReason.items()
    if number != pb.ENTRY_REASON_UNSPECIFIED
}
GARBAGE = b"\xff\xff\xff"
"""Bytes that are no message: a tag that does not end."""


def call_of(door: SeasonDoor, name: str, data: bytes, metadata: Metadata) -> Any:
    """Return a call on bytes."""
    path, channel = f"/{SERVICE}/{name}", door.channel
    method = METHODS[name]
    if method.client_streaming:
        streamed: grpc.aio.StreamUnaryMultiCallable[bytes, bytes] = channel.stream_unary(path)
        return streamed(iter([data]), metadata=metadata)
    if method.server_streaming:
        many: grpc.aio.UnaryStreamMultiCallable[bytes, bytes] = channel.unary_stream(path)
        return many(data, metadata=metadata)
    one: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(path)
    return one(data, metadata=metadata)


async def reason_of(door: SeasonDoor, name: str, data: bytes, metadata: Metadata) -> str | None:
    """Return the reason for which a call is refused; None if it is not."""
    call = call_of(door, name, data, metadata)
    try:
        if METHODS[name].server_streaming:
            async for _ in call:
                pass
        else:
            await call
    except grpc.aio.AioRpcError as error:
        refused = error
    else:
        return None
    reason = dict(refused.trailing_metadata() or ()).get("tianming-reason", "")
    assert reason in REASONS, (name, refused.code(), refused.details())
    assert refused.details()
    return str(reason)


class TestCalls:
    @pytest.mark.parametrize("token", ["", "Bearer x", "Bearer ", "Basic x", "x" * 1000])
    def test_every_call_but_two_needs_the_token_of_an_owner(
        self, tmp_path: Path, token: str
    ) -> None:
        """The token is checked before the request is read."""

        async def story(door: SeasonDoor) -> None:
            for name in METHODS:
                if name not in WITHOUT_TOKEN:
                    metadata = (("authorization", token),)
                    assert await reason_of(door, name, GARBAGE, metadata) == "TOKEN_INVALID"

        before_a_season(tmp_path, story)

    def test_every_call_refuses_bytes_that_are_no_request(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await door.join("ada")
            for name in METHODS:
                reason = await reason_of(door, name, GARBAGE, door.tokens["ada"])
                assert reason == "REQUEST_MALFORMED", name

        before_a_season(tmp_path, story)

    def test_random_requests_are_answered_or_refused_for_a_reason(
        self, tmp_path: Path, fresh_seed: int
    ) -> None:
        """None is a fault of the service."""
        dice = Random(fresh_seed)

        async def story(door: SeasonDoor) -> None:
            await door.join("ada")
            for vector in (one for one in vectors("entry") if "call" in one):
                data = bytearray.fromhex(vector["bytes"])
                for _ in range(3):
                    if data:
                        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
                    bearing = door.tokens["ada"]
                    reason = await reason_of(door, vector["call"], bytes(data), bearing)
                    assert reason != "INTERNAL"

        before_a_season(tmp_path, story)


class TestReasons:
    def test_every_reason_has_a_sentence_a_code_a_vector_and_a_line_on_the_page(self) -> None:
        codes: dict[int, str] = {
            reason: code.name for code, reason in (*STATUSES.values(), INTERNAL)
        }
        listed = dict(re.findall(r"^\| `([A-Z_]+)` \| `([A-Z_]+)` \|", PAGE, re.MULTILINE))
        known = {one["reason"]: one["code"] for one in vectors("entry") if "reason" in one}
        for name, number in REASONS.items():
            assert codes[number] == listed[name] == known[f"ENTRY_REASON_{name}"]
        assert len(listed) == len(REASONS)

    def test_every_call_is_on_the_page(self) -> None:
        listed = dict(re.findall(r"^\| `([A-Z][A-Za-z]+)` \| (yes|no) \|", PAGE, re.MULTILINE))
        assert listed == {name: "no" if name in WITHOUT_TOKEN else "yes" for name in METHODS}

    def test_a_fault_of_the_service_tells_nothing(self) -> None:
        error = StorageError(Why.STORE_NOT_WRITTEN, folder="/secret", why="no space")
        end = refusal_of(error)
        assert (end.reason, end.text) == ("INTERNAL", "the service failed: try again later.")

    def test_the_messages_read_the_same_as_bytes_and_as_json(self) -> None:
        for one in (one for one in vectors("entry") if "call" in one):
            kind = getattr(pb, one["message"])
            assert ParseDict(one["json"], kind()) == kind.FromString(bytes.fromhex(one["bytes"]))
        assert {one["call"] for one in vectors("entry") if "call" in one} == set(METHODS)
