"""Game end: after the round in which the pile is exhausted for the second time."""

from tianming_games.china.place_pieces import can_place
from tianming_games.china.scoring import score_alliances, score_houses, score_roads
from tianming_games.china.state import ChinaState

_LAST_EXHAUSTION = 2


def can_anybody_place(state: ChinaState) -> bool:
    """Whether any player could place any piece with any cards (ruling 12)."""
    return any(
        can_place(state, seat, land)
        for land in range(len(state.regions))
        for seat in range(state.seats)
    )


def is_over(state: ChinaState) -> bool:
    """Whether the game ends with the turn that was just completed (rulings 11 and 12).

    "The round ends with the turn of the player to the right of the start player."
    """
    if state.exhausted == _LAST_EXHAUSTION and state.turn == state.seats - 1:
        return True
    return not can_anybody_place(state)


def end_turn(state: ChinaState) -> None:
    """Pass the turn to the player on the left, or end the game with the final scoring."""
    state.turns += 1
    if is_over(state):
        score_houses(state)
        score_alliances(state)
        score_roads(state)
        state.over = True
    else:
        state.turn = (state.turn + 1) % state.seats
