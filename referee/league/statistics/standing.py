"""Standings: the totals of each bot over many matches. Void matches are ignored."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from referee.identifier import BotName
from referee.match.outcome import Outcome, Termination


@dataclass(slots=True)
class Standing:
    """The sums of one bot over its matches.

    `wins` counts a first place that k seats share as 1/k.
    """

    bot: BotName
    matches: int = 0
    wins: float = 0.0
    places: list[int] = field(default_factory=list)
    points: int = 0
    strikes: int = 0
    forfeits: int = 0

    def row(self, rank: int) -> dict[str, str | int | float]:
        """Return the standing as a row of a table."""
        played = max(1, self.matches)
        return {
            "rank": rank,
            "bot": self.bot,
            "matches": self.matches,
            "wins": round(self.wins, 2),
            "win_share": round(self.wins / played, 4),
            "mean_place": round(sum(self.places) / played, 2),
            "mean_points": round(self.points / played, 2),
            "strikes": self.strikes,
            "forfeits": self.forfeits,
        }


def standings(results: Iterable[tuple[Sequence[BotName], Outcome]]) -> list[Standing]:
    """Return the standings of all bots, best first: by share of wins, mean place, name.

    `results` yields the bots of each match by seat, and its outcome.
    """
    table: dict[BotName, Standing] = {}
    for bots, outcome in results:
        if outcome.termination is Termination.VOID:
            continue
        first = sum(result.place == 1 for result in outcome.results)
        for bot, result in zip(bots, outcome.results, strict=True):
            standing = table.setdefault(bot, Standing(bot))
            standing.matches += 1
            standing.wins += (result.place == 1) / first
            standing.places.append(result.place)
            standing.points += result.score
            standing.strikes += result.strikes
            standing.forfeits += result.forfeited
    return sorted(table.values(), key=_order)


def rows(table: Sequence[Standing]) -> list[dict[str, str | int | float]]:
    """Return the standings as rows of a table; equal ones share a rank."""
    keys = [_order(standing)[:2] for standing in table]
    return [
        standing.row(1 + bisect_left(keys, key)) for standing, key in zip(table, keys, strict=True)
    ]


def _order(standing: Standing) -> tuple[float, float, str]:
    played = standing.matches
    share = round(standing.wins / played, 9)  # thirds do not add up to the last bit
    return -share, sum(standing.places) / played, standing.bot
