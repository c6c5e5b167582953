"""Entries: no damage is ever taken for a record."""

import io
import random
from itertools import pairwise

import pytest
from google.protobuf import proto

from referee.error import DataError
from referee.record import chain
from referee.record.framing import MOST_BYTES, FileEnding, Scan, links, pack
from referee.record.reader import parse
from referee.record.verify import verify
from tests.record.samples import dragon_record, toy_record
from tianming_proto.record.v1 import record_pb2 as pb


def digests(data: bytes) -> list[bytes]:
    """Digests of the entries that are taken for sound."""
    return [entry.digest for entry in Scan(data).entries()]


class TestFraming:
    """Any protobuf library reads a record."""

    def test_a_record_is_a_row_of_length_delimited_messages(self) -> None:
        stream, read = io.BytesIO(toy_record()), []
        while (entry := proto.parse_length_prefixed(pb.RecordEntry, stream)) is not None:
            read.append(entry.digest)
        assert read == digests(toy_record())

    def test_a_length_is_as_short_as_it_can_be(self) -> None:
        data, _ = pack(chain.START, pb.RecordBody(note=pb.RecordNote(text="x")).SerializeToString())
        size, tag, body_size = data[:3]
        assert len(digests(data)) == 1
        for longer in (
            bytes((size | 0x80, 0, tag, body_size)) + data[3:],
            bytes((size + 1, tag, body_size | 0x80, 0)) + data[3:],
        ):
            assert digests(longer) == []
            assert links(longer) is None

    def test_an_entry_has_up_to_65536_bytes(self) -> None:
        room = (
            MOST_BYTES
            - len(pb.RecordEntry(body=bytes(1 << 15), digest=bytes(16)).SerializeToString())
            + (1 << 15)
        )
        for size, count in ((room, 1), (room + 1, 0)):
            note = pb.RecordBody(note=pb.RecordNote(text="x" * (size - 8))).SerializeToString()
            assert len(note) == size
            data, digest = pack(chain.START, note)
            assert digests(data) == [digest][:count]


class TestLinks:
    """A chain is checked without a look at what it holds."""

    @pytest.mark.parametrize("data", [toy_record(), dragon_record()], ids=["toy", "dragon"])
    def test_a_whole_one_has_the_body_of_each_entry_and_a_digest(self, data: bytes) -> None:
        entries = parse(data, "x").entries
        bodies = [entry.body.SerializeToString() for entry in entries]
        assert links(data) == (bodies, entries[-1].digest)

    def test_one_that_is_cut_or_changed_has_none(self) -> None:
        data = toy_record()
        ends = [entry.offset for entry in parse(data, "x").entries]
        for at in range(len(data)):
            changed = data[:at] + bytes((data[at] ^ 1,)) + data[at + 1 :]
            assert links(changed) is None
            assert (links(data[:at]) is None) is (at not in ends[1:])


class TestTruncation:
    """A killed writer leaves a torn tail, and nothing else is lost."""

    def test_cut_at_every_byte_the_entries_before_the_cut_are_kept(self) -> None:
        data = toy_record()
        entries = parse(data, "x").entries
        ends = [entry.offset for entry in entries[1:]] + [len(data)]
        for cut in range(len(data)):
            scan = Scan(data[:cut])
            kept = list(scan.entries())
            assert len(kept) == sum(end <= cut for end in ends)
            whole = cut == 0 or cut in ends
            assert scan.ending is (FileEnding.WHOLE if whole else FileEnding.TORN)

    def test_a_cut_record_never_verifies(self) -> None:
        data = toy_record()
        for cut in range(len(data)):
            with pytest.raises(DataError, match=r"entry \d+ \(byte \d+"):
                verify(parse(data[:cut], "cut"))

    def test_a_tail_of_zeros_is_torn(self) -> None:
        scan = Scan(toy_record()[:-40] + bytes(4096))
        kept = list(scan.entries())
        assert scan.ending is FileEnding.TORN
        assert len(kept) == len(digests(toy_record())) - 1

    def test_a_torn_tail_may_look_like_an_entry_of_another_record(self) -> None:
        entry, _ = pack(bytes(16), pb.RecordBody(note=pb.RecordNote()).SerializeToString())
        scan = Scan(toy_record() + b"\xff" * 20 + entry)
        assert len(list(scan.entries())) == len(digests(toy_record()))
        assert scan.ending is FileEnding.TORN


class TestDamage:
    """A changed bit is found, and where."""

    @pytest.mark.parametrize("data", [toy_record(), dragon_record()], ids=["toy", "dragon"])
    def test_flipped_bits_are_found_in_their_entry(self, data: bytes, fresh_seed: int) -> None:
        chance = random.Random(fresh_seed)
        sound = parse(data, "x").entries
        for _ in range(1500):
            bit = chance.randrange(8 * len(data))
            flipped = bytearray(data)
            flipped[bit // 8] ^= 1 << bit % 8
            hit = max(entry.index for entry in sound if entry.offset <= bit // 8)
            scan = Scan(bytes(flipped))
            kept = [entry.digest for entry in scan.entries()]
            assert kept == [entry.digest for entry in sound[:hit]]
            last = hit == len(sound) - 1
            assert scan.ending is (FileEnding.TORN if last else FileEnding.DAMAGED)

    def test_random_bytes_are_no_record(self, fresh_seed: int) -> None:
        chance = random.Random(fresh_seed)
        for length in range(300):
            assert digests(chance.randbytes(length)) == []

    def test_an_entry_that_is_left_out_moved_or_doubled_is_found(self) -> None:
        data = toy_record()
        entries = parse(data, "x").entries
        starts = [entry.offset for entry in entries] + [len(data)]
        parts = [data[a:b] for a, b in pairwise(starts)]
        for changed, good in (
            (parts[:3] + parts[4:], 3),
            ([*parts[:3], parts[4], parts[3], *parts[5:]], 3),
            (parts[:4] + parts[3:], 4),
        ):
            scan = Scan(b"".join(changed))
            assert len(list(scan.entries())) == good
            assert scan.ending is FileEnding.DAMAGED

    def test_the_message_names_the_entry_and_the_byte(self) -> None:
        data = bytearray(toy_record())
        entry = parse(bytes(data), "x").entries[5]
        data[entry.offset + 8] ^= 1
        with pytest.raises(
            DataError, match=rf"^spoilt: entry 5 \(byte {entry.offset} of {len(data)}\) is damaged"
        ):
            parse(bytes(data), "spoilt").require_whole()
