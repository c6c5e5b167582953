"""The record of a match for the owner of some of its seats.

It has all that decided the match, so it verifies and replays to the same outcome. It lacks what
other bots noted and thought, remarks about them, and the wording of their faults. So it has a chain
of its own, and no signature.
"""

from collections.abc import Iterable, Iterator, Set

from referee.match.fault import FAULT_WORDS, Fault
from referee.record import chain
from referee.record.framing import bodies, pack
from tianming_proto.record.v1 import record_pb2 as pb


def seat_view(data: bytes, seats: Set[int]) -> bytes:
    """Return the record without what only the bots of other seats know.

    Args:
        data: a sealed record.
        seats: the seats of the owner.
    """
    digest, entries = chain.START, list[bytes]()
    for body in _kept(map(pb.RecordBody.FromString, bodies(data)), seats):
        entry, digest = pack(digest, body.SerializeToString())
        entries.append(entry)
    return b"".join(entries)


def _kept(found: Iterable[pb.RecordBody], seats: Set[int]) -> Iterator[pb.RecordBody]:
    """Yield what is shown. A resumption has the time of the entry before, so that one stays."""
    before: pb.RecordBody | None = None
    for body in found:
        kind = body.WhichOneof("kind")
        if kind == "resumed" and before is not None:
            yield before
        before = None
        if kind == "note" and not (body.note.HasField("seat") and body.note.seat in seats):
            before = pb.RecordBody(note=pb.RecordNote(at_ns=body.note.at_ns))
        elif kind != "signature":
            _hide(body, seats)
            yield body


def _hide(body: pb.RecordBody, seats: Set[int]) -> None:
    """Remove what is not shown from an entry."""
    if body.HasField("chosen") and body.chosen.seat not in seats:
        body.chosen.ClearField("note")
        body.chosen.ClearField("thought")
    if body.HasField("fault") and body.fault.seat not in seats:
        body.fault.reason = FAULT_WORDS[Fault(body.fault.fault)]


def forfeiting_fault(data: bytes, seat: int) -> Fault | None:
    """Return the fault in a record that forfeited a seat; None if none did."""
    entries = map(pb.RecordBody.FromString, bodies(data))
    faults = (body.fault for body in entries if body.HasField("fault"))
    found = (Fault(one.fault) for one in faults if one.seat == seat and one.forfeit)
    return next(found, None)
