"""A province: what one player owns, as immutable values."""

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from tianming_games.dragon.box import HAND, PERSON, SYMBOLS, Person


class Palace(NamedTuple):
    """A palace of 1 to 3 floors with at most one person on each floor, sorted by tile."""

    floors: int
    persons: tuple[int, ...] = ()

    def has_room(self) -> bool:
        """Whether another person fits."""
        return len(self.persons) < self.floors

    def with_person(self, tile: int) -> "Palace":
        """Return the palace with one more person."""
        return _with_person(self, tile)

    def without_person(self, tile: int) -> "Palace":
        """Return the palace with one person of that tile fewer."""
        return _without_person(self, tile)


@cache
def _with_person(palace: Palace, tile: int) -> Palace:
    return Palace(palace.floors, tuple(sorted((*palace.persons, tile))))


@cache
def _without_person(palace: Palace, tile: int) -> Palace:
    at = palace.persons.index(tile)
    return Palace(palace.floors, palace.persons[:at] + palace.persons[at + 1 :])


@dataclass(init=False, slots=True, unsafe_hash=True)
class Province:
    """What one player owns: palaces, cards in hand, goods, privileges, marker and points.

    `track` is the space of the person marker. `arrival` is the number of the marker's last move,
    counted over all markers: of two markers on a space, the one with the higher number is on top.
    The comparison of provinces ignores it, because players see the order of the markers and not the
    number of their moves. `dragons` are those on privileges. `hand` is sorted.
    """

    palaces: tuple[Palace, ...]
    hand: tuple[int, ...]
    yuan: int
    rice: int
    fireworks: int
    dragons: int
    track: int
    arrival: int = field(compare=False)
    score: int

    def __init__(
        self,
        palaces: tuple[Palace, ...] = (Palace(2), Palace(2)),
        hand: tuple[int, ...] = HAND,
        yuan: int = 6,
        rice: int = 0,
        fireworks: int = 0,
        dragons: int = 0,
        track: int = 0,
        arrival: int = 0,
        score: int = 0,
    ) -> None:
        self.palaces = palaces
        self.hand = hand
        self.yuan = yuan
        self.rice = rice
        self.fireworks = fireworks
        self.dragons = dragons
        self.track = track
        self.arrival = arrival
        self.score = score

    def but(
        self,
        palaces: tuple[Palace, ...] | None = None,
        hand: tuple[int, ...] | None = None,
        yuan: int | None = None,
        rice: int | None = None,
        fireworks: int | None = None,
        dragons: int | None = None,
        track: int | None = None,
        arrival: int | None = None,
        score: int | None = None,
    ) -> "Province":
        """Return the province with some values changed."""
        return Province(
            self.palaces if palaces is None else palaces,
            self.hand if hand is None else hand,
            self.yuan if yuan is None else yuan,
            self.rice if rice is None else rice,
            self.fireworks if fireworks is None else fireworks,
            self.dragons if dragons is None else dragons,
            track=self.track if track is None else track,
            arrival=self.arrival if arrival is None else arrival,
            score=self.score if score is None else score,
        )

    def is_ahead_of(self, other: "Province") -> bool:
        """Whether the person marker is farther on the track, or on top of the other's."""
        if self.track != other.track:
            return self.track > other.track
        return self.arrival > other.arrival

    def symbols(self, person: Person) -> int:
        """Return the number of symbols on all persons of a type."""
        count = 0
        for palace in self.palaces:
            for tile in palace.persons:
                if PERSON[tile] == person:
                    count += SYMBOLS[tile]
        return count

    def persons(self) -> int:
        """Return the number of persons in all palaces."""
        count = 0
        for palace in self.palaces:
            count += len(palace.persons)
        return count

    def has_room(self) -> bool:
        """Whether any palace has room for another person."""
        rooms = 0
        for floors, persons in self.palaces:
            rooms += floors - len(persons)
        return rooms > 0

    def with_palace(self, index: int, palace: Palace) -> "Province":
        """Return the province with one palace changed, or added if the index is new."""
        palaces = self.palaces
        return self.but(palaces=(*palaces[:index], palace, *palaces[index + 1 :]))

    def without_palace(self, index: int) -> "Province":
        """Return the province with one palace fewer."""
        return self.but(palaces=self.palaces[:index] + self.palaces[index + 1 :])

    def without_card(self, card: int) -> "Province":
        """Return the province with one person card fewer in hand."""
        at = self.hand.index(card)
        return self.but(hand=self.hand[:at] + self.hand[at + 1 :])


def distinct(palaces: tuple[Palace, ...]) -> list[tuple[int, Palace]]:
    """Return the palaces with their indexes; of equal palaces only the first."""
    seen: dict[Palace, int] = {}
    for index, palace in enumerate(palaces):
        seen.setdefault(palace, index)
    return [(index, palace) for palace, index in seen.items()]
