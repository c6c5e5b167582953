"""The state machine of a match: a fold over its entries, without I/O.

Theory of operation. `decide` returns the entry that comes next, and `apply` carries out one entry.
Four kinds of callers run the machine:

- a running match (`Match`) turns events into entries, writes and applies them, and calls `decide`
  until a bot has to answer;
- a resumed match applies the entries of its record, then continues in the same way;
- verification compares each entry of a record with the entry that `decide` returns in its place;
- replays, timings and rehearsals apply the entries of a record and inspect the machine.

`decide` follows these rules:

- a draw follows from the seed;
- a seat with a single option is not asked: its choice is forced. But in a game with hidden
  information it is asked anyway, because a choice without delay would reveal that it was forced;
- a forfeited seat is not asked: a substitute player (`house`) chooses;
- every other acting seat is asked.

If several seats act at once, the machine holds their choices until it has all of them, and then
plays them in seat order. So the sequence does not depend on the order of arrival. No entry has a
held choice yet: if the referee stops, the choice is lost, and the bot is asked again.

`transition` has the tables of the allowed entries and steps.
"""

from collections.abc import Sequence
from typing import Any, Final

from referee.error import EntryError
from referee.match.clock import SECOND, Instant, Span
from referee.match.entry import (
    Asked,
    Chosen,
    Drawn,
    Entry,
    Faulted,
    Noted,
    Origin,
    Resumed,
    Sealed,
    Stalled,
)
from referee.match.fault import OVERDUE, Fault, is_final
from referee.match.outcome import Outcome, Termination, void
from referee.match.question import Event, Question
from referee.match.seat import Seat, seats
from referee.match.sentence import EntrySentence
from referee.match.settings import MatchSettings
from referee.match.transition import ENTRIES, MatchPhase, SeatStep, follow
from referee.match.verdict import verdict
from tianming_games.action import Action
from tianming_games.game import Game
from tianming_games.match_terms import draw_chance, substitute_option
from tianming_games.state import State

_TURN: Final = MatchPhase.TURN  # names of the module are read faster than members of an enum
_ASK: Final = SeatStep.ASK


