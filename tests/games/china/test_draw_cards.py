"""Drawing and exchanging cards: rulings 11, 13 and 14a."""

from tests.games.china.position import (
    ALEX,
    BARBARA,
    cards,
    dealt,
    decision,
    do,
    end_turn,
    new_table,
    options,
    violation,
)
from tianming_games.state import CHANCE


class TestHand:
    """The hand is replenished one card at a time."""

    def test_cards_come_from_display_and_pile_in_any_order(self) -> None:
        state = dealt(
            "red red red", display="green green orange purple", pile="yellow red red red red red"
        )
        do(state, "play yen red+red", "house yen-1")
        assert options(state) == ["take green", "take orange", "take purple", "draw"]
        do(state, "draw")
        assert options(state) == ["take green", "take orange", "take purple", "draw"]
        do(state, "take green")
        assert state.hands[ALEX] == cards("red yellow green")
        assert state.current_player == BARBARA

    def test_china_13_face_up_cards_are_replenished_only_after_the_hand(self) -> None:
        state = dealt(
            "red red red", display="green green orange purple", pile="yellow red red red red red"
        )
        do(state, "play yen red+red", "house yen-1", "take green")
        assert state.display == cards("green orange purple")
        do(state, "take green")
        assert state.display == cards("orange purple yellow red")

    def test_drawing_is_compulsory_and_only_drawing(self) -> None:
        state = dealt("red red red")
        do(state, "play wei red", "house wei-1")
        assert "stop" not in options(state)
        assert violation(state, "stop").startswith("A player replenishes his hand")

    def test_a_card_that_does_not_lie_face_up_cannot_be_taken(self) -> None:
        state = dealt("red red red", display="green green orange purple")
        do(state, "play wei red", "house wei-1")
        assert violation(state, "take red") == "Only a card that lies face up can be taken."

    def test_china_14a_without_a_pile_only_the_display_is_drawn_from(self) -> None:
        state = dealt("red red red")
        state.pile, state.top, state.exhausted = (), 0, 2
        state.display = cards("green")
        do(state, "play yen red+red", "house yen-1")
        assert violation(state, "draw") == "The draw pile is exhausted."
        assert options(state) == ["take green"]
        do(state, "take green")
        assert state.current_player == BARBARA
        assert state.hands[ALEX] == cards("red green")


class TestExchange:
    """B) Exchange card."""

    def test_china_13_an_exchange_is_of_exactly_one_card(self) -> None:
        state = dealt("red red green")
        assert options(state)[-2:] == ["exchange red", "exchange green"]
        do(state, "exchange red")
        assert decision(state) == "draw"
        assert state.players[ALEX].cards == 2
        do(state, "draw")
        assert state.current_player == BARBARA
        assert state.players[ALEX].cards == 3

    def test_a_card_is_discarded_from_the_hand(self) -> None:
        state = dealt("red red green")
        assert violation(state, "exchange purple") == "The player discards one card from his hand."
        before = state.discards
        do(state, "exchange green")
        assert sum(state.discards) == sum(before) + 1

    def test_the_display_is_replenished_after_a_face_up_card_was_taken(self) -> None:
        state = dealt("red red green", display="green green orange purple", pile="yellow red red")
        do(state, "exchange red", "take purple")
        assert state.display == cards("green green orange yellow")

    def test_china_14a_without_any_card_to_draw_it_is_a_plain_discard(self) -> None:
        state = dealt("red red green")
        state.pile, state.top, state.exhausted, state.display = (), 0, 2, ()
        do(state, "exchange red")
        assert state.current_player == BARBARA
        assert state.hands[ALEX] == cards("red green")


class TestExhaustion:
    """Ruling 11: the pile is exhausted when its last card is taken."""

    def test_china_11_the_first_time_the_discards_are_shuffled(self) -> None:
        """The cards just played are among them; face-up cards stay."""
        state = dealt(
            "red red red",
            display="green green orange purple",
            pile="yellow",
            discards="purple purple orange",
        )
        do(state, "exchange red")
        state.apply_action(ALEX, state.legal_actions(ALEX)[-1])
        assert state.current_player == CHANCE
        assert state.exhausted == 1
        assert state.draw_notation((0, 4, 4, 3)) == "reshuffle 4 cards"
        assert state.draw_violation((0, 4, 4, 3)) is None
        assert state.draw_violation((0, 0, 4, 3)) is not None
        state.apply_draw((0, 4, 4, 3))
        assert state.display == cards("green green orange purple")
        assert state.pile[state.top :] == (0, 4, 4, 3)
        assert sum(state.discards) == 0
        assert state.current_player == BARBARA

    def test_china_11_the_player_finishes_drawing_from_the_new_pile(self) -> None:
        state = dealt("red red red", pile="yellow", discards="purple purple orange")
        do(state, "play yen red+red", "house yen-1", "draw")
        assert decision(state) == "draw"
        assert state.current_player == ALEX
        do(state, "draw")
        assert state.players[ALEX].cards == 3

    def test_china_11_a_pile_that_runs_out_for_the_display_continues_with_the_new_one(self) -> None:
        state = dealt(
            "red red red",
            display="green green orange purple",
            pile="yellow",
            discards="purple purple orange",
        )
        do(state, "play yen red+red", "house yen-1", "take green", "take green")
        assert len(state.display) == 4
        assert state.exhausted == 1
        assert state.current_player == BARBARA

    def test_china_11_the_second_time_nobody_reshuffles(self) -> None:
        state = dealt("red red red", pile="yellow")
        state.exhausted = 1
        do(state, "exchange red", "draw")
        assert state.exhausted == 2
        assert state.current_player == BARBARA
        assert state.top == len(state.pile)

    def test_a_whole_turn_keeps_four_cards_face_up(self) -> None:
        state = new_table()
        for _ in range(8):
            do(state, options(state)[0])
            end_turn(state)
            assert len(state.display) == 4
