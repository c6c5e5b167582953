"""Phases 4.2 and 4.3: points for cities and cloisters; and the game's end."""

from functools import partial

import pytest

from tests.games.ming.position import do, end_of_round, family, scene
from tianming_games.ming import scoring
from tianming_games.ming.family import Family
from tianming_games.ming.scoring import bonus_points, score_city, score_cloisters, tile_points
from tianming_games.ming.withdrawal import lay_return_cards, withdraw


def scoring_phases() -> list[partial[None]]:
    """The phases of a scoring, in their order."""
    return [phase for phase in scoring() if isinstance(phase, partial)]


SCORE_A = partial(score_city, province=0)


class TestScoring:
    def test_example_both_with_4_in_the_city_red_returns_2_and_blue_1(self) -> None:
        """Blue has the most that remain and earns 4 points beside those of the figures."""
        red = family(city={"A1": 2, "A2": 2})
        blue = family(city={"A1": 1, "A2": 1, "A3": 2})
        phases = [partial(phase, province=0) for phase in (lay_return_cards, withdraw, score_city)]
        state = do(scene([red, blue], *phases), "0 return 2", "1 return 1")
        do(state, "0 withdraw 1+1+0", "1 withdraw 0+0+1")
        assert [f.score for f in state.families[:2]] == [2 * 4, 3 * 4 + 4]

    @pytest.mark.parametrize(
        ("round_", "points"),
        [
            (1, [0, 0, 0]),
            (2, [4, 4 + 4, 0]),
            (3, [0, 0, 0]),
            (4, [4, 3 + 4, 0]),
            (5, [0, 0, 0]),
            (6, [4, 0 + 4 + 1, 0]),
        ],
    )
    def test_scoring_takes_place_at_the_end_of_rounds_2_4_and_6(
        self, round_: int, points: list[int]
    ) -> None:
        """One has a monk, one a figure that stays in the city, and in round 6 its tile."""
        families = [family(monks=["A1"]), family(members={"B1": 1}), family()]
        state = scene(families, *end_of_round(round_), round_=round_)
        while not state.is_terminal():
            do(state, "1 return 0")
        assert state.returns() == points

    @pytest.mark.parametrize(("round_", "each"), [(2, 4), (4, 3), (6, 0)])
    def test_ming_06_points_for_each_figure_and_the_bonus_also_in_round_6(
        self, round_: int, each: int
    ) -> None:
        families = [family(city={"A1": 2, "A3": 1}), family(city={"A1": 1})]
        state = scene(families, SCORE_A, round_=round_)
        assert [f.score for f in state.families[:2]] == [3 * each + 4, each]

    @pytest.mark.parametrize(
        ("in_city", "points"),
        [
            ([(2, 1, 0), (1, 0, 1)], [4, 0]),
            ([(2, 0, 0), (1, 1, 0)], [0, 4]),
            ([(1, 1, 0), (0, 1, 1)], [2, 2]),
            ([(1, 0, 0), (1, 0, 0), (0, 1, 0)], [1, 1, 1]),
            ([(1, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [1, 1, 1, 1]),
            ([(0, 0, 0), (0, 0, 0)], [0, 0]),
        ],
    )
    def test_ming_06_city_bonus(self, in_city: list[tuple[int, ...]], points: list[int]) -> None:
        """Most figures, then most districts of the city, then split and rounded down."""
        assert bonus_points(in_city) == points

    def test_all_who_remain_in_the_city_go_back_to_the_box(self) -> None:
        state = scene([family(city={"A1": 2, "B1": 2}), family()], SCORE_A)
        assert state.families[0].box == 2
        assert state.families[0].in_city(0) == (0, 0, 0)
        assert state.families[0].in_city(1) == (2, 0, 0)

    def test_ming_03_provinces_are_scored_one_by_one_as_listed(self) -> None:
        provinces = [phase.keywords["province"] for phase in scoring_phases()]
        assert provinces == [province for province in range(6) for _ in range(5)]

    def test_ming_20_cloisters_score_province_by_province_after_the_return(self) -> None:
        names = [phase.func.__name__ for phase in scoring_phases()[:5]]
        assert names == [
            "fill_city",
            "lay_return_cards",
            "withdraw",
            "score_city",
            "score_cloisters",
        ]

    def test_a_member_in_a_cloister_scores_4_points_and_stays(self) -> None:
        monks = family(monks=["A1", "A3", "B1"])
        state = scene([monks, family(monks=["A2"])], partial(score_cloisters, province=0))
        assert [f.score for f in state.families[:2]] == [8, 4]
        assert state.families[0].monks == monks.monks

    @pytest.mark.parametrize(
        ("tiles", "points"),
        [
            ((1, 1, 1, 1, 1, 0), 10),
            ((2, 2, 0, 3, 2, 4), 20 + 3),
            ((3, 1, 1, 1, 0, 0), 6),
            ((0,) * 6, 0),
            ((18, 0, 0, 0, 0, 0), 18),
        ],
    )
    def test_ming_21_sets_of_five_and_single_tiles_at_the_end(
        self, tiles: tuple[int, ...], points: int
    ) -> None:
        assert tile_points(tiles) == points

    def test_ming_21_tiles_are_turned_in_by_themselves_after_the_last_scoring(self) -> None:
        """It completes a set of six, so none of five is left, and it brings a single tile."""
        families = [
            family(tiles=(1, 1, 1, 1, 1, 0), score=7),
            family(tiles=(0, 1, 1, 1, 1, 1), members={"A1": 1}),
            family(members={"B1": 1}),
        ]
        state = scene(families, *end_of_round(6), round_=6)
        assert do(state, "1 return 1", "2 return 1").returns() == [7 + 10, 20, 1]

    def test_ming_11_a_tie_for_the_most_points_is_shared(self) -> None:
        families: list[Family] = [family(score=score) for score in (9, 12, 12, 3)]
        state = scene(families)
        assert state.returns() == [9, 12, 12, 3]
        assert state.places() == [3, 1, 1, 4]
