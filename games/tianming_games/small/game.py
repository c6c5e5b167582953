"""A small game: its facts, and the class of its states."""

from collections.abc import Mapping
from typing import Any, ClassVar

from tianming_games.action import Action, NotationError
from tianming_games.chance import Chance
from tianming_games.game import Game, Wire
from tianming_games.option import fill_options
from tianming_games.presentation import Presentation
from tianming_games.small.presentation import GridPresentation, Rows
from tianming_games.small.state import SmallState, check_field, notation_of


class SmallGame(Game[SmallState]):
    """The rules of a small game.

    A game defines `name`, `title`, `facts` and `state`; perhaps `options`. If the same answers can
    lead to another match than before, it raises `rules_version`.
    """

    rules_version: ClassVar[int] = 1
    wire_version: ClassVar[int] = 1
    package: ClassVar[str] = "tianming.games.small.v1"

    state: ClassVar[type[SmallState]]
    """The class of the states."""

    def new_state(self, seats: int, options: Mapping[str, str]) -> SmallState:
        state = self.state(seats)
        state.set_up(options)
        for name, value in state.fields().items():
            check_field(name, value)
        return state

    def new_presentation(self, names: tuple[str, ...], options: Mapping[str, str]) -> Presentation:
        first = self.new_state(len(names), options).cells()
        if not first:
            return super().new_presentation(names, options)
        return GridPresentation(names, self.write, self.title, self._cells(len(names)), first)

    def write(self, action: Action) -> str:
        return notation_of(self.state.words, action)

    def read(self, text: str) -> Action:
        word, *numbers = text.split(" ")
        try:
            action = Action(self.state.words.index(word), tuple(map(int, numbers)))
        except ValueError:
            action = None
        if action is None or self.write(action) != text:
            raise NotationError(f"{text!r} is no action of {self.title}.")
        return action

    def conserved(self, state: SmallState) -> Mapping[str, int]:
        return {}

    def wire(self) -> Wire:
        from tianming_games.small.wire import SmallWire

        return SmallWire()

    def from_position(
        self, options: Mapping[str, str], setup: bytes, position: bytes, chance: Chance
    ) -> SmallState:
        from tianming_games.small.position import read_position

        full = fill_options(self.name, self.options, options)
        return read_position(lambda seats: self.begin(seats, full), setup, position, chance)

    def _cells(self, seats: int) -> Any:
        """Return the function from an observation to the cells."""

        def cells(seen: Any) -> Rows:
            state = self.state(seats)
            for name, value in seen._asdict().items():
                if name != "seat":
                    setattr(state, name, _thawed(value))
            return state.cells()

        return cells


def _thawed(value: Any) -> Any:
    return [_thawed(one) for one in value] if isinstance(value, tuple) else value
