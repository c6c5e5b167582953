"""Final scoring: houses not yet scored, then the alliances in numerical order."""

from tianming_games.china.house_scoring import score_region
from tianming_games.china.region import Region
from tianming_games.china.state import ChinaState


def score_houses(state: ChinaState) -> None:
    """1) Regions without a scoring marker are scored as during the game."""
    for land, region in enumerate(state.regions):
        if not region.scored:
            score_region(state, land)


def majorities(region: Region) -> list[bool]:
    """By seat, whether he has the most emissaries; tied players all have (ruling 9).

    Without any emissary nobody has a majority.
    """
    most = max(region.emissaries)
    return [0 < count == most for count in region.emissaries]


def alliance_points(one: Region, other: Region) -> list[int]:
    """2) By seat: all emissaries of both regions for a majority in both."""
    worth = sum(one.emissaries) + sum(other.emissaries)
    pairs = zip(majorities(one), majorities(other), strict=True)
    return [worth if here and there else 0 for here, there in pairs]


def score_alliances(state: ChinaState) -> None:
    """The alliances are scored in numerical order."""
    for one, other in state.map.alliances:
        points = alliance_points(state.regions[one], state.regions[other])
        for seat, gained in enumerate(points):
            if gained:
                player = state.players[seat]
                state.players[seat] = player._replace(score=player.score + gained)
