"""Phase 4.2: family members return from a city to the districts they came from."""

from collections.abc import Mapping
from functools import partial
from itertools import permutations

import pytest

from tests.games.ming.position import at, do, family, offered, refusal, scene
from tianming_games.chance import Chance
from tianming_games.ming.box import NOBODY
from tianming_games.ming.family import Family
from tianming_games.ming.scoring import score_city
from tianming_games.ming.state import MingState
from tianming_games.ming.withdrawal import lay_return_cards, neutral_return, withdraw

A = 0
LAY, BACK, SCORE = (
    partial(phase, province=A) for phase in (lay_return_cards, withdraw, score_city)
)


def city(first: int, second: int, third: int) -> Mapping[str, int]:
    """Members in the three parts of city A."""
    return {"A1": first, "A2": second, "A3": third}


def returning(*families: Family, neutral: Family | None = None, start: int = 0) -> MingState:
    """The phase, up to the members who have returned."""
    return scene(families, LAY, BACK, neutral=neutral, start=start)


class TestReturnCards:
    def test_ming_05_at_most_the_own_members_in_the_city_are_returned(self) -> None:
        state = returning(family(city=city(2, 1, 0)), family())
        assert offered(state, 0) == ["return 0", "return 1", "return 2", "return 3"]
        assert "at most the family members he has" in refusal(state, 0, "return 4")

    def test_ming_05_every_sum_up_to_six_can_be_laid(self) -> None:
        state = returning(family(city=city(2, 2, 2)), family())
        assert offered(state, 0) == [f"return {number}" for number in range(7)]

    def test_ming_05_cards_are_back_in_the_hand_for_the_next_city(self) -> None:
        both = family(city={"A1": 2, "A2": 2, "A3": 2, "B1": 2, "B2": 2, "B3": 2})
        phases = [
            partial(phase, province=province)
            for province in (0, 1)
            for phase in (lay_return_cards, withdraw)
        ]
        state = do(scene([both, family()], *phases), "0 return 6")
        assert offered(state, 0) == [f"return {number}" for number in range(7)]

    def test_ming_18_who_has_nobody_in_the_city_lays_none(self) -> None:
        state = returning(family(city=city(1, 0, 0)), family(), family(city=city(0, 1, 0)))
        assert state.to_act() == (0, 2)
        assert offered(state, 1) == []
        assert "not this player's turn" in refusal(state, 1, "return 0")

    def test_ming_18_nothing_is_asked_for_an_empty_city(self) -> None:
        assert returning(family(), family()).is_terminal()

    def test_all_are_asked_at_once(self) -> None:
        one = family(city=city(1, 0, 0))
        state = returning(one, one, one, one, start=2)
        assert state.to_act() == (0, 1, 2, 3)
        do(state, "0 return 1")
        assert state.to_act() == (1, 2, 3)
        assert "not this player's turn" in refusal(state, 0, "return 1")

    def test_the_order_in_which_cards_are_laid_makes_no_difference(self) -> None:
        two = family(city=city(2, 1, 0))
        steps = ("0 return 1", "1 return 2", "2 return 0")
        prints = {
            do(returning(two, two, two), *order).canonical_bytes() for order in permutations(steps)
        }
        assert len(prints) == 1

    def test_cards_are_shown_only_when_all_have_laid_theirs(self) -> None:
        two = family(city=city(2, 1, 0))
        state = do(returning(two, two, two), "0 return 1", "1 return 2")
        assert state.observation(0).laid == (1, NOBODY, NOBODY)
        assert state.observation(1).laid == (NOBODY, 2, NOBODY)
        assert state.observation(2).laid == (NOBODY, NOBODY, NOBODY)
        do(state, "2 return 3")
        assert state.observation(2).laid == (1, 2, 3)

    def test_a_hidden_choice_changes_nothing_for_the_others(self) -> None:
        """Whoever is still to choose has the same view and the same options as before."""
        two = family(city=city(2, 1, 0))
        state = returning(two, two, two)
        seen, legal, text = state.observation(2), offered(state, 2), state.to_text(2)
        do(state, "0 return 1", "1 return 2")
        assert (state.observation(2), offered(state, 2), state.to_text(2)) == (seen, legal, text)

    @pytest.mark.parametrize("number", range(4))
    def test_nothing_a_seat_sees_depends_on_what_another_has_laid(self, number: int) -> None:
        two = family(city=city(2, 1, 0))
        state = do(returning(two, two, two), "0 return 0", "1 return 1")
        other = do(returning(two, two, two), f"0 return {number}", "1 return 1")
        for seat in (1, 2):
            assert other.observation(seat) == state.observation(seat)
            assert other.to_text(seat) == state.to_text(seat)

    def test_nobody_knows_whether_others_have_laid_theirs(self) -> None:
        two = family(city=city(2, 1, 0))
        state = do(returning(two, two, two), "0 return 1", "1 return 2")
        twin = state.resample(1, Chance(bytes(32), "twin"))
        assert twin.laid == (NOBODY, 2, NOBODY)
        assert twin.to_act() == (0, 2)
        do(twin, "2 return 1", "0 return 3")
        assert twin.laid == (3, 2, 1)


