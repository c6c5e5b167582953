"""Verify: play a record again and check that everything in it is what it must be.

The chain shows that the file is the one that was written; this shows that what was
written is true: each draw is the one the seed gives, each question the one the state
gives, each choice on offer and in time, each strike counted, and the verdict the one the
rules give.
"""

from dataclasses import dataclass
from itertools import takewhile

from referee.error import DataError
from referee.match.clock import Instant, Span
from referee.match.fault import OVERDUE, Fault
from referee.match.journal import Origin
from referee.match.outcome import Outcome, SeatResult, Termination, verdict
from referee.match.seat import seats
from referee.record import chain
from referee.record.reader import Record
from referee.record.replay import Replay, RulesFailed
from referee.record.writer import STATE_EVERY
from tianming_games.chance import Chance
from tianming_proto.record.v1 import record_pb2 as pb

SEED_BYTES = 32
"""Bytes of a seed, and of its nonce."""

_UNASKED = (Fault.MALFORMED, Fault.FLOOD, Fault.RESIGNED)
"""The faults that need no open question."""

_AT_LARGE = (Fault.FLOOD, Fault.RESIGNED)
"""The faults that are never against a question."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What a sound record shows: how long it is, and how the match ended."""

    source: str
    match_id: str
    entries: int
    decisions: int
    outcome: Outcome
    digest: bytes


def verify(record: Record) -> Verified:
    """Check a sealed record.

    Raises:
        DataError: names the first entry that is wrong, and why.
        UsageError: when the record's game is not installed.
    """
    check = _checked(record)
    record.require_whole()
    if check.outcome is None:
        raise _unsealed(record)
    return Verified(
        record.source,
        record.header.match_id,
        len(record.entries),
        check.decisions,
        check.outcome,
        record.digest,
    )


def verify_so_far(record: Record) -> Span:
    """Check what there is of a record; gives the time of the last thing it knows of.

    Raises:
        DataError: names the first entry that is wrong, and why.
        UsageError: when the record's game is not installed.
    """
    return Span(_checked(record).now)


def _checked(record: Record) -> "_Check":
    check = _Check(record)
    check.header(record)
    for entry in record.entries[1:]:
        try:
            check.entry(entry.body)
        except ValueError as error:
            raise DataError(check.replay.place(entry) + str(error)) from None
    return check


def outcome_of(seal: pb.RecordSeal) -> Outcome:
    """The outcome a seal states.

    Raises:
        ValueError: for a termination this version does not know.
    """
    return Outcome(
        Termination(seal.termination),
        tuple(
            SeatResult(result.place, result.score, result.strikes, result.forfeited)
            for result in seal.results
        ),
        seal.reason,
    )


def sealed_outcome(record: Record) -> Outcome:
    """The outcome of a record that is whole and sealed, without playing it again.

    Raises:
        DataError: when the record is cut short or damaged, or its seal makes no sense.
    """
    record.require_whole()
    if record.seal is None:
        raise _unsealed(record)
    try:
        return sensible_outcome(record.seal, len(record.header.bots))
    except ValueError as error:
        raise DataError(f"{record.source}: the seal cannot be read: {error}.") from None


def sensible_outcome(seal: pb.RecordSeal, seats: int) -> Outcome:
    """The outcome a seal states for a match of so many seats.

    Raises:
        ValueError: when no such match ends like that.
    """
    outcome = outcome_of(seal)
    _makes_sense(outcome, seats)
    return outcome


def _makes_sense(outcome: Outcome, seats: int) -> None:
    if outcome.termination is Termination.VOID:
        return
    if len(outcome.results) != seats:
        raise ValueError(f"the seal has {len(outcome.results)} results for {seats} seats")
    if all(result.place != 1 for result in outcome.results):
        raise ValueError("the seal gives nobody the first place")


def _unsealed(record: Record) -> DataError:
    return DataError(
        f"{record.source}: entry {len(record.entries)} (byte {record.good}): there is no seal: "
        "the match was cut short, or is still being played."
    )


