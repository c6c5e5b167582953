"""The recorded sessions are what the script records, and what clients/PORTING.md says of them."""

import json
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tianming_proto.v1 import play_pb2 as pb

SCRIPT = Path(__file__).parents[2] / "proto/vectors/sessions.py"
FOLDER = SCRIPT.parent / "sessions"
SESSIONS = sorted(path.stem for path in FOLDER.glob("*.bin"))

Entry = tuple[int, str, bytes]


def entries(data: bytes) -> Iterator[Entry]:
    """The entries of a file of bytes: stream, kind and data."""
    at = 0
    while at < len(data):
        stream, kind = data[at], chr(data[at + 1])
        at, size, shift = at + 2, 0, 0
        while True:
            byte = data[at]
            at, size, shift = at + 1, size | (byte & 0x7F) << shift, shift + 7
            if byte < 0x80:
                break
        yield stream, kind, data[at : at + size]
        at += size


def of_json(entry: dict[str, Any]) -> Entry:
    """An entry of a file of JSON."""
    stream = entry["stream"]
    if "bytes" in entry:
        kind = {"bot": "B", "referee": "R"}[entry["from"]]
        return stream, kind, bytes.fromhex(entry["bytes"])
    if "open" in entry:
        return stream, "O", entry["open"]["authorization"].encode()
    if "end" in entry:
        text = ": ".join(filter(None, (entry["end"]["code"], entry["end"]["sentence"])))
        return stream, "E", text.encode()
    assert entry["half_close"]
    return stream, "H", b""


def session(name: str) -> list[Entry]:
    """A session."""
    return list(entries((FOLDER / f"{name}.bin").read_bytes()))


def messages(name: str) -> Iterator[pb.RefereeMessage]:
    """The messages of the referee in a session."""
    for _, kind, data in session(name):
        if kind == "R":
            yield from pb.PlayResponse.FromString(data).messages


def test_the_committed_sessions_are_what_the_script_records() -> None:
    check = subprocess.run(
        [sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False
    )
    assert check.stdout + check.stderr == ""
    assert check.returncode == 0


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_reads_the_same_as_bytes_and_as_json(name: str) -> None:
    found = json.loads((FOLDER / f"{name}.json").read_text())
    assert session(name) == [of_json(entry) for entry in found]


@pytest.mark.parametrize("name", SESSIONS)
def test_each_answer_is_the_number_modulo_the_options(name: str) -> None:
    counts = {}
    for _, kind, data in session(name):
        if kind == "R":
            for message in pb.PlayResponse.FromString(data).messages:
                if message.HasField("question"):
                    asked = message.question
                    counts[asked.match_id, asked.number] = asked.option_count
        elif kind == "B":
            for reply in pb.PlayRequest.FromString(data).messages:
                if reply.HasField("choose"):
                    chosen = reply.choose
                    number = chosen.number % counts[chosen.match_id, chosen.number]
                    assert chosen.option == number


def test_the_end_of_a_match_reveals_the_seed_of_its_commitment() -> None:
    (started,) = [one.match_started for one in messages("end") if one.HasField("match_started")]
    (ended,) = [one.match_ended for one in messages("end") if one.HasField("match_ended")]
    hashed = sha256(b"tianming.v1.seed" + ended.seed_nonce + ended.seed).digest()
    assert started.seed_commitment == hashed


def test_a_frame_of_three_matches_is_answered_by_one_frame() -> None:
    frames = [(kind, data) for _, kind, data in session("coalesced") if kind in "BR"]
    answers = [pb.PlayRequest.FromString(data).messages for kind, data in frames if kind == "B"]
    assert [len(frame) for frame in answers[1:-1]] == [3, 3, 3]


def test_a_stream_after_a_broken_one_has_a_resume_point() -> None:
    hellos = [
        pb.PlayRequest.FromString(data).messages[0].hello
        for _, kind, data in session("resume")
        if kind == "B" and pb.PlayRequest.FromString(data).messages[0].HasField("hello")
    ]
    assert [[point.match_id for point in hello.resume] for hello in hellos] == [[], ["m1"]]
