"""Phase 2: choose movement cards."""

from tests.games.ming.position import (
    CAMEL,
    JUNK,
    RAFT,
    RICKSHAW,
    RIDER,
    SEDAN,
    do,
    draw,
    draw_any,
    family,
    hand,
    offered,
    refusal,
    scene,
)
from tianming_games.ming.card_phase import choose_cards
from tianming_games.ming.family import Family
from tianming_games.ming.state import MingState


def choosing(*families: Family, start: int = 0) -> MingState:
    """The phase, with one card of each kind on the display."""

    def lay(state: MingState) -> None:
        state.display = (RIDER, JUNK, RICKSHAW, SEDAN, CAMEL, RAFT)
        state.stack = (0, 8, 8, 8, 8, 8, 8)

    return scene(families, lay, choose_cards, start=start)


class TestChooseCards:
    def test_a_card_is_taken_only_with_a_family_member_in_the_space(self) -> None:
        state = choosing(family(spaces="AC"), family(spaces="A"))
        assert offered(state, 0) == ["take A", "take C", "dragon A", "dragon C"]
        assert "with a family member in the space" in refusal(state, 0, "take B")

    def test_the_family_member_stays_and_another_card_is_turned_up(self) -> None:
        state = do(choosing(family(spaces="B"), family(spaces="A")), "0 take B")
        assert state.families[0].hand == hand(JUNK)
        assert state.families[0].spaces == (0, 1, 0, 0, 0, 0)
        draw(state, RAFT)
        assert state.display[1] == RAFT
        assert state.stack == (0, 8, 8, 8, 8, 8, 7)

    def test_ming_07_a_dragon_card_costs_one_of_the_players_own_family_members(self) -> None:
        state = choosing(family(spaces="AAC"), family(spaces="D"))
        assert "own family members" in refusal(state, 0, "dragon D")
        do(state, "0 dragon A")
        assert state.families[0].hand == hand(0)
        assert state.families[0].spaces == (1, 0, 1, 0, 0, 0)
        assert state.families[0].box == 1
        assert state.dragons == 15

    def test_no_dragon_card_is_taken_when_none_is_left(self) -> None:
        state = choosing(family(spaces="A"), family(spaces="A"))
        state.dragons = 0
        assert "No dragon card is left" in refusal(state, 0, "dragon A")

    def test_from_the_starting_player_in_turns_until_each_has_exactly_five_cards(self) -> None:
        state = choosing(
            family(spaces="A", cards=(0, 1, 2, 3)),
            family(spaces="B", cards=(1,) * 5),
            family(spaces="C", cards=(1, 1, 1)),
            family(spaces="D", cards=(1, 1)),
            start=2,
        )
        order = []
        while not state.is_terminal():
            order.append(state.current_player)
            draw_any(do(state, f"{state.current_player} take {'ABCD'[state.current_player]}"))
        assert order == [2, 3, 0, 2, 3, 3]
        assert [sum(f.hand) for f in state.families] == [5, 5, 5, 5]

    def test_ming_15_the_discards_are_shuffled_when_the_last_card_is_turned_up(self) -> None:
        state = choosing(family(spaces="A"), family(spaces="A"))
        state.stack = hand(RAFT)
        state.discards = hand(JUNK, JUNK, SEDAN)
        draw(do(state, "0 take A"), RAFT)
        assert state.stack == hand(JUNK, JUNK, SEDAN)
        assert state.discards == hand()

    def test_a_card_that_is_not_in_the_stack_cannot_be_turned_up(self) -> None:
        state = choosing(family(spaces="A"), family(spaces="A"))
        state.stack = hand(RAFT)
        do(state, "0 take A")
        assert state.draw_violation((JUNK,)) is not None
        assert state.draw_violation((RAFT,)) is None

    def test_what_is_turned_up_is_read_by_everybody(self) -> None:
        state = do(choosing(family(spaces="A"), family(spaces="A")), "0 take A")
        assert state.draw_notation((RAFT,)) == "turn up 6"
