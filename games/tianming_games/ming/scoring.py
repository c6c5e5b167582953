"""Phases 4.2 and 4.3: points for cities and cloisters; and the end of the game."""

from collections.abc import Sequence

from tianming_games.ming.box import (
    BONUS_POINTS,
    CLOISTER_POINTS,
    FIGURE_POINTS,
    FINAL_SET,
    FINAL_SET_POINTS,
    NOBODY,
    province_of,
)
from tianming_games.ming.state import MingState


def bonus_points(in_city: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the points of each family for the most family members that remain (ruling 6).

    Among tied families, the one in the most districts of the city gets the points. If some are
    still tied, each gets an equal share, rounded down.
    """
    keys = [(sum(members), sum(map(bool, members))) for members in in_city]
    best = max(keys)
    if not best[0]:
        return [0] * len(keys)
    share = BONUS_POINTS // keys.count(best)
    return [share if key == best else 0 for key in keys]


def score_city(state: MingState, province: int) -> None:
    """Score the remaining members of the city, and return them to the box."""
    cities = [family.in_city(province) for family in state.families]
    bonuses = bonus_points(cities)
    each = FIGURE_POINTS[state.round]
    for index, (members, bonus) in enumerate(zip(cities, bonuses, strict=True)):
        if any(members):
            family = state.families[index].boxed(province)
            points = each * sum(members) + bonus if index < state.seats else 0
            state.families[index] = family.scored(points)
    state.laid = (NOBODY,) * len(cities)


def score_cloisters(state: MingState, province: int) -> None:
    """Score 4 points for each family member in a cloister, who stays there (ruling 20)."""
    for seat, family in enumerate(state.families):
        monks = sum(province_of(district) == province for district in family.monks)
        if monks:
            state.families[seat] = family.scored(CLOISTER_POINTS * monks)


def tile_points(tiles: Sequence[int]) -> int:
    """Return the final points: 10 for a set of 5 colours, 1 for each other tile (ruling 21)."""
    sets = sorted(tiles, reverse=True)[FINAL_SET - 1]
    return FINAL_SET_POINTS * sets + sum(tiles) - FINAL_SET * sets


def score_tiles(state: MingState) -> None:
    """Score the remaining province tiles after the last scoring."""
    for seat in range(state.seats):
        family = state.families[seat]
        state.families[seat] = family.scored(tile_points(family.tiles))
