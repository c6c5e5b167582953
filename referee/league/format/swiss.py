"""Swiss: bots with similar scores meet, with as few repeated meetings as possible."""

from dataclasses import dataclass
from typing import Annotated

from referee.league.format import Group, Stage
from referee.league.format.apart import seated
from referee.league.format.grouping import grouped
from referee.league.format.round_format import RoundFormat
from referee.league.format.score import meetings, scores
from referee.league.key import Key


@dataclass(frozen=True, slots=True, kw_only=True)
class Swiss(RoundFormat):
    """In each round the bots are sorted by score, and neighbours meet.

    The score is the mean score over the sets that a bot has played, so a bye does not change it. A
    bye goes to the bots that have played the most sets, and of these to the lowest scores. So no
    bot gets a second bye before every bot has had one, unless its owner has more bots than there
    are tables.
    """

    kind = "swiss"
    about = "bots with similar scores meet, with few repeats"

    rounds: Annotated[int, Key("rounds of the season", 1, 10_000)] = 7
    sets: Annotated[int, Key("seeds on which each group of a round meets", 1, 10_000)] = 1

    def groups(self, stage: Stage) -> list[Group]:
        """Return the groups of the round, those of the best bots first."""
        table = scores(stage.bots, stage.played)
        order = stage.shuffled(stage.bots, "swiss")
        order.sort(key=lambda bot: -round(table[bot].mean, 9))
        first = sorted(order, key=lambda bot: table[bot].sets)
        playing = set(seated(first, stage.seats, stage.owners))
        order = [bot for bot in order if bot in playing]
        return grouped(order, stage.seats, meetings(stage.played), stage.owners)