class _Check:
    """The checks, in the order of the entries. Each raises `ValueError` with the reason."""

    def __init__(self, record: Record) -> None:
        self.replay = Replay(record)
        self.outcome: Outcome | None = None
        self.decisions = 0
        self._seats = seats(self.replay.settings.bots, self.replay.settings.clock)
        self._wire = self.replay.game.wire()
        self._same_wire = record.header.wire_version == self.replay.game.wire_version
        self._open: dict[int, pb.RecordAsked] = {}
        self._faults: dict[int, pb.RecordFault] = {}
        self._house: dict[int, int] = {}
        self._due: list[int] = []
        self._number = 0
        self._draws = 0
        self.now = 0
        self._stalled = 0
        self._spoiled = ""

    def header(self, record: Record) -> None:
        """Check what was agreed before the match.

        Raises:
            DataError: when no match could be played like that.
        """
        settings, place = self.replay.settings, self.replay.place(record.entries[0])
        if len(settings.seed) != SEED_BYTES or len(settings.seed_nonce) != SEED_BYTES:
            raise DataError(f"{place}the header's seed and nonce have not 32 bytes each.")
        if not settings.strikes:
            raise DataError(f"{place}the header's strikes are 0.")

    def entry(self, body: pb.RecordBody) -> None:
        """Check one entry, and carry it out."""
        if self.outcome is not None:
            raise ValueError("there is an entry behind the seal.")
        kind = body.WhichOneof("kind")
        if (
            self._spoiled
            and kind != "resumed"
            and body.seal.termination != pb.RECORD_TERMINATION_VOID
        ):
            raise ValueError(f"{self._spoiled} before it, and only a void seal may follow.")
        match kind:
            case "header":
                raise ValueError("there is a second header.")
            case "drawn":
                self._drawn(body.drawn)
            case "asked":
                self._asked(body.asked)
            case "chosen":
                self._chosen(body.chosen)
            case "fault":
                self._fault(body.fault)
            case "note":
                self._passed(body.note.at_ns)
            case "resumed":
                self._resumed(body.resumed)
            case "stall":
                self._stall(body.stall)
            case "seal":
                self._seal(body.seal)
        try:
            self.replay.apply(body)
        except RulesFailed:
            self._spoiled = "the rules failed"

    def _drawn(self, drawn: pb.RecordDrawn) -> None:
        if drawn.index != self._draws:
            raise ValueError(f"draw {drawn.index} stands where draw {self._draws} belongs.")
        self._draws += 1
        state = self.replay.state
        if state.to_act() or state.is_terminal():
            return
        chance = Chance(self.replay.settings.seed, f"draw {drawn.index}")
        if tuple(drawn.values) != state.sample_draw(chance):
            raise ValueError("the draw is not the one that the seed gives.")

    def _asked(self, asked: pb.RecordAsked) -> None:
        state = self.replay.state
        self._passed(asked.at_ns)
        self._pass_over(asked.seat)
        self._next_number(asked.number)
        if self._due or asked.seat not in state.to_act() or asked.seat in self._open:
            raise ValueError(f"seat {asked.seat} is asked and is not to act.")
        seat = self._seats[asked.seat]
        options = state.legal_actions(asked.seat)
        idle = len(options) == 1 and not self.replay.game.facts.hidden
        if seat.forfeited or idle:
            raise ValueError(f"seat {asked.seat} is asked and has nothing to decide.")
        if asked.option_count != len(options):
            raise ValueError(
                f"{asked.option_count} options were offered, there are {len(options)}."
            )
        if asked.budget_ns != seat.clock.start(Instant(asked.at_ns)):
            raise ValueError("the budget is not the one that the clock gives.")
        has_state = asked.state_digest or not asked.number % STATE_EVERY
        if has_state and asked.state_digest != chain.digest(state.canonical_bytes()):
            raise ValueError("the state is another one than when the question was asked.")
        if self._same_wire:
            payload = self._wire.question(state, asked.seat, options)
            if asked.question_digest != chain.digest(payload):
                raise ValueError("the seat was shown something else than the state gives.")
        self._open[asked.seat] = asked

    def _chosen(self, chosen: pb.RecordChosen) -> None:
        self.decisions += 1
        self._in_turn(chosen.seat)
        origin = Origin(chosen.origin)
        options = self.replay.state.legal_actions(chosen.seat)
        asked = self._open.pop(chosen.seat, None)
        if asked is not None:
            self._answered(chosen, asked)
        elif chosen.handed_at_ns or chosen.HasField("network_ns"):
            raise ValueError("a question was handed over that was not asked.")
        match origin:
            case Origin.BOT:
                self._in_time(chosen, asked)
            case Origin.SUBSTITUTE:
                if asked is None or chosen.number not in self._faults:
                    raise ValueError("the referee chose for a seat that had made no fault.")
                self._seeded(chosen, len(options))
            case Origin.HOUSE:
                if not self._seats[chosen.seat].forfeited:
                    raise ValueError("the house chose for a seat that is not forfeited.")
                if asked is None and chosen.number != self._house.pop(chosen.seat, None):
                    self._next_number(chosen.number)
                self._seeded(chosen, len(options))
            case Origin.FORCED:
                if len(options) != 1 or chosen.number:
                    raise ValueError(f"a choice of {len(options)} options is called forced.")

    def _in_turn(self, seat: int) -> None:
        """Choices of seats that act together stand in the order of the seats."""
        if not self._due:
            self._due = list(self.replay.state.to_act())
        if not self._due or seat != self._due.pop(0):
            raise ValueError(f"seat {seat} is not the next to act.")

    def _answered(self, chosen: pb.RecordChosen, asked: pb.RecordAsked) -> None:
        """The choice closes the seat's question, and the seat's clock stops."""
        if chosen.number != asked.number:
            raise ValueError(f"the answer to question {chosen.number}, which was not open.")
        if not asked.at_ns <= chosen.handed_at_ns <= chosen.at_ns:
            raise ValueError("the question was not handed over between asking and answering.")
        if chosen.network_ns > chosen.at_ns - chosen.handed_at_ns:
            raise ValueError("the way took longer than the answer.")
        clock = self._seats[chosen.seat].clock
        clock.restart(Instant(chosen.handed_at_ns))
        clock.stop(Instant(chosen.at_ns))
        self.now = max(self.now, chosen.at_ns)
        fault = self._faults.get(chosen.number)
        if fault is None:
            return
        if fault.at_ns != chosen.at_ns:
            raise ValueError("the fault was booked at another time than the choice was made.")
        if (Fault(fault.fault) in OVERDUE) != (chosen.at_ns > clock.deadline):
            raise ValueError("the fault is not the one that the deadline gives.")

    def _in_time(self, chosen: pb.RecordChosen, asked: pb.RecordAsked | None) -> None:
        if asked is None:
            raise ValueError(f"the answer to question {chosen.number}, which was not open.")
        if chosen.number in self._faults:
            raise ValueError("an answer was played that had been booked as a fault.")
        if chosen.at_ns > self._seats[chosen.seat].clock.deadline:
            raise ValueError("the answer came after its deadline and was played all the same.")

    def _seeded(self, chosen: pb.RecordChosen, options: int) -> None:
        chance = Chance(self.replay.settings.seed, f"substitute {chosen.number}")
        if chosen.option != chance.below(options):
            raise ValueError("the referee's choice is not the one that the seed gives.")

    def _fault(self, fault: pb.RecordFault) -> None:
        if fault.seat >= len(self._seats):
            raise ValueError(f"there is no seat {fault.seat}.")
        self._passed(fault.at_ns)
        self._against(fault)
        seat = self._seats[fault.seat]
        resigned = Fault(fault.fault) is Fault.RESIGNED
        limit = self.replay.settings.strikes
        due = limit if resigned else seat.strikes + 1
        if fault.strikes != due or fault.forfeit != (due >= limit) or seat.forfeited:
            raise ValueError(f"the strikes of seat {fault.seat} are miscounted.")
        seat.strikes, seat.forfeited = fault.strikes, fault.forfeit

    def _against(self, fault: pb.RecordFault) -> None:
        """A fault is one against the seat's open question, or against the protocol."""
        if not fault.number:
            if Fault(fault.fault) not in _UNASKED:
                raise ValueError("the fault is one against a question, and names none.")
            return
        if Fault(fault.fault) in _AT_LARGE:
            raise ValueError("the fault is one against no question, and names one.")
        asked = self._open.get(fault.seat)
        if asked is None or asked.number != fault.number or fault.number in self._faults:
            raise ValueError(f"question {fault.number} is not open to seat {fault.seat}.")
        self._faults[fault.number] = fault

    def _stall(self, stall: pb.RecordStall) -> None:
        """The host stood still; what is written behind it may be of an earlier instant."""
        if stall.at_ns < self.now:
            raise ValueError("the time is before that of an earlier entry.")
        self._stalled += stall.span_ns
        if self._stalled > self.replay.settings.clock.stall:
            self._spoiled = "the host had stood still for longer than the limit"

    def _seal(self, seal: pb.RecordSeal) -> None:
        self._passed(seal.at_ns)
        outcome = outcome_of(seal)
        if outcome.termination is not Termination.VOID:
            state = self.replay.state
            if not state.is_terminal():
                raise ValueError("the seal comes before the end of the game.")
            if seal.state_digest != chain.digest(state.canonical_bytes()):
                raise ValueError("the last state is another one than the sealed one.")
            if outcome != verdict(self._seats, state.places(), state.returns()):
                raise ValueError("the verdict is not the one that the rules give.")
        elif outcome.results:
            raise ValueError("a void match has results.")
        self.outcome = outcome

    def _resumed(self, resumed: pb.RecordResumed) -> None:
        """No time passed while the referee was gone."""
        if resumed.at_ns != self.now:
            raise ValueError("the match did not go on at the time at which it had stopped.")

    def _pass_over(self, seat: int) -> None:
        """Number the choices that the house makes for those who act with a seat, before it."""
        state = self.replay.state
        for other in takewhile(seat.__ne__, state.to_act()):
            if other in self._open or other in self._house or not self._seats[other].forfeited:
                continue
            if len(state.legal_actions(other)) > 1 or self.replay.game.facts.hidden:
                self._number += 1
                self._house[other] = self._number

    def _next_number(self, number: int) -> None:
        self._number += 1
        if number != self._number:
            raise ValueError(f"question {number} stands where question {self._number} belongs.")

    def _passed(self, at: int) -> None:
        if at < self.now:
            raise ValueError("the time is before that of an earlier entry.")
        self.now = at
