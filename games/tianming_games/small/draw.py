"""The draws of small games: dice and shuffled cards."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from tianming_games.chance import Chance


class SmallDraw(ABC):
    """A random draw of the referee. `is_public` tells whether all seats see its result."""

    is_public = True

    @abstractmethod
    def sample(self, chance: Chance) -> tuple[int, ...]:
        """Return a random result."""

    @abstractmethod
    def violation(self, values: tuple[int, ...]) -> str | None:
        """Return why the values cannot be a result; None if they can."""

    @abstractmethod
    def notation(self, values: tuple[int, ...]) -> str:
        """Return the public part of a result."""


class Dice(SmallDraw):
    """A throw of dice; the result has a number from 1 to `sides` for each."""

    def __init__(self, *sides: int) -> None:
        """Create the draw from the number of sides of each die."""
        self._sides = sides

    def sample(self, chance: Chance) -> tuple[int, ...]:
        return tuple([chance.below(sides) + 1 for sides in self._sides])

    def violation(self, values: tuple[int, ...]) -> str | None:
        if len(values) != len(self._sides):
            return f"A throw has {len(self._sides)} dice."
        for value, sides in zip(values, self._sides, strict=True):
            if not 1 <= value <= sides:
                return f"A die shows 1 to {sides}."
        return None

    def notation(self, values: tuple[int, ...]) -> str:
        return " ".join(["dice", *map(str, values)])


class Shuffle(SmallDraw):
    """Cards in random order."""

    def __init__(self, cards: Sequence[int], *, is_public: bool = False) -> None:
        """Create the draw from the cards; equal numbers are equal cards."""
        self._cards = tuple(cards)
        self.is_public = is_public

    def sample(self, chance: Chance) -> tuple[int, ...]:
        return tuple(chance.shuffle(self._cards))

    def violation(self, values: tuple[int, ...]) -> str | None:
        return None if sorted(values) == sorted(self._cards) else "These are not the cards."

    def notation(self, values: tuple[int, ...]) -> str:
        return " ".join(["cards", *map(str, values)]) if self.is_public else "shuffle"
