"""Target for records: any file is verified and exported, or refused with a sentence."""

import json
from collections.abc import Callable, Iterator
from functools import partial

from google.protobuf.message import DecodeError

from referee.error import TianmingError
from referee.record.export import json_lines
from referee.record.reader import Record, parse
from referee.record.verify import verify
from tests.fuzz.feed import Feed, refusal_of
from tests.record.samples import bodies, broken_record, forged, toy_record
from tianming_games.ground.encoding import varint
from tianming_proto.record.v1 import record_pb2 as pb


def target(data: bytes) -> None:
    """Read bytes as a record; after a first byte of 1, read them as the input of `forgery`."""
    if data[:1] == b"\1":
        data = forgery(data[1:])
    for use in (verify, _exported, Record.require_whole):
        refused = refusal_of(partial(_use, use, data), TianmingError)
        assert refused is None or str(refused)


def _use(use: Callable[[Record], object], data: bytes) -> None:
    use(parse(data, "fuzz"))


def _exported(record: Record) -> None:
    for line in json_lines(record):
        json.loads(line)


def forgery(data: bytes) -> bytes:
    """Return a record with a valid chain; the bytes encode its entries, which may be any."""
    feed, changed = Feed(data), []
    while feed.is_left:
        try:
            changed.append(pb.RecordBody.FromString(feed.bytes(feed.number(2))))
        except DecodeError:
            continue
    return forged(changed)


def seeds() -> Iterator[bytes]:
    """Yield a valid record, a void one, the input of `forgery` for both, and former attacks."""
    for data in (toy_record(), broken_record()):
        yield data
        yield _input(bodies(data))
    tile = varint(22 + 9 * 90) + b"\x0a" + varint(9 * 90) + b"\x12\x10"
    yield toy_record()[:-1] + tile * 200
    yield toy_record()[:-1] + bytes(2000)
    changed = bodies(toy_record())
    changed[0].header.start_time.seconds = 1 << 62
    changed.insert(-1, pb.RecordBody(note=pb.RecordNote(seat=99, text="Seat 99 was here.")))
    yield _input(changed)


def _input(changed: list[pb.RecordBody]) -> bytes:
    """Return the input of `forgery` for these entries."""
    packed = [body.SerializeToString() for body in changed]
    return b"\1" + b"".join(len(one).to_bytes(2, "big") + one for one in packed)
