"""The state of a small game: its fields, moves and draws."""

from abc import abstractmethod
from collections import namedtuple
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Final, Self

from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.small.draw import SmallDraw
from tianming_games.small.presentation import Cell, grid_text
from tianming_games.state import PUBLIC, State

UNKNOWN: Final = -1
"""In a field, a number that a seat cannot know."""

Move = tuple[str, *tuple[int, ...]]
"""A word of the notation and numbers, such as `("place", 4)`."""

Value = int | list[int] | list[list[int]]
"""The value of a field. A list may be as long as it likes; -1 stands for an unknown number."""


class SmallState(State):
    """The state of a small game.

    Its attributes are the fields of the state: numbers, lists of numbers, or lists of such lists.
    `set_up` sets all of them. Everybody sees all fields, unless `hide` replaces some numbers.

    A game defines `words`, `set_up`, `current_player`, `moves` and `play`; with dice or cards also
    `draw` and `drawn`, and with hidden cards also `hide` and `deal`. If it has no field `points`
    with the points by seat, it also defines `returns`.
    """

    words: ClassVar[tuple[str, ...]]
    """The first word of each kind of move, in the order in which options are listed."""

    def __init__(self, seats: int) -> None:
        """Create a state without fields."""
        self._seats = seats

    # -- what a game defines

    @abstractmethod
    def set_up(self, options: Mapping[str, str]) -> None:
        """Set all fields, as at the beginning of a match."""

    @abstractmethod
    def moves(self) -> Iterable[Move]:
        """Return all legal moves of the seat to act, in any order."""

    @abstractmethod
    def play(self, word: str, *numbers: int) -> None:
        """Apply a legal move of the seat to act."""

    def draw(self) -> SmallDraw:
        """Return the pending draw, when `current_player` is `CHANCE`."""
        raise NotImplementedError("a game whose current_player is CHANCE defines `draw`")

    def drawn(self, values: tuple[int, ...]) -> None:
        """Apply the result of the pending draw."""
        raise NotImplementedError("a game whose current_player is CHANCE defines `drawn`")

    def hide(self, seat: int | None) -> None:
        """Replace all numbers that a seat cannot know by `UNKNOWN`; None stands for the public."""

    def deal(self, chance: Chance) -> None:
        """Replace each `UNKNOWN` by a number at random, as likely as the seat must think it is."""

    def check(self) -> None:
        """Raise `PositionError` for fields that no match can have, such as a seat that is none."""

    def cells(self) -> Sequence[Sequence[Cell]]:
        """Return the rows of the board, for drawings; some numbers may be `UNKNOWN`."""
        return ()

    def text(self) -> str:
        """Return the state as text; some numbers may be `UNKNOWN`."""
        fields = [f"{name}: {shown(value)}\n" for name, value in self.fields().items()]
        return grid_text(self.cells()) + "".join(fields)

    # -- what follows from it

    @property
    def seats(self) -> int:
        return self._seats

    def fields(self) -> dict[str, Value]:
        """Return the fields by name, sorted."""
        return {name: value for name, value in sorted(vars(self).items()) if name[0] != "_"}

    def seen_by(self, seat: int | None) -> Self:
        """Return a copy with only what a seat can know; None stands for the public."""
        copy = self.clone()
        copy.hide(seat)
        return copy

    def legal_actions(self, seat: int) -> Sequence[Action]:
        if seat not in self.to_act():
            return ()
        return sorted([action_of(self.words, move) for move in self.moves()])

    def violation(self, seat: int, action: Action) -> str | None:
        if self.is_terminal():
            return "The game is over."
        if seat not in self.to_act():
            return "It is not this player's turn."
        if action not in self.legal_actions(seat):
            return f'"{notation_of(self.words, action)}" is not possible now.'
        return None

    def apply_action(self, seat: int, action: Action) -> None:
        self.play(self.words[action.verb], *action.operands)

    def sample_draw(self, chance: Chance) -> tuple[int, ...]:
        return self.draw().sample(chance)

    def draw_violation(self, values: tuple[int, ...]) -> str | None:
        return self.draw().violation(values)

    def draw_notation(self, values: tuple[int, ...]) -> str:
        return self.draw().notation(values)

    def apply_draw(self, values: tuple[int, ...]) -> None:
        self.drawn(values)

    def returns(self) -> list[int]:
        points: list[int] = list(vars(self)["points"])
        return points

    def places(self) -> list[int]:
        points = self.returns()
        return [1 + sum(other > own for other in points) for own in points]

    def clone(self) -> Self:
        copy = type(self).__new__(type(self))
        vars(copy).update({name: _copied(value) for name, value in vars(self).items()})
        return copy

    def resample(self, seat: int | None, chance: Chance) -> Self:
        copy = self.seen_by(seat)
        copy.deal(chance)
        return copy

    def observation(self, seat: int | None) -> Any:
        fields = self.seen_by(seat).fields()
        number = PUBLIC if seat is None else seat
        return _view(type(self).__name__, tuple(fields))(number, *map(_frozen, fields.values()))

    def canonical_bytes(self) -> bytes:
        return repr([(name, _frozen(value)) for name, value in self.fields().items()]).encode()

    def to_text(self, seat: int | None = None) -> str:
        return self.text() if seat is None else self.seen_by(seat).text()


def action_of(words: tuple[str, ...], move: Move) -> Action:
    """Return the action of a move.

    Raises:
        ValueError: when the word of the move is none of the game's words.
    """
    word, *numbers = move
    if word not in words:
        raise ValueError(f"the move {move} begins with none of the words {words}")
    return Action(words.index(word), tuple(numbers))


def notation_of(words: tuple[str, ...], action: Action) -> str:
    """Return an action in notation: its word and its numbers."""
    return " ".join([words[action.verb], *map(str, action.operands)])


def shown(value: Any) -> str:
    """Return a field as text; an unknown number is a question mark."""
    if isinstance(value, int):
        return "?" if value == UNKNOWN else str(int(value))
    if value and isinstance(value[0], int):
        return " ".join(map(shown, value))
    return " | ".join(map(shown, value))


def check_field(name: str, value: Any) -> None:
    """Raise `TypeError` if the value cannot be a field."""
    rows = value if isinstance(value, list) else [value]
    for row in rows:
        for number in row if isinstance(row, list) else [row]:
            if not isinstance(number, int):
                raise TypeError(
                    f"the field {name} is {value!r}: use a number, a list of numbers, or a list "
                    "of such lists; the name of any other attribute begins with an underscore"
                )


@cache
def _view(name: str, fields: tuple[str, ...]) -> Any:
    """Return the named tuple of an observation."""
    make: Any = namedtuple
    return make(f"{name}View", ["seat", *fields])


def _copied(value: Any) -> Any:
    return [_copied(one) for one in value] if isinstance(value, list) else value


def _frozen(value: Any) -> Any:
    return tuple([_frozen(one) for one in value]) if isinstance(value, list) else int(value)
