"""The presentation of a match of Ming Dynasty."""

from collections.abc import Sequence

from tianming_games.action import Action
from tianming_games.ming import reason, words
from tianming_games.ming.board import draw_board
from tianming_games.ming.layout import Layout
from tianming_games.ming.map import Map
from tianming_games.ming.scene import draw_scene
from tianming_games.ming.view import Observation
from tianming_games.presentation import Moment, Presentation
from tianming_games.scene import Scene


class MingPresentation(Presentation):
    """The drawings and sentences of one match."""

    def __init__(self, names: Sequence[str], board: Map) -> None:
        """Create the presentation of a match on a map; with two seats, it has a neutral family."""
        self._map = board
        families = len(names) + (len(names) == 2)
        self._layout = Layout(board, families)
        super().__init__(names, draw_board(self._layout))

    def scene(self, seen: Observation) -> Scene:
        return draw_scene(seen, self.names, self._layout)

    def moment(self, seen: Observation) -> Moment:
        return words.moment(seen)

    def action(self, seen: Observation, seat: int, action: Action) -> str:
        return words.action_sentence(seen, self.names, seat, action)

    def rule(self, seen: Observation, action: Action) -> str:
        return words.rule_heading(seen)

    def scored_for(self, before: Observation, after: Observation) -> str:
        return reason.scored_for(before, after)

    def draw(self, notation: str) -> str:
        return words.draw_sentence(self._map, notation)
