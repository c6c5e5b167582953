"""The outline of a record: what it is of and what it came to, read without its middle.

The chain is checked from the first entry to the last, so a record that was changed, cut or
joined from two has no outline. The entries between are not taken apart: that is for `verify`.
"""

from dataclasses import dataclass
from pathlib import Path

from google.protobuf.message import DecodeError

from referee.match.outcome import Outcome
from referee.record.entry import links
from referee.record.reader import parse, read_bytes
from referee.record.verify import sealed_outcome, sensible_outcome
from tianming_proto.record.v1 import record_pb2 as pb


@dataclass(frozen=True, slots=True)
class Outline:
    """A sealed record: the name of its match, its bots in seat order, and its end."""

    match_id: str
    bots: tuple[str, ...]
    outcome: Outcome
    digest: bytes


def outline(data: bytes, source: str) -> Outline:
    """The outline of the record in some bytes.

    Raises:
        DataError: when it is no sealed record, or not as it was written.
    """
    found = links(data)
    if found is not None:
        first, last, digest = found
        try:
            header = pb.RecordBody.FromString(first).header
            seal = pb.RecordBody.FromString(last)
            if seal.WhichOneof("kind") == "seal" and header.match_id:
                bots = tuple(header.bots)
                outcome = sensible_outcome(seal.seal, len(bots))
                return Outline(header.match_id, bots, outcome, digest)
        except (DecodeError, ValueError):
            pass
    record = parse(data, source)
    outcome = sealed_outcome(record)  # says what is wrong
    return Outline(record.header.match_id, tuple(record.header.bots), outcome, record.digest)


def read_outline(path: Path) -> Outline:
    """The outline of the record in a file.

    Raises:
        DataError: when it cannot be read, is no sealed record, or not as it was written.
    """
    return outline(read_bytes(path), str(path))
