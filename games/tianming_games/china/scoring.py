"""Scoring: houses of a region, then roads and alliances at the end of the game."""

from tianming_games.china.box import EMPTY
from tianming_games.china.region import Region
from tianming_games.china.road import RoadSearch
from tianming_games.china.state import ChinaState


def house_points(region: Region) -> list[int]:
    """Return the points by seat for the houses of a region.

    The players with the most houses score 1 point for each house in the region. Those of every next
    rank score as many points as a player of the rank above has houses. Tied players score the same,
    and no rank is skipped for them (ruling 6). A house on a fortification doubles its owner's
    points (ruling 8).
    """
    houses = region.houses
    ranks = sorted({count for count in houses if count}, reverse=True)
    worth = dict(zip(ranks, (sum(houses), *ranks), strict=False))
    doubled = region.fort_owners()
    return [
        worth.get(count, 0) * (2 if seat in doubled else 1) for seat, count in enumerate(houses)
    ]


def score_region(state: ChinaState, land: int) -> None:
    """Score the houses of a region and put a scoring marker onto it."""
    region = state.regions[land]
    state.regions[land] = region.with_marker()
    for seat, points in enumerate(house_points(region)):
        if points:
            state.players[seat] = state.players[seat].scored(points)


def score_houses(state: ChinaState) -> None:
    """1) Score the regions without a scoring marker, as during the game."""
    for land, region in enumerate(state.regions):
        if not region.scored:
            score_region(state, land)


def majorities(region: Region) -> list[bool]:
    """Return by seat whether it has the most emissaries; tied seats all do (ruling 9).

    Without any emissary nobody has a majority.
    """
    most = max(region.emissaries)
    return [0 < count == most for count in region.emissaries]


def alliance_points(one: Region, other: Region) -> list[int]:
    """2) Return the points by seat: all emissaries of both regions for a majority in both."""
    worth = sum(one.emissaries) + sum(other.emissaries)
    pairs = zip(majorities(one), majorities(other), strict=True)
    return [worth if here and there else 0 for here, there in pairs]


def score_alliances(state: ChinaState) -> None:
    """Score the alliances in numerical order."""
    for one, other in state.map.alliances:
        points = alliance_points(state.regions[one], state.regions[other])
        for seat, gained in enumerate(points):
            if gained:
                state.players[seat] = state.players[seat].scored(gained)


def road_points(state: ChinaState) -> list[int]:
    """3) Return the points by seat for rows of at least four houses, also across regions."""
    houses, forts = _sets(state)
    return [RoadSearch(state.map.neighbours, forts).best(own) for own in houses]


def _sets(state: ChinaState) -> tuple[list[int], int]:
    """Return the set of spaces with houses of each seat, and the set with fortifications."""
    houses = [0] * state.seats
    forts = 0
    for first, region in zip(state.map.first, state.regions, strict=True):
        for space, owner in enumerate(region.owners, first):
            if owner != EMPTY:
                houses[owner] |= 1 << space
        for space in region.forts:
            forts |= 1 << first + space
    return houses, forts


def score_roads(state: ChinaState) -> None:
    """Score the roads of all players."""
    for seat, points in enumerate(road_points(state)):
        if points:
            state.players[seat] = state.players[seat].scored(points)
