"""Phase 4.1: majorities in the districts, and the province tiles for them."""

from collections.abc import Sequence
from functools import lru_cache

from tianming_games.ming.box import SET_POINTS, districts_of
from tianming_games.ming.state import MingState


def moves_to_city(members: Sequence[int]) -> list[int]:
    """Return how many members of each family move from a district to the city (ruling 2).

    A sole family with the most moves 2, or its only one. Then a sole second family moves 1. If 2 or
    3 families are tied for the most, each moves 1, and a second family none. If all 4 are tied,
    none moves.
    """
    most = max(members)
    if not most:
        return [0] * len(members)
    first = [number == most for number in members]
    tied = sum(first)
    if tied > 1:
        return [int(leads) if tied < 4 else 0 for leads in first]
    second = max((number for number in members if number != most), default=0)
    follows = 1 if second and members.count(second) == 1 else 0
    return [
        min(2, number) if number == most else follows * (number == second) for number in members
    ]


@lru_cache(maxsize=1 << 12)
def _moves(members: tuple[int, ...]) -> list[int]:
    """Return `moves_to_city` of these numbers, which come again and again."""
    return moves_to_city(members)


def collect_tile(state: MingState, seat: int, colour: int) -> None:
    """Let a player take a tile; a complete set goes back at once, for points."""
    if not state.take_tile(seat, colour) or not all(state.families[seat].tiles):
        return
    family = state.families[seat]
    state.families[seat] = family.but(
        tiles=tuple(number - 1 for number in family.tiles),
        score=family.score + SET_POINTS[state.round],
    )
    state.tiles = tuple(number + 1 for number in state.tiles)


def fill_city(state: MingState, province: int) -> None:
    """Fill the city district by district as listed, in turn order within a district (ruling 16)."""
    order = list(state.turn_order())
    order += range(state.seats, len(state.families))
    for district in districts_of(province):
        moves = _moves(tuple([family.members[district] for family in state.families]))
        for seat in order:
            if not moves[seat]:
                continue
            state.families[seat] = state.families[seat].to_city(district, moves[seat])
            if seat < state.seats:
                for _ in range(moves[seat]):
                    collect_tile(state, seat, province)
