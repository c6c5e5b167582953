"""What happens, in sentences."""

import pytest

from tests.games.china.position import new_table
from tianming_games.china import GAME
from tianming_games.presentation import Presentation


@pytest.fixture(scope="module")
def shown() -> Presentation:
    """What a match of three bots shows."""
    return GAME.presentation(3, {}, ("Alex", "Barbara", "Chris"))


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
def test_an_action_has_a_sentence(shown: Presentation, notation: str, sentence: str) -> None:
    seen = new_table(3).observation(None)
    assert shown.action(seen, 0, GAME.read(notation)) == sentence


def test_a_draw_shows_no_card(shown: Presentation) -> None:
    assert shown.draw("shuffle 47 cards") == "47 cards are shuffled and dealt."
    reshuffled = "The draw pile is exhausted: 31 discarded cards are shuffled."
    assert shown.draw("reshuffle 31 cards") == reshuffled


def test_a_moment_is_the_round_and_the_turn(shown: Presentation) -> None:
    state = new_table(3)
    state.turns = 7
    assert shown.moment(state.observation(None)) == ("Round 3", "Turn 8")
    assert shown.moment(GAME.begin(3).observation(None)) == ("Preparation", "Deal")
