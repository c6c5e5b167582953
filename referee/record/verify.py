"""Verify a record: compare its entries with those that the machine of its match makes.

The chain of digests shows that the file is unchanged. This module shows that its content is
correct: each draw follows from the seed and each question from the state, each choice is an option
and in time, the strikes are counted correctly, and the verdict follows from the rules.
"""

from dataclasses import dataclass

from referee.error import DataError, EntryError
from referee.identifier import MatchId
from referee.match.clock import Instant, Span
from referee.match.entry import (
    Asked,
    Chosen,
    Drawn,
    Faulted,
    Noted,
    Origin,
    Resumed,
    Sealed,
    Stalled,
)
from referee.match.fault import AT_LARGE, OVERDUE, UNASKED
from referee.match.match import MOST_NOTES
from referee.match.outcome import Outcome, Termination
from referee.match.question import Question
from referee.match.sentence import EntrySentence
from referee.record import chain
from referee.record.reader import Record, check_start, entry_of, outcome_of
from referee.record.replay import Replay
from referee.record.sentence import RecordSentence
from referee.record.writer import MOST_TEXT, STATE_EVERY
from tianming_games.match_terms import SEED_BYTES
from tianming_proto.record.v1 import record_pb2 as pb


@dataclass(frozen=True, slots=True)
class Verified:
    """The result for a valid record: numbers of entries and decisions, outcome and digest."""

    source: str
    match_id: MatchId
    entries: int
    decisions: int
    outcome: Outcome
    digest: bytes


def verify(record: Record) -> Verified:
    """Verify a sealed record.

    Raises:
        DataError: names the first entry that is wrong, and why.
        UsageError: when the record's game is not installed.
    """
    check = _checked(record)
    record.require_whole()
    outcome = check.machine.outcome
    if outcome is None:
        raise _unsealed(record)
    return Verified(
        record.source,
        MatchId(record.header.match_id),
        len(record.entries),
        check.decisions,
        outcome,
        record.digest,
    )


