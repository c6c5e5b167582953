"""1st phase: groups of action cards, what they cost, and what they bring."""

import pytest

from tests.games.dragon.position import (
    choose,
    housed,
    offered,
    palace,
    refusal,
    stopped,
    table,
)
from tianming_games.dragon import GAME
from tianming_games.dragon.action_phase import deal_actions, take_actions
from tianming_games.dragon.box import Tile, group_sizes
from tianming_games.dragon.province import Palace, Province

T = Tile
FIRST = Province(track=20, arrival=2)
LAST = Province(track=1, arrival=1)


class TestGroups:
    """How the action cards are laid out."""

    @pytest.mark.parametrize(
        ("players", "cards", "sizes"),
        [
            (2, 7, (4, 3)),
            (3, 7, (3, 2, 2)),
            (4, 7, (2, 2, 2, 1)),
            (5, 7, (2, 2, 1, 1, 1)),
            (2, 8, (4, 4)),
            (3, 8, (3, 3, 2)),
            (4, 8, (2, 2, 2, 2)),
            (5, 8, (2, 2, 2, 1, 1)),
        ],
    )
    def test_a17_groups_are_as_even_as_possible(
        self, players: int, cards: int, sizes: tuple[int, ...]
    ) -> None:
        assert group_sizes(players, cards) == sizes

    def test_cards_lie_in_their_groups_in_a_fixed_order_however_they_are_drawn(self) -> None:
        state = table(deal_actions, players=[FIRST, LAST])
        state.apply_draw((6, 3, 0, 5, 4, 2, 1))
        assert state.groups == ((0, 3, 5, 6), (1, 2, 4))
        assert state.dragons == (0, 0)


class TestTurn:
    """Who acts when, and what a turn costs."""

    def test_v3_stack(self) -> None:
        """Markers on one space act from the top of the stack."""
        names = ("red", "purple", "blue", "green", "yellow")
        state = table(take_actions, players=[Province(track=9, arrival=at) for at in range(1, 6)])
        acted = []
        while not stopped(state):
            acted.append(names[state.current_player])
            choose(state, "pass")
        assert acted == ["yellow", "green", "blue", "purple", "red"]

    def test_a12_later_arrival_acts_first(self) -> None:
        state = table(take_actions, players=[FIRST, Province(track=19), Province(track=15)])
        choose(state, "pass")
        choose(state, "take military-parade")
        assert state.provinces[1].track == 20
        assert state.turn_order() == (1, 0, 2)

    def test_a12_a_move_of_no_spaces_does_not_stack_again(self) -> None:
        state = table(
            take_actions, players=[Province(track=5, arrival=1), Province(track=5, arrival=2)]
        )
        state.move_marker(0, 0)
        assert state.turn_order() == (1, 0)

    def test_v4_toll(self) -> None:
        """3 yuan for a group with dragons, once and not for each of them."""
        state = table(take_actions, players=[FIRST.but(yuan=3), LAST], dragons=(2, 0))
        choose(state, "take harvest")
        assert (state.provinces[0].yuan, state.provinces[0].rice) == (0, 1)
        assert state.dragons == (3, 0)

    def test_v4_toll_without_the_money(self) -> None:
        state = table(take_actions, players=[FIRST.but(yuan=2), LAST], dragons=(2, 0))
        assert offered(state) == ["pass", "take military-parade", "take research", "buy small"]
        assert "costs 3 yuan" in refusal(state, "take harvest")

    def test_v5_pass(self) -> None:
        state = table(take_actions, players=[FIRST.but(yuan=1), LAST])
        choose(state, "pass")
        assert state.provinces[0].yuan == 3
        assert state.dragons == (0, 0)

    def test_a13_a_pass_with_three_yuan_or_more_is_legal_and_gains_nothing(self) -> None:
        state = table(take_actions, players=[FIRST.but(yuan=5), LAST.but(yuan=3)])
        choose(state, "pass", "pass")
        assert [p.yuan for p in state.provinces] == [5, 3]

    def test_a14_privilege_cannot_be_chosen_without_its_price(self) -> None:
        state = table(take_actions, players=[FIRST.but(yuan=1), LAST])
        assert not any(text.startswith("buy") for text in offered(state))
        assert "paid for when it is taken" in refusal(state, "buy small")

    def test_a15_the_toll_is_not_paid_from_the_income_of_the_action(self) -> None:
        state = table(take_actions, players=[FIRST.but(yuan=2), LAST], dragons=(1, 0))
        assert "costs 3 yuan" in refusal(state, "take taxes")

    def test_a_group_may_be_chosen_again_and_an_action_repeated(self) -> None:
        state = table(take_actions, players=[FIRST, LAST])
        choose(state, "take research", "take research")
        assert state.dragons == (0, 2)
        assert [(p.score, p.yuan) for p in state.provinces] == [(1, 6), (1, 3)]


