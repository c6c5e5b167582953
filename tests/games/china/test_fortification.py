"""The game with fortifications: example 8, rulings 1, 2 and 7."""

from tests.games.china.position import (
    ALEX,
    dealt,
    decision,
    do,
    end_turn,
    fortified_table,
    give,
    options,
    region,
    settle,
    violation,
)


def test_example_8_a_fortification_and_a_house_onto_it() -> None:
    """Alex has 3 yellow cards, but may only place up to 2 pieces per turn."""
    state = dealt("yellow yellow yellow", fortifications="yes")
    settle(state, "qi", "1")
    do(state, "play qi yellow", "fortification qi-2", "play qi yellow", "house qi-2")
    assert region(state, "qi").forts == (1,)
    assert region(state, "qi").owners[:2] == (1, 0)
    assert decision(state) == "draw"
    assert state.players[ALEX].cards == 1
    assert state.players[ALEX].fortifications == 0


def test_china_2_a_fortification_is_the_one_piece_of_an_empty_region() -> None:
    state = dealt("yellow yellow yellow", fortifications="yes")
    do(state, "play qi yellow", "fortification qi-2")
    assert decision(state) == "draw"


def test_china_2_a_lone_fortification_makes_a_region_non_empty() -> None:
    state = dealt("yellow yellow yellow", fortifications="yes")
    settle(state, "qi", ". .^")
    do(state, "play qi yellow", "house qi-2", "play qi yellow", "emissary qi")


def test_china_7_a_fortification_may_be_paid_with_a_joker() -> None:
    state = dealt("red red yellow", fortifications="yes")
    do(state, "play qi red+red", "fortification qi-2")


def test_china_7_anyone_may_build_on_a_bare_fortification() -> None:
    state = dealt("yellow yellow yellow", fortifications="yes")
    do(state, "play qi yellow", "fortification qi-2")
    end_turn(state)
    give(state, 1, "yellow red green")
    do(state, "play qi yellow", "house qi-2")
    assert region(state, "qi").fort_owners() == [1]


def test_china_7_a_bare_fortification_does_not_fill_its_space() -> None:
    state = fortified_table()
    settle(state, "lu", "0 1 2 .^")
    assert not region(state, "lu").is_filled()
    give(state, ALEX, "orange red green")
    do(state, "play lu orange", "house lu-4")
    assert region(state, "lu").scored


def test_china_7_a_space_takes_one_fortification_and_it_must_be_empty() -> None:
    state = dealt("orange red green", fortifications="yes")
    settle(state, "lu", "1 .^ . .")
    do(state, "play lu orange")
    forts = [text for text in options(state) if text.startswith("fort")]
    assert forts == ["fortification lu-3", "fortification lu-4"]
    assert "empty house space" in violation(state, "fortification lu-2")
    assert "more than 1 house" in violation(state, "fortification lu-1")


def test_china_1_fortifications_do_not_count_as_houses() -> None:
    state = fortified_table()
    settle(state, "lu", ".^ .^")
    assert region(state, "lu").limit == 0
    give(state, ALEX, "orange red green")
    do(state, "play lu orange")
    assert "emissary lu" not in options(state)


def test_each_player_has_one_fortification() -> None:
    state = dealt("yellow yellow yellow", fortifications="yes")
    settle(state, "qi", "1")
    do(state, "play qi yellow", "fortification qi-2", "play qi yellow")
    assert not [text for text in options(state) if text.startswith("fort")]


def test_without_the_option_there_are_no_fortifications() -> None:
    state = dealt("yellow yellow yellow")
    settle(state, "qi", "1")
    do(state, "play qi yellow")
    assert not [text for text in options(state) if text.startswith("fort")]
