"""A small game that keeps every promise, with a hidden card for each seat."""

from collections.abc import Iterable, Mapping, Sequence

from tianming_games.chance import Chance
from tianming_games.small import (
    CHANCE,
    TERMINAL,
    UNKNOWN,
    Cell,
    Facts,
    Move,
    OptionSpec,
    Shuffle,
    SmallGame,
    SmallState,
)

STEPS = 6


class SoundState(SmallState):
    """Points, cards, and the number of moves so far."""

    words = ("take", "skip")

    def set_up(self, options: Mapping[str, str]) -> None:
        self.points = [0] * self.seats
        self.card = [0] * self.seats
        self.number = 0

    @property
    def current_player(self) -> int:
        if not self.card[0]:
            return CHANCE
        return TERMINAL if self.number == STEPS else self.number % self.seats

    def moves(self) -> Iterable[Move]:
        found: list[Move] = [("take", 1), ("skip",)]
        return [*found, ("take", 2)] if self.number % 2 else found

    def play(self, word: str, *numbers: int) -> None:
        self.points[self.current_player] += sum(numbers)
        self.number += 1

    def draw(self) -> Shuffle:
        return Shuffle(range(1, self.seats + 2))

    def drawn(self, values: tuple[int, ...]) -> None:
        self.card = list(values[: self.seats])

    def hide(self, seat: int | None) -> None:
        if self.card[0]:
            self.card = [UNKNOWN if at != seat else card for at, card in enumerate(self.card)]

    def deal(self, chance: Chance) -> None:
        cards = [card for card in range(1, self.seats + 2) if card not in self.card]
        rest = chance.shuffle(cards)
        self.card = [rest.pop() if card == UNKNOWN else card for card in self.card]

    def cells(self) -> Sequence[Sequence[Cell]]:
        return [[Cell(str(points), seat) for seat, points in enumerate(self.points)]]


class SoundGame(SmallGame):
    """The game for 2 or 3 seats."""

    name = "sound"
    title = "Sound"
    facts = Facts(2, 3, longest=STEPS, least=0, most=2 * STEPS, hidden=True)
    state = SoundState
    options = (OptionSpec("colour", ("red", "blue"), "red", "colour of the cards"),)
