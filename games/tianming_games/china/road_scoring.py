"""3) Road scoring: rows of at least four houses."""

from tianming_games.china.box import EMPTY
from tianming_games.china.road import RoadSearch
from tianming_games.china.state import ChinaState


def road_points(state: ChinaState) -> list[int]:
    """Points by seat for rows of houses, which may extend across regions."""
    houses, forts = _sets(state)
    return [RoadSearch(state.map.neighbours, forts).best(own) for own in houses]


def _sets(state: ChinaState) -> tuple[list[int], int]:
    """The spaces of each seat's houses, and those with a fortification."""
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
    """The players score their roads."""
    for seat, points in enumerate(road_points(state)):
        if points:
            player = state.players[seat]
            state.players[seat] = player._replace(score=player.score + points)
