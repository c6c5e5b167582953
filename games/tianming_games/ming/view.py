"""What a seat may see."""

from typing import NamedTuple

from tianming_games.ming.family import Family
from tianming_games.ming.map import Map


class Observation(NamedTuple):
    """What a seat sees.

    `subject` is the province or district a decision is about. `left` counts the
    decisions of this kind the seat still owes, this one among them; `queue` are the
    seats with a turn to come after this decision, each once, next first; none while all
    choose at once, and of a turn in which nothing can be done nobody is asked. `laid` are
    the sums of the return cards by family: only the seat's own until all are shown.
    """

    seat: int
    round: int
    start: int
    decision: str
    subject: int
    left: int
    queue: tuple[int, ...]
    map: Map
    display: tuple[int, ...]
    stack: tuple[int, ...]
    discards: tuple[int, ...]
    dragons: int
    tiles: tuple[int, ...]
    families: tuple[Family, ...]
    seats: int
    laid: tuple[int, ...]
