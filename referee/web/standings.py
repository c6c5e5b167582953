"""The standings: the numbers of a season as models of the API.

Their computation takes seconds for a season of 100,000 matches. So it runs in the background,
for a league in a separate process, and the pages show the last standings meanwhile.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import Final

import numpy as np

from referee.identifier import BotName
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger.database import connect_reader
from referee.league.ledger.listing import Reading
from referee.league.ledger.seat_sums import BotSums
from referee.league.season.rating_history import RatingRow, rating_history
from referee.league.season.reading import season_of
from referee.league.season.season import Season
from referee.web.api.season import (
    FormatView,
    Meeting,
    RatingLine,
    RatingPoint,
    Round,
    TableRow,
    Version,
)
from referee.web.format_view import format_view
from tianming_games.ground.text import printable

MOST_CROSSED: Final = 40
"""Maximum of bots for which the cross table is shown."""


@dataclass(frozen=True, slots=True)
class Standings:
    """Everything that follows from the results so far; empty before the first result.

    `void` is a number of matches, and `seats` the most seats of one. `bots` has the bots of the
    league. `benched` has reasons, `places` how often a bot had each place, `sums` its faults and
    answer times, and `versions` the first round of each version, all by the names in the table.
    """

    matches: int = 0
    void: int = 0
    rounds: list[Round] = field(default_factory=list)
    seats: int | None = None
    bots: list[BotName] = field(default_factory=list)
    benched: Mapping[BotName, str] = field(default_factory=dict)
    table: list[TableRow] = field(default_factory=list)
    meetings: list[Meeting] = field(default_factory=list)
    ratings: list[RatingLine] = field(default_factory=list)
    places: Mapping[BotName, dict[int, int]] = field(default_factory=dict)
    sums: Mapping[BotName, BotSums] = field(default_factory=dict)
    versions: Mapping[BotName, tuple[Version, ...]] = field(default_factory=dict)
    form: FormatView | None = None

    @property
    def names(self) -> list[BotName]:
        """The bots of the league, and their earlier versions that the table has."""
        return sorted({*self.bots, *self.sums})


def standings_of_ledger(
    address: str, by_version: bool, league: LeagueSettings | None = None
) -> Standings:
    """Return the standings from the ledger at a URL.

    Raises:
        TianmingError: if the ledger cannot be read.
    """
    engine = connect_reader(address)
    try:
        with engine.begin() as reading:
            return standings(reading, by_version, league)
    finally:
        engine.dispose()


def standings(
    reading: Reading, by_version: bool = True, league: LeagueSettings | None = None
) -> Standings:
    """Return the standings from the tables of a season.

    Raises:
        TianmingError: if there are more bots than can be rated.
    """
    season = season_of(reading, by_version=by_version)
    overview, counted = season.overview, season.counted
    benched = {bot.name: bot.reason for bot in overview.roster if bot.reason}
    known = {} if counted is None else counted.first_rounds
    return Standings(
        matches=season.matches,
        void=season.void,
        rounds=[
            Round(number=one.round, planned=one.planned, played=one.played, void=one.void)
            for one in overview.rounds
        ],
        bots=sorted({*overview.seated, *overview.listed}),
        seats=overview.seats,
        benched=benched,
        table=list(_table(season)),
        meetings=list(_meetings(season)) if len(season.results.names) <= MOST_CROSSED else [],
        ratings=[
            RatingLine(bot=bot, points=[_point(row) for row in rows])
            for bot, rows in rating_history(reading, season).items()
        ],
        places=_places(season),
        sums=season.statistics or {},
        versions={
            bot: tuple(Version(round=at, label=printable(label)) for label, at in one.items())
            for bot, one in known.items()
        },
        form=None if league is None else format_view(reading, league),
    )


def _table(season: Season) -> Iterator[TableRow]:
    for row in season.rows:
        known = {**row.data(), "benched": row.listed.reason or None if row.listed else None}
        yield TableRow.model_validate({name: known[name] for name in TableRow.model_fields})


def _meetings(season: Season) -> Iterable[Meeting]:
    ratings = season.ratings
    for bot, opponent in permutations(season.results.names, 2):
        met = season.cross.get((bot, opponent))
        better = None if ratings is None else ratings.better(bot, opponent)
        if met is None and better is None:
            continue
        yield Meeting(
            bot=bot,
            opponent=opponent,
            ahead=met.ahead if met else 0,
            level=met.level if met else 0,
            behind=met.behind if met else 0,
            forfeits=met.gifts + met.forfeits + met.neither if met else 0,
            share=met.share if met else None,
            better=None if better is None else round(better, 4),
        )


def _point(row: RatingRow) -> RatingPoint:
    low, high = row["low"], row["high"]
    return RatingPoint(
        round=row["round"],
        rating=round(row["points"], 1),
        low=None if low is None else round(low, 1),
        high=None if high is None else round(high, 1),
    )


def _places(season: Season) -> dict[BotName, dict[int, int]]:
    results = season.results
    most = int(results.places.max(initial=0)) + 1
    counts = np.bincount(results.bots * most + results.places, minlength=len(results.names) * most)
    by_bot = counts.reshape(len(results.names), most).tolist()
    return {
        name: {place: count for place, count in enumerate(row) if count}
        for name, row in zip(results.names, by_bot, strict=True)
    }
