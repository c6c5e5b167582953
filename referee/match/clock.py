"""The clock of a match: what a seat may spend on a decision, and what it has spent.

All times are whole nanoseconds. A reading of the monotonic clock and a span between two readings
have separate types, so the type checker rejects one in place of the other, and a wall-clock time in
place of either.
"""

from dataclasses import dataclass
from typing import Any, NewType

Instant = NewType("Instant", int)
"""A reading of a monotonic clock, in nanoseconds."""

Span = NewType("Span", int)
"""A duration, in nanoseconds."""

SECOND = 1_000_000_000


def seconds(number: float) -> Span:
    """A span from a number of seconds."""
    return Span(round(number * SECOND))


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """The clock every seat of a match has.

    A question's budget is `decision`, plus the rest of the seat's `bank`, plus `first` if it is the
    seat's first. Time beyond the decision's own comes from the bank; `increment` is added to the
    bank after each decision. An answer within `grace` after the budget is still taken, and empties
    the bank. If the stalls of the host exceed `stall` in total, the match is void.
    """

    decision: Span = seconds(5)
    bank: Span = seconds(30)
    increment: Span = Span(0)
    grace: Span = seconds(0.1)
    first: Span = seconds(5)
    stall: Span = seconds(10)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its fields, which works in a compiled build as well."""
        fields = (self.decision, self.bank, self.increment, self.grace, self.first, self.stall)
        return ClockSettings, fields


class SeatClock:
    """The remaining time of one seat. It runs only while a question is open."""

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
        """Begin a decision with a budget that is known."""
        self.asked_at = now
        self.budget = budget

    def restart(self, now: Instant) -> None:
        """The question is only now handed over: the clock begins to run now."""
        self.asked_at = now

    def pause(self, now: Instant) -> None:
        """The referee has stopped: what was spent by then is known, the first time."""
        if self._spent is None:
            self._spent = Span(now - self.asked_at)

    def go_on(self, now: Instant) -> None:
        """The clock runs again from `now`, with what was spent before the first pause."""
        self.asked_at = Instant(now - (self._spent or 0))

    @property
    def deadline(self) -> Instant:
        """The last instant at which an answer counts, including grace."""
        return Instant(self.asked_at + self.budget + self._settings.grace)

    def left(self, now: Instant) -> Span:
        """The remaining budget of the open decision, at least 0."""
        return Span(max(0, self.asked_at + self.budget - now))

    def stop(self, now: Instant) -> None:
        """End a decision: take what it cost from the bank, add the increment."""
        settings = self._settings
        over = now - self.asked_at - self._free
        bank = self.bank if over <= 0 else max(0, self.bank - over)
        self.bank = Span(bank + settings.increment)
        self._free = settings.decision
