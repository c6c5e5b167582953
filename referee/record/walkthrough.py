"""A walkthrough of a record: a list of steps to display, with navigation and search.

A step has a sentence about the event, its time in the game, the options, the time of the answer,
and the state after it. All steps are made once, so navigation needs no replay.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.error import DataError, UsageError
from referee.match.clock import Span
from referee.match.entry import Chosen, Drawn, Entry, Origin
from referee.match.machine import Machine
from referee.match.question import Question, Thought
from referee.record.framing import StoredEntry
from referee.record.reader import Record
from referee.record.replay import Replay, ReplayStep
from referee.record.sentence import RecordSentence
from tianming_games.action import Action
from tianming_games.presentation import Moment, Presentation
from tianming_games.state import State

_QUESTION = re.compile(r"(?:q|question) ?(\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class PlayedChoice:
    """A choice and its options.

    `options` are in notation, `chosen` is an index in them. `took` is the answer's time; `took`
    and `budget` are None if no bot was asked. `note` and `thought` came with the bot's answer.
    """

    options: tuple[str, ...]
    chosen: int
    origin: Origin
    took: Span | None
    budget: Span | None
    note: str
    thought: Thought | None


@dataclass(frozen=True, slots=True)
class WalkthroughStep:
    """One entry of a record.

    Attributes:
        entry: its number in the record.
        kind: its kind in the record, such as `chosen`.
        seat: the seat of the step, if any.
        words: the event, as a sentence.
        moment: the time in the game after the step.
        at: time since the start of the match; None for a draw.
        question: number of the question that was asked or answered, else 0.
        choice: the choice with its options, if the step is a choice.
        points: points by seat after the step.
        gains: the points scored in the step, as a sentence; empty if there are none.
        banks: remaining bank of each seat.
        asked: the seats that have an open question.
        state: the state after the step. Do not change it.
    """

    entry: int
    kind: str
    seat: int | None
    words: str
    moment: Moment
    at: Span | None
    question: int
    choice: PlayedChoice | None
    points: tuple[int, ...]
    gains: str
    banks: tuple[Span, ...]
    asked: tuple[int, ...]
    state: State

    @property
    def is_event(self) -> bool:
        """Whether the step is more than a question to a seat."""
        return self.kind != "asked"


class Walkthrough:
    """The steps of a record, with navigation. A place is an index of a step, from 0."""

    def __init__(self, record: Record) -> None:
        """Replay the record, up to the first entry that does not fit the rules.

        Raises:
            DataError: when the record has no step, or its first entry does not fit.
            UsageError: when its game is not installed.
        """
        self.game = record.header.game
        self.bots = tuple(record.header.bots)
        self.problem: DataError | None = None
        """Why the walkthrough ends before the record does."""
        self.steps: list[WalkthroughStep] = []
        self._reader = _Narrator(Replay(record))
        try:
            self.grow(record.entries[1:])
            record.require_whole()
        except DataError as error:
            self.problem = error
        if not self.steps:
            raise self.problem or DataError(RecordSentence.NO_STEPS, source=record.source)

    @property
    def is_over(self) -> bool:
        """Whether the last step is the seal of the match."""
        return self.steps[-1].kind == "seal"

    def grow(self, entries: Sequence[StoredEntry]) -> None:
        """Add the steps of the next entries of the record.

        Raises:
            DataError: for an entry that does not fit; the steps before it are added.
        """
        for entry in entries:
            self.steps.append(self._reader.step(entry))

    # -- navigation; each method returns a place, or None if there is none

    def after(self, place: int, wanted: Callable[[WalkthroughStep], bool]) -> int | None:
        """Return the next place whose step satisfies `wanted`."""
        for at in range(place + 1, len(self.steps)):
            if wanted(self.steps[at]):
                return at
        return None

    def before(self, place: int, wanted: Callable[[WalkthroughStep], bool]) -> int | None:
        """Return the last place before this one whose step satisfies `wanted`."""
        for at in range(place - 1, -1, -1):
            if wanted(self.steps[at]):
                return at
        return None

    def next_round(self, place: int) -> int | None:
        """Return the first step of the next month, round or turn."""
        return self.after(place, lambda step: _part(step) != _part(self.steps[place]))

    def previous_round(self, place: int) -> int | None:
        """Return the first step of this month, round or turn; from there, that of the previous."""
        first = self._beginning(place)
        if first < place:
            return first
        return self._beginning(first - 1) if first else None

    def search(self, place: int, text: str, *, forward: bool = True) -> int | None:
        """Return the next place, or the previous one, whose step contains the text.

        The search ignores case, and wraps around at the end.
        """
        text, count = text.casefold(), len(self.steps)
        way = 1 if forward else -1
        for distance in range(1, count + 1):
            at = (place + way * distance) % count
            if text in _searched(self.steps[at]):
                return at
        return None

    def find(self, text: str) -> int:
        """Return the place that a user names.

        Args:
            text: the number of an entry; `q` and the number of a question; or the first words of
                the name of a month, round or turn, such as `month 3`.

        Raises:
            UsageError: when the record has no such place.
        """
        text = " ".join(text.casefold().split())
        if question := _QUESTION.fullmatch(text):
            place = self._place(lambda step: step.question == int(question[1]))
        elif text.isdecimal():
            place = self._place(lambda step: step.entry >= int(text))
        else:
            place = self._place(lambda step: _is_in(step.moment, text))
        if place is None:
            last = self.steps[-1].entry
            raise UsageError(RecordSentence.NO_SUCH_PLACE, place=text, last=last)
        return place

    # -- inside

    def _place(self, wanted: Callable[[WalkthroughStep], bool]) -> int | None:
        return self.after(-1, wanted)

    def _beginning(self, place: int) -> int:
        """Return the first step of the month, round or turn at a place."""
        part = _part(self.steps[place])
        other = self.before(place, lambda step: _part(step) != part)
        return 0 if other is None else other + 1


def _part(step: WalkthroughStep) -> Moment | str:
    """Return the unit of navigation: the round, or the turn in a game without rounds."""
    return step.moment.round or step.moment


def _is_in(moment: Moment, text: str) -> bool:
    """Return whether a text, in lower case, names the round or the turn of a moment."""
    names = (moment.round.casefold(), moment.turn.casefold())
    return bool(text) and any(name == text or name.startswith(f"{text} ") for name in names)


def _searched(step: WalkthroughStep) -> str:
    """Return the text of a step that a search covers."""
    note = step.choice.note if step.choice else ""
    return f"{step.words} {note} {step.gains}".casefold()


def told_step(record: Record, entry: int) -> tuple[ReplayStep, str] | None:
    """Replay a record up to an entry; return its step, and the event as a sentence.

    Returns None if the record has no such entry.

    Raises:
        DataError: for an entry before it that the rules or the protocol do not allow.
        UsageError: when its game is not installed.
    """
    replay = Replay(record)
    narrator = _Narrator(replay)
    for stored in record.entries[1:]:
        if stored.index == entry:
            before = replay.machine.state.clone()
            step = replay.step(stored)
            return step, narrator.words(step, before)
        replay.step(stored)
    return None


class _Narrator:
    """Turns the steps of a replay into steps of a walkthrough."""

    def __init__(self, replay: Replay) -> None:
        machine = replay.machine
        settings = machine.settings
        self._replay = replay
        self._machine: Machine = machine
        self._shown: Presentation = machine.game.presentation(
            len(settings.bots), settings.options, settings.bots
        )
        self._state = machine.state.clone()

    def step(self, entry: StoredEntry) -> WalkthroughStep:
        """Return the step of the next entry.

        Raises:
            DataError: for an entry that the rules or the protocol do not allow.
        """
        step = self._replay.step(entry)
        before = self._state
        if isinstance(step.happened, Drawn | Chosen):
            self._state = step.state.clone()
        seats, points = self._machine.seats, self._state.returns()
        seen, was = self._state.observation(None), before.returns()
        reason = self._shown.scored_for(before.observation(None), seen) if was != points else ""
        return WalkthroughStep(
            entry=step.entry.index,
            kind=step.kind,
            seat=step.seat,
            words=self.words(step, before),
            moment=self._shown.moment(seen),
            at=_time(step.happened),
            question=step.question.number if step.question else 0,
            choice=self._choice(step, before),
            points=tuple(points),
            gains=self._shown.gains(was, points, reason),
            banks=tuple(seat.clock.bank for seat in seats),
            asked=tuple(sorted(self._machine.open_questions)),
            state=self._state,
        )

    def words(self, step: ReplayStep, before: State) -> str:
        """Return the event of a step as a sentence; `before` is the state before it."""
        match step.happened:
            case Chosen() as chosen:
                action = self._options(step, before)[chosen.option]
                seen = before.observation(chosen.seat)
                return self._shown.action(seen, chosen.seat, action)
            case Drawn():
                return self._shown.draw(step.text)
        if step.seat is None:
            return step.text
        return f"{self._shown.names[step.seat]}: {step.text}"

    def _options(self, step: ReplayStep, before: State) -> Sequence[Action]:
        """Return the options of a choice."""
        if step.question is not None:
            return step.question.options
        return before.legal_actions(step.seat or 0)

    def _choice(self, step: ReplayStep, before: State) -> PlayedChoice | None:
        chosen = step.happened
        if not isinstance(chosen, Chosen):
            return None
        write = self._machine.game.write
        return PlayedChoice(
            options=tuple(write(action) for action in self._options(step, before)),
            chosen=chosen.option,
            origin=chosen.origin,
            took=None if chosen.handed_at is None else chosen.took,
            budget=_budget(step.question),
            note=chosen.note,
            thought=chosen.thought,
        )


def _budget(question: Question | None) -> Span | None:
    return None if question is None else question.budget


def _time(happened: Entry) -> Span | None:
    """Return the time of an entry; None for a draw, which has no time in a record."""
    at: int | None = getattr(happened, "at", None)
    return None if at is None else Span(at)
