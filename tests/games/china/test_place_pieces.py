"""A) Place playing pieces: examples 1 to 3, rulings 1 to 5."""

from tests.games.china.position import (
    ALEX,
    BARBARA,
    DORIS,
    dealt,
    decision,
    do,
    end_turn,
    give,
    new_table,
    options,
    region,
    settle,
    violation,
)

ONE_REGION = "A player may only place pieces in a single region on his turn."


class TestExamples:
    """The examples of the rule book."""

    def test_example_1_one_piece_into_an_empty_region(self) -> None:
        """Alex may only place 1 piece into Wei, and nowhere else after it."""
        state = dealt("purple red red")
        do(state, "play wei red", "house wei-1")
        assert decision(state) == "draw"
        assert violation(state, "play chu purple")

    def test_example_1_two_pieces_for_a_card_and_a_joker(self) -> None:
        """Barbara uses her red card, and the pair of green cards as a joker."""
        state = dealt("green green red")
        settle(state, "wei", "0")
        do(state, "play wei red", "house wei-2")
        assert options(state) == ["play wei green+green", "stop"]
        do(state, "play wei green+green", "house wei-3")
        assert decision(state) == "draw"
        assert state.players[ALEX].cards == 0

    def test_example_1_two_cards_for_two_pieces_or_for_a_joker(self) -> None:
        """Chris has 3 yellow cards: 2 pieces into Qi or Ch'in, or 1 elsewhere."""
        state = dealt("yellow yellow yellow")
        settle(state, "qi", "0")
        settle(state, "chin", "0")
        plays = [text for text in options(state) if text.startswith("play")]
        assert plays == [
            "play yen yellow+yellow",
            "play zhao yellow+yellow",
            "play qi yellow",
            "play wei yellow+yellow",
            "play lu yellow+yellow",
            "play han yellow+yellow",
            "play chin yellow",
            "play shu yellow+yellow",
            "play chu yellow+yellow",
        ]
        do(state, "play qi yellow", "house qi-2", "play qi yellow", "house qi-3")
        assert decision(state) == "draw"
        assert state.players[ALEX].cards == 1

    def test_example_2_emissaries_up_to_the_house_majority(self) -> None:
        """4 houses of Barbara allow 4 emissaries in Chu; 2 are there, Alex adds two."""
        state = dealt("purple orange orange")
        settle(state, "chu", "1 1 1 1 2", "1 2")
        do(state, "play chu purple", "emissary chu", "play chu orange+orange", "emissary chu")
        assert region(state, "chu").emissaries == (2, 1, 1, 0)
        assert not region(state, "chu").has_room_for_emissary()

    def test_example_3_a_tie_for_the_majority_allows_as_many(self) -> None:
        """Barbara and Doris have 2 houses each in Qi: up to 2 emissaries."""
        for pieces in (
            ["emissary qi"] * 2,
            ["house qi-5", "house qi-6"],
            ["house qi-5", "emissary qi"],
        ):
            state = dealt("yellow yellow red")
            settle(state, "qi", "1 1 3 3")
            do(state, "play qi yellow", pieces[0], "play qi yellow", pieces[1])
        state = dealt("yellow yellow red")
        settle(state, "qi", f"{BARBARA} {BARBARA} {DORIS} {DORIS}", "0 2")
        do(state, "play qi yellow")
        assert options(state) == ["house qi-5", "house qi-6"]


class TestEmissaries:
    """Rulings 1 and 5."""

    def test_china_1_the_limit_is_for_the_emissaries_of_all_players_together(self) -> None:
        """Zhao with 3 red and 2 yellow houses: 3 emissaries, whoever owns them."""
        state = dealt("orange red green")
        settle(state, "zhao", "0 0 0 1 1", "2 2 3")
        do(state, "play zhao orange")
        assert options(state) == ["house zhao-6"]
        assert violation(state, "emissary zhao") == (
            "The house majority determines the maximum number of emissaries in a region."
        )

    def test_china_1_a_tie_at_two_means_two(self) -> None:
        state = new_table()
        settle(state, "zhao", "0 0 1 1")
        assert region(state, "zhao").limit == 2

    def test_china_1_a_player_needs_no_house_of_his_own(self) -> None:
        state = dealt("orange red green")
        settle(state, "zhao", "1")
        do(state, "play zhao orange", "emissary zhao")
        assert region(state, "zhao").emissaries == (1, 0, 0, 0)

    def test_china_1_no_emissary_without_any_house(self) -> None:
        state = dealt("orange red green")
        do(state, "play zhao orange")
        assert "emissary zhao" not in options(state)
        assert violation(state, "emissary zhao") == (
            "No emissaries may be placed into a region without any houses."
        )

    def test_china_5_a_scored_region_takes_emissaries_and_no_houses(self) -> None:
        state = dealt("orange red green")
        settle(state, "lu", "0 0 1 .")
        do(state, "play lu orange", "house lu-4")
        end_turn(state)
        give(state, BARBARA, "orange red green")
        do(state, "play lu orange")
        assert options(state) == ["emissary lu"]
        assert violation(state, "house lu-1") == "A house space may not contain more than 1 house."
        do(state, "emissary lu")
        assert state.returns() == [4, 3, 0, 0]


