"""What happens, in sentences."""

import pytest

from tests.games.china.position import new_table
from tianming_games.china import GAME

SHOWN = GAME.presentation(3, {}, ("Alex", "Barbara", "Chris"))


@pytest.mark.parametrize(
    ("notation", "sentence"),
    [
        ("play wei red", "Alex plays a red card for Wei."),
        ("play chin orange+orange", "Alex plays two orange cards for Ch'in."),
        ("exchange orange", "Alex discards an orange card for another card."),
        ("house wei-3", "Alex places a house on space 3 of Wei."),
        ("emissary lu", "Alex sends an emissary to Lu."),
        ("fortification qi-1", "Alex builds the fortification on space 1 of Qi."),
        ("take yellow", "Alex takes a yellow card."),
        ("draw", "Alex draws a card from the pile."),
        ("stop", "Alex places no more pieces."),
    ],
)
def test_an_action_has_a_sentence(notation: str, sentence: str) -> None:
    seen = new_table(3).observation(None)
    assert SHOWN.action(seen, 0, GAME.read(notation)) == sentence


def test_a_draw_shows_no_card() -> None:
    assert SHOWN.draw("shuffle 47 cards") == "47 cards are shuffled and dealt."
    reshuffled = "The draw pile is exhausted: 31 discarded cards are shuffled."
    assert SHOWN.draw("reshuffle 31 cards") == reshuffled


def test_a_moment_is_the_round_and_the_turn() -> None:
    state = new_table(3)
    state.turns = 7
    assert SHOWN.moment(state.observation(None)) == ("Round 3", "Turn 8")
    assert SHOWN.moment(GAME.begin(3).observation(None)) == ("Preparation", "Deal")
