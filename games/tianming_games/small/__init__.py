"""A base for small games: with perfect information, with dice, or with a few hidden cards.

Such a game has two classes. Its `SmallState` has the rules, and its `SmallGame` the facts. Copies,
notation, messages, positions for a search, text and a drawing come from this package.
"""

from tianming_games.game import Facts
from tianming_games.option import OptionSpec
from tianming_games.position import PositionError, require, require_range
from tianming_games.small.draw import Dice, Shuffle, SmallDraw
from tianming_games.small.game import SmallGame
from tianming_games.small.presentation import Cell
from tianming_games.small.state import UNKNOWN, Move, SmallState
from tianming_games.state import CHANCE, TERMINAL

__all__ = [
    "CHANCE",
    "TERMINAL",
    "UNKNOWN",
    "Cell",
    "Dice",
    "Facts",
    "Move",
    "OptionSpec",
    "PositionError",
    "Shuffle",
    "SmallDraw",
    "SmallGame",
    "SmallState",
    "require",
    "require_range",
]
