"""Replay a record: apply its entries to the machine of the match one by one.

A replay needs no random generator, because the record has all draws and choices. It checks only
that the rules allow the entries. `verify` also checks that draws, times and results are correct.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.error import DataError, EntryError, UsageError
from referee.match.clock import SECOND
from referee.match.entry import (
    Asked,
    Chosen,
    Drawn,
    Entry,
    Faulted,
    Noted,
    Resumed,
    Sealed,
    Stalled,
)
from referee.match.machine import Machine
from referee.match.question import Question, Reasoning, Thought
from referee.match.sentence import EntrySentence
from referee.match.transition import MatchPhase
from referee.record.framing import StoredEntry
from referee.record.reader import Record, entry_of, game_of, match_settings_of
from referee.record.sentence import RecordSentence
from tianming_games.state import State


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One entry of a record with its description, and the state after it.

    `happened` is the entry as the match's type, `kind` its kind in the record, `seat` its seat, if
    any, `text` its description, and `question` the question that it asks or answers. The state
    belongs to the replay and changes with the next step; clone it to keep it.
    """

    entry: StoredEntry
    happened: Entry
    kind: str
    seat: int | None
    text: str
    question: Question | None
    state: State

    @property
    def reasoning(self) -> Reasoning | None:
        """The reasoning of a choice; None for none."""
        thought = self.happened.thought if isinstance(self.happened, Chosen) else None
        return None if thought is None else thought.reasoning


class Replay:
    """The replay of a record. All times are those of the record."""

    def __init__(self, record: Record) -> None:
        """Set up the machine before the first entry.

        Raises:
            DataError: when the installed rules have another version, or reject the settings.
            UsageError: when the game is not installed.
        """
        self.record = record
        game, settings = game_of(record), match_settings_of(record.header)
        try:
            self.machine = Machine(settings, game)
        except UsageError as error:
            raise self.wrong_entry(record.entries[0], error) from None

    def steps(self) -> Iterator[ReplayStep]:
        """Yield a step for every entry after the header, in order.

        Raises:
            DataError: for an entry that the rules or the protocol do not allow.
        """
        for entry in self.record.entries[1:]:
            yield self.step(entry)

    def step(self, entry: StoredEntry) -> ReplayStep:
        """Apply the next entry, and return its step.

        Raises:
            DataError: for an entry that the rules or the protocol do not allow.
        """
        try:
            return self._step(entry)
        except ValueError as error:
            raise self.wrong_entry(entry, error) from None

    def wrong_entry(self, entry: StoredEntry, why: Exception) -> DataError:
        """Return the error about a wrong entry, with the reason."""
        return DataError(
            RecordSentence.WRONG_ENTRY,
            source=self.record.source,
            entry=entry.index,
            byte=entry.offset,
            why=why,
        )

    def read(self, entry: StoredEntry) -> Entry:
        """Parse an entry into the match's type.

        Raises:
            DataError: when this version does not know the entry.
        """
        try:
            return entry_of(entry.body)
        except ValueError as error:
            raise self.wrong_entry(entry, error) from None

    def _step(self, entry: StoredEntry) -> ReplayStep:
        machine, happened = self.machine, entry_of(entry.body)
        seat = _seat(happened)
        if seat is not None and seat >= len(machine.seats):
            raise EntryError(EntrySentence.NO_SUCH_SEAT, seat=seat)
        question = None if seat is None else machine.seats[seat].question
        if isinstance(happened, Drawn) and machine.phase is MatchPhase.CHANCE:
            violation = machine.state.draw_violation(tuple(happened.values))
            if violation is not None:
                raise EntryError(EntrySentence.DRAW_AGAINST_RULES, why=violation)
        machine.apply(happened)
        if isinstance(happened, Drawn | Chosen) and machine.failure is not None:
            name = type(machine.failure).__name__
            raise EntryError(EntrySentence.RULES_FAILED, error=name)
        if isinstance(happened, Asked):
            question = machine.open_questions.get(happened.seat)
        if isinstance(happened, Chosen):
            happened.thought = self._told(happened.thought)
        kind = entry.body.WhichOneof("kind") or ""
        text, state = self._describe(happened, question), machine.state
        return ReplayStep(entry, happened, kind, seat, text, question=question, state=state)

    def _told(self, thought: Thought | None) -> Thought | None:
        """Return a thought with the text of its reasoning, if the record has it."""
        reasoning = None if thought is None else thought.reasoning
        if thought is None or reasoning is None:
            return thought
        text = self.record.texts.get(reasoning.digest, "")
        return replace(thought, reasoning=replace(reasoning, text=text))

    def _describe(self, happened: Entry, question: Question | None) -> str:
        match happened:
            case Drawn() | Chosen():
                return self.machine.history[-1].notation
            case Asked() if question is not None:
                count = len(question.options)
                options = f"{count} option{'' if count == 1 else 's'}"
                return f"question {question.number}, {options}"
            case Faulted():
                return happened.reason
            case Noted():
                return happened.text
            case Resumed():
                return "the referee had stopped, and resumed the match"
            case Stalled():
                return f"the host stalled for {happened.span / SECOND:.3f} s"
            case Sealed():
                return happened.outcome.reason
        raise TypeError(f"no words for an entry of type {type(happened).__name__}")


def _seat(happened: Entry) -> int | None:
    """Return the seat of an entry, if it has one."""
    match happened:
        case Asked() | Chosen() | Faulted() | Noted():
            return happened.seat
    return None
