"""A fourth game is shown without a change to any other file, with a board or in words alone."""

import json
from collections.abc import Sequence

from tests.errors import raises
from tests.match.toy import Toy, ToyState
from tianming_games.action import Action
from tianming_games.ground.error import UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.presentation import Moment, Presentation
from tianming_games.scene import (
    SEAT_TONES,
    TONE,
    Board,
    Circle,
    Piece,
    Rect,
    Scene,
    Text,
    board_json,
    delta,
    delta_json,
    scene_json,
)
from tianming_games.scene_svg import to_svg


class ToyPresentation(Presentation):
    """A die, and a counter for each seat that walks as it scores."""

    def __init__(self, names: Sequence[str]) -> None:
        counter = (Circle(0, 0, 8, fill=TONE), Text(0, 4, 12, fill="paper"))
        drawing = (Rect(5, 5, 190, 90, stroke="line"),)
        super().__init__(names, Board("a toy", 200, 100, drawing, {"counter": counter}))

    def scene(self, seen: tuple[int, ...]) -> Scene:
        _, _, die, *points = seen
        scene = {
            f"counter-{seat}": Piece(
                "counter",
                20 + 25 * scored,
                20 * (seat + 1),
                f"{name} has {scored} points",
                SEAT_TONES[seat],
                str(scored),
            )
            for seat, (name, scored) in enumerate(zip(self.names, points, strict=True))
        }
        if die:
            scene["die"] = Piece("counter", 180, 80, f"the die shows {die}", text=str(die))
        return scene

    def moment(self, seen: tuple[int, ...]) -> Moment:
        return Moment(f"Round {seen[1] + 1}", "")

    def action(self, seen: tuple[int, ...], seat: int, action: Action) -> str:
        return f"{self.names[seat]} takes {action.operands[0]}."

    def draw(self, notation: str) -> str:
        return f"The {notation}."


class DrawnToy(Toy):
    """The toy game with a presentation of its own."""

    def new_presentation(self, names: tuple[str, ...], options: object) -> Presentation:
        return ToyPresentation(names)


def sample_states() -> list[ToyState]:
    """The first states of a match: nothing, a die, and a choice of each seat."""
    state = Toy().begin(2)
    states = [state.clone()]
    state.apply_draw((4,))
    states.append(state.clone())
    state.apply_action(0, Action(0, (0,)))
    state.apply_action(1, Action(0, (2,)))
    return [*states, state]


class TestAGameWithABoard:
    def test_its_pieces_move_from_scene_to_scene(self) -> None:
        shown = DrawnToy().presentation(2, {}, ("one", "two"))
        first, second, third = [shown.scene(state.observation(None)) for state in sample_states()]
        assert delta_json(delta(first, second))["set"].keys() == {"die"}
        change = delta_json(delta(second, third))
        assert change == {
            "set": {"counter-1": {"x": 70, "words": "two has 2 points", "text": "2"}},
            "gone": ["die"],
        }

    def test_it_is_drawn_and_written_as_json(self) -> None:
        shown = DrawnToy().presentation(2, {}, ("one", "two"))
        scene = shown.scene(sample_states()[-1].observation(None))
        assert shown.board is not None
        assert "two has 2 points" in to_svg(shown.board, scene)
        assert json.loads(json.dumps(board_json(shown.board)))["width"] == 200
        assert scene_json(scene)["counter-1"]["tone"] == "seat-1"


class TestAGameWithoutABoard:
    def test_an_event_is_shown_in_its_notation(self) -> None:
        shown = Toy().presentation(2, {}, ("one", "two"))
        seen = sample_states()[1].observation(None)
        assert shown.board is None
        assert shown.scene(seen) == {}
        assert shown.moment(seen) == ("", "")
        assert shown.action(seen, 1, Action(0, (2,))) == "two: take 2"
        assert shown.draw("die 4") == "Draw: die 4"
        assert shown.gains([0, 0], [0, 2]) == "Points: two +2."

    def test_seats_without_names_are_numbered(self) -> None:
        assert Toy().presentation(3, {}).names == ("seat 0", "seat 1", "seat 2")

    def test_seats_that_the_game_does_not_take_are_refused(self) -> None:
        with raises(
            UsageError, GameSentence.WRONG_NUMBER_OF_SEATS, game="toy", least=2, most=4, seats=9
        ):
            Toy().presentation(9, {})
