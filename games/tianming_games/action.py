"""The action of a seat in a game."""

from typing import NamedTuple


class Action(NamedTuple):
    """An action of a seat.

    `verb` is a member of the game's own `IntEnum`, `operands` are its arguments, as the game's page
    of notation lists. Actions are plain values: equal actions are interchangeable, and they sort in
    the documented order of options (by verb, then by operands).
    """

    verb: int
    operands: tuple[int, ...] = ()


class IllegalAction(ValueError):
    """The rules do not allow the action now; the text is the sentence of the rule."""


class NotationError(ValueError):
    """The text is not an action of the game."""
