"""House scoring: examples 4 and 5, rulings 6 and 8."""

from tests.games.china.position import dealt, do, new_table, region, settle
from tianming_games.china.scoring import house_points


def points(houses: str, word: str = "chu", seats: int = 4) -> list[int]:
    """Points of a region with these houses."""
    state = new_table(seats, fortifications="yes")
    settle(state, word, houses)
    return house_points(region(state, word))


def test_example_4_first_second_and_third_place() -> None:
    """4, 2 and 1 houses in Wei: 7, 4 and 2 points."""
    assert points("0 0 0 0 1 1 3", "wei") == [7, 4, 0, 2]


def test_example_5_a_tie_for_first_place() -> None:
    """2, 2 and 1 houses in Qi: 5, 5 and 2 points."""
    assert points("1 1 2 2 3", "qi") == [0, 5, 5, 2]


def test_china_6_tied_players_get_the_same_and_no_place_is_skipped() -> None:
    assert points("0 0 0 1 1 2 2 3") == [8, 3, 3, 2]
    assert points("0 1 2 3") == [4, 4, 4, 4]


def test_every_place_scores_the_houses_of_the_place_before() -> None:
    assert points("0 0 0 1 1 2") == [6, 3, 2, 0]
    assert points("0 0 0 1 1 2 3", seats=5) == [7, 3, 2, 2, 0]


def test_nobody_scores_a_region_without_houses() -> None:
    assert points("") == [0, 0, 0, 0]


def test_a_filled_region_is_scored_at_once_and_once() -> None:
    state = dealt("orange red green")
    settle(state, "lu", "0 1 1 .")
    do(state, "play lu orange", "house lu-4")
    assert state.returns() == [4, 4, 0, 0]
    assert region(state, "lu").scored


def test_china_8_a_fortification_doubles_only_its_owners_points() -> None:
    assert points("0^ 0 1 1 2") == [10, 5, 2, 0]
    assert points("0 0 1^ 2") == [4, 4, 2, 0]


def test_china_8_doubling_holds_in_the_middle_of_the_game() -> None:
    state = dealt("orange red green", fortifications="yes")
    settle(state, "lu", "0^ 0 1 .")
    do(state, "play lu orange", "house lu-4")
    assert state.returns() == [8, 3, 0, 0]


def test_china_7_two_fortifications_still_only_double() -> None:
    assert points("0^ 0^ 1") == [6, 2, 0, 0]
