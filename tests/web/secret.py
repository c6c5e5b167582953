"""A game with hidden information: the toy game with a die that only seat 0 sees.

The die has no other effect. So two matches that differ only in the die look the same to all
other seats.
"""

from collections.abc import Mapping
from typing import ClassVar

from tests.match.toy import Toy, ToyState, ToyWire
from tianming_games.game import Facts
from tianming_games.option import OptionSpec


class SecretState(ToyState):
    """The toy's state; the die is shown to seat 0."""

    def observation(self, seat: int | None) -> tuple[int, ...]:
        shown = self.die if seat == 0 else 0
        return (-1 if seat is None else seat, self.round, shown, *self.points)

    def draw_notation(self, values: tuple[int, ...]) -> str:
        return "a die"

    def clone(self) -> "SecretState":
        other = SecretState(self.seats, self.together, self.broken)
        other.points = list(self.points)
        other.round, other.die, other.chosen = self.round, self.die, dict(self.chosen)
        return other


class SecretWire(ToyWire):
    """The toy's messages, without the die in an event."""

    def draw(self, state: ToyState, values: tuple[int, ...]) -> bytes:
        return b"a die"


class Secret(Toy):
    """The toy game with hidden information."""

    name = "secret"
    title = "Secret"
    facts = Facts(2, 4, longest=12, least=0, most=6, hidden=True)
    options: ClassVar[tuple[OptionSpec, ...]] = Toy.options

    def new_state(self, seats: int, options: Mapping[str, str]) -> SecretState:
        return SecretState(seats, options["together"] == "yes", options["broken"] == "yes")

    def wire(self) -> SecretWire:
        return SecretWire()


SECRET = Secret()
