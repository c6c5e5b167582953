"""Check that a position agrees with what every match has gone through up to its turn."""

from typing import Final

from tianming_games.china.box import DISPLAY, HAND
from tianming_games.china.scoring import house_points
from tianming_games.china.state import ChinaState
from tianming_games.position import PositionError, require

SEEN: Final = "position.observation"
"""The path of the observation, for errors."""

_MOST_PIECES: Final = 2
"""Maximum pieces that a player places in a turn."""


def check_history(state: ChinaState) -> None:
    """Check the points against the full regions, and the turns against cards and pieces.

    Raises:
        PositionError: for points or turns that no match has with these pieces and cards.
    """
    _require_scores(state)
    _require_turns(state)


def _require_scores(state: ChinaState) -> None:
    """Check that the points are those of the regions that are full."""
    points = [0] * state.seats
    for region in state.regions:
        if region.scored:
            for seat, gained in enumerate(house_points(region)):
                points[seat] += gained
    for seat, player in enumerate(state.players):
        if player.score != points[seat]:
            sentence = f"The full regions give {points[seat]} points to this player."
            raise PositionError(f"{SEEN}.players[{seat}].score", sentence)


def _require_turns(state: ChinaState) -> None:
    """Check the number of turns: each costs 1 to 3 cards, and places at most 2 pieces."""
    path, begun = f"{SEEN}.turns", state.turns + 1
    least, most = _played(state)
    sentence = f"{most} cards at most have been played, and every turn costs one."
    require(state.turns <= most, path, sentence)
    sentence = f"{least} cards at least have been played, and {HAND} is the most of a turn."
    require(least <= HAND * begun, path, sentence)
    regions = state.regions
    pieces = sum(sum(r.houses) + sum(r.emissaries) + len(r.forts) for r in regions)
    sentence = f"{pieces} pieces are on the board, and {_MOST_PIECES} is the most of a turn."
    require(pieces <= _MOST_PIECES * begun, path, sentence)
    require(pieces <= most, path, f"{pieces} pieces are on the board, and each costs a card.")


def _played(state: ChinaState) -> tuple[int, int]:
    """Return the least and the most cards that have been played since the first turn.

    Before the reshuffle, these are the discards. At the reshuffle, all cards were discards but
    those in hands and in the display: full hands of the players whose turn it was not.
    """
    discards = sum(state.discards)
    if not state.exhausted:
        return discards, discards
    deck = len(state.deck)
    others = HAND * (state.seats - 1)
    return deck - others - HAND - DISPLAY + discards, deck - others + discards
