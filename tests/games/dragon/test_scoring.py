"""4th phase and the end: points, and who wins."""

import pytest

from referee.game_check.random_play import random_steps
from tests.games.dragon.position import palace, table
from tianming_games.dragon import GAME
from tianming_games.dragon.box import Tile
from tianming_games.dragon.province import Palace, Province
from tianming_games.dragon.scoring import (
    money_points,
    monk_points,
    month_points,
    person_points,
    score_end,
    score_month,
)

T = Tile

BENNO = Province(
    palaces=(
        palace(2, T.MONK, T.FARMER),
        palace(3, T.OLD_MONK, T.WARRIOR, T.WARRIOR),
        palace(2, T.HEALER, T.SCHOLAR),
    ),
    rice=1,
    fireworks=2,
    yuan=4,
)


def test_v17_scoring() -> None:
    anna = Province(
        palaces=(palace(1, T.COURT_LADY), palace(2, T.COURT_LADY), Palace(3)), dragons=2
    )
    assert month_points(anna) == 7
    state = table(score_month, players=[anna, Province()])
    assert [p.score for p in state.provinces] == [7, 2]


def test_v18_final() -> None:
    assert person_points(BENNO) == 14
    assert monk_points(BENNO) == 8
    assert money_points(BENNO) == 3
    state = table(score_end, players=[BENNO, Province(palaces=(), yuan=0)])
    assert [p.score for p in state.provinces] == [25, 0]


@pytest.mark.parametrize(
    ("yuan", "rice", "fireworks", "points"),
    [(2, 0, 0, 0), (3, 0, 0, 1), (1, 1, 0, 1), (0, 4, 3, 4)],
)
def test_a31_rice_and_fireworks_are_sold_for_2_yuan_and_3_yuan_are_a_point(
    yuan: int, rice: int, fireworks: int, points: int
) -> None:
    assert money_points(Province(yuan=yuan, rice=rice, fireworks=fireworks)) == points


def test_d7_a30_stack_tie() -> None:
    """Of players with equal points on one space the one on top wins."""
    state = GAME.begin(3)
    state.provinces = [
        Province(score=30, track=9, arrival=1),
        Province(score=30, track=9, arrival=2),
        Province(score=31, track=0),
    ]
    assert state.places() == [3, 2, 1]


def test_a30_of_players_with_equal_points_the_farthest_on_the_track_wins() -> None:
    state = GAME.begin(2)
    state.provinces = [
        Province(score=30, track=10, arrival=1),
        Province(score=30, track=9, arrival=7),
    ]
    assert state.places() == [1, 2]


def test_two_players_never_share_a_place_at_the_end() -> None:
    for seed in range(30):
        *_, (state, _, _) = random_steps(GAME, 5, {}, seed)
        assert sorted(state.places()) == [1, 2, 3, 4, 5]


def test_the_game_has_twelve_months_and_each_is_scored_for_everybody() -> None:
    """The last score is that of month 12 and the end, over all that was scored before."""
    months = dict.fromkeys(
        state.observation(0).month for state, _, _ in random_steps(GAME, 2, {}, 1)
    )
    assert list(months) == list(range(13))
