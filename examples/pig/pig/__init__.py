"""Pig: roll a die as often as you dare, or hold."""

from collections.abc import Iterable, Mapping

from tianming_games.small import CHANCE, TERMINAL, Dice, Facts, Move, SmallGame, SmallState

GOAL = 100
ROUNDS = 30


class PigState(SmallState):
    """Points of all seats and of this turn, and the number of finished turns."""

    words = ("roll", "hold")

    def set_up(self, options: Mapping[str, str]) -> None:
        self.points = [0] * self.seats
        self.turn = self.turns = self.is_rolling = 0

    @property
    def current_player(self) -> int:
        if self.turns == ROUNDS * self.seats or max(self.points) >= GOAL:
            return TERMINAL
        return CHANCE if self.is_rolling else self.turns % self.seats

    def moves(self) -> Iterable[Move]:
        return [("roll",), ("hold",)] if self.turn else [("roll",)]

    def play(self, word: str, *numbers: int) -> None:
        if word == "roll":
            self.is_rolling = 1
        else:
            self.end_turn(self.turn)

    def draw(self) -> Dice:
        return Dice(6)

    def drawn(self, values: tuple[int, ...]) -> None:
        self.is_rolling = 0
        self.turn += values[0]
        if values[0] == 1:
            self.end_turn(0)
        elif self.points[self.turns % self.seats] + self.turn >= GOAL:
            self.end_turn(self.turn)

    def end_turn(self, gained: int) -> None:
        self.points[self.turns % self.seats] += gained
        self.turn, self.turns = 0, self.turns + 1


class Pig(SmallGame):
    """Pig for 2 to 5 seats."""

    name, title, state = "pig", "Pig", PigState
    facts = Facts(2, 5, longest=ROUNDS * 5 * 51, least=0, most=GOAL + 5, hidden=False)


GAME = Pig()
