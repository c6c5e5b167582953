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
    return _packed(_kept(data, seats))


def public_view(data: bytes) -> bytes:
    """Return the record without what only bots know; itself, if it has nothing of that kind.

    The wording of faults is public as soon as the match is.

    Args:
        data: a sealed record.
    """
    view = _packed(_kept(data, frozenset(), hides_faults=False))
    return data if data.startswith(view) else view


def _packed(found: Iterable[pb.RecordBody]) -> bytes:
    """Return the bytes of a record with these entries."""
    digest, entries = chain.START, list[bytes]()
    for body in found:
        entry, digest = pack(digest, body.SerializeToString())
        entries.append(entry)
    return b"".join(entries)


def _kept(data: bytes, seats: Set[int], hides_faults: bool = True) -> Iterator[pb.RecordBody]:
    """Yield what is shown. A resumption has the time of the entry before, so that one stays."""
    before: pb.RecordBody | None = None
    for body in map(pb.RecordBody.FromString, bodies(data)):
        kind = body.WhichOneof("kind")
        if kind == "resumed" and before is not None:
            yield before
        before = None
        if kind == "note" and not (body.note.HasField("seat") and body.note.seat in seats):
            before = pb.RecordBody(note=pb.RecordNote(at_ns=body.note.at_ns))
        elif kind != "signature":
            _hide(body, seats, hides_faults)
            yield body


def _hide(body: pb.RecordBody, seats: Set[int], hides_faults: bool) -> None:
    """Remove what is not shown from an entry."""
    if body.HasField("chosen") and body.chosen.seat not in seats:
        body.chosen.ClearField("note")
        body.chosen.ClearField("thought")
    if hides_faults and body.HasField("fault") and body.fault.seat not in seats:
        body.fault.reason = FAULT_WORDS[Fault(body.fault.fault)]


def forfeiting_fault(data: bytes, seat: int) -> Fault | None:
    """Return the fault in a record that forfeited a seat; None if none did."""
    entries = map(pb.RecordBody.FromString, bodies(data))
    faults = (body.fault for body in entries if body.HasField("fault"))
    found = (Fault(one.fault) for one in faults if one.seat == seat and one.forfeit)
    return next(found, None)