class Machine:
    """The state of one match after its entries. See the module's docstring for how it works."""

    def __init__(self, settings: MatchSettings, game: Game[Any]) -> None:
        """Set up the game.

        Raises:
            UsageError: when the game rejects the number of seats or the options.
        """
        self.settings = settings
        self.game = game
        self.seats: list[Seat] = seats(settings.bots, settings.clock)
        self.state: State = game.begin(len(settings.bots), settings.options)
        self.history: list[Event] = []
        self.outcome: Outcome | None = None
        self.failure: Exception | None = None
        """The exception of the rules, if they failed."""
        self.phase = MatchPhase.CHANCE
        self.turn: tuple[int, ...] = ()
        """The acting seats, in seat order."""
        self._hidden = game.facts.hidden
        self._wire = game.wire()
        self.setup = self._wire.setup(self.state)
        """The game's serialised `Setup`, which is constant during the match."""
        self._played = 0
        self._number = 0
        self._draws = 0
        self._notes = 0
        self._stalled = Span(0)
        self.open_questions: dict[int, Question] = {}
        """The questions that the seats have not answered yet, by seat."""
        self._held: dict[int, Chosen] = {}
        self._next_turn()

    # -- queries

    def held(self, seat: int) -> Chosen | None:
        """Return the choice of a seat that is not played yet, if any."""
        return self._held.get(seat)

    # -- the next entry

    def decide(self, now: Instant) -> Entry | None:
        """Return the next entry at `now`; None while a bot has to answer, and at the end."""
        phase = self.phase
        if phase is _TURN:
            if len(self.turn) > 1:
                return self._decide_together(now)
            seat = self.turn[0]
            if self.seats[seat].question is None and seat not in self._held:
                return self._decide_seat(seat, now)
            return self._held.get(seat)
        if phase is MatchPhase.CHANCE:
            chance = draw_chance(self.settings.seed, self._draws)
            return Drawn(self._draws, self.state.sample_draw(chance))
        if phase is MatchPhase.PLAYING:
            return self._decide_together(now)
        if phase is MatchPhase.OVER:
            outcome = verdict(self.seats, self.state.places(), self.state.returns())
            return Sealed(outcome, now, self.state.canonical_bytes())
        if phase is MatchPhase.SPOILED and self.failure is None:
            return self._stalled_seal(now)
        return None

    def _decide_together(self, now: Instant) -> Entry | None:
        turn, held = self.turn, self._held
        for place in range(self._played, len(turn)):
            seat = turn[place]
            if self.seats[seat].question is None and seat not in held:
                entry = self._decide_seat(seat, now)
                if isinstance(entry, Asked):
                    return entry
                self.hold(entry)
        if len(held) < len(turn) - self._played:
            return None
        return held[turn[self._played]]

    def _decide_seat(self, seat: int, now: Instant) -> Asked | Chosen:
        """Return the entry for a seat to act: a choice without a question, or a question."""
        options = self.state.legal_actions(seat)
        if len(options) == 1 and not self._hidden:
            return Chosen(seat, 0, 0, Origin.FORCED, None, now, option_count=1)
        number = self._number + 1
        table = self.seats[seat]
        if table.forfeited:
            count = len(options)
            option = self._seeded(number, count)
            return Chosen(seat, number, option, Origin.HOUSE, None, now, option_count=count)
        payload = self._wire.position(self.state, seat, options)
        budget = table.clock.next_budget
        return Asked(number, seat, now, budget, options, payload=payload, state=self.state)

    def _stalled_seal(self, now: Instant) -> Sealed:
        limit = self.settings.clock.stall
        stalled = f"The referee's machine stalled for {self._stalled / SECOND:.3f} s in total"
        return Sealed(void(f"{stalled}; the limit is {limit / SECOND:g} s."), now)

    def fault(self, seat: int, number: int, fault: Fault, at: Instant, reason: str) -> Faulted:
        """Return the entry of a fault; `number` is that of the question that it closes, or 0."""
        limit = self.settings.strikes
        strikes = limit if is_final(fault, number) else self.seats[seat].strikes + 1
        return Faulted(seat, number, fault, at, reason, strikes=strikes, forfeit=strikes >= limit)

    def _seeded(self, number: int, options: int) -> int:
        """Return the option that replaces the answer to a question, from the seed."""
        return substitute_option(self.settings.seed, number, options)

    # -- changes

    def hold(self, choice: Chosen) -> None:
        """Hold a choice until all acting seats have chosen."""
        if self.open_questions.pop(choice.seat, None) is None and choice.number:
            self._number = choice.number
        self._held[choice.seat] = choice

    def apply(self, entry: Entry) -> None:
        """Carry out an entry.

        If the rules fail on a draw or a choice, it sets `failure`, and the match can only become
        void.

        Raises:
            EntryError: when the entry is not allowed now.
        """
        phase: int = self.phase  # an integer is a faster index than an enum
        if type(entry) not in ENTRIES[phase]:
            raise self._unexpected(entry)
        if isinstance(entry, Chosen):
            self._chosen(entry)
        elif isinstance(entry, Asked):
            self._asked(entry)
        elif isinstance(entry, Drawn):
            self._drawn(entry)
        elif isinstance(entry, Faulted):
            self._faulted(entry)
        elif isinstance(entry, Noted):
            self._notes += 1
        elif isinstance(entry, Stalled):
            self._stalled = Span(self._stalled + entry.span)
            if self._stalled > self.settings.clock.stall:
                self.phase = MatchPhase.SPOILED
        elif isinstance(entry, Resumed):
            for seat in self.open_questions:
                self.seats[seat].clock.pause(entry.at)
        elif isinstance(entry, Sealed):
            self._sealed(entry)

    def require_takes(self, entry: Entry) -> None:
        """Raise `EntryError` if the phase does not allow an entry of this type."""
        if type(entry) not in ENTRIES[self.phase]:
            raise self._unexpected(entry)

    def _drawn(self, drawn: Drawn) -> None:
        self._draws = drawn.index + 1
        values = tuple(drawn.values)
        state = self.state
        detail = self._wire.draw(state, values)
        self.history.append(Event(len(self.history), None, state.draw_notation(values), detail))
        try:
            self.state.apply_draw(values)
            self._next_turn()
        except Exception as error:
            self._fail(error)

    def _asked(self, asked: Asked) -> None:
        seat = asked.seat
        if seat not in self.turn:
            raise EntryError(EntrySentence.ASKED_NOT_TO_ACT, seat=seat)
        table = self.seats[seat]
        standing = follow(seat, table.standing, _ASK)
        table.clock.start(asked.at)
        if len(self.turn) > 1:
            self._pass_over(seat, asked.at)
            # No entry has an answer that waits for others. If the referee stops, such an answer
            # is lost, so the time until then counts for no seat.
            table.clock.pause(asked.at)
        table.standing = standing
        self._number = asked.number
        options = self.state.legal_actions(seat) if asked.options is None else asked.options
        question = Question(
            seat,
            asked.number,
            options,
            asked.at,
            asked.budget,
            since=self.history[table.seen :],
            payload=asked.payload,
        )
        table.seen = len(self.history)
        table.question = question
        self.open_questions[seat] = question

    def _pass_over(self, seat: int, at: Instant) -> None:
        """Hold the choices of earlier seats that act at the same time and are not asked."""
        for other in self.turn:
            if other == seat:
                return
            if self.seats[other].question is None and other not in self._held:
                choice = self._decide_seat(other, at)
                if isinstance(choice, Asked):
                    raise EntryError(EntrySentence.ASKED_TOO_EARLY, seat=seat, due=other)
                self.hold(choice)

    def _chosen(self, chosen: Chosen) -> None:
        seat = chosen.seat
        self.check_next(seat)
        table = self.seats[seat]
        question = table.question
        if question is not None and question.number != chosen.number:
            raise EntryError(EntrySentence.QUESTION_NOT_OPEN, number=chosen.number)
        options: Sequence[Action]
        if question is not None and len(self.turn) == 1:
            options = question.options
        else:
            options = self.state.legal_actions(seat)
        if chosen.option >= len(options):
            count = len(options)
            raise EntryError(EntrySentence.OPTION_NOT_ON_OFFER, option=chosen.option, count=count)
        table.standing = follow(seat, table.standing, chosen.origin)
        if question is not None:
            if chosen.handed_at is not None:
                table.clock.restart(chosen.handed_at)
            table.clock.stop(chosen.at)
            table.question = None
            if seat in self.open_questions:
                del self.open_questions[seat]
        elif chosen.number and seat not in self._held:
            self._number = chosen.number
        if self._held:
            self._held.pop(seat, None)
        self._play(seat, options[chosen.option])

    def check_next(self, seat: int) -> None:
        """Raise `EntryError` if a seat is not the next whose choice is played."""
        if self._played < len(self.turn) and seat == self.turn[self._played]:
            return
        if seat in self.turn[self._played :]:
            raise EntryError(EntrySentence.SEAT_NOT_NEXT, seat=seat)
        raise EntryError(EntrySentence.SEAT_NOT_TO_ACT, seat=seat)

    def _play(self, seat: int, action: Action) -> None:
        detail = self._wire.event(self.state, seat, action)
        self.history.append(Event(len(self.history), seat, self.game.write(action), detail))
        self._played += 1
        try:
            self.state.apply_action(seat, action)
            if self._played == len(self.turn):
                self._next_turn()
            else:
                self.phase = MatchPhase.PLAYING
        except Exception as error:
            self._fail(error)

    def _next_turn(self) -> None:
        """Get the acting seats and the phase from the rules."""
        self._played = 0
        self.turn = self.state.to_act()
        if self.turn:
            self.phase = _TURN
        else:
            self.phase = MatchPhase.OVER if self.state.is_terminal() else MatchPhase.CHANCE

    def _fail(self, error: Exception) -> None:
        self.failure = error
        self.phase = MatchPhase.SPOILED

    def _faulted(self, entry: Faulted) -> None:
        """Book a fault; if it closes the seat's question or forfeits the seat, hold a choice."""
        seat = entry.seat
        if seat >= len(self.seats):
            raise EntryError(EntrySentence.NO_SUCH_SEAT, seat=seat)
        table, question = self.seats[seat], self.open_questions.get(seat)
        if entry.number and (question is None or question.number != entry.number):
            raise EntryError(
                EntrySentence.QUESTION_NOT_OPEN_TO_SEAT, number=entry.number, seat=seat
            )
        step = SeatStep.STRIKE if entry.number else SeatStep.OFFENCE
        if entry.forfeit:
            step = SeatStep.LAST_STRIKE if entry.number else SeatStep.LAST_OFFENCE
        table.standing = follow(seat, table.standing, step)
        table.strikes, table.forfeited = entry.strikes, entry.forfeit
        if question is not None and (entry.number or entry.forfeit):
            if entry.number:
                question.fault = entry.fault
            self.hold(self._stand_in(question, entry))

    def _stand_in(self, question: Question, entry: Faulted) -> Chosen:
        """Return the choice that replaces the answer to a question after a fault.

        No entry has the time of the hand-over yet. In a resumed match, it is the earliest time that
        the fault allows: a wrong answer must have arrived before the deadline.
        """
        at, clock = entry.at, self.seats[question.seat].clock
        is_overdue = entry.number and entry.fault in OVERDUE
        if not is_overdue and at > clock.deadline:
            clock.restart(Instant(clock.asked_at + at - clock.deadline))
        origin = Origin.HOUSE if entry.forfeit else Origin.SUBSTITUTE
        option = self._seeded(question.number, len(question.options))
        handed_at = min(clock.asked_at, at)
        return Chosen(question.seat, question.number, option, origin, handed_at, at)

    def _sealed(self, sealed: Sealed) -> None:
        is_void = sealed.outcome.termination is Termination.VOID
        if not is_void and self.phase is not MatchPhase.OVER:
            raise self._unexpected(sealed)
        self.open_questions.clear()
        self._held.clear()
        self.outcome = sealed.outcome
        self.phase = MatchPhase.SEALED

    def _unexpected(self, entry: Entry) -> EntryError:
        """Return the error that says why this phase does not allow an entry."""
        match self.phase:
            case MatchPhase.SEALED:
                return EntryError(EntrySentence.ENTRY_AFTER_SEAL)
            case MatchPhase.SPOILED:
                if self.failure is not None:
                    return EntryError(EntrySentence.ONLY_VOID_SEAL_AFTER_FAILURE)
                return EntryError(EntrySentence.ONLY_VOID_SEAL_AFTER_STALL)
        if isinstance(entry, Sealed):
            return EntryError(EntrySentence.SEAL_TOO_EARLY)
        if isinstance(entry, Drawn):
            return EntryError(EntrySentence.NOTHING_TO_DRAW)
        if isinstance(entry, Chosen):
            return EntryError(EntrySentence.SEAT_NOT_TO_ACT, seat=entry.seat)
        kind = type(entry).__name__.lower()
        return EntryError(EntrySentence.KIND_CANNOT_COME, kind=kind)
