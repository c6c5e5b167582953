"""Game end: rulings 11, 12, 14 and 15."""

from tests.games.china.position import (
    ALEX,
    BARBARA,
    CHRIS,
    DORIS,
    do,
    end_turn,
    give,
    new_table,
    settle,
)
from tianming_games.china.game_end import can_anybody_place
from tianming_games.china.state import ChinaState

SIZES = {"yen": 5, "zhao": 6, "qi": 6, "wei": 7, "lu": 4, "han": 6, "chin": 6, "shu": 5, "chu": 8}


def exchange(state: ChinaState) -> None:
    """A turn in which a card is exchanged."""
    give(state, state.current_player, "red red red")
    do(state, "exchange red")
    end_turn(state)


def fill(state: ChinaState, *, but: int = 0) -> None:
    """Fill every region with a house each of seats 0 to 2 in turn, but a few of Chu."""
    number = 0
    for word, size in SIZES.items():
        taken = size - but if word == "chu" else size
        settle(state, word, " ".join(str((number + each) % 3) for each in range(taken)))
        number += size


def test_china_11_the_round_is_played_to_its_end() -> None:
    """The pile runs out on Alex's turn: Barbara, Chris and Doris still play."""
    state = new_table()
    state.pile, state.top, state.exhausted = (0,), 0, 1
    give(state, ALEX, "red red red")
    do(state, "exchange red", "draw")
    for seat in (1, 2, 3):
        assert state.current_player == seat
        exchange(state)
    assert state.is_terminal()


def test_china_11_on_the_rounds_last_turn_the_game_ends_after_it() -> None:
    state = new_table()
    for _ in range(3):
        exchange(state)
    state.pile, state.top, state.exhausted = (0,), 0, 1
    give(state, 3, "red red red")
    do(state, "exchange red", "draw")
    assert state.is_terminal()


def test_china_11_after_it_players_draw_from_the_display_only() -> None:
    state = new_table()
    state.pile, state.top, state.exhausted = (0,), 0, 1
    give(state, ALEX, "red red red")
    do(state, "exchange red", "draw")
    assert len(state.display) == 4
    exchange(state)
    assert len(state.display) == 3


def test_china_12_the_game_ends_when_no_piece_can_be_played_any_more() -> None:
    """The last house fills the board, and all emissaries are placed."""
    state = new_table(3)
    fill(state, but=1)
    for seat in range(3):
        state.players[seat] = state.players[seat].but(emissaries=0)
    assert can_anybody_place(state)
    give(state, ALEX, "purple red red")
    do(state, "play chu purple", "house chu-8")
    end_turn(state)
    assert state.is_terminal()


def test_china_12_an_emissary_that_fits_somewhere_keeps_the_game_going() -> None:
    """Whatever the cards: what counts is that a player could place it."""
    state = new_table(3)
    fill(state)
    for seat in range(3):
        state.players[seat] = state.players[seat].but(emissaries=0)
    assert not can_anybody_place(state)
    state.players[CHRIS] = state.players[CHRIS].but(emissaries=1)
    assert can_anybody_place(state)


def test_the_final_scoring_counts_houses_alliances_and_roads() -> None:
    """Alex has a row of 4 houses, Barbara 2 houses, Chris an alliance of 3 emissaries."""
    state = new_table()
    settle(state, "yen", "0 0 0")
    settle(state, "zhao", ". 0")
    settle(state, "han", "1 1")
    settle(state, "wei", emissaries="2")
    settle(state, "chin", emissaries="2 2")
    for _ in range(3):
        exchange(state)
    state.pile, state.top, state.exhausted = (0,), 0, 1
    give(state, DORIS, "red red red")
    do(state, "exchange red")
    assert state.returns() == [0, 0, 0, 0]
    do(state, "draw")
    assert state.returns() == [4 + 4, 2, 3, 0]


def test_china_14_points_are_counted_without_wrapping_at_fifty() -> None:
    """Track and point cards are bookkeeping: the score is the plain total."""
    state = new_table()
    state.players[ALEX] = state.players[ALEX].but(score=49)
    settle(state, "lu", "0 0 1 .")
    give(state, ALEX, "orange red red")
    do(state, "play lu orange", "house lu-4")
    assert state.returns()[ALEX] == 53


def test_china_15_a_tie_goes_to_the_most_pieces_left() -> None:
    state = new_table()
    state.players[ALEX] = state.players[ALEX].but(score=30, houses=5, emissaries=2)
    state.players[BARBARA] = state.players[BARBARA].but(score=30, houses=3, emissaries=3)
    assert state.places() == [1, 2, 3, 3]


def test_china_15_the_fortification_counts_as_a_piece() -> None:
    state = new_table(fortifications="yes")
    for seat, forts in ((ALEX, 0), (BARBARA, 1)):
        state.players[seat] = state.players[seat].but(score=30, fortifications=forts)
    assert state.places()[:2] == [2, 1]


def test_china_15_still_tied_players_share_the_place() -> None:
    assert new_table().places() == [1, 1, 1, 1]
