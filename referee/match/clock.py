"""The clock of a match: the time that each seat may spend, and has spent, on decisions.

All times are whole nanoseconds. A reading of a monotonic clock (`Instant`) and a duration (`Span`)
have separate types, so that the type checker rejects one in place of the other, and a wall-clock
time in place of either.
"""

from dataclasses import dataclass
from typing import Any, Final, NewType

Instant = NewType("Instant", int)
"""A reading of a monotonic clock, in nanoseconds."""

Span = NewType("Span", int)
"""A duration, in nanoseconds."""

SECOND: Final = 1_000_000_000


def seconds(number: float) -> Span:
    """Return a span from a number of seconds."""
    return Span(round(number * SECOND))


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """The clock settings, which are the same for every seat of a match.

    A question's budget is `decision`, plus the rest of the seat's `bank`, plus `first` if it is the
    seat's first. Time beyond `decision` (and `first`) is taken from the bank; `increment` is added
    to the bank after each decision. An answer within `grace` after the budget still counts, and
    empties the bank. If the stalls of the host exceed `stall` in total, the match is void.
    """

    decision: Span = seconds(5)
    bank: Span = seconds(30)
    increment: Span = Span(0)
    grace: Span = seconds(0.1)
    first: Span = seconds(5)
    stall: Span = seconds(10)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields, which works in a compiled build as well."""
        fields = (self.decision, self.bank, self.increment, self.grace, self.first, self.stall)
        return ClockSettings, fields


class SeatClock:
    """The clock of one seat. It runs only while a question is open."""

    __slots__ = ("_free", "_settings", "_spent", "asked_at", "bank", "budget")

    def __init__(self, settings: ClockSettings) -> None:
        self._settings = settings
        self.bank = settings.bank
        self.asked_at = Instant(0)
        self.budget = Span(0)
        self._free = Span(settings.decision + settings.first)
        self._spent: Span | None = None

    @property
    def next_budget(self) -> Span:
        """The budget of the next decision."""
        return Span(self._free + self.bank)

    def start(self, now: Instant) -> Span:
        """Begin a decision; return its budget."""
        self.asked_at = now
        self.budget = Span(self._free + self.bank)
        self._spent = None
        return self.budget

    def start_with(self, budget: Span, now: Instant) -> None:
        """Begin a decision with a given budget."""
        self.asked_at = now
        self.budget = budget

    def restart(self, now: Instant) -> None:
        """Let the clock of the open decision run from `now`, when its question is handed over."""
        self.asked_at = now

    def pause(self, now: Instant) -> None:
        """Keep the time spent on the open decision up to `now`; only the first pause counts.

        It is called because the referee has stopped.
        """
        if self._spent is None:
            self._spent = Span(now - self.asked_at)

    def go_on(self, now: Instant) -> None:
        """Let the clock run again from `now`, with the time spent before the first pause."""
        self.asked_at = Instant(now - (self._spent or 0))

    @property
    def deadline(self) -> Instant:
        """The last instant at which an answer counts, including grace."""
        return Instant(self.asked_at + self.budget + self._settings.grace)

    def left(self, now: Instant) -> Span:
        """Return the remaining budget of the open decision, at least 0."""
        return Span(max(0, self.asked_at + self.budget - now))

    def stop(self, now: Instant) -> None:
        """End a decision: subtract its time from the bank, and add the increment."""
        settings = self._settings
        over = now - self.asked_at - self._free
        bank = self.bank if over <= 0 else max(0, self.bank - over)
        self.bank = Span(bank + settings.increment)
        self._free = settings.decision
