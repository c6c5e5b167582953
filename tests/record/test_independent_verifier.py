"""A verifier that was written from the pages alone agrees with ours."""

import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.record.samples import bodies, dragon_record, forged, toy_record
from tianming_proto.record.v1 import record_pb2 as pb

SCRIPT = Path(__file__).parents[2] / "clients/python/examples/verify_record.py"

CHECK: Callable[[str], None] = runpy.run_path(str(SCRIPT))["check"]


def check(path: Path, data: bytes) -> None:
    """Check a record as the script does."""
    path.write_bytes(data)
    CHECK(str(path))


def test_sound_records_are_sound(tmp_path: Path) -> None:
    for data in (toy_record(), dragon_record()):
        check(tmp_path / "record", data)


def test_it_runs_as_its_first_line_says(tmp_path: Path) -> None:
    for name, data, code in (("sound", toy_record(), 0), ("cut", toy_record()[:-1], 1)):
        path = tmp_path / name
        path.write_bytes(data)
        run = subprocess.run([sys.executable, SCRIPT, path], capture_output=True, check=False)
        assert run.returncode == code


def change(name: str) -> Callable[[list[pb.RecordBody]], None]:
    """One kind of fault of a record of Dragon."""

    def seed(changed: list[pb.RecordBody]) -> None:
        changed[0].header.seed = b"another seed".ljust(32)

    def draw(changed: list[pb.RecordBody]) -> None:
        values = next(body.drawn.values for body in changed if body.HasField("drawn"))
        values[0], values[1] = values[1] + 1, values[0]

    def late(changed: list[pb.RecordBody]) -> None:
        chosen = next(body.chosen for body in changed if body.chosen.handed_at_ns)
        chosen.at_ns += 3_600_000_000_000

    def bank(changed: list[pb.RecordBody]) -> None:
        asked = [body.asked for body in changed if body.HasField("asked")]
        asked[5].budget_ns += 1

    def strikes(changed: list[pb.RecordBody]) -> None:
        at = next(n for n, body in enumerate(changed) if body.HasField("asked"))
        fault = pb.RecordFault(seat=0, fault=pb.RECORD_FAULT_KIND_FLOOD, strikes=2)
        changed.insert(at, pb.RecordBody(fault=fault))

    def house(changed: list[pb.RecordBody]) -> None:
        chosen = next(body.chosen for body in changed if body.chosen.handed_at_ns)
        chosen.origin = pb.RECORD_ORIGIN_SUBSTITUTE

    def seal(changed: list[pb.RecordBody]) -> None:
        del changed[-1]

    changes = {one.__name__: one for one in (seed, draw, late, bank, strikes, house, seal)}
    return changes[name]


@pytest.mark.parametrize("name", ["seed", "draw", "late", "bank", "strikes", "house", "seal"])
def test_every_kind_of_fault_is_found(name: str, tmp_path: Path) -> None:
    changed = bodies(dragon_record())
    change(name)(changed)
    with pytest.raises(AssertionError):
        check(tmp_path / "record", forged(changed))


@pytest.mark.parametrize("at", [10, 200, -5])
def test_a_flipped_bit_breaks_the_chain(at: int, tmp_path: Path) -> None:
    data = bytearray(dragon_record())
    data[at] ^= 1
    with pytest.raises(AssertionError, match="chain"):
        check(tmp_path / "record", bytes(data))


def test_it_is_at_most_120_lines() -> None:
    assert len(SCRIPT.read_text().splitlines()) <= 120
