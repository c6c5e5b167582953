"""Phase 4.1: majorities in the districts, and province tiles."""

from functools import partial

import pytest

from tests.games.ming.position import at, family, scene
from tianming_games.ming.box import FIGURE_POINTS
from tianming_games.ming.majority import fill_city, moves_to_city
from tianming_games.ming.state import MingState

FILL_A = partial(fill_city, province=0)


class TestMajorities:
    def test_example_yellow_3_green_2_blue_1(self) -> None:
        assert moves_to_city([3, 2, 1]) == [2, 1, 0]

    def test_example_yellow_green_and_blue_tie_with_2_and_red_has_fewer(self) -> None:
        assert moves_to_city([2, 2, 2, 1]) == [1, 1, 1, 0]

    def test_example_yellow_and_blue_tie_with_2_and_green_moves_none(self) -> None:
        assert moves_to_city([2, 2, 1]) == [1, 1, 0]

    def test_example_yellow_2_and_blue_and_green_tie_for_second(self) -> None:
        assert moves_to_city([2, 1, 1]) == [2, 0, 0]

    @pytest.mark.parametrize(
        ("members", "moves"),
        [
            ([1, 0, 0], [1, 0, 0]),
            ([0, 0, 0, 0], [0, 0, 0, 0]),
            ([2, 2, 2, 2], [0, 0, 0, 0]),
            ([1, 1, 1], [1, 1, 1]),
            ([1, 1], [1, 1]),
            ([5, 0, 0, 4], [2, 0, 0, 1]),
            ([4, 3, 3, 2], [2, 0, 0, 0]),
            ([0, 7, 0, 0], [0, 2, 0, 0]),
        ],
    )
    def test_ming_02_majorities(self, members: list[int], moves: list[int]) -> None:
        """The most 2 (or 1 of 1), a sole second 1, ties for the most 1 each, four tied none."""
        assert moves_to_city(members) == moves

    def test_ming_02_members_in_cloisters_do_not_count(self) -> None:
        state = scene(
            [family(members={"A1": 1}, monks=["A1"]), family(members={"A1": 2}), family()], FILL_A
        )
        assert [f.city[at("A1")] for f in state.families] == [1, 2, 0]
        assert state.families[0].monks == (at("A1"),)

    def test_ming_02_two_players_and_the_neutral_family_tie_with_one_each(self) -> None:
        tied = family(members={"A1": 2})
        state = scene([tied, tied], FILL_A, neutral=tied)
        assert [f.city[at("A1")] for f in state.families] == [1, 1, 1]

    def test_each_member_moved_brings_a_tile_of_the_province_but_none_to_the_neutral(self) -> None:
        state = scene(
            [family(members={"A1": 3, "A2": 1, "B1": 4}), family(members={"A1": 2})],
            FILL_A,
            neutral=family(members={"A3": 2}),
        )
        assert [f.tiles for f in state.families] == [
            (3, 0, 0, 0, 0, 0),
            (1, 0, 0, 0, 0, 0),
            (0,) * 6,
        ]
        assert state.families[2].in_city(0) == (0, 0, 2)
        assert state.families[0].members[at("A1")] == 1

    @pytest.mark.parametrize(("round_", "points"), [(2, 28), (4, 24), (6, 20)])
    def test_ming_04_a_full_set_is_cashed_at_once(self, round_: int, points: int) -> None:
        one_short = family(members={"A1": 1}, tiles=(0, 1, 2, 1, 1, 1))
        state = scene([one_short, family()], FILL_A, round_=round_)
        assert state.families[0].score == points
        assert state.families[0].tiles == (0, 0, 1, 0, 0, 0)
        assert state.tiles == (18, 19, 19, 19, 19, 19)
        assert round_ in FIGURE_POINTS

    def test_ming_04_no_tile_when_the_color_has_run_out(self) -> None:
        def run_out(state: MingState) -> None:
            state.tiles = (1, 18, 18, 18, 18, 18)

        state = scene([family(members={"A1": 2}), family()], run_out, FILL_A)
        assert state.families[0].in_city(0) == (2, 0, 0)
        assert state.families[0].tiles == (1, 0, 0, 0, 0, 0)
        assert state.tiles[0] == 0

    def test_ming_16_tiles_are_short_district_by_district_and_in_turn_order(self) -> None:
        def short(state: MingState) -> None:
            state.tiles = (3, 18, 18, 18, 18, 18)

        families = [
            family(members={"A1": 1, "A2": 1}),
            family(members={"A1": 1, "A2": 1}),
            family(members={"A3": 1}),
        ]
        state = scene(families, short, FILL_A, start=1)
        assert [f.tiles[0] for f in state.families] == [1, 2, 0]

    def test_ming_16_a_set_goes_back_between_two_tiles(self) -> None:
        """The last tile completes a set; it goes back and is taken as the next one."""

        def last(state: MingState) -> None:
            state.tiles = (1, 18, 18, 18, 18, 18)

        state = scene([family(members={"A1": 2}, tiles=(0, 1, 1, 1, 1, 1)), family()], last, FILL_A)
        assert state.families[0].score == 28
        assert state.families[0].tiles == (1, 0, 0, 0, 0, 0)
        assert state.tiles == (0, 19, 19, 19, 19, 19)
