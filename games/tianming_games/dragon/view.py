"""The observation of a seat."""

from collections.abc import Mapping
from dataclasses import dataclass

from tianming_games.dragon.box import EventTile
from tianming_games.dragon.extra import Extra
from tianming_games.dragon.province import Province

EVENT_WORDS = tuple(event.name.lower().replace("_", "-") for event in EventTile)


@dataclass(init=False, slots=True)
class Observation:
    """The observation of a seat: the whole state, because nothing in this game is hidden.

    `subjects` are the subjects of the seat's decisions of the pending kind, the pending one first.
    `queue` are the seats that decide after it in this phase. `unsupplied` are the palaces of the
    seat that have released a person in this drought.
    """

    seat: int
    month: int
    phase: int
    decision: str
    subjects: tuple[int, ...]
    queue: tuple[int, ...]
    events: tuple[int, ...]
    display: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    dragons: tuple[int, ...]
    provinces: tuple[Province, ...]
    turn_order: tuple[int, ...]
    unsupplied: tuple[int, ...]
    extras: Mapping[str, Extra]

    def __init__(
        self,
        seat: int,
        month: int,
        phase: int,
        decision: str,
        subjects: tuple[int, ...],
        queue: tuple[int, ...],
        events: tuple[int, ...],
        display: tuple[int, ...],
        groups: tuple[tuple[int, ...], ...],
        dragons: tuple[int, ...],
        provinces: tuple[Province, ...],
        turn_order: tuple[int, ...],
        unsupplied: tuple[int, ...],
        extras: Mapping[str, Extra],
    ) -> None:
        self.seat = seat
        self.month = month
        self.phase = phase
        self.decision = decision
        self.subjects = subjects
        self.queue = queue
        self.events = events
        self.display = display
        self.groups = groups
        self.dragons = dragons
        self.provinces = provinces
        self.turn_order = turn_order
        self.unsupplied = unsupplied
        self.extras = extras
