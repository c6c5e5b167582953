"""Preparation."""

from referee.error import UsageError
from referee.game_check.random_play import random_steps
from tests.errors import raises
from tests.games.ming.position import MAP, at, do, draw_any, family, offered, refusal, scene
from tianming_games.ming import GAME
from tianming_games.ming.box import DRAGON_CARDS, NOBODY
from tianming_games.ming.preparation import reinforce_neutral_family
from tianming_games.ming.sentence import MingSentence
from tianming_games.ming.state import MingState


def begun(seats: int, **options: str) -> MingState:
    """A game after the display is laid out."""
    return draw_any(GAME.begin(seats, options))


class TestDisplayAndHands:
    def test_six_movement_cards_are_turned_up_and_each_player_has_a_dragon_card(self) -> None:
        state = begun(3)
        assert len(state.display) == 6
        assert sum(state.stack) == 54 - 6
        assert state.dragons == DRAGON_CARDS - 3
        assert all(f.hand == (1, 0, 0, 0, 0, 0, 0) for f in state.families)

    def test_each_player_has_thirty_family_members(self) -> None:
        assert all(f.supply == f.size() == 30 for f in begun(4).families)

    def test_the_display_is_drawn_from_the_cards_there_are(self) -> None:
        state = GAME.begin(2)
        assert state.draw_violation((1, 2, 3, 4, 5, 6)) is None
        for wrong in ((1, 2, 3, 4, 5), (0, 1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 7)):
            assert state.draw_violation(wrong) is not None
        assert MAP.transports[0].cards == 9


class TestPrinces:
    def test_a_prince_brings_a_tile_of_the_matching_color(self) -> None:
        state = do(begun(3), "0 prince B2")
        assert state.families[0].prince == at("B2")
        assert state.families[0].tiles == (0, 1, 0, 0, 0, 0)
        assert state.tiles == (18, 17, 18, 18, 18, 18)

    def test_a_prince_is_placed_where_no_other_player_has_placed_his(self) -> None:
        state = do(begun(3), "0 prince B2")
        assert "no other player has chosen" in refusal(state, 1, "prince B2")
        assert len(offered(state, 1)) == 17

    def test_princes_are_placed_clockwise_from_the_starting_player(self) -> None:
        state = do(begun(4), "0 prince A1", "1 prince A2", "2 prince A3", "3 prince F1")
        assert state.current_player == 0
        assert state.round == 1


class TestNeutralFamily:
    def test_ming_10_one_in_each_district_and_three_more_of_each_player(self) -> None:
        state = do(begun(2), "0 prince A1", "1 prince A2")
        assert set(state.families[2].members) == {1}
        do(state, "0 neutral A1", "1 neutral A2", "0 neutral A1")
        do(state, "1 neutral F3", "0 neutral F3", "1 neutral B1")
        members = state.families[2].members
        assert (members[at("A1")], members[at("A2")], members[at("A3")]) == (3, 2, 1)
        assert state.observation(0).decision == "place"

    def test_ming_10_never_over_three_in_a_district(self) -> None:
        state = do(begun(2), "0 prince A1", "1 prince A2", "0 neutral A1", "1 neutral A1")
        assert "more than 3 neutral" in refusal(state, 0, "neutral A1")

    def test_ming_10_the_neutral_family_has_thirty_six(self) -> None:
        assert begun(2).families[2].size() == 18 + 3 * 6

    def test_ming_10_three_more_of_each_player_before_rounds_3_and_5(self, fresh_seed: int) -> None:
        play = random_steps(GAME, 2, {}, fresh_seed)
        seen = [state.observation(0) for state, _, _ in play]
        asked = [(observation.round, observation.decision) for observation in seen]
        rounds = [number for number, name in asked if name == "neutral"]
        assert rounds == [0] * 6 + [3] * 6 + [5] * 6
        for number in (3, 5):
            first = asked.index((number, "neutral"))
            assert asked[first - 1][0] == number - 1
            assert asked[first + 6] == (number, "place")

    def test_ming_10_the_starting_player_begins_and_they_take_turns(self) -> None:
        state = scene([family(), family()], reinforce_neutral_family, round_=3, start=1)
        do(state, "1 neutral A1", "0 neutral A1", "1 neutral A1")
        assert "more than 3 neutral" in refusal(state, 0, "neutral A1")
        do(state, "0 neutral B1", "1 neutral B1", "0 neutral B1")
        assert state.is_terminal()

    def test_only_a_game_for_two_has_one(self) -> None:
        assert [len(begun(seats).families) for seats in (2, 3, 4)] == [3, 3, 4]

    def test_ming_12_the_princes_come_first(self) -> None:
        state = begun(2)
        assert state.observation(0).decision == "prince"
        assert state.families[2].members == (0,) * 18

    def test_ming_12_neutral_setup_before_princes(self) -> None:
        state = begun(2, neutral_setup="before-princes")
        assert state.observation(0).decision == "neutral"
        do(state, *(f"{turn % 2} neutral A{1 + turn // 2}" for turn in range(6)))
        assert state.observation(0).decision == "prince"
        assert state.families[0].prince == NOBODY

    def test_ming_12_neutral_setup_is_for_two(self) -> None:
        with raises(UsageError, MingSentence.NO_NEUTRAL_FAMILY):
            GAME.begin(3, {"neutral_setup": "before-princes"})
