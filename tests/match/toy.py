"""A toy game: quick to read, with everything a match has to deal with.

Each round a die is drawn; then the seats take 0, 1 or 2 points, in turn or (option
`together`) in secret and at once. In the first round seat 0 has only one option. With
option `broken` the rules fail in the last round.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from tianming_games.action import Action, NotationError
from tianming_games.chance import Chance
from tianming_games.game import Facts, Game
from tianming_games.option import OptionSpec
from tianming_games.position import PositionError
from tianming_games.state import CHANCE, PUBLIC, TERMINAL, State

ROUNDS = 3


class ToyState(State):
    """The points so far, the round, the die, and who has chosen in this round."""

    def __init__(self, seats: int, together: bool, broken: bool) -> None:
        self.points = [0] * seats
        self.round = 0
        self.die = 0
        self.chosen: dict[int, int] = {}
        self.together = together
        self.broken = broken

    @property
    def seats(self) -> int:
        return len(self.points)

    @property
    def current_player(self) -> int:
        if self.round == ROUNDS:
            return TERMINAL
        return self.to_act()[0] if self.die else CHANCE

    def to_act(self) -> tuple[int, ...]:
        if not self.die or self.round == ROUNDS:
            return ()
        waiting = tuple(seat for seat in range(self.seats) if seat not in self.chosen)
        return waiting if self.together else waiting[:1]

    def legal_actions(self, seat: int) -> Sequence[Action]:
        if seat not in self.to_act():
            return ()
        if self.round == 0 and seat == 0:
            return (Action(0, (0,)),)
        return tuple(Action(0, (points,)) for points in range(3))

    def violation(self, seat: int, action: Action) -> str | None:
        return None if action in self.legal_actions(seat) else "Take 0, 1 or 2 in your turn."

    def apply_action(self, seat: int, action: Action) -> None:
        if self.broken and self.round == ROUNDS - 1:
            raise ZeroDivisionError("a bug in the rules")
        self.chosen[seat] = action.operands[0]
        if len(self.chosen) == self.seats:
            for one, points in self.chosen.items():
                self.points[one] += points
            self.chosen = {}
            self.round += 1
            self.die = 0

    def sample_draw(self, chance: Chance) -> tuple[int, ...]:
        return (chance.below(6) + 1,)

    def draw_violation(self, values: tuple[int, ...]) -> str | None:
        return None if len(values) == 1 and 1 <= values[0] <= 6 else "A die shows 1 to 6."

    def draw_notation(self, values: tuple[int, ...]) -> str:
        return f"die {values[0]}"

    def apply_draw(self, values: tuple[int, ...]) -> None:
        self.die = values[0]

    def returns(self) -> list[int]:
        return list(self.points)

    def places(self) -> list[int]:
        return [1 + sum(other > points for other in self.points) for points in self.points]

    def clone(self) -> "ToyState":
        other = ToyState(self.seats, self.together, self.broken)
        other.points = list(self.points)
        other.round, other.die, other.chosen = self.round, self.die, dict(self.chosen)
        return other

    def resample(self, seat: int | None, chance: Chance) -> "ToyState":
        return self.clone()

    def observation(self, seat: int | None) -> tuple[int, ...]:
        return (PUBLIC if seat is None else seat, self.round, self.die, *self.points)

    def canonical_bytes(self) -> bytes:
        return repr((self.points, self.round, self.die, sorted(self.chosen.items()))).encode()

    def to_text(self, seat: int | None = None) -> str:
        return f"round {self.round}, die {self.die}, points {self.points}\n"


class ToyWire:
    """The observation as text."""

    def setup(self, state: ToyState) -> bytes:
        return repr(state.seats).encode()

    def position(self, state: ToyState, seat: int, options: Sequence[Action]) -> bytes:
        return repr((state.observation(seat), len(options))).encode()

    def event(self, state: ToyState, seat: int, action: Action) -> bytes:
        return repr((seat, action.operands)).encode()

    def draw(self, state: ToyState, values: tuple[int, ...]) -> bytes:
        return repr(values).encode()


class Toy(Game[ToyState]):
    """The toy game for 2 to 4 seats."""

    name = "toy"
    title = "Toy"
    rules_version = 1
    wire_version = 1
    package = "toy"
    facts = Facts(2, 4, longest=12, least=0, most=6, hidden=False)
    options: ClassVar[tuple[OptionSpec, ...]] = (
        OptionSpec("together", ("no", "yes"), "no", "whether all choose at once"),
        OptionSpec("broken", ("no", "yes"), "no", "whether the rules fail"),
    )

    def new_state(self, seats: int, options: Mapping[str, str]) -> ToyState:
        return ToyState(seats, options["together"] == "yes", options["broken"] == "yes")

    def write(self, action: Action) -> str:
        return f"take {action.operands[0]}"

    def read(self, text: str) -> Action:
        if text not in ("take 0", "take 1", "take 2"):
            raise NotationError(f"{text!r} is no action of Toy.")
        return Action(0, (int(text[-1]),))

    def conserved(self, state: ToyState) -> Mapping[str, int]:
        return {}

    def wire(self) -> ToyWire:
        return ToyWire()

    def from_position(
        self, options: Mapping[str, str], setup: bytes, position: bytes, chance: Chance
    ) -> ToyState:
        raise PositionError("position", "A position of the toy does not say who has chosen.")


TOY = Toy()
