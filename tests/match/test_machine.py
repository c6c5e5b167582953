"""The machine: a match is the fold of its entries, and nothing else changes it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from referee.error import EntryError
from referee.identifier import BotName, MatchId
from referee.match.clock import ClockSettings, Instant, Span, seconds
from referee.match.entry import (
    Asked,
    Chosen,
    Drawn,
    Entry,
    EntryLog,
    Faulted,
    Noted,
    Origin,
    Resumed,
    Sealed,
    Stalled,
)
from referee.match.fault import Fault
from referee.match.machine import Machine
from referee.match.match import Match, Notice
from referee.match.outcome import void
from referee.match.question import Answer
from referee.match.sentence import EntrySentence
from referee.match.settings import MatchSettings
from referee.match.transition import ENTRIES, SEATS, MatchPhase, SeatStatus, SeatStep, follow
from tests.errors import raises
from tests.match.driver import CLOCK, START, questions
from tests.match.toy import TOY, Toy, ToyState
from tianming_games.chance import Chance

CONFIGURATIONS: list[dict[str, Any]] = [
    {"strikes": 3},
    {"strikes": 1},
    {"strikes": 2, "together": "yes"},
    {"strikes": 1, "together": "yes"},
]


class Listed(EntryLog):
    """A journal in memory."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    @property
    def digest(self) -> bytes:
        return b""

    def write(self, entry: Entry) -> None:
        self.entries.append(entry)


def settings(
    strikes: int = 3, together: str = "no", broken: str = "no", clock: ClockSettings = CLOCK
) -> MatchSettings:
    """A match of the toy game with three seats."""
    options = {"together": together, "broken": broken}
    bots = ("a", "b", "c")
    return MatchSettings(
        MatchId("m1"),
        "toy",
        options,
        tuple(map(BotName, bots)),
        bytes(32),
        bytes(32),
        clock,
        strikes,
    )


def random_match(agreed: MatchSettings, seed: int) -> tuple[Match, list[Entry]]:
    """A match whose bots answer, err, leave and give up by chance, and its entries."""
    journal = Listed()
    match = Match(agreed, TOY, journal)
    dice, now = Chance(seed.to_bytes(32, "little"), "bots"), START
    waiting = questions(match.start(now))
    while match.outcome is None:
        now = Instant(now + seconds(dice.below(30) / 10))
        waiting += questions(random_step(match, waiting, dice, now))
    return match, journal.entries


def random_step(match: Match, waiting: list[Any], dice: Chance, now: Instant) -> list[Notice]:
    """Let a bot act at random, or time pass."""
    seat = dice.below(3)
    match dice.below(8):
        case 0:
            return match.report_violation(seat, Fault.FLOOD, "Too many.", now)
        case 1:
            return match.resign(seat, now) if dice.below(4) == 0 else []
        case 2:
            return match.disconnect(seat, now)
        case 3:
            return match.tick(now)
    if not waiting:
        return match.tick(now)
    question = waiting.pop(dice.below(len(waiting)))
    match.hand_over(question, Instant(now - 1))
    return match.choose(question.seat, Answer(question.number, dice.below(4), now))


def state_of(machine: Machine) -> tuple[object, ...]:
    """Return everything that the entries of a match determine."""
    table = [(s.standing, s.strikes, s.forfeited, s.clock.bank) for s in machine.seats]
    return machine.phase, machine.outcome, machine.history, table, machine.state.canonical_bytes()


class TestFold:
    """Applied to a fresh machine, the entries of a match give the same match."""

    @pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
    def test_the_entries_of_a_match_give_the_match(self, configuration: dict[str, Any]) -> None:
        for seed in range(15):
            agreed = settings(**configuration)
            match, entries = random_match(agreed, seed)
            machine = Machine(agreed, TOY)
            for entry in entries:
                machine.apply(entry)
            assert state_of(machine) == state_of(match)

    @pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
    def test_each_draw_question_and_seal_is_the_one_that_was_due(
        self, configuration: dict[str, Any]
    ) -> None:
        for seed in range(15):
            agreed = settings(**configuration)
            _, entries = random_match(agreed, seed)
            machine = Machine(agreed, TOY)
            for entry in entries:
                if isinstance(entry, Drawn):
                    due = machine.decide(START)
                    assert isinstance(due, Drawn)
                    assert (due.index, due.values) == (entry.index, entry.values)
                elif isinstance(entry, Asked):
                    due = machine.decide(entry.at)
                    assert isinstance(due, Asked)
                    assert (due.seat, due.number, due.budget, due.payload) == (
                        entry.seat,
                        entry.number,
                        entry.budget,
                        entry.payload,
                    )
                elif isinstance(entry, Sealed):
                    due = machine.decide(entry.at)
                    assert isinstance(due, Sealed)
                    assert due.outcome == entry.outcome
                machine.apply(entry)


def sample_entry(kind: type[Entry]) -> Entry:
    """Return a sample entry of a kind."""
    at = Instant(0)
    return {
        Drawn: Drawn(0, (3,)),
        Asked: Asked(1, 1, at, seconds(5)),
        Chosen: Chosen(0, 0, 0, Origin.FORCED, None, at),
        Faulted: Faulted(0, 0, Fault.FLOOD, at, "Too many.", 1, False),
        Noted: Noted(0, at, "It is slow."),
        Stalled: Stalled(Span(1), at),
        Resumed: Resumed(at),
        Sealed: Sealed(void("The referee failed."), at),
    }[kind]


