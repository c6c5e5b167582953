"""Game preparation."""

import pytest

from tests.games.china.position import new_table
from tianming_games.china import GAME
from tianming_games.china.box import COLOUR_WORDS
from tianming_games.china.region import Player


@pytest.mark.parametrize(("seats", "removed"), [(3, 2), (4, 1), (5, 0)])
def test_cards_of_each_colour_are_removed_by_the_number_of_players(
    seats: int, removed: int
) -> None:
    """2 of each colour with 3 players, 1 with 4, none with 5: 47, 52 or 57 cards."""
    state = GAME.begin(seats)
    full = (13, 11, 12, 11, 10)
    deck = [state.deck.count(colour) for colour in range(5)]
    assert deck == [count - removed for count in full]
    assert len(state.deck) == 57 - 5 * removed


def test_each_player_has_three_cards_and_four_lie_face_up() -> None:
    state = new_table(5)
    assert [len(hand) for hand in state.hands] == [3] * 5
    assert [player.cards for player in state.players] == [3] * 5
    assert len(state.display) == 4
    assert len(state.pile) - state.top == 57 - 5 * 3 - 4


def test_each_player_has_twenty_houses_and_eight_emissaries() -> None:
    """The ninth emissary is the scoring stone; fortifications only where chosen."""
    assert new_table(3).players == [Player(20, 8, 0, cards=3)] * 3
    with_forts = new_table(3, fortifications="yes")
    assert with_forts.players == [Player(20, 8, 1, cards=3)] * 3


def test_the_first_seat_starts() -> None:
    assert new_table(4).current_player == 0


def test_the_order_of_the_cards_is_not_shown() -> None:
    state = GAME.begin(4)
    reported = state.draw_notation(state.deck)
    assert reported == "shuffle 52 cards"
    assert not any(word in reported for word in COLOUR_WORDS)


def test_only_the_cards_of_the_deck_can_be_shuffled() -> None:
    state = GAME.begin(4)
    assert state.draw_violation(state.deck) is None
    assert state.draw_violation((0,) * 52) is not None
