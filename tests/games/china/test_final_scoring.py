"""Final scoring of houses and alliances: example 6, ruling 9."""

from tests.games.china.position import land, new_table, region, settle
from tianming_games.china.scoring import (
    alliance_points,
    majorities,
    score_alliances,
    score_houses,
)


def test_example_6_a_majority_in_both_regions_makes_an_alliance() -> None:
    """Wei: 1 of Doris, 1 of Barbara. Ch'in: 2 of Doris, 1 each of two. 2 + 4 points."""
    state = new_table()
    settle(state, "wei", emissaries="3 1")
    settle(state, "chin", emissaries="3 3 1 0")
    assert alliance_points(region(state, "wei"), region(state, "chin")) == [0, 0, 0, 6]


def test_example_6_without_a_majority_in_both_nobody_scores() -> None:
    """Ch'in is Doris's, Shu is Chris's: no alliance is made."""
    state = new_table()
    settle(state, "chin", emissaries="3 3 1 0")
    settle(state, "shu", emissaries="2 2 3")
    assert alliance_points(region(state, "chin"), region(state, "shu")) == [0, 0, 0, 0]


def test_example_6_alliances_3_and_4_are_on_the_board() -> None:
    alliances = new_table().map.alliances
    assert alliances[2] == (land("wei"), land("chin"))
    assert alliances[3] == (land("chin"), land("shu"))


def test_china_9_tied_players_all_have_a_majority_and_score_in_full() -> None:
    state = new_table()
    settle(state, "wei", emissaries="0 1")
    settle(state, "chin", emissaries="0 0 1 1 2")
    assert alliance_points(region(state, "wei"), region(state, "chin")) == [7, 7, 0, 0]


def test_china_9_without_an_emissary_nobody_has_a_majority() -> None:
    state = new_table()
    settle(state, "wei", emissaries="0")
    assert majorities(region(state, "chin")) == [False] * 4
    assert alliance_points(region(state, "wei"), region(state, "chin")) == [0, 0, 0, 0]


def test_a_player_scores_every_alliance_of_a_region() -> None:
    """Wei is allied with Zhao, Ch'in, Han and Lu."""
    state = new_table()
    for word in ("wei", "zhao", "chin", "han"):
        settle(state, word, emissaries="0")
    score_alliances(state)
    assert state.returns() == [2 * 4, 0, 0, 0]


def test_all_fifteen_alliances_are_scored() -> None:
    state = new_table()
    for word in ("yen", "zhao", "qi", "wei", "lu", "han", "chin", "shu", "chu"):
        settle(state, word, emissaries="1")
    score_alliances(state)
    assert state.returns() == [0, 2 * 15, 0, 0]


def test_regions_without_a_marker_are_scored_at_the_end_and_others_not_again() -> None:
    state = new_table()
    settle(state, "han", "0 0 1")
    settle(state, "lu", "2 2 2 2")
    state.regions[land("lu")] = region(state, "lu").with_marker()
    score_houses(state)
    assert state.returns() == [3, 2, 0, 0]
    assert all(each.scored for each in state.regions)


def test_china_8_doubling_holds_in_the_final_scoring() -> None:
    state = new_table(fortifications="yes")
    settle(state, "han", "0^ 0 1")
    score_houses(state)
    assert state.returns() == [6, 2, 0, 0]
