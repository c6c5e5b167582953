"""A match: the rules, the clocks and the faults of one play, as a machine without I/O.

Theory of operation. Everything that can happen to a match is a method that takes the
time at which it happened: `start`, `choose`, `tick`, `connect`, `disconnect`, `resign`,
`offend`, `void`. Each gives a list of what has to be said to which seat: a question, a
refusal, the end. The match never waits and never looks at a clock; whoever drives it
calls `tick` when `deadline` has come.

Each step goes to the journal before it is taken, so that whatever anybody was shown can
be rebuilt. A match goes on like this until it needs an answer:

- a draw is made from the seed, written down, and carried out;
- a seat with one option is not asked: the choice is forced; but where something is hidden
  it is asked all the same, for an answer that took no time would tell the others;
- a forfeited seat is not asked: the house chooses;
- every other seat that is to act is asked, and its clock runs; `hand_over` lets it begin
  anew at the moment at which the question goes to the transport.

Where several seats are to act at once, their choices are kept until all are in and then
played in seat order, so the sequence does not depend on who was faster.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.match.clock import SECOND, ClockSettings, Instant, Span
from referee.match.fault import Fault
from referee.match.journal import Asked, Choice, Journal, Origin
from referee.match.outcome import Outcome, verdict, void
from referee.match.seat import Seat, seats
from referee.match.text import control
from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.game import Game
from tianming_games.state import State

MOST_NOTES = 100
"""Notes on bots a match writes at most, so that none makes a record grow without end."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """What is agreed before a match: who plays what under which clock.

    `options` is a full set of the game's options, `seed` and `seed_nonce` are 32 bytes
    each, which nobody may know before the end, `strikes` is how many faults forfeit a seat.
    """

    match_id: str
    game: str
    options: dict[str, str]
    bots: tuple[str, ...]
    seed: bytes = field(repr=False)
    seed_nonce: bytes = field(repr=False)
    clock: ClockSettings = field(default_factory=ClockSettings)
    strikes: int = 3

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its fields, which works in a compiled build as well."""
        return MatchSettings, (
            self.match_id,
            self.game,
            self.options,
            self.bots,
            self.seed,
            self.seed_nonce,
            self.clock,
            self.strikes,
        )


@dataclass(init=False, slots=True)
class Event:
    """Something that happened, in notation; `seat` is None for a draw.

    `packed` is room for its bytes, since every seat is told the same.
    """

    seat: int | None
    notation: str
    packed: bytes = field(compare=False, repr=False)

    def __init__(self, seat: int | None, notation: str) -> None:
        self.seat = seat
        self.notation = notation
        self.packed = b""


