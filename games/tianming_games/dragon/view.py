"""What a seat may see, and the same as text for people."""

from collections.abc import Mapping
from dataclasses import dataclass

from tianming_games.dragon.box import Event
from tianming_games.dragon.extra import Extra
from tianming_games.dragon.notation import ACTION_WORDS, CARD_WORDS, TILE_WORDS
from tianming_games.dragon.province import Province

EVENT_WORDS = tuple(event.name.lower().replace("_", "-") for event in Event)


@dataclass(init=False, slots=True)
class Observation:
    """What a seat sees: everything, for nothing in this game is hidden.

    `subjects` are what the decisions of this kind are about that the seat makes now,
    the pending one first; `queue` are the seats that decide after them in this phase.
    `unsupplied` are the palaces of the seat that have released somebody in this
    drought.
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


def draw(seen: Observation) -> str:
    """The board, a line for each thing, the players in the order of the person track."""
    lines = [
        f"month {seen.month} of 12" if seen.month else "preparation",
        f"events   {_events(seen)}",
        f"display  {_display(seen)}",
    ]
    for extra in seen.extras.values():
        lines += extra.lines()
    if seen.groups:
        lines.append(f"actions  {_groups(seen)}")
    if seen.unsupplied:
        lines.append(f"drought  released from {_palaces(seen)}")
    for seat in seen.turn_order:
        lines += _province(seat, seen.provinces[seat])
    return "\n".join(lines) + "\n"


def _events(seen: Observation) -> str:
    words = [EVENT_WORDS[event] for event in seen.events]
    if 1 <= seen.month <= len(words):
        words[seen.month - 1] = f"[{words[seen.month - 1]}]"
    return " ".join(words) or "not drawn yet"


def _display(seen: Observation) -> str:
    return " ".join(f"{word}:{count}" for word, count in zip(TILE_WORDS, seen.display, strict=True))


def _groups(seen: Observation) -> str:
    return " | ".join(
        "+".join(ACTION_WORDS[card] for card in group) + "*" * dragons
        for group, dragons in zip(seen.groups, seen.dragons, strict=True)
    )


def _palaces(seen: Observation) -> str:
    return "palace " + ", ".join(str(index) for index in sorted(seen.unsupplied))


def _province(seat: int, province: Province) -> list[str]:
    palaces = " ".join(
        f"{floors}[{' '.join(TILE_WORDS[tile] for tile in persons)}]"
        for floors, persons in province.palaces
    )
    hand = " ".join(CARD_WORDS[card] for card in province.hand)
    return [
        f"seat {seat}   {province.score} points, track {province.track}, "
        f"{province.yuan} yuan, {province.rice} rice, {province.fireworks} fireworks, "
        f"{province.dragons} privilege dragons",
        f"         palaces {palaces or 'none'}",
        f"         hand    {hand or 'none'}",
    ]