class TestWithdraw:
    def test_ming_13_the_player_chooses_which_return(self) -> None:
        state = do(returning(family(city=city(2, 1, 0)), family()), "0 return 2")
        assert offered(state, 0) == ["withdraw 1+1+0", "withdraw 2+0+0"]
        do(state, "0 withdraw 1+1+0")
        assert state.families[0].in_city(A) == (1, 0, 0)
        assert state.families[0].members[:3] == (1, 1, 0)

    @pytest.mark.parametrize(("number", "left"), [(0, (2, 1, 0)), (3, (0, 0, 0))])
    def test_ming_13_nothing_is_asked_when_there_is_one_way(
        self, number: int, left: tuple[int, ...]
    ) -> None:
        state = do(returning(family(city=city(2, 1, 0)), family()), f"0 return {number}")
        assert state.is_terminal()
        assert state.families[0].in_city(A) == left

    def test_ming_13_members_return_in_turn_order_from_the_starting_player(self) -> None:
        two = family(city=city(1, 1, 0))
        state = returning(two, two, two, start=1)
        do(state, "1 return 1", "2 return 1", "0 return 1")
        assert state.current_player == 1
        do(state, "1 withdraw 1+0+0", "2 withdraw 0+1+0", "0 withdraw 1+0+0")
        assert [f.members[:2] for f in state.families] == [(1, 0), (1, 0), (0, 1)]

    def test_ming_13_who_has_one_way_waits_for_those_before_him(self) -> None:
        one, two = family(city=city(1, 0, 0)), family(city=city(1, 1, 0))
        state = do(returning(one, two, one, two), "0 return 1", "1 return 1", "2 return 1")
        do(state, "3 return 1")
        assert [sum(f.in_city(A)) for f in state.families] == [0, 2, 1, 2]
        do(state, "1 withdraw 1+0+0")
        assert [sum(f.in_city(A)) for f in state.families] == [0, 1, 0, 2]


class TestNeutralFamily:
    def test_example_neutral_4_against_2_and_2_keeps_3(self) -> None:
        """The starting player decides which one returns."""
        state = returning(
            family(city=city(2, 0, 0)),
            family(city=city(0, 2, 0)),
            neutral=family(city=city(1, 1, 2)),
            start=1,
        )
        do(state, "1 return 0", "0 return 0")
        assert state.observation(1).decision == "withdraw-neutral"
        assert state.current_player == 1
        assert offered(state, 1) == ["withdraw 0+0+1", "withdraw 0+1+0", "withdraw 1+0+0"]
        do(state, "1 withdraw 0+0+1")
        assert state.families[2].in_city(A) == (1, 1, 1)
        assert state.families[2].members[at("A3")] == 1

    def test_example_all_with_2_and_the_neutral_family_returns(self) -> None:
        two = family(city=city(2, 0, 0))
        state = returning(two, two, neutral=family(city=city(1, 1, 0)))
        do(state, "0 return 0", "1 return 0")
        assert state.is_terminal()
        assert state.families[2].in_city(A) == (0, 0, 0)
        assert state.families[2].members[:3] == (1, 1, 0)

    @pytest.mark.parametrize(
        ("counts", "neutral", "returns"),
        [((2, 2), 4, 1), ((2, 2), 2, 2), ((0, 0), 3, 2), ((0, 0), 1, 0), ((3, 1), 4, 0)],
    )
    def test_ming_14_with_the_sole_majority_it_keeps_the_largest_other_and_1(
        self, counts: tuple[int, int], neutral: int, returns: int
    ) -> None:
        assert neutral_return(counts, neutral) == returns

    def test_ming_14_players_count_as_they_were_moved_in(self) -> None:
        """Both players return all of theirs; the neutral family still keeps three."""
        state = returning(
            family(city=city(2, 0, 0)),
            family(city=city(0, 2, 0)),
            neutral=family(city=city(2, 0, 2)),
        )
        do(state, "0 return 2", "1 return 2", "0 withdraw 1+0+0")
        assert state.families[2].in_city(A) == (1, 0, 2)

    def test_ming_14_it_leaves_after_the_players(self) -> None:
        state = returning(
            family(city=city(1, 1, 0)), family(), neutral=family(city=city(2, 1, 1)), start=0
        )
        do(state, "0 return 1")
        assert state.observation(0).decision == "withdraw"
        do(state, "0 withdraw 1+0+0")
        assert state.observation(0).decision == "withdraw-neutral"

    def test_ming_14_it_leaves_after_the_players_also_when_there_is_one_way(self) -> None:
        """The neutral family leaves with no choice, and so does the second player."""
        state = returning(
            family(city=city(1, 1, 0)),
            family(city=city(0, 0, 2)),
            neutral=family(city=city(1, 1, 0)),
        )
        do(state, "0 return 1", "1 return 2")
        assert [f.in_city(A) for f in state.families] == [(1, 1, 0), (0, 0, 2), (1, 1, 0)]
        do(state, "0 withdraw 1+0+0")
        assert state.is_terminal()
        assert [f.in_city(A) for f in state.families] == [(0, 1, 0), (0, 0, 0), (0, 0, 0)]

    def test_ming_14_it_returns_alone_when_no_player_is_in_the_city(self) -> None:
        state = returning(family(), family(), neutral=family(city=city(1, 1, 0)), start=1)
        assert offered(state, 1) == ["withdraw 0+1+0", "withdraw 1+0+0"]

    def test_ming_06_it_may_hold_the_bonus_but_scores_nothing(self) -> None:
        state = scene(
            [family(city=city(1, 0, 0)), family()],
            LAY,
            BACK,
            SCORE,
            neutral=family(city=city(0, 2, 0)),
        )
        do(state, "0 return 0")
        assert [f.score for f in state.families] == [4, 0, 0]
