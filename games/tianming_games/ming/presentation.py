"""How a match of Ming Dynasty looks and reads."""

from collections.abc import Sequence

from tianming_games.action import Action
from tianming_games.ming import words
from tianming_games.ming.board import draw_board
from tianming_games.ming.layout import Layout
from tianming_games.ming.map import Map
from tianming_games.ming.scene import draw_scene
from tianming_games.ming.view import Observation
from tianming_games.presentation import Moment, Presentation
from tianming_games.scene import Board, Scene


class MingPresentation(Presentation):
    """How one match looks and reads."""

    def __init__(self, names: Sequence[str], board: Map) -> None:
        """Present a match of these seats on a map; two of them have a neutral family."""
        super().__init__(names)
        self._map = board
        families = len(names) + (len(names) == 2)
        self._layout = Layout(board, families)
        self._board = draw_board(self._layout)

    @property
    def board(self) -> Board:
        return self._board

    def scene(self, seen: Observation) -> Scene:
        return draw_scene(seen, self.names, self._layout)

    def moment(self, seen: Observation) -> Moment:
        return words.moment(seen)

    def action(self, seen: Observation, seat: int, action: Action) -> str:
        return words.action_sentence(seen, self.names, seat, action)

    def draw(self, notation: str) -> str:
        return words.draw_sentence(self._map, notation)
