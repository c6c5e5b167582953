"""A match that is taken up again: what it told its journal is told back to it.

Theory of operation. Whoever has read a record calls, in the order of its entries, the
method that has the entry's name; nothing is written meanwhile. Then `resume` lets the
match go on where it stood:

- a question that was asked and not answered is open again, under its number;
- an answer that was struck has its substitute, which waits as it did before;
- what was to come next and is in no entry comes now: a draw, a question, the end.

Time stood still in between. Of the time a seat had been thinking only what the record
knows of counts, up to its last entry, and nothing where its answer may have been lost. And
since the bots have to find their way back, a seat's clock stands still until its bot is
there, or until the time for that is over.
"""

from collections.abc import Callable, Sequence
from typing import Any, ParamSpec

from referee.match.clock import Instant, Span
from referee.match.fault import OVERDUE, Fault
from referee.match.journal import Journal, Origin
from referee.match.match import Event, Match, MatchSettings, Question, Said
from referee.match.outcome import Outcome
from tianming_games.action import Action
from tianming_games.game import Game

P = ParamSpec("P")


class RestoredMatch(Match):
    """A match that is told what has happened in it, and goes on."""

    def __init__(self, settings: MatchSettings, game: Game[Any], journal: Journal) -> None:
        super().__init__(settings, game, journal)
        self.failure: Exception | None = None
        """What the rules broke on, if they did: the match can only become void."""
        self._away = set(range(len(self.seats)))
        self._patience = Instant(0)
        self._banks: dict[int, Span] = {}
        self._spent: dict[int, Span] = {}

    # -- what has happened

    def drawn(self, index: int, values: Sequence[int]) -> None:
        """A draw was carried out."""
        self._draws = index + 1
        self.history.append(Event(None, self.state.draw_notation(tuple(values))))
        self._apply(self.state.apply_draw, tuple(values))

    def asked(self, number: int, seat: int, at: Instant) -> None:
        """A question was put.

        Where several seats act at once, an answer is in no entry before all are there. It
        may have come and be lost, so the time until then is nobody's.
        """
        self._pass_over(seat, at)
        if len(self.state.to_act()) > 1:
            self._spent[seat] = Span(0)
        table = self.seats[seat]
        self._number = number
        self._banks[seat] = table.clock.bank
        budget = table.clock.start(at)
        options = self.state.legal_actions(seat)
        since, table.seen = self.history[table.seen :], len(self.history)
        self._open[seat] = Question(seat, number, options, budget, since, b"", handed_over=True)

    def chosen(
        self,
        seat: int,
        number: int,
        option: int,
        origin: Origin,
        handed_at: Instant,
        at: Instant,
    ) -> None:
        """A choice was played."""
        clock = self.seats[seat].clock
        if seat in self._banks:
            clock.bank = self._banks.pop(seat)
            clock.restart(handed_at)
            clock.stop(at)
        elif origin is Origin.HOUSE and seat not in self._choices:
            self._number = number
        self._open.pop(seat, None)
        self._choices.pop(seat, None)
        self._spent.pop(seat, None)
        action = self.state.legal_actions(seat)[option]
        self.history.append(Event(seat, self.game.write(action)))
        self._apply(self.state.apply_action, seat, action)

    def booked(self, seat: int, number: int, fault: Fault, at: Instant, strikes: int) -> None:
        """A fault was booked; where it closed the seat's question, a choice stands in.

        When the question had been handed over is in no entry yet. It is taken to be as
        early as the fault allows: an answer that was wrong had come in time.
        """
        table = self.seats[seat]
        table.strikes, table.forfeited = strikes, strikes >= self.settings.strikes
        question = self._open.get(seat)
        if question is None or not (number or table.forfeited):
            return
        if fault not in OVERDUE and at > table.clock.deadline:
            table.clock.restart(Instant(table.clock.asked_at + at - table.clock.deadline))
        self._play_for(question, at)

    def noted(self) -> None:
        """A note was written."""
        self._notes += 1

    def stood_still(self, span: Span) -> None:
        """The host had stood still."""
        self._stalled = Span(self._stalled + span)

    def stopped(self, at: Instant) -> None:
        """The referee was gone: what a seat had spent by then on its open question is known."""
        for seat in self._open:
            self._spent.setdefault(seat, Span(at - self.seats[seat].clock.asked_at))

    def ended(self, outcome: Outcome) -> None:
        """The match was sealed."""
        self.outcome = outcome

    # -- what happens now

    def resume(self, now: Instant, patience: Span) -> list[Said]:
        """Go on. Bots that are not back have `patience` before their clocks run.

        `stopped` has been called. Whoever comes back is put the open question by
        `connect`; only new ones are said here.
        """
        if self.failure is not None:
            raise self.failure
        said = self._void_if_stalled(now)
        self._patience = Instant(now + patience)
        for table in self.seats:
            table.connected = False
        for seat, question in self._open.items():
            question.payload = self._wire.question(self.state, seat, question.options)
            self._wait_for(seat)
        self._go_on(now, said)
        return said

    def hold(self, question: Question, until: Instant) -> None:
        """A question is kept back for a while; one that waits for its bot waits longer."""
        if question.seat not in self._away:
            super().hold(question, until)

    def connect(self, seat: int, now: Instant) -> list[Said]:
        """The seat's bot is there: if it is back in time, its clock runs from now."""
        if seat in self._away:
            self._away.discard(seat)
            if seat in self._open and now < self._patience:
                spent = self._spent.get(seat, Span(0))
                self.seats[seat].clock.restart(Instant(now - spent))
        return super().connect(seat, now)

    # -- inside

    def _ask(self, seat: int, options: Sequence[Action], now: Instant) -> Question:
        question = super()._ask(seat, options, now)
        self._spent.pop(seat, None)
        if seat in self._away and now < self._patience:
            self._wait_for(seat)
        return question

    def _wait_for(self, seat: int) -> None:
        """Let a seat's clock stand until its bot is back, or until nobody waits any more."""
        spent = self._spent.get(seat, Span(0))
        self.seats[seat].clock.restart(Instant(self._patience - spent))

    def _pass_over(self, seat: int, at: Instant) -> None:
        """Make the choices of those who act with a seat, before it, and are not asked."""
        for other in self.state.to_act():
            if other == seat:
                return
            if other not in self._choices and other not in self._open:
                self._turn(other, at, [])

    def _apply(self, step: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Carry out what the record has; where the rules break on it, remember on what."""
        try:
            step(*args, **kwargs)
        except Exception as error:
            self.failure = error
