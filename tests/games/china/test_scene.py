"""The pieces of the drawn board."""

import pytest

from tests.games.china.position import (
    ALEX,
    BARBARA,
    dealt,
    do,
    fortified_table,
    new_table,
    settle,
)
from tianming_games.china import GAME
from tianming_games.china.layout import Layout
from tianming_games.china.map_file import load_map
from tianming_games.china.state import ChinaState
from tianming_games.scene import Scene


def shown(state: ChinaState, seat: int | None = None) -> Scene:
    """The scene of a position, to a viewer."""
    names = ("Alex", "Barbara", "Chris", "Doris")
    return GAME.presentation(state.seats, {}, names).scene(state.observation(seat))


def named(scene: Scene, prefix: str) -> list[str]:
    """The ids that begin like that, sorted."""
    return sorted(name for name in scene if name.startswith(prefix))


class TestRegions:
    def test_a_house_an_emissary_and_a_fortification_stand_where_they_were_placed(self) -> None:
        state = fortified_table()
        settle(state, "lu", "0 .^ 1", "1")
        scene = shown(state)
        assert named(scene, "house-4-") == ["house-4-0", "house-4-2"]
        assert scene["house-4-2"].words == "house of Barbara on space 3 of Lu"
        assert scene["emissary-4-1-0"].words == "emissary of Barbara in Lu"
        assert named(scene, "fort-") == ["fort-4-1"]

    def test_a_new_house_comes_from_the_supply_of_its_owner(self) -> None:
        state = dealt("red red green")
        do(state, "play wei red", "house wei-2")
        scene = shown(state)
        house, supply = scene["house-3-1"], scene["houses-0"]
        assert house.start == (supply.x, supply.y)
        assert supply.text == "19"

    def test_an_alliance_has_the_colour_of_the_one_who_would_score_it(self) -> None:
        state = new_table()
        assert shown(state)["alliance-3"].tone == "treaty"
        settle(state, "wei", "0", "0")
        settle(state, "chin", "0", "0")
        marker = shown(state)["alliance-3"]
        assert marker.tone == "seat-0"
        assert marker.words == "alliance 3 of Wei and Ch'in: 2 points for Alex"

    def test_a_region_that_was_scored_is_marked(self) -> None:
        state = new_table()
        state.regions[4] = state.regions[4].with_marker()
        assert named(shown(state), "scored-") == ["scored-4"]


class TestHands:
    def test_a_hand_is_open_to_its_owner_only(self) -> None:
        state = dealt("red red green")
        assert named(shown(state, ALEX), "hand-0-") == [
            "hand-0-green-0",
            "hand-0-red-0",
            "hand-0-red-1",
        ]
        for viewer in (BARBARA, None):
            assert named(shown(state, viewer), "hand-0-") == ["hand-0-0", "hand-0-1", "hand-0-2"]

    def test_a_card_that_lay_open_is_known_to_everybody(self) -> None:
        state = dealt("red red green")
        do(state, "play wei red", "house wei-2")
        colour = state.display[0]
        state.apply_action(ALEX, state.legal_actions(ALEX)[0])
        public = shown(state)
        word = ("red", "yellow", "green", "orange", "purple")[colour]
        assert f"hand-0-{word}-0" in public
        assert public["hand-0-0"].symbol == "back"


@pytest.mark.parametrize("side", ["3-4", "4-5"])
class TestLayout:
    def test_nothing_lies_on_a_house_space(self, side: str) -> None:
        layout = Layout(load_map(side), 4)
        for x, y in (*layout.dragons, *layout.alliances):
            for at_x, at_y in layout.spots:
                assert abs(x - at_x) > 16 or abs(y - at_y) > 16

    def test_emissaries_of_a_region_do_not_cover_each_other(self, side: str) -> None:
        layout = Layout(load_map(side), 4)
        places = {layout.emissary(0, number) for number in range(8)}
        assert all(
            one == other or abs(one[0] - other[0]) + abs(one[1] - other[1]) > 9
            for one in places
            for other in places
        )
