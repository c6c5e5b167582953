"""A question to a seat, and the events that a seat is told with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.match.bot_text import control
from referee.match.clock import Instant, Span
from referee.match.fault import Fault
from tianming_games.action import Action


@dataclass(init=False, slots=True)
class Event:
    """Something that happened.

    `index` counts the events of the match from 0; `seat` is None for a draw. `notation` is the
    event as text, `detail` the same as the game's serialized `Event`. `packed` caches its encoded
    form, which is the same for every seat.
    """

    index: int
    seat: int | None
    notation: str
    detail: bytes = field(repr=False)
    packed: bytes = field(compare=False, repr=False)

    def __init__(self, index: int, seat: int | None, notation: str, detail: bytes) -> None:
        self.index = index
        self.seat = seat
        self.notation = notation
        self.detail = detail
        self.packed = b""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a bot thinks of a position: for readers of the record, no rule reads it.

    Attributes:
        value: the expected result for its seat, from 0 to 1; None if it is unknown.
        nodes: number of searched positions.
        depth: depth of the search, in decisions.
        line: the play that it expects, in the game's notation.
    """

    value: float | None
    nodes: int
    depth: int
    line: tuple[str, ...]


class Question:
    """A question that was put to a seat.

    `at` is the time of the question, `budget` the seat's remaining time, `since` the events after
    the seat's last question. `fault` is the fault that closed it, if one did. `answered` is room
    for whoever drives the match to remember that an answer waits.
    """

    # slots and a constructor by hand: the compiler makes the fastest code of them
    __slots__ = (
        "answered",
        "at",
        "budget",
        "fault",
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
        at: Instant,
        budget: Span,
        since: list[Event],
        payload: bytes,
    ) -> None:
        self.seat = seat
        self.number = number
        self.options = options
        self.at = at
        self.budget = budget
        self.since = since
        self.payload = payload
        self.fault: Fault | None = None
        self.handed_over = False
        self.answered = False


def flaw(
    option: int | None, option_count: int, note: str = "", thought: Thought | None = None
) -> tuple[Fault, str] | None:
    """The fault of an answer, with its reason; None if it is one of so many options."""
    if option is None:
        return Fault.MALFORMED, "The answer has no option."
    if option >= option_count:
        return Fault.ILLEGAL, f"Option {option} is not on offer: there are {option_count}, from 0."
    if (character := control(note)) is not None:
        why = f"The note has a control character, {character}; tabs and line breaks may be."
        return Fault.MALFORMED, why
    if thought is not None and (character := control("".join(thought.line))) is not None:
        return Fault.MALFORMED, f"The principal line has a control character, {character}."
    return None