class TestActions:
    """What each action brings."""

    def test_v6_taxes(self) -> None:
        state = table(take_actions, players=[FIRST, LAST])
        choose(state, "take taxes")
        assert state.provinces[0].yuan == 8

    def test_v7_taxes_and_toll(self) -> None:
        doro = LAST.but(palaces=housed(T.TAX_COLLECTOR, T.TAX_COLLECTOR), yuan=4)
        state = table(take_actions, players=[FIRST, doro])
        choose(state, "take taxes", "take taxes")
        assert state.provinces[1].yuan == 4 - 3 + 8

    def test_v8_build(self) -> None:
        emil = FIRST.but(palaces=(palace(1, T.MONK), palace(2, T.CRAFTSMAN, T.CRAFTSMAN)))
        state = table(take_actions, players=[emil, LAST])
        choose(state, "take build", "floor 0", "floor 0", "floor 2")
        assert [p.floors for p in state.provinces[0].palaces] == [3, 2, 1]
        assert state.current_player == 1

    def test_a16_all_new_floors_are_built_at_once_and_no_palace_has_four(self) -> None:
        emil = FIRST.but(palaces=(palace(3, T.CRAFTSMAN), palace(2)))
        state = table(take_actions, players=[emil, LAST])
        choose(state, "take build")
        assert offered(state) == ["floor 1", "floor 2"]
        assert "more than 3 floors" in refusal(state, "floor 0")
        choose(state, "floor 2")
        assert offered(state) == ["floor 1", "floor 2", "floor 3"]
        choose(state, "floor 2")
        assert [p.floors for p in state.provinces[0].palaces] == [3, 2, 2]

    def test_a16_equal_palaces_are_offered_once(self) -> None:
        state = table(take_actions, players=[FIRST, LAST])
        choose(state, "take build")
        assert offered(state) == ["floor 0", "floor 2"]

    def test_v9_harvest(self) -> None:
        anna = FIRST.but(palaces=housed(T.FARMER, T.OLD_FARMER))
        state = table(take_actions, players=[anna, LAST])
        choose(state, "take harvest")
        assert state.provinces[0].rice == 4

    def test_fireworks_display_brings_a_tile_for_each_rocket(self) -> None:
        anna = FIRST.but(palaces=housed(T.PYROTECHNIST, T.OLD_PYROTECHNIST))
        state = table(take_actions, players=[anna, LAST])
        choose(state, "take fireworks-display")
        assert state.provinces[0].fireworks == 4

    def test_v10_parade(self) -> None:
        benno = FIRST.but(palaces=housed(T.OLD_WARRIOR, T.OLD_WARRIOR))
        state = table(take_actions, players=[benno, LAST])
        choose(state, "take military-parade")
        assert state.provinces[0].track == 25

    def test_v11_research(self) -> None:
        doro = FIRST.but(palaces=housed(T.SCHOLAR, T.OLD_SCHOLAR))
        state = table(take_actions, players=[doro, LAST])
        choose(state, "take research")
        assert state.provinces[0].score == 6

    def test_a_small_privilege_costs_2_yuan_and_has_1_dragon(self) -> None:
        state = table(take_actions, players=[FIRST, LAST])
        choose(state, "buy small")
        assert (state.provinces[0].yuan, state.provinces[0].dragons) == (4, 1)

    def test_d9_large_privilege(self) -> None:
        state = table(take_actions, players=[FIRST, LAST])
        choose(state, "buy large")
        assert (state.provinces[0].yuan, state.provinces[0].dragons) == (0, 2)

    def test_d9_large_privilege_of_the_anniversary_edition(self) -> None:
        options = {"edition": "anniversary"}
        state = table(take_actions, players=[FIRST, LAST], options=options)
        assert "paid for when it is taken" in refusal(state, "buy large")
        state = table(take_actions, players=[FIRST.but(yuan=7), LAST], options=options)
        choose(state, "buy large")
        assert (state.provinces[0].yuan, state.provinces[0].dragons) == (0, 2)

    def test_d10_toll_and_privilege(self) -> None:
        state = table(take_actions, players=[FIRST.but(yuan=4), LAST], dragons=(0, 1))
        assert "after the 3 yuan for the group" in refusal(state, "buy small")

    def test_a_new_palace_is_the_last(self) -> None:
        state = table(take_actions, players=[FIRST, LAST])
        choose(state, "take build", "floor 2")
        assert state.provinces[0].palaces[2] == Palace(1)
        assert GAME.write(GAME.read("floor 2")) == "floor 2"