class Question:
    """A question to a seat. `since` is what happened after the seat's last one.

    `answered` is room for whoever drives the match to remember that an answer waits.
    """

    __slots__ = (
        "answered",
        "budget",
        "handed_over",
        "number",
        "options",
        "payload",
        "seat",
        "since",
    )

    def __init__(
        self,
        seat: int,
        number: int,
        options: Sequence[Action],
        budget: Span,
        since: list[Event],
        payload: bytes,
        handed_over: bool = False,
    ) -> None:
        self.seat = seat
        self.number = number
        self.options = options
        self.budget = budget
        self.since = since
        self.payload = payload
        self.handed_over = handed_over
        self.answered = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer was not played, or none came in time."""

    seat: int
    number: int
    fault: Fault
    strikes_left: int
    reason: str


@dataclass(frozen=True, slots=True)
class End:
    """The match has ended; `digest` closes its record."""

    outcome: Outcome
    digest: bytes


Said = Question | Refusal | End


class Match:
    """One match. See the module's text for how it works."""

    def __init__(self, settings: MatchSettings, game: Game[Any], journal: Journal) -> None:
        self.settings = settings
        self.game = game
        self.seats: list[Seat] = seats(settings.bots, settings.clock)
        self.state: State = game.begin(len(settings.bots), settings.options)
        self.outcome: Outcome | None = None
        self._journal = journal
        self._wire = game.wire()
        self.history: list[Event] = []
        self._open: dict[int, Question] = {}
        self._choices: dict[int, Choice] = {}
        self._number = 0
        self._draws = 0
        self._notes = 0
        self._stalled = Span(0)

    # -- what can happen

    def start(self, now: Instant) -> list[Said]:
        """Begin: draw what is to be drawn, and ask the first question."""
        said: list[Said] = []
        self._go_on(now, said)
        return said

    def choose(
        self,
        seat: int,
        number: int,
        option: int | None,
        now: Instant,
        note: str = "",
        network: Span | None = None,
    ) -> list[Said]:
        """An answer arrived: `option` is an index, or None where there was none.

        `network` is how long the way to the bot and back took lately, where that is known.
        It is written down, and no clock counts it.
        """
        said = self.tick(now)
        question = self._open.get(seat)
        if (question is None or number != question.number) and number <= self._number:
            self._note(seat, now, f"An answer to question {number} came late: option {option}.")
            return said
        if question is None or number != question.number:
            said += self.offend(
                seat, Fault.MALFORMED, f"Question {number} has not been asked yet.", now
            )
        elif option is None:
            self._strike(question, Fault.MALFORMED, "The answer has no option.", now, said)
        elif option >= len(question.options):
            reason = f"Option {option} is not on offer: there are {len(question.options)}, from 0."
            self._strike(question, Fault.ILLEGAL, reason, now, said)
        elif (character := control(note)) is not None:
            reason = f"The note has a control character, {character}; tabs and line breaks may be."
            self._strike(question, Fault.MALFORMED, reason, now, said)
        else:
            self._answer(question, option, Origin.BOT, now, note, network)
            self._go_on(now, said)
        return said

    def tick(self, now: Instant) -> list[Said]:
        """Time has passed: whoever is over the deadline is struck."""
        said: list[Said] = []
        while (late := self._first_late(now)) is not None:
            seat = self.seats[late.seat]
            fault = Fault.LATE if seat.connected else Fault.DISCONNECTED
            how = "No answer came" if seat.connected else "The bot was away, and no answer came"
            budget = seat.clock.budget / SECOND
            self._strike(late, fault, f"{how} within {budget:.3f} s.", now, said)
        return said

    def hand_over(self, question: Question, now: Instant) -> None:
        """A question is handed to the transport: from now on its clock runs."""
        if not question.handed_over and self._open.get(question.seat) is question:
            question.handed_over = True
            self.seats[question.seat].clock.restart(now)

    def hold(self, question: Question, until: Instant) -> None:
        """A question is kept back for a while: its clock does not run before then."""
        if not question.handed_over:
            self.seats[question.seat].clock.restart(until)

    def connect(self, seat: int, now: Instant) -> list[Said]:
        """The seat's bot is there, perhaps again: its open question is put again.

        Its clock has run since the question was put, and runs on.
        """
        said = self.tick(now)
        self.seats[seat].connected = True
        question = self._open.get(seat)
        if question is not None and not any(question is one for one in said):
            question.budget = self.seats[seat].clock.left(now)
            question.handed_over = True
            said.append(question)
        return said

    def disconnect(self, seat: int, now: Instant) -> list[Said]:
        """The seat's bot is gone; it may come back until its clock runs out."""
        said = self.tick(now)
        if self.seats[seat].connected:
            self.seats[seat].connected = False
            self._note(seat, now, "The bot disconnected.")
        return said

    def remark(self, seat: int, text: str, now: Instant) -> list[Said]:
        """Something is known of the seat's bot, and goes into the record; it changes nothing."""
        self._note(seat, now, text)
        return []

    def resign(self, seat: int, now: Instant) -> list[Said]:
        """The seat's bot gives up: the house plays on."""
        said = self.tick(now)
        if self.outcome is None and not self.seats[seat].forfeited:
            self.seats[seat].strikes = max(self.seats[seat].strikes, self.settings.strikes - 1)
            said += self.offend(seat, Fault.RESIGNED, "The bot gave up the match.", now)
        return said

    def offend(self, seat: int, fault: Fault, reason: str, now: Instant) -> list[Said]:
        """The bot broke the protocol: a strike that leaves its open question open."""
        said: list[Said] = []
        if self.outcome is not None or self.seats[seat].forfeited:
            return said
        self._book(seat, 0, fault, reason, now, said)
        question = self._open.get(seat)
        if self.seats[seat].forfeited and question is not None:
            self._play_for(question, now)
            self._go_on(now, said)
        return said

    def stalled(self, span: Span, now: Instant) -> list[Said]:
        """The host stood still until now, and no clock has counted that; too much is void."""
        if self.outcome is not None:
            return []
        self._journal.stalled(span, now)
        self._stalled = Span(self._stalled + span)
        return self._void_if_stalled(now)

    def _void_if_stalled(self, now: Instant) -> list[Said]:
        limit = self.settings.clock.stall
        if self._stalled <= limit:
            return []
        stood = f"The host stood still for {self._stalled / SECOND:.3f} s in all"
        return self.void(f"{stood}, and {limit / SECOND:g} s are the limit.", now)

    def void(self, reason: str, now: Instant) -> list[Said]:
        """The referee failed: the match ends and counts for nobody."""
        if self.outcome is not None:
            return []
        outcome = void(reason)
        digest = self._journal.seal(outcome, now, b"")
        self._open.clear()
        self.outcome = outcome
        return [End(outcome, digest)]

    # -- what can be asked of it

    @property
    def deadline(self) -> Instant | None:
        """When `tick` is due next; None while nobody is asked."""
        first: Instant | None = None
        for seat in self._open:
            deadline = self.seats[seat].clock.deadline
            if first is None or deadline < first:
                first = deadline
        return first

    def open_question(self, seat: int) -> Question | None:
        """The question that the seat has not answered yet."""
        return self._open.get(seat)

    # -- inside

    def _go_on(self, now: Instant, said: list[Said]) -> None:
        """Play what is in, and go on until somebody has to answer, or to the end."""
        state = self.state
        while self.outcome is None:
            to_act = state.to_act()
            if not to_act:
                if state.is_terminal():
                    self._end(now, said)
                else:
                    self._draw()
                continue
            for seat in to_act:
                if seat not in self._choices and seat not in self._open:
                    self._turn(seat, now, said)
            if len(self._choices) < len(to_act):
                return
            self._play(to_act)

    def _turn(self, seat: int, now: Instant, said: list[Said]) -> None:
        """Get a choice from a seat: forced, from the house, or by asking."""
        options = self.state.legal_actions(seat)
        if len(options) == 1 and not self.game.facts.hidden:
            self._choices[seat] = Choice(0, 0, Origin.FORCED, None, now)
            return
        self._number += 1
        if self.seats[seat].forfeited:
            option = self._seeded(self._number, len(options))
            self._choices[seat] = Choice(self._number, option, Origin.HOUSE, None, now)
            return
        said.append(self._ask(seat, options, now))

    def _ask(self, seat: int, options: Sequence[Action], now: Instant) -> Question:
        table = self.seats[seat]
        payload = self._wire.question(self.state, seat, options)
        budget = table.clock.start(now)
        self._journal.asked(
            Asked(
                self._number,
                seat,
                len(options),
                now,
                budget,
                payload,
                self.state.canonical_bytes,
            )
        )
        question = Question(
            seat, self._number, options, budget, self.history[table.seen :], payload
        )
        table.seen = len(self.history)
        self._open[seat] = question
        return question

    def _answer(
        self,
        question: Question,
        option: int,
        origin: Origin,
        at: Instant,
        note: str,
        network: Span | None,
    ) -> None:
        del self._open[question.seat]
        clock = self.seats[question.seat].clock
        clock.stop(at)
        handed_at = min(clock.asked_at, at)
        if network is not None:
            network = Span(min(network, at - handed_at))
        self._choices[question.seat] = Choice(
            question.number, option, origin, handed_at, at, note, network
        )

    def _play(self, to_act: Sequence[int]) -> None:
        """Write down and play the choices of all who were to act, in seat order."""
        for seat in to_act:
            choice = self._choices.pop(seat)
            self._journal.chosen(seat, choice)
            action = self.state.legal_actions(seat)[choice.option]
            self.history.append(Event(seat, self.game.write(action)))
            self.state.apply_action(seat, action)

    def _draw(self) -> None:
        chance = Chance(self.settings.seed, f"draw {self._draws}")
        values = self.state.sample_draw(chance)
        self._journal.drawn(self._draws, values)
        self._draws += 1
        self.history.append(Event(None, self.state.draw_notation(values)))
        self.state.apply_draw(values)

    def _end(self, now: Instant, said: list[Said]) -> None:
        outcome = verdict(self.seats, self.state.places(), self.state.returns())
        digest = self._journal.seal(outcome, now, self.state.canonical_bytes())
        self.outcome = outcome
        said.append(End(outcome, digest))

    def _seeded(self, number: int, options: int) -> int:
        """The legal choice that stands in for the answer to a question."""
        return Chance(self.settings.seed, f"substitute {number}").below(options)

    def _play_for(self, question: Question, now: Instant) -> None:
        """Answer an open question in the bot's place."""
        forfeited = self.seats[question.seat].forfeited
        origin = Origin.HOUSE if forfeited else Origin.SUBSTITUTE
        option = self._seeded(question.number, len(question.options))
        self._answer(question, option, origin, now, "", None)

    def _strike(
        self, question: Question, fault: Fault, reason: str, now: Instant, said: list[Said]
    ) -> None:
        """Book a fault against an open question, play in its place, and go on."""
        self._book(question.seat, question.number, fault, reason, now, said)
        self._play_for(question, now)
        self._go_on(now, said)

    def _book(
        self, seat: int, number: int, fault: Fault, reason: str, now: Instant, said: list[Said]
    ) -> None:
        table = self.seats[seat]
        strikes = table.strikes + 1
        forfeit = strikes >= self.settings.strikes
        self._journal.fault(seat, number, fault, now, reason, strikes, forfeit)
        table.strikes, table.forfeited = strikes, forfeit
        left = max(0, self.settings.strikes - strikes)
        said.append(Refusal(seat, number, fault, left, reason))

    def _first_late(self, now: Instant) -> Question | None:
        for question in self._open.values():
            if now > self.seats[question.seat].clock.deadline:
                return question
        return None

    def _note(self, seat: int, now: Instant, text: str) -> None:
        if self.outcome is None and self._notes < MOST_NOTES:
            self._notes += 1
            self._journal.note(seat, now, text)
