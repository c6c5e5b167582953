"""The presentation of a match of China."""

from collections.abc import Sequence

from tianming_games.action import Action
from tianming_games.china import words
from tianming_games.china.board import draw_board
from tianming_games.china.layout import Layout
from tianming_games.china.map import Map
from tianming_games.china.scene import draw_scene, taken_cards
from tianming_games.china.view import Observation
from tianming_games.presentation import Moment, Presentation
from tianming_games.scene import Scene


class ChinaPresentation(Presentation):
    """The drawings and sentences of one match."""

    def __init__(self, names: Sequence[str], drawn: Map) -> None:
        """Create the presentation of a match on a map; `names` are the names of the seats."""
        self._map = drawn
        self._layout = Layout(drawn, len(names))
        super().__init__(names, draw_board(self._layout))

    def scene(self, seen: Observation) -> Scene:
        return draw_scene(seen, self.names, self._layout)

    def moment(self, seen: Observation) -> Moment:
        return words.moment(seen)

    def action(self, seen: Observation, seat: int, action: Action) -> str:
        return words.action_sentence(self._map, self.names[seat], action)

    def rule(self, seen: Observation, action: Action) -> str:
        return words.rule_heading(action)

    def taken(self, seen: Observation, action: Action) -> tuple[str, ...]:
        return taken_cards(seen, action)

    def scored_for(self, before: Observation, after: Observation) -> str:
        return words.scored_for(self._map, before, after)

    def draw(self, notation: str) -> str:
        return words.draw_sentence(notation)
