"""A game so small that a network learns it at once: take the most points, three times."""

from collections.abc import Iterable, Mapping

from tianming_games.action import Action
from tianming_games.small import TERMINAL, Facts, Move, SmallGame, SmallState
from tianming_games.tensor import TensorField, number, one_hot

MOST = 5
TURNS = 6


class TinyState(SmallState):
    """Points by seat, and the number of finished turns."""

    words = ("take",)

    def set_up(self, options: Mapping[str, str]) -> None:
        self.points = [0] * self.seats
        self.turns = 0

    @property
    def current_player(self) -> int:
        return TERMINAL if self.turns == TURNS else self.turns % self.seats

    def moves(self) -> Iterable[Move]:
        return [("take", points) for points in range(1, MOST + 1)]

    def play(self, word: str, *numbers: int) -> None:
        self.points[self.turns % self.seats] += numbers[0]
        self.turns += 1


class Tiny(SmallGame):
    """The game for two seats."""

    name, title, state = "tiny", "Tiny", TinyState
    facts = Facts(2, 2, longest=TURNS, least=0, most=MOST * TURNS, hidden=False)

    def all_actions(self, options: Mapping[str, str]) -> Iterable[Action]:
        return [Action(0, (points,)) for points in range(1, MOST + 1)]

    def tensor_fields(self, seats: int, options: Mapping[str, str]) -> Iterable[TensorField]:
        return [
            one_hot("seat", range(seats), "the seat that looks", lambda seen: seen.seat),
            number("turns", TURNS, "finished turns", lambda seen: seen.turns),
        ]


GAME = Tiny()
