"""The observation of a seat."""

from typing import NamedTuple

from tianming_games.ming.family import Family
from tianming_games.ming.map import Map


class Observation(NamedTuple):
    """What a seat sees.

    `subject` is the province or district of the decision. `left` is the number of remaining
    decisions of this kind for the seat, including this one. `queue` are the seats with a later turn
    in this phase, each once, the next one first. It is empty while several seats choose at once. A
    seat of the queue is skipped if it can do nothing in its turn. `laid` are the sums of return
    cards by family; until all are shown, only the seat's own and the neutral family's.
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
