"""The entries of a match: its events in order.

Only entries change a match. The match or `Machine.decide` makes them, the journal writes them, and
`Machine.apply` carries them out, in a running match or from a record. All times are readings of the
clock of the match.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import IntEnum

from mypy_extensions import mypyc_attr

from referee.match.clock import Instant, Span
from referee.match.fault import Fault
from referee.match.outcome import Outcome
from referee.match.question import Thought
from tianming_games.action import Action
from tianming_games.state import State


class Origin(IntEnum):
    """Who made a choice. The numbers are those of the protobuf enum."""

    __hash__ = int.__hash__  # faster than the hash of the name, which enums use by default

    BOT = 1
    SUBSTITUTE = 2
    HOUSE = 3
    FORCED = 4


class Entry:
    """The base of all entries."""

    # mypyc compiles explicit slots and explicit constructors to the fastest code
    __slots__ = ()


class Drawn(Entry):
    """A random draw, with its values; `index` counts the draws of the match from 0."""

    __slots__ = ("index", "values")

    def __init__(self, index: int, values: Sequence[int]) -> None:
        self.index = index
        self.values = values


class Asked(Entry):
    """The referee asked a seat a question.

    `options` and `payload` are what the seat sees; an entry from a record has neither. `state` is
    the state at that moment. Its canonical bytes are valid until the next entry is applied.
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

    `number` is the number of the question, 0 for a forced choice. `handed_at` is the time at which
    the clock of the question started, None if no bot was asked. `network` is the bot's round-trip
    time, at most the time of the answer, and None if it was not measured. `option_count` is the
    number of options of a choice without a question, else 0.
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
        *,
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

    @property
    def took(self) -> Span:
        """The time from the hand-over of the question to its answer; 0 if no bot was asked."""
        return Span(0 if self.handed_at is None else max(0, self.at - self.handed_at))


class Faulted(Entry):
    """A fault was booked against a seat.

    `number` is the number of the seat's open question if the fault closes it, else 0. `strikes` is
    the seat's number of strikes after this one; `forfeit` tells whether they forfeit the seat.
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
    """A note for readers of the record, which changes nothing."""

    __slots__ = ("at", "seat", "text")

    def __init__(self, seat: int | None, at: Instant, text: str) -> None:
        self.seat = seat
        self.at = at
        self.text = text


class Stalled(Entry):
    """The host stalled for `span` until `at`; no clock ran in that time."""

    __slots__ = ("at", "span")

    def __init__(self, span: Span, at: Instant) -> None:
        self.span = span
        self.at = at


class Resumed(Entry):
    """The referee resumed the match after an interruption, during which no clock ran.

    `wall` is the time of day in seconds since 1970, `torn` the number of bytes that were removed
    from the record.
    """

    __slots__ = ("at", "torn", "wall")

    def __init__(self, at: Instant, wall: float = 0.0, torn: int = 0) -> None:
        self.at = at
        self.wall = wall
        self.torn = torn


class Sealed(Entry):
    """The match has ended; `canonical_state` is its last state, empty for a void match."""

    __slots__ = ("at", "canonical_state", "outcome")

    def __init__(self, outcome: Outcome, at: Instant, canonical_state: bytes = b"") -> None:
        self.outcome = outcome
        self.at = at
        self.canonical_state = canonical_state


@mypyc_attr(allow_interpreted_subclasses=True)
class EntryLog(ABC):
    """The log to which a match writes each entry before it applies the entry."""

    @property
    @abstractmethod
    def digest(self) -> bytes:
        """A digest over all entries so far."""

    @abstractmethod
    def write(self, entry: Entry) -> None:
        """Write an entry."""
