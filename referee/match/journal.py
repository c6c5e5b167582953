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


class Journal(Protocol):
    """What a match tells its record, in the order in which it happens."""

    def drawn(self, index: int, values: Sequence[int]) -> None:
        """A draw is about to be carried out."""

    def asked(
        self,
        number: int,
        seat: int,
        option_count: int,
        at: Instant,
        budget: Span,
        payload: bytes,
        fingerprint: Callable[[], bytes],
    ) -> None:
        """A question is about to be put; `fingerprint` gives the state's.

        It may be asked for later, but before the journal is told anything else: until then
        the state is what it is.
        """

    def chosen(
        self,
        seat: int,
        number: int,
        option: int,
        origin: Origin,
        handed_at: Instant | None,
        at: Instant,
        note: str,
        network: Span | None,
    ) -> None:
        """A choice is about to be played; `handed_at` is when its clock began to run.

        `network` is how much of the time since then the way took, where that is known.
        """

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
