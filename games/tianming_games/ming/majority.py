"""Phase 4.1: majorities in the districts, and the province tiles they bring."""

from collections.abc import Sequence

from tianming_games.ming.box import SET_POINTS, districts_of
from tianming_games.ming.state import MingState


def moves_to_city(members: Sequence[int]) -> list[int]:
    """How many of each family move from a district into the city (ruling 2).

    The most: 2 (or the 1 there is), and 1 of a sole second. 2 or 3 tied for the most:
    1 each, and no second. All 4 tied: none.
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


def collect_tile(state: MingState, seat: int, colour: int) -> None:
    """A player takes a tile; a complete set goes back at once, for points."""
    if not state.take_tile(seat, colour) or not all(state.families[seat].tiles):
        return
    family = state.families[seat]
    state.families[seat] = family._replace(
        tiles=tuple(number - 1 for number in family.tiles),
        score=family.score + SET_POINTS[state.round],
    )
    state.tiles = tuple(number + 1 for number in state.tiles)


def fill_city(state: MingState, province: int) -> None:
    """District by district as listed, and in turn order within one (ruling 16)."""
    order = list(state.turn_order())
    order += range(state.seats, len(state.families))
    for district in districts_of(province):
        moves = moves_to_city([family.members[district] for family in state.families])
        for seat in order:
            if not moves[seat]:
                continue
            state.families[seat] = state.families[seat].to_city(district, moves[seat])
            if seat < state.seats:
                for _ in range(moves[seat]):
                    collect_tile(state, seat, province)