KINDS = (Drawn, Asked, Chosen, Faulted, Noted, Stalled, Resumed, Sealed)


def at_phase(phase: MatchPhase) -> Machine:
    """A machine that an honest match leads to a phase."""
    together = "yes" if phase is MatchPhase.PLAYING else "no"
    machine = Machine(settings(together=together, broken="no"), TOY)
    if phase is MatchPhase.SPOILED:
        machine.apply(Stalled(Span(CLOCK.stall + 1), Instant(0)))
    elif phase is MatchPhase.SEALED:
        machine.apply(sample_entry(Sealed))
    elif phase is MatchPhase.OVER:
        _, entries = random_match(settings(), 1)
        for entry in entries[:-1]:
            machine.apply(entry)
    elif phase is not MatchPhase.CHANCE:
        machine.apply(Drawn(0, (3,)))
    if phase is MatchPhase.PLAYING:
        machine.apply(sample_entry(Chosen))
    assert machine.phase is phase
    return machine


class DieOnTheTable(Toy):
    """The toy game with a first die that nobody draws."""

    def new_state(self, seats: int, options: Mapping[str, str]) -> ToyState:
        state = super().new_state(seats, options)
        state.die = 1
        return state


class TestBeginning:
    """The rules say what comes first."""

    @pytest.mark.parametrize(
        ("game", "phase", "first"),
        [(TOY, MatchPhase.CHANCE, Drawn), (DieOnTheTable(), MatchPhase.TURN, Chosen)],
        ids=["draw", "decision"],
    )
    def test_a_match_begins_with_what_the_rules_begin_with(
        self, game: Toy, phase: MatchPhase, first: type[Entry]
    ) -> None:
        machine = Machine(settings(), game)
        assert machine.phase is phase
        assert isinstance(machine.decide(START), first)


class TestTables:
    """What is missing from the tables is impossible."""

    @pytest.mark.parametrize("phase", MatchPhase, ids=lambda phase: phase.name)
    def test_a_phase_takes_the_entries_of_its_row_and_no_others(self, phase: MatchPhase) -> None:
        for kind in KINDS:
            machine = at_phase(phase)
            if kind not in ENTRIES[phase]:
                with pytest.raises(EntryError):
                    machine.apply(sample_entry(kind))

    @pytest.mark.parametrize("standing", SeatStatus, ids=lambda standing: standing.name)
    def test_a_seat_takes_the_steps_of_its_row_and_no_others(self, standing: SeatStatus) -> None:
        for step in SeatStep:
            after = SEATS.get((standing, step))
            if after is None:
                with raises(EntryError, EntrySentence.STEP_CANNOT_FOLLOW, seat=7):
                    follow(7, standing, step)
            else:
                assert follow(7, standing, step) is after

    def test_the_protocol_page_has_the_table_of_the_seats(self) -> None:
        page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
        section = page.partition("### The states of a seat\n")[2].partition("\n## ")[0]
        rows = [row.strip("| ").split(" | ") for row in section.splitlines() if "|" in row][2:]
        named = [
            [part.name.lower().replace("_", " ") for part in (before, step, after)]
            for (before, step), after in SEATS.items()
        ]
        assert rows == named

    def test_every_standing_and_every_step_is_reached(self) -> None:
        assert set(SEATS.values()) == set(SeatStatus)
        assert {step for _, step in SEATS} == set(SeatStep)

    def test_a_fault_of_the_first_seat_that_does_not_exist_is_refused(self) -> None:
        machine = Machine(settings(), TOY)
        with raises(EntryError, EntrySentence.NO_SUCH_SEAT, seat=3):
            machine.apply(Faulted(3, 0, Fault.FLOOD, START, "", strikes=1, forfeit=False))

    def test_a_choice_has_the_step_of_its_origin(self) -> None:
        assert [SeatStep(origin).name for origin in Origin] == [origin.name for origin in Origin]


class TestFailure:
    """Where the rules fail, a match can only become void."""

    def test_the_machine_keeps_what_the_rules_failed_with(self) -> None:
        journal = Listed()
        match = Match(settings(broken="yes"), TOY, journal)
        with pytest.raises(ZeroDivisionError):
            play_on(match)
        machine = Machine(settings(broken="yes"), TOY)
        for entry in journal.entries:
            machine.apply(entry)
        assert isinstance(machine.failure, ZeroDivisionError)
        assert machine.phase is MatchPhase.SPOILED
        assert machine.decide(START) is None

    def test_nothing_but_the_end_is_written_after_it(self) -> None:
        journal = Listed()
        match = Match(settings(broken="yes"), TOY, journal)
        with pytest.raises(ZeroDivisionError):
            play_on(match)
        before = len(journal.entries)
        match.crash(0, "It is slow.", START)
        assert match.resign(1, START) == []
        assert match.stalled(seconds(1), START) == []
        assert len(journal.entries) == before
        match.void("The referee failed.", START)
        assert isinstance(journal.entries[-1], Sealed)


def play_on(match: Match) -> None:
    """Answer every question with the first option."""
    waiting = questions(match.start(START))
    while waiting:
        question = waiting.pop(0)
        waiting += questions(match.choose(question.seat, Answer(question.number, 0, START)))
