"""Check chain, commitment, draws (of Dragon), clocks and strikes: verify_record.py FILE..."""

import struct
import sys
from collections.abc import Iterator
from hashlib import blake2b, sha256

from google.protobuf.message import DecodeError
from google.protobuf.proto import parse_length_prefixed

from tianming_proto.record.v1 import record_pb2 as pb

OVERDUE, DISCONNECTED, RESIGNED = (1, 4), 4, 6  # of RecordFaultKind


def stream(seed: bytes, label: str) -> Iterator[int]:
    """The words of a random stream."""
    person, block = blake2b(label.encode(), digest_size=16).digest(), 0
    while True:
        data = blake2b(struct.pack("<Q", block), key=seed, person=person).digest()
        yield from struct.unpack("<8Q", data)
        block += 1


def below(words: Iterator[int], limit: int) -> int:
    """The next number below a limit."""
    return next(word for word in words if word < 2**64 - 2**64 % limit) % limit


def draw(header: pb.RecordHeader, index: int) -> list[int]:
    """The draw of that number in a match of Dragon; see docs/rules/dragon.md."""
    options = {option.name: option.value for option in header.options}
    words = stream(header.seed, f"draw {index}")
    if index == 1 and options["super_event"] == "random":
        return [below(words, 10)]
    cards = range(8 if options["great_wall"] == "yes" else 7)
    items = list(cards) if index else [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    for last in range(len(items) - 1, 0, -1):
        other = below(words, last + 1)
        items[last], items[other] = items[other], items[last]
    return items


def bodies(path: str) -> Iterator[pb.RecordBody]:
    """The entries of a file, whose chain is checked on the way."""
    digest = blake2b(b"tianming.v1.record", digest_size=16).digest()
    with open(path, "rb") as file:
        while (entry := parse_length_prefixed(pb.RecordEntry, file)) is not None:
            digest = blake2b(digest + entry.body, digest_size=16).digest()
            assert entry.digest == digest, "the chain is broken"
            yield pb.RecordBody.FromString(entry.body)


class Seat:
    """A seat as its record has it."""

    def __init__(self, clock: pb.RecordClock) -> None:
        self.bank, self.first, self.strikes = clock.bank_ns, clock.first_ns, 0
        self.asked, self.fault = None, None

    def chosen(self, header: pb.RecordHeader, chosen: pb.RecordChosen) -> None:
        """Check a choice, and stop the clock."""
        asked, fault, clock, options = self.asked, self.fault, header.clock, chosen.option_count
        if asked is not None:
            options, spent = asked.option_count, chosen.at_ns - chosen.handed_at_ns
            in_time = spent <= asked.budget_ns + clock.grace_ns
            assert chosen.number == asked.number, "it answers another question"
            assert asked.at_ns <= chosen.handed_at_ns <= chosen.at_ns, "its times have no order"
            assert fault is None or (fault.fault in OVERDUE) != in_time, "that was another fault"
            self.bank = max(0, self.bank - max(0, spent - clock.decision_ns - self.first))
            self.bank, self.first = self.bank + clock.increment_ns, 0
        if chosen.origin == pb.RECORD_ORIGIN_BOT:
            assert all((asked, asked and in_time, not fault)), "it was late, wrong, or unasked"
        elif chosen.origin == pb.RECORD_ORIGIN_FORCED:
            assert options == 1, "there was a choice"
        else:
            assert fault or self.strikes >= header.strikes, "no fault came before it"
            words = stream(header.seed, f"substitute {chosen.number}")
            assert chosen.option == below(words, options), "the seed gives another choice"
        assert chosen.option < options, "the option was not on offer"
        self.asked = self.fault = None


def check(path: str) -> None:
    """Check a record; raise an `AssertionError` that names the first mistake."""
    entries = bodies(path)
    header, draws = next(entries).header, 0
    promise = sha256(b"tianming.v1.seed" + header.seed_nonce + header.seed).digest()
    assert header.seed_commitment == promise, "another seed was committed to"
    seats, sealed = [Seat(header.clock) for _ in header.bots], False
    for number, body in enumerate(entries, 1):
        kind, entry = body.WhichOneof("kind"), f"entry {number}"
        sealed = sealed or kind == "seal"
        if kind == "drawn":
            assert body.drawn.index == draws, f"{entry}: a draw is missing"
            values = draw(header, draws) if header.game == "dragon" else body.drawn.values
            assert body.drawn.values == values, f"{entry}: the seed gives another draw"
            draws += 1
        elif kind == "asked":
            seat, seats[body.asked.seat].asked = seats[body.asked.seat], body.asked
            budget = header.clock.decision_ns + seat.first + seat.bank
            assert body.asked.budget_ns == budget, f"{entry}: a wrong budget"
        elif kind == "chosen":
            seats[body.chosen.seat].chosen(header, body.chosen)
        elif kind == "fault":
            seat, fault = seats[body.fault.seat], body.fault
            is_final = (fault.fault, fault.number) in ((RESIGNED, 0), (DISCONNECTED, 0))
            seat.strikes = header.strikes if is_final else seat.strikes + 1
            assert fault.strikes == seat.strikes, f"{entry}: the strikes are miscounted"
            seat.fault = fault if fault.number else seat.fault
    assert sealed, "there is no seal"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        try:
            check(name)
            print(f"{name}: sound")
        except (AssertionError, DecodeError, IndexError, OSError) as error:
            sys.exit(f"{name}: {error}")
