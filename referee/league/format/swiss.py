"""Swiss: bots of like scores meet, and as few as possible that have met before."""

from dataclasses import dataclass
from typing import Annotated

from referee.identifier import BotName
from referee.league.format import Format, Group, Stage
from referee.league.format.grouping import grouped
from referee.league.format.score import Score, meetings, scores
from referee.league.key import Key


@dataclass(frozen=True, slots=True, kw_only=True)
class Swiss(Format):
    """In each round the bots are ordered by score, and neighbours meet.

    The score is the mean share over the sets a bot has played, so that a bye neither
    helps nor harms. A bye goes to a bot that has played most, hence to nobody twice
    before it went to everybody once; among those to the one with the lowest score.
    """

    kind = "swiss"
    about = "bots with similar scores meet, with few repeats"

    rounds: Annotated[int, Key("rounds of the season", 1, 10_000)] = 7
    sets: Annotated[int, Key("seeds on which each group of a round meets", 1, 10_000)] = 1

    def groups(self, stage: Stage) -> list[Group]:
        """The groups of the round, those of the best bots first."""
        table = scores(stage.bots, stage.played)
        order = stage.shuffled(stage.bots, "swiss")
        order.sort(key=lambda bot: -round(table[bot].mean, 9))
        for bot in _byes(order, table, stage.seats):
            order.remove(bot)
        return grouped(order, stage.seats, meetings(stage.played))


def _byes(order: list[BotName], table: dict[BotName, Score], seats: int) -> list[BotName]:
    """The bots that do not play: as many as do not fill the seats."""
    last = list(reversed(order))
    last.sort(key=lambda bot: -table[bot].sets)
    return last[: len(order) % seats]
