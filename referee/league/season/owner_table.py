"""The table of owners: each with its best bot, and how pairs of owners do together."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.identifier import BotName, OwnerName
from referee.league.ledger.version_name import base_name
from referee.league.season.overview import BotStatus, RosterBot
from referee.league.season.rating_table import TableData, TableRow
from referee.league.season.season import Season
from referee.league.statistics.collusion import Effect, Label, Partnership, partnerships


@dataclass(frozen=True, slots=True)
class OwnerRow:
    """An owner.

    Attributes:
        owner: its name.
        place: its place among the owners, from 1; equal best bots share one.
        best: the row of its best bot; earlier versions of a bot do not count.
        bots: the number of its bots, including those without a match.
    """

    owner: OwnerName
    place: int
    best: TableRow
    bots: int

    def data(self) -> TableData:
        """Return the machine-readable row."""
        row = self.best.data()
        kept = ("rank", "bot", "rating", "low", "high", "sets")
        own: TableData = {"place": self.place, "owner": self.owner, "bots": self.bots}
        return own | {name: row[name] for name in kept}


def owner_table(season: Season) -> list[OwnerRow]:
    """Return the owners with a match that counts, those with the best bots first."""
    best: dict[OwnerName, TableRow] = {}
    for row in season.rows:
        if row.listed is not None and row.listed.owner and _is_present(row.listed):
            best.setdefault(row.listed.owner, row)
    ranks = [row.rank for row in best.values()]
    held = [bot.owner for bot in season.overview.roster if _is_present(bot)]
    return [
        OwnerRow(owner, 1 + ranks.index(row.rank), row, held.count(owner))
        for owner, row in best.items()
    ]


def _is_present(bot: RosterBot) -> bool:
    return bot.status is not BotStatus.REPLACED


def collusion_of(season: Season) -> list[Partnership]:
    """Return how the owners of a season do with and without each other at the table.

    A bot without an owner stands for itself, with all its versions.
    """
    owners = {bot.name: bot.owner for bot in season.overview.roster if bot.owner}
    return partnerships(season.results, _labels(season.results.names, owners))


def _labels(names: Sequence[BotName], owners: dict[BotName, OwnerName]) -> dict[BotName, Label]:
    """Return the owner of each bot; a bot without one has its name, in quotes if it is taken."""
    taken: set[str] = set(owners.values())
    found = {}
    for name in names:
        bot = base_name(name)
        found[name] = owners.get(name) or (f"{bot!r}" if bot in taken else bot)
    return found


def partnership_data(one: Partnership) -> dict[str, object]:
    """Return a pair of owners for programs."""
    return {
        "owners": list(one.owners),
        "sets": one.sets,
        "gains": [_effect_data(gain) for gain in one.gains],
        "third": _effect_data(one.third),
        "probability": round(one.probability, 6),
        "accused": one.is_accused,
    }


def _effect_data(effect: Effect) -> dict[str, float]:
    return {
        "together": round(effect.together, 4),
        "apart": round(effect.apart, 4),
        "change": round(effect.change, 4),
        "low": round(effect.change - effect.half, 4),
        "high": round(effect.change + effect.half, 4),
    }
