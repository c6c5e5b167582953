"""The presentation of a match of In the Year of the Dragon."""

from collections.abc import Mapping, Sequence

from tianming_games.action import Action
from tianming_games.dragon import reason, words
from tianming_games.dragon.board import draw_board
from tianming_games.dragon.layout import Layout
from tianming_games.dragon.palace_identity import with_kept_palaces
from tianming_games.dragon.scene import draw_scene
from tianming_games.dragon.view import Observation
from tianming_games.presentation import Moment, Presentation
from tianming_games.scene import Scene


class DragonPresentation(Presentation):
    """The drawings and sentences of one match."""

    def __init__(self, names: Sequence[str], options: Mapping[str, str]) -> None:
        """Create the presentation of a match, from the seats' names and a full set of options."""
        self._layout = Layout(len(names), options["great_wall"] == "yes")
        self._is_wall_last = options["wall_final"] == "end"
        super().__init__(names, draw_board(self._layout))

    def scene(self, seen: Observation) -> Scene:
        return draw_scene(seen, self.names, self._layout)

    def follow(self, before: Scene, scene: Scene) -> Scene:
        return with_kept_palaces(before, scene)

    def moment(self, seen: Observation) -> Moment:
        return words.moment(seen)

    def action(self, seen: Observation, seat: int, action: Action) -> str:
        return words.action_sentence(seen, self.names[seat], action)

    def rule(self, seen: Observation, action: Action) -> str:
        return words.rule_heading(seen)

    def scored_for(self, before: Observation, after: Observation) -> str:
        return reason.scored_for(before, after, self._is_wall_last)

    def draw(self, notation: str) -> str:
        return words.draw_sentence(notation)
