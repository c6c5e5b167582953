"""The committed test vectors are what the script writes, and what the pages say."""

import json
import subprocess
import sys
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

from google.protobuf.json_format import ParseDict

from tests.proto.stream import below, shuffle, stream
from tianming_proto.games.dragon.v1 import dragon_pb2
from tianming_proto.v1 import play_pb2 as pb

SCRIPT = Path(__file__).parents[2] / "proto/vectors/generate.py"


def test_the_committed_vectors_are_current() -> None:
    check = subprocess.run(
        [sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False
    )
    assert check.stdout == ""
    assert check.returncode == 0


def vectors(name: str) -> list[Any]:
    """The vectors of a file."""
    found: list[Any] = json.loads((SCRIPT.parent / f"{name}.json").read_text())
    return found


def test_the_random_streams_are_those_of_the_page() -> None:
    for one in vectors("chance"):
        seed, label = bytes.fromhex(one["seed"]), one["label"]
        for row in one["below"]:
            words = stream(seed, label)
            assert [below(words, row["limit"]) for _ in row["numbers"]] == row["numbers"]
        assert shuffle(stream(seed, label), list(range(10))) == one["shuffle"]
        words = stream(seed, label)
        assert b"".join(next(words).to_bytes(8, "little") for _ in range(4)).hex() == one["take"]


def test_the_chain_is_that_of_the_page() -> None:
    start, *links = vectors("chain")
    digest = blake2b(b"tianming.v1.record", digest_size=16).digest()
    assert start["digest"] == digest.hex()
    for link in links:
        digest = blake2b(digest + bytes.fromhex(link["body"]), digest_size=16).digest()
        assert link["digest"] == digest.hex()
        assert link["entry"].endswith(link["digest"])


def test_the_commitments_are_those_of_the_page() -> None:
    for one in vectors("seeds"):
        hashed = b"tianming.v1.seed" + bytes.fromhex(one["nonce"]) + bytes.fromhex(one["seed"])
        assert one["commitment"] == sha256(hashed).hexdigest()


def test_the_clocks_are_those_of_the_page() -> None:
    for one in vectors("clock"):
        clock = one["clock"]
        bank, first = clock["bank"], clock["first"]
        for decision in one["decisions"]:
            free = clock["decision"] + first
            assert decision["budget"] == free + bank
            assert decision["in_time"] == (decision["spent"] <= free + bank + clock["grace"])
            bank = max(0, bank - max(0, decision["spent"] - free)) + clock["increment"]
            assert decision["bank"] == bank
            first = 0


def test_the_frames_read_the_same_as_bytes_and_as_json() -> None:
    assert dragon_pb2.Position.DESCRIPTOR.full_name == "tianming.games.dragon.v1.Position"
    for one in vectors("frames"):
        kind = pb.PlayRequest if one["from"] == "bot" else pb.PlayResponse
        frame = kind.FromString(bytes.fromhex(one["bytes"]))
        known = kind.FromString(frame.SerializeToString())
        known.DiscardUnknownFields()
        assert ParseDict(one["json"], kind()) == known
