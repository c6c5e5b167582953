"""Check that a position agrees with what every match has gone through up to its round."""

from typing import Final

from tianming_games.decision import Decision, Draw, Task
from tianming_games.ming.box import (
    DISTRICTS,
    NEUTRAL_FAMILY,
    NEUTRAL_LIMIT,
    NEUTRAL_PER_PLAYER,
    NOBODY,
    PLACED_PER_ROUND,
    districts_of,
)
from tianming_games.ming.card_phase import CHOOSE_CARD
from tianming_games.ming.family import Family
from tianming_games.ming.move_phase import DEPLOY, MOVE, STEP_ON
from tianming_games.ming.pending import SEEN
from tianming_games.ming.place_phase import PLACE_MEMBER
from tianming_games.ming.preparation import PLACE_NEUTRAL, PLACE_PRINCE
from tianming_games.ming.state import MingState
from tianming_games.position import PositionError, require

Kind = Decision[MingState] | Draw[MingState]

_FIRST_SCORING: Final = 2
"""The round of the first scoring: before it, nobody has points or new province tiles."""

_FREE_START: Final = 5
"""From this round on, players of a game for four choose the starting player."""

_BEFORE_MOVES: Final = (PLACE_PRINCE, PLACE_NEUTRAL, PLACE_MEMBER, CHOOSE_CARD)
"""Decisions of a round before its princes move."""

_BEFORE_SCORING: Final = (*_BEFORE_MOVES, MOVE, STEP_ON, DEPLOY)
"""Decisions of a round before its scoring."""


def check_history(state: MingState) -> None:
    """Check the starting player, supplies, princes, tiles and points against the round.

    `state` must already have its pending task.

    Raises:
        PositionError: for a value that no match has in this round.
    """
    assert state.task is not None
    kind = state.task.kind
    _require_start(state)
    if len(state.families) > state.seats:
        _require_neutral(state, kind)
    _require_princes_apart(state, state.task)
    for seat, family in enumerate(state.families[: state.seats]):
        path = f"{SEEN}.players[{seat}]"
        _require_supply(state, kind, family, path)
        is_set = all(family.tiles)
        require(not is_set, f"{path}.tiles", "A set of six tiles is turned in at once.")
        is_scoring = state.round == _FIRST_SCORING and kind not in _BEFORE_SCORING
        if state.round <= _FIRST_SCORING and not is_scoring:
            _require_unscored(state, family, path)
        if state.round == 1 and kind in _BEFORE_MOVES:
            settled = sum(family.members) + len(family.monks)
            require(not settled, f"{path}.members", "No prince has moved yet.")


def _require_start(state: MingState) -> None:
    """Check the starting player, who follows from the round until players choose one."""
    if state.seats == 4 and state.round >= _FREE_START:
        return
    start = max(0, state.round - 1) % state.seats
    sentence = f"In round {state.round}, seat {start} is the starting player."
    require(state.start == start, f"{SEEN}.start", sentence)


def _require_supply(state: MingState, kind: Kind, family: Family, path: str) -> None:
    """Check the supply of a player: five members are placed in each round."""
    if kind is PLACE_MEMBER:
        return  # `pending` checks it with the order of the placements
    rounds = state.round
    if rounds and kind is PLACE_NEUTRAL:
        rounds -= 1  # this family is placed at the beginning of a round
    supply = Family().supply - PLACED_PER_ROUND * rounds
    sentence = f"At this time of round {state.round}, {supply} members are in the supply."
    require(family.supply == supply, f"{path}.supply", sentence)


def _require_unscored(state: MingState, family: Family, path: str) -> None:
    """Check a player before the first scoring: no points, and the tile of the prince."""
    require(not family.score, f"{path}.score", "No city has been scored yet.")
    tiles = int(family.prince != NOBODY)
    sentence = f"Before the first scoring, the player has {tiles} tiles."
    require(sum(family.tiles) == tiles, f"{path}.tiles", sentence)
    if not state.round and family.prince != NOBODY:
        colour = next(colour for colour, count in enumerate(family.tiles) if count)
        is_own = family.prince in districts_of(colour)
        require(is_own, f"{path}.tiles", "The tile has the colour of the prince's province.")


def _require_neutral(state: MingState, kind: Kind) -> None:
    """Check the neutral family: it is in districts, in cities, or out of the game."""
    family, path = state.families[-1], f"{SEEN}.neutral"
    for name, value in (
        ("prince", family.prince != NOBODY),
        ("spaces", any(family.spaces)),
        ("monks", family.monks),
        ("hand", any(family.hand)),
        ("tiles", any(family.tiles)),
        ("score", family.score),
    ):
        sentence = "The neutral family has no prince, spaces, monks, cards, tiles or points."
        require(not value, f"{path}.{name}", sentence)
    for district in range(DISTRICTS):
        number = family.members[district] + family.city[district]
        if number > NEUTRAL_LIMIT:
            sentence = f"At most {NEUTRAL_LIMIT} neutral members are in a district."
            raise PositionError(f"{path}.members[{district}]", sentence)
    supply = family.supply
    if kind is PLACE_PRINCE:
        placed = supply == NEUTRAL_FAMILY or supply == _neutral_supply(state)
        require(placed, f"{path}.supply", "It is placed before or after all princes.")
    elif kind is not PLACE_NEUTRAL:
        expected = _neutral_supply(state)
        sentence = f"In round {state.round}, {expected} neutral members are in the supply."
        require(supply == expected, f"{path}.supply", sentence)


def _neutral_supply(state: MingState) -> int:
    """Return the neutral supply: each player has placed 3 at the start and in later odd rounds."""
    times = 1 + max(0, state.round - 1) // 2
    return NEUTRAL_FAMILY - DISTRICTS - times * NEUTRAL_PER_PLAYER * state.seats


def _require_princes_apart(state: MingState, task: Task[MingState]) -> None:
    """Check that princes stand apart, except one that passes through a district."""
    passing = task.seat if task.kind is STEP_ON else NOBODY
    standing = [
        family.prince
        for seat, family in enumerate(state.families[: state.seats])
        if seat != passing and family.prince != NOBODY
    ]
    sentence = "Two princes stand in one district."
    require(len({*standing}) == len(standing), f"{SEEN}.players", sentence)
