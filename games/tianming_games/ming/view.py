"""The observation of a seat."""

from dataclasses import dataclass
from typing import Final

from tianming_games.ming.family import Family
from tianming_games.ming.map import Map

CITY_DECISIONS: Final = ("return", "withdraw", "withdraw-neutral")
"""Decisions about the city that is being scored; their subject is its province."""


@dataclass(init=False, slots=True)
class Observation:
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

    def __init__(
        self,
        seat: int,
        number: int,
        start: int,
        decision: str,
        subject: int,
        left: int,
        queue: tuple[int, ...],
        drawn_map: Map,
        display: tuple[int, ...],
        stack: tuple[int, ...],
        discards: tuple[int, ...],
        dragons: int,
        tiles: tuple[int, ...],
        families: tuple[Family, ...],
        seats: int,
        laid: tuple[int, ...],
    ) -> None:
        self.seat = seat
        self.round = number
        self.start = start
        self.decision = decision
        self.subject = subject
        self.left = left
        self.queue = queue
        self.map = drawn_map
        self.display = display
        self.stack = stack
        self.discards = discards
        self.dragons = dragons
        self.tiles = tiles
        self.families = families
        self.seats = seats
        self.laid = laid
