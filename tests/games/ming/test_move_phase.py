"""Phase 3: move the prince and deploy family members."""

from tests.games.ming.position import (
    CAMEL,
    JUNK,
    RAFT,
    RICKSHAW,
    RIDER,
    SEDAN,
    at,
    do,
    family,
    hand,
    offered,
    refusal,
    scene,
)
from tianming_games.ming.family import Family
from tianming_games.ming.move_phase import move_princes
from tianming_games.ming.state import MingState


def moving(*families: Family, start: int = 0) -> MingState:
    """The phase with those families."""
    return scene(families, move_princes, start=start)


class TestSteps:
    def test_example_a_rider_card_pays_for_a_border_with_the_rider(self) -> None:
        state = moving(family(prince="A2", cards=(RIDER, JUNK)), family(prince="F3"))
        assert offered(state, 0) == ["pass", "stay 1", "stay 2", "step A3 1"]
        do(state, "0 step A3 1")
        assert state.families[0].prince == at("A3")
        assert state.families[0].hand == hand(JUNK)
        assert state.discards == hand(RIDER)

    def test_each_step_is_paid_with_the_card_on_the_border_or_a_dragon_card(self) -> None:
        state = moving(family(prince="A2", cards=(0, CAMEL)), family(prince="F3"))
        assert "the card shown on the border" in refusal(state, 0, "step A3 1")
        assert "not what is being decided" in refusal(state, 0, "step A3 5")
        assert "step A3 dragon" in offered(state, 0)
        dragons = state.dragons
        do(state, "0 step A3 dragon")
        assert state.dragons == dragons + 1
        assert state.discards == hand()

    def test_the_prince_moves_as_far_as_the_cards_lead(self) -> None:
        state = moving(
            family(prince="A2", cards=(RIDER, CAMEL, RICKSHAW, RAFT)), family(prince="F3")
        )
        do(state, "0 step A3 1", "0 step D1 5", "0 step D2 3")
        assert offered(state, 0) == ["step D3 6", "halt"]
        do(state, "0 halt")
        assert state.families[0].prince == at("D2")

    def test_a_movement_without_a_further_step_ends_by_itself(self) -> None:
        state = moving(family(prince="A2", cards=(RIDER,)), family(prince="F3", cards=(0,)))
        do(state, "0 step A3 1")
        assert state.current_player == 1

    def test_example_red_moves_through_the_district_with_the_green_prince(self) -> None:
        """The prince must continue at once, and the player pays for both steps."""
        state = moving(family(prince="A2", cards=(RIDER, CAMEL)), family(prince="A3"))
        do(state, "0 step A3 1")
        assert offered(state, 0) == ["step D1 5"]
        assert "may not end his movement" in refusal(state, 0, "halt")
        do(state, "0 step D1 5")
        assert state.families[0].prince == at("D1")

    def test_ming_08_a_prince_may_not_stop_on_another_prince(self) -> None:
        state = moving(family(prince="A2", cards=(RIDER,)), family(prince="A3"))
        assert "may not end his movement" in refusal(state, 0, "step A3 1")

    def test_ming_19_a_step_onto_a_prince_needs_cards_that_lead_to_a_free_district(self) -> None:
        state = moving(
            family(prince="A2", cards=(RIDER, CAMEL, JUNK)),
            family(prince="A3"),
            family(prince="D1"),
        )
        do(state, "0 step A3 1")
        assert offered(state, 0) == ["step D1 5"]
        blocked = moving(
            family(prince="A2", cards=(RIDER, CAMEL)), family(prince="A3"), family(prince="D1")
        )
        assert "may not end his movement" in refusal(blocked, 0, "step A3 1")

    def test_ming_19_a_dragon_card_leads_on_like_the_card_on_the_border(self) -> None:
        state = moving(family(prince="A2", cards=(RIDER, 0)), family(prince="A3"))
        do(state, "0 step A3 1")
        assert offered(state, 0) == [f"step {name} dragon" for name in ("A1", "A2", "B3", "D1")]

    def test_ming_19_stepping_back_over_the_same_border_is_a_movement(self) -> None:
        state = moving(family(prince="A2", cards=(RIDER, RIDER)), family(prince="A3"))
        do(state, "0 step A3 1", "0 step A2 1")
        assert state.families[0].prince == at("A2")
        assert state.families[0].hand == hand()

    def test_ming_19_the_last_card_cannot_pay_for_two_steps(self) -> None:
        state = moving(family(prince="A2", cards=(0,)), family(prince="A3"))
        assert "step A3 dragon" not in offered(state, 0)
        assert "step B1 dragon" in offered(state, 0)