class TestPieces:
    """Rulings 2 and 3, and pieces that run out."""

    def test_china_2_an_empty_region_takes_one_piece_and_so_a_house(self) -> None:
        state = dealt("green green green")
        do(state, "play han green")
        assert options(state) == [f"house han-{number}" for number in range(1, 7)]
        do(state, "house han-4")
        assert decision(state) == "draw"

    def test_china_3_each_piece_is_judged_on_the_board_as_it_then_stands(self) -> None:
        """The second house raises the limit, so an emissary may follow."""
        state = dealt("green green red")
        settle(state, "han", "1", "1")
        do(state, "play han green", "house han-2", "play han green")
        assert "emissary han" not in options(state)
        state = dealt("green green red")
        settle(state, "han", "0", "1")
        do(state, "play han green", "house han-2", "play han green", "emissary han")

    def test_china_3_scoring_interrupts_and_an_emissary_may_follow(self) -> None:
        state = dealt("orange orange red")
        settle(state, "lu", "0 0 1 .")
        do(state, "play lu orange", "house lu-4")
        assert region(state, "lu").scored
        assert state.returns() == [4, 3, 0, 0]
        do(state, "play lu orange", "emissary lu")
        assert region(state, "lu").emissaries[ALEX] == 1
        assert state.returns() == [4, 3, 0, 0]

    def test_all_pieces_of_a_turn_go_into_one_region(self) -> None:
        state = dealt("green green red")
        settle(state, "han", "1")
        do(state, "play han green")
        assert violation(state, "house wei-1") == ONE_REGION
        do(state, "house han-2")
        assert violation(state, "play yen green") == ONE_REGION

    def test_a_type_of_piece_that_ran_out_can_be_placed_no_more(self) -> None:
        state = new_table()
        settle(state, "han", "1 1")
        state.players[ALEX] = state.players[ALEX].but(houses=0)
        give(state, ALEX, "green green red")
        do(state, "play han green")
        assert options(state) == ["emissary han"]
        assert "left may no longer place" in violation(state, "house han-3")
        assert "left may no longer place" in violation(state, "fortification han-3")

    def test_a_region_where_nothing_can_be_placed_is_not_offered(self) -> None:
        state = dealt("orange orange red")
        settle(state, "lu", "0 0 1 2", "0 1")
        assert "play lu orange" not in options(state)
        assert violation(state, "play lu orange").startswith("No piece of this player can be")

    def test_spaces_that_are_not_on_the_board_are_refused(self) -> None:
        state = dealt("orange orange red")
        do(state, "play lu orange")
        assert violation(state, "house lu-5") == "That house space is not on the board."


class TestJokers:
    """Ruling 4, and 14a on jokers."""

    def test_china_4_a_joker_is_for_a_region_of_another_colour(self) -> None:
        """Two cards of the region's own colour pay for two pieces, not for one."""
        state = dealt("red red green")
        assert "play wei red" in options(state)
        assert "play wei red+red" not in options(state)
        assert "play han red+red" in options(state)
        assert "two cards of one other colour" in violation(state, "play wei red+red")
        assert "from the hand" in violation(state, "play wei green+green")

    def test_china_4_nobody_pays_with_a_single_card_of_another_colour(self) -> None:
        state = dealt("red red green")
        assert "two cards of one other colour" in violation(state, "play han red")

    def test_china_14a_a_joker_may_be_paid_though_the_colour_is_held(self) -> None:
        state = dealt("red red green")
        settle(state, "han", "1")
        do(state, "play han red+red", "house han-2", "play han green", "house han-3")

    def test_china_14a_one_piece_is_judged_at_the_first_placement_of_the_turn(self) -> None:
        """The own first piece does not make room for a second one."""
        state = dealt("red red red")
        do(state, "play wei red", "house wei-1")
        assert state.left == 0
        assert decision(state) == "draw"


class TestMore:
    """When a second piece is asked for."""

    def test_a_player_may_stop_after_one_piece(self) -> None:
        state = dealt("green green red")
        settle(state, "han", "1")
        do(state, "play han green", "house han-2", "stop")
        assert decision(state) == "draw"
        assert state.players[ALEX].cards == 2

    def test_the_question_reveals_nothing_about_the_hand(self) -> None:
        """A player who cannot pay for more is asked all the same."""
        state = dealt("green orange red")
        settle(state, "han", "1")
        do(state, "play han green", "house han-2")
        assert options(state) == ["stop"]
        assert "or stops" in violation(state, "draw")

    def test_nobody_is_asked_for_what_all_can_see_to_be_impossible(self) -> None:
        """Once Lu is filled and has its emissaries, or the hand is empty."""
        state = dealt("orange orange red")
        settle(state, "lu", "0 1 2 .", "0")
        do(state, "play lu orange", "house lu-4")
        assert decision(state) == "more"
        state = dealt("orange orange red")
        settle(state, "lu", "1 2 3 .", "0")
        do(state, "play lu orange", "house lu-4")
        assert decision(state) == "draw"

    def test_what_is_not_being_decided_is_refused(self) -> None:
        state = new_table()
        assert "turn begins with" in violation(state, "draw")
        give(state, ALEX, "green green red")
        do(state, "play han green")
        assert "placed first" in violation(state, "stop")
        end_turn(state)
        assert state.current_player == BARBARA