def verify_so_far(record: Record) -> Span:
    """Verify an open record as far as it goes; return the time of its last event.

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
            raise check.replay.wrong_entry(entry, error) from None
    return check


def sealed_outcome(record: Record) -> Outcome:
    """Return the outcome in the seal of a complete record, without a replay.

    Raises:
        DataError: when the record is torn, damaged or not sealed, or its seal is inconsistent.
    """
    record.require_whole()
    if record.seal is None:
        raise _unsealed(record)
    try:
        return sensible_outcome(record.seal, len(record.header.bots))
    except ValueError as error:
        raise DataError(RecordSentence.SEAL_NOT_READ, source=record.source, why=error) from None


def sensible_outcome(seal: pb.RecordSeal, seats: int) -> Outcome:
    """Return the outcome in a seal, for a match with `seats` seats.

    Raises:
        EntryError: when the number of results is wrong, or no seat has the first place.
        ValueError: when this version does not know the termination.
    """
    outcome = outcome_of(seal)
    _makes_sense(outcome, seats)
    return outcome


def _makes_sense(outcome: Outcome, seats: int) -> None:
    if outcome.termination is Termination.VOID:
        return
    if len(outcome.results) != seats:
        raise EntryError(
            EntrySentence.WRONG_RESULT_COUNT, results=len(outcome.results), seats=seats
        )
    if all(result.place != 1 for result in outcome.results):
        raise EntryError(EntrySentence.NO_FIRST_PLACE)


def _unsealed(record: Record) -> DataError:
    return DataError(
        RecordSentence.NOT_SEALED,
        source=record.source,
        entry=len(record.entries),
        byte=record.good,
    )


class _Check:
    """Checks the entries in their order. Each check raises `EntryError`.

    An entry is compared with the one that the machine makes in its place, and then applied.
    Times and answers, which bots and the clock decide, are checked for consistency.
    """

    def __init__(self, record: Record) -> None:
        self.replay = Replay(record)
        self.machine = self.replay.machine
        self.decisions = self.notes = 0
        self.now = Instant(0)
        self._same_wire = record.header.wire_version == self.machine.game.wire_version

    def header(self, record: Record) -> None:
        """Check the settings of the match.

        Raises:
            DataError: when a setting is invalid, or the commitment does not fit the seed.
        """
        settings = self.machine.settings
        if len(settings.seed) != SEED_BYTES or len(settings.seed_nonce) != SEED_BYTES:
            raise self._wrong_header(record, EntrySentence.WRONG_SEED_LENGTH)
        if not settings.strikes:
            raise self._wrong_header(record, EntrySentence.NO_STRIKES)
        check_start(record)
        promised = record.header.seed_commitment
        if promised and promised != settings.seed_commitment:
            raise self._wrong_header(record, EntrySentence.OTHER_COMMITMENT)

    def _wrong_header(self, record: Record, sentence: EntrySentence) -> DataError:
        return self.replay.wrong_entry(record.entries[0], EntryError(sentence))

    def entry(self, body: pb.RecordBody) -> None:
        """Check one entry, and apply it."""
        self.machine.require_takes(entry := entry_of(body))
        match entry:
            case Drawn():
                self._drawn(entry)
            case Asked():
                entry = self._asked(entry, body.asked)
            case Chosen():
                self._chosen(entry)
            case Faulted():
                self._faulted(entry)
            case Noted():
                self._noted(entry)
            case Resumed():
                self._resumed(entry)
            case Stalled():
                self._stalled(entry)
            case Sealed():
                self._sealed(entry, body.seal)
            case _:
                raise TypeError(f"no check of an entry of type {type(entry).__name__}")
        self.machine.apply(entry)

    def _drawn(self, drawn: Drawn) -> None:
        due = self.machine.decide(self.now)
        if not isinstance(due, Drawn):
            raise EntryError(EntrySentence.NOTHING_TO_DRAW)
        if drawn.index != due.index:
            raise EntryError(EntrySentence.WRONG_DRAW_NUMBER, index=drawn.index, due=due.index)
        if tuple(drawn.values) != tuple(due.values):
            raise EntryError(EntrySentence.DRAW_NOT_FROM_SEED)

    def _asked(self, asked: Asked, written: pb.RecordAsked) -> Asked:
        """Check a question; return the entry that the machine makes for it."""
        self._passed(asked.at)
        due = self.machine.decide(asked.at)
        if not isinstance(due, Asked) or due.seat != asked.seat:
            is_next = self.machine.held(asked.seat) or isinstance(due, Chosen)
            sentence = EntrySentence.ASKED_NOT_TO_ACT
            if is_next:
                sentence = EntrySentence.ASKED_WITHOUT_DECISION
            raise EntryError(sentence, seat=asked.seat)
        if asked.number != due.number:
            raise EntryError(
                EntrySentence.WRONG_QUESTION_NUMBER, number=asked.number, due=due.number
            )
        options = len(due.options or ())
        if written.option_count != options:
            raise EntryError(
                EntrySentence.WRONG_OPTION_COUNT, offered=written.option_count, due=options
            )
        if asked.budget != due.budget:
            raise EntryError(EntrySentence.WRONG_BUDGET)
        self._shown(due, written)
        return due

    def _shown(self, due: Asked, written: pb.RecordAsked) -> None:
        """Check the digests of a question against what the seat sees."""
        has_state = written.state_digest or not due.number % STATE_EVERY
        state = self.machine.state
        if has_state and written.state_digest != chain.digest(state.canonical_bytes()):
            raise EntryError(EntrySentence.OTHER_STATE_ASKED)
        if self._same_wire and written.question_digest != chain.digest(due.payload):
            raise EntryError(EntrySentence.OTHER_QUESTION_SHOWN)

    def _chosen(self, chosen: Chosen) -> None:
        self.decisions += 1
        self.machine.check_next(chosen.seat)
        due = self.machine.decide(chosen.at)
        if isinstance(due, Asked):
            raise EntryError(EntrySentence.CHOICE_WITHOUT_QUESTION, seat=due.seat)
        question = self.machine.seats[chosen.seat].question
        if question is not None:
            self._answered(chosen, question)
        elif chosen.handed_at or chosen.network is not None:
            raise EntryError(EntrySentence.HANDED_OVER_UNASKED)
        if chosen.origin is Origin.BOT:
            self._in_time(chosen, question)
        else:
            made = due if isinstance(due, Chosen) else self.machine.held(chosen.seat)
            self._stands_in(chosen, made, question)

    def _answered(self, chosen: Chosen, question: Question) -> None:
        """Check that the times of an answer are in order."""
        handed_at, number = chosen.handed_at or Instant(0), chosen.number
        if number != question.number:
            raise EntryError(EntrySentence.QUESTION_NOT_OPEN, number=number)
        if not question.at <= handed_at <= chosen.at:
            raise EntryError(EntrySentence.HANDED_OVER_OUT_OF_ORDER)
        if (chosen.network or 0) > chosen.at - handed_at:
            raise EntryError(EntrySentence.ROUND_TRIP_TOO_LONG)
        self.now = max(self.now, chosen.at)
        self.machine.seats[chosen.seat].clock.restart(handed_at)

    def _in_time(self, chosen: Chosen, question: Question | None) -> None:
        if question is None:
            raise EntryError(EntrySentence.QUESTION_NOT_OPEN, number=chosen.number)
        if question.fault is not None:
            raise EntryError(EntrySentence.FAULT_WAS_PLAYED)
        if chosen.at > self.machine.seats[chosen.seat].clock.deadline:
            raise EntryError(EntrySentence.LATE_ANSWER_WAS_PLAYED)

    def _stands_in(self, chosen: Chosen, due: Chosen | None, question: Question | None) -> None:
        """Check that a choice that no bot made is the one that the machine makes."""
        if due is None or chosen.origin is not due.origin:
            origin = chosen.origin.name.lower()
            raise EntryError(EntrySentence.WRONG_ORIGIN, origin=origin)
        if chosen.number != due.number:
            raise EntryError(
                EntrySentence.WRONG_CHOICE_NUMBER, number=chosen.number, due=due.number
            )
        if chosen.option != due.option:
            raise EntryError(EntrySentence.CHOICE_NOT_FROM_SEED)
        if question is None:
            if chosen.option_count not in (0, due.option_count):
                raise EntryError(EntrySentence.WRONG_CHOICE_COUNT, due=due.option_count)
            return
        if chosen.at != due.at:
            raise EntryError(EntrySentence.FAULT_AT_OTHER_TIME)
        if question.fault is not None:
            is_late = chosen.at > self.machine.seats[chosen.seat].clock.deadline
            if (question.fault in OVERDUE) != is_late:
                raise EntryError(EntrySentence.FAULT_AGAINST_DEADLINE)

    def _faulted(self, entry: Faulted) -> None:
        if entry.seat >= len(self.machine.seats):
            raise EntryError(EntrySentence.NO_SUCH_SEAT, seat=entry.seat)
        self._passed(entry.at)
        if not entry.number and entry.fault not in UNASKED:
            raise EntryError(EntrySentence.FAULT_WITHOUT_QUESTION)
        if entry.number and entry.fault in AT_LARGE:
            raise EntryError(EntrySentence.FAULT_WITH_QUESTION)
        due = self.machine.fault(entry.seat, entry.number, entry.fault, entry.at, entry.reason)
        same = (entry.strikes, entry.forfeit) == (due.strikes, due.forfeit)
        if not same or self.machine.seats[entry.seat].forfeited:
            raise EntryError(EntrySentence.STRIKES_MISCOUNTED, seat=entry.seat)

    def _noted(self, noted: Noted) -> None:
        if noted.seat is not None and noted.seat >= len(self.machine.seats):
            raise EntryError(EntrySentence.NO_SUCH_SEAT, seat=noted.seat)
        if len(noted.text) > MOST_TEXT:
            raise EntryError(EntrySentence.NOTE_TOO_LONG, most=MOST_TEXT)
        self.notes += 1
        if self.notes > MOST_NOTES:
            raise EntryError(EntrySentence.TOO_MANY_NOTES, most=MOST_NOTES)
        self._passed(noted.at)

    def _stalled(self, stalled: Stalled) -> None:
        """Check the time of a stall. It does not advance `now`: later entries may be earlier."""
        if stalled.at < self.now:
            raise EntryError(EntrySentence.TIME_GOES_BACK)

    def _sealed(self, sealed: Sealed, written: pb.RecordSeal) -> None:
        self._passed(sealed.at)
        if sealed.outcome.termination is Termination.VOID:
            if sealed.outcome.results:
                raise EntryError(EntrySentence.VOID_WITH_RESULTS)
            return
        due = self.machine.decide(sealed.at)
        if not isinstance(due, Sealed) or due.outcome.termination is Termination.VOID:
            raise EntryError(EntrySentence.SEAL_TOO_EARLY)
        if written.state_digest != chain.digest(due.canonical_state):
            raise EntryError(EntrySentence.OTHER_LAST_STATE)
        if sealed.outcome != due.outcome:
            raise EntryError(EntrySentence.WRONG_VERDICT)

    def _resumed(self, resumed: Resumed) -> None:
        """Check that no time passed between the stop of the referee and the resumption."""
        if resumed.at != self.now:
            raise EntryError(EntrySentence.RESUMED_AT_OTHER_TIME)

    def _passed(self, at: Instant) -> None:
        if at < self.now:
            raise EntryError(EntrySentence.TIME_GOES_BACK)
        self.now = at
