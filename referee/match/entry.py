"""The entries of a match: everything that happens in it, in the order in which it happens.

Only entries change a match: `Machine.decide` makes them, the journal writes them down, and
`Machine.apply` carries them out, live or read from a record. All times are readings of the clock of
whoever drives the match.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Protocol

from referee.match.clock import Instant, Span
from referee.match.fault import Fault
from referee.match.outcome import Outcome
from referee.match.question import Thought
from tianming_games.action import Action
from tianming_games.state import State


class Origin(IntEnum):
    """Who made a choice. The numbers are those of the contract's enum."""

    __hash__ = int.__hash__  # numbers hash at once; names, as enums do by themselves, do not

    BOT = 1
    SUBSTITUTE = 2
    HOUSE = 3
    FORCED = 4


class Entry:
    """The base of all entries."""

    # slots and constructors by hand: the compiler makes the fastest code of them
    __slots__ = ()


class Drawn(Entry):
    """A draw of the referee, with its result."""

    __slots__ = ("index", "values")

    def __init__(self, index: int, values: Sequence[int]) -> None:
        self.index = index
        self.values = values


class Asked(Entry):
    """A question was put to a seat.

    `options` and `payload` are what the seat sees; an entry from a record has neither. `state` is
    the state at that moment. It can be asked for its canonical bytes until the next entry is
    written.
    """

    __slots__ = ("at", "budget", "number", "options", "payload", "seat", "state")

    def __init__(
        self,
        number: int,
        seat: int,
        at: Instant,
        budget: Span,
        options: Sequence[Action] | None = None,
        payload: bytes = b"",
        state: State | None = None,
    ) -> None:
        self.number = number
        self.seat = seat
        self.at = at
        self.budget = budget
        self.options = options
        self.payload = payload
        self.state = state


class Chosen(Entry):
    """A choice was played.

    `number` is 0 and `handed_at` None where nobody was asked; else `handed_at` is when the question
    was handed over. `network` is the bot's round-trip time, as far as the answer took that long,
    None where it was not measured. `option_count` is the number of options of a choice without a
    question, else 0.
    """

    __slots__ = (
        "at",
        "handed_at",
        "network",
        "note",
        "number",
        "option",
        "option_count",
        "origin",
        "seat",
        "thought",
    )

    def __init__(
        self,
        seat: int,
        number: int,
        option: int,
        origin: Origin,
        handed_at: Instant | None,
        at: Instant,
        note: str = "",
        network: Span | None = None,
        option_count: int = 0,
        thought: Thought | None = None,
    ) -> None:
        self.seat = seat
        self.number = number
        self.option = option
        self.option_count = option_count
        self.thought = thought
        self.origin = origin
        self.handed_at = handed_at
        self.at = at
        self.note = note
        self.network = network


class Faulted(Entry):
    """A fault was booked against a seat.

    `number` is the number of the seat's open question if the fault closes it, else 0. `strikes` are
    the seat's with this one; `forfeit` says whether it was the last.
    """

    __slots__ = ("at", "fault", "forfeit", "number", "reason", "seat", "strikes")

    def __init__(
        self,
        seat: int,
        number: int,
        fault: Fault,
        at: Instant,
        reason: str,
        strikes: int,
        forfeit: bool,
    ) -> None:
        self.seat = seat
        self.number = number
        self.fault = fault
        self.at = at
        self.reason = reason
        self.strikes = strikes
        self.forfeit = forfeit


class Noted(Entry):
    """Something is worth knowing, and changes nothing."""

    __slots__ = ("at", "seat", "text")

    def __init__(self, seat: int | None, at: Instant, text: str) -> None:
        self.seat = seat
        self.at = at
        self.text = text


class Stalled(Entry):
    """The host stalled until `at`; no clock ran in that time."""

    __slots__ = ("at", "span")

    def __init__(self, span: Span, at: Instant) -> None:
        self.span = span
        self.at = at


class Resumed(Entry):
    """The referee had stopped, and took the match up again; no time passed in between.

    `wall` is the time of day in seconds since 1970, `torn` how many bytes were cut off the
    record.
    """

    __slots__ = ("at", "torn", "wall")

    def __init__(self, at: Instant, wall: float = 0.0, torn: int = 0) -> None:
        self.at = at
        self.wall = wall
        self.torn = torn


class Sealed(Entry):
    """The match is over; `canonical_state` is that of its last state, empty for a void match."""

    __slots__ = ("at", "canonical_state", "outcome")

    def __init__(self, outcome: Outcome, at: Instant, canonical_state: bytes = b"") -> None:
        self.outcome = outcome
        self.at = at
        self.canonical_state = canonical_state


class EntryLog(Protocol):
    """The log to which a match writes each entry before it applies the entry."""

    @property
    def digest(self) -> bytes:
        """What identifies everything that was written so far."""

    def write(self, entry: Entry) -> None:
        """Write an entry down."""
