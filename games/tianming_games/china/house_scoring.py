"""House scoring: a region's points by the rank of its houses."""

from tianming_games.china.region import Region
from tianming_games.china.state import ChinaState


def house_points(region: Region) -> list[int]:
    """Points by seat.

    The most houses get a point for each house in the region, every next rank as many as
    the rank above has houses. Tied players get the same, and no rank is skipped for them
    (ruling 6). A house on a fortification doubles its owner's points (ruling 8).
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
    state.regions[land] = region._replace(scored=True)
    for seat, points in enumerate(house_points(region)):
        if points:
            player = state.players[seat]
            state.players[seat] = player._replace(score=player.score + points)
