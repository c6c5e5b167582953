"""An action: what a seat does when it is asked."""

from typing import NamedTuple


class Action(NamedTuple):
    """One thing a seat may do.

    `verb` is a member of the game's own `IntEnum`, `operands` are what that verb
    is about, as the game's notation page lists them. Actions are plain values:
    equal ones are interchangeable, and they sort in the documented order of
    options (by verb, then by operands).
    """

    verb: int
    operands: tuple[int, ...] = ()


class IllegalAction(ValueError):
    """An action the rules do not allow now; the text is the rule's sentence."""


class NotationError(ValueError):
    """A text that is no action of the game."""