class TestStayAndPass:
    def test_ming_08_leaving_the_prince_costs_any_one_card(self) -> None:
        state = moving(family(prince="F3", spaces="F", cards=(JUNK, 0)), family(prince="A1"))
        assert offered(state, 0)[:3] == ["pass", "stay dragon", "stay 2"]
        assert "plays a card of his hand" in refusal(state, 0, "stay 3")
        do(state, "0 stay 2", "0 deploy 1+0")
        assert state.discards == hand(JUNK)
        assert state.families[0].members[at("F3")] == 1

    def test_ming_08_a_pass_is_final_and_costs_no_card(self) -> None:
        state = moving(
            family(prince="F3", spaces="F", cards=(JUNK,)),
            family(prince="A1", cards=(JUNK, JUNK)),
        )
        do(state, "0 pass", "1 stay 2")
        assert state.current_player == 1
        do(state, "1 stay 2")
        assert state.is_terminal()
        assert state.families[0].hand == hand(JUNK)
        assert state.families[0].spaces == (0, 0, 0, 0, 0, 1)

    def test_ming_08_cards_that_are_left_stay_in_the_hand(self) -> None:
        state = moving(family(prince="F3", cards=(JUNK, RAFT)), family(prince="A1"))
        do(state, "0 stay 2", "0 pass")
        assert state.families[0].hand == hand(RAFT)

    def test_a_player_without_a_card_cannot_but_pass(self) -> None:
        state = moving(family(prince="F3"), family(prince="A1", cards=(JUNK,)))
        assert state.current_player == 1

    def test_from_the_starting_player_in_turns_until_all_have_passed(self) -> None:
        state = moving(
            family(prince="F3", cards=(JUNK,) * 2),
            family(prince="A1", cards=(SEDAN,) * 3),
            family(prince="C2", cards=(RIDER,)),
            start=1,
        )
        order = []
        while not state.is_terminal():
            order.append(state.current_player)
            do(state, f"{order[-1]} stay {(2, 4, 1)[order[-1]]}")
        assert order == [1, 2, 0, 1, 0, 1]


class TestDeploy:
    def test_up_to_three_of_the_space_of_the_district_are_deployed(self) -> None:
        state = moving(family(prince="B1", spaces="BBBBAA", cards=(JUNK,)), family(prince="A1"))
        do(state, "0 stay 2")
        assert offered(state, 0) == [
            f"deploy {counts}" for counts in ("0+0", "0+1", "1+0", "1+1", "2+0", "2+1", "3+0")
        ]
        do(state, "0 deploy 3+0")
        assert state.families[0].members[at("B1")] == 3
        assert state.families[0].spaces == (2, 1, 0, 0, 0, 0)

    def test_no_more_are_deployed_than_stand_on_the_space(self) -> None:
        state = do(
            moving(family(prince="B1", spaces="BA", cards=(JUNK,)), family(prince="A1")),
            "0 stay 2",
        )
        assert offered(state, 0) == ["deploy 0+0", "deploy 0+1", "deploy 1+0"]
        assert "from the province space" in refusal(state, 0, "deploy 1+1")

    def test_nobody_is_asked_when_the_space_is_empty(self) -> None:
        state = moving(family(prince="B1", spaces="A", cards=(JUNK,)), family(prince="A1"))
        assert do(state, "0 stay 2").is_terminal()

    def test_example_two_in_the_district_and_one_of_three_in_the_cloister(self) -> None:
        """Ruling 1: those in the open and the one in the cloister go in together."""
        state = moving(family(prince="B1", spaces="BBB", cards=(JUNK,)), family(prince="A1"))
        do(state, "0 stay 2", "0 deploy 2+1")
        assert state.families[0].members[at("B1")] == 2
        assert state.families[0].monks == (at("B1"),)

    def test_ming_01_an_occupant_is_ousted_into_the_open_area(self) -> None:
        state = moving(
            family(prince="B1", spaces="B", cards=(JUNK,)),
            family(prince="A1", monks=["B1", "C1"], members={"B1": 1}),
        )
        do(state, "0 stay 2", "0 deploy 0+1")
        assert state.families[0].monks == (at("B1"),)
        assert state.families[1].monks == (at("C1"),)
        assert state.families[1].members[at("B1")] == 2

    def test_ming_01_nobody_is_deployed_where_an_own_member_is_in_the_cloister(self) -> None:
        state = moving(
            family(prince="B1", spaces="BBB", monks=["B1"], cards=(JUNK,)), family(prince="A1")
        )
        assert do(state, "0 stay 2").is_terminal()
        assert state.families[0].spaces == (0, 3, 0, 0, 0, 0)

    def test_ming_01_at_most_one_goes_into_the_cloister(self) -> None:
        state = moving(family(prince="B1", spaces="BBB", cards=(JUNK,)), family(prince="A1"))
        do(state, "0 stay 2")
        assert "not what is being decided" in refusal(state, 0, "deploy 0+2")
