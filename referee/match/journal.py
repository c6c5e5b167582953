"""The journal: where a match writes each step before it takes it."""

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Protocol

from referee.match.clock import Instant, Span
from referee.match.fault import Fault
from referee.match.outcome import Outcome


class Origin(IntEnum):
    """Who made a choice. The numbers are those of the contract's enum."""

    __hash__ = int.__hash__  # numbers hash at once; names, as enums do by themselves, do not

    BOT = 1
    SUBSTITUTE = 2
    HOUSE = 3
    FORCED = 4


class Asked:
    """A question that is put; `fingerprint` gives the state's."""

    __slots__ = ("at", "budget", "fingerprint", "number", "option_count", "payload", "seat")

    def __init__(
        self,
        number: int,
        seat: int,
        option_count: int,
        at: Instant,
        budget: Span,
        payload: bytes,
        fingerprint: Callable[[], bytes],
    ) -> None:
        self.number = number
        self.seat = seat
        self.option_count = option_count
        self.at = at
        self.budget = budget
        self.payload = payload
        self.fingerprint = fingerprint


class Choice:
    """A choice that is in and will be played; `handed_at` is when its clock began to run.

    `number` is 0 and `handed_at` None where nobody was asked. `network` is how much of the
    time since then the way took, where that is known.
    """

    __slots__ = ("at", "handed_at", "network", "note", "number", "option", "origin")

    def __init__(
        self,
        number: int,
        option: int,
        origin: Origin,
        handed_at: Instant | None,
        at: Instant,
        note: str = "",
        network: Span | None = None,
    ) -> None:
        self.number = number
        self.option = option
        self.origin = origin
        self.handed_at = handed_at
        self.at = at
        self.note = note
        self.network = network


class Journal(Protocol):
    """What a match tells its record, in the order in which it happens."""

    def drawn(self, index: int, values: Sequence[int]) -> None:
        """A draw is about to be carried out."""

    def asked(self, asked: Asked) -> None:
        """A question is about to be put.

        The state may be asked for its fingerprint later, but before the journal is told
        anything else: until then it is what it is.
        """

    def chosen(self, seat: int, choice: Choice) -> None:
        """A choice is about to be played."""

    def fault(
        self,
        seat: int,
        number: int,
        fault: Fault,
        at: Instant,
        reason: str,
        strikes: int,
        forfeit: bool,
    ) -> None:
        """A fault is about to be booked."""

    def note(self, seat: int | None, at: Instant, text: str) -> None:
        """Something happened that changes nothing."""

    def stalled(self, span: Span, at: Instant) -> None:
        """The host stood still until `at`; so much time did not count."""

    def seal(self, outcome: Outcome, at: Instant, fingerprint: bytes) -> bytes:
        """The match is about to end; gives the digest that closes the record."""
