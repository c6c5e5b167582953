"""A season: all its results, and the numbers that are computed from them.

Every command, report and page shows these numbers, so they agree. The season comes from a ledger,
or from an index of records; `referee.league.season.reading` reads both. `matches_of` returns the
matches behind a number.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from referee.identifier import BotName, MatchId
from referee.league.ledger.results import CountedMatches
from referee.league.ledger.seat_sums import BotSums, SeatSums
from referee.league.season.overview import Overview, RosterBot
from referee.league.season.rating_table import TableData, TableRow, absent_data, table
from referee.league.season.score_table import BotTotal, ScoreLine, score_lines, totals
from referee.league.statistics.cross_table import Meeting, cross_table
from referee.league.statistics.rating.finish import Forfeits
from referee.league.statistics.rating.rating import Ratings, rate
from referee.league.statistics.results_table import Indexes, ResultsTable, distinct


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """A seat of a match that was played."""

    bot: BotName
    place: int
    score: int
    strikes: int
    forfeited: bool


@dataclass(frozen=True, slots=True)
class Played:
    """A match that counts: its seats in order, and the path of its record, if known."""

    match_id: MatchId
    set_number: int
    seats: tuple[PlayedSeat, ...]
    record: Path | None


@dataclass(frozen=True)
class Season:
    """The results of a season.

    Attributes:
        name: the name of the league; empty for a season from records alone.
        results: the matches that count.
        record_of: returns the path of a match's record; None if unknown.
        overview: settings, progress, roster and void matches.
        sums: faults and times by seat; None if unknown.
        counted: rounds, versions and times of the matches that count; None if unknown.
    """

    name: str
    results: ResultsTable
    record_of: Callable[[MatchId], Path | None]
    overview: Overview = Overview()
    sums: SeatSums | None = None
    counted: CountedMatches | None = None

    @cached_property
    def ratings(self) -> Ratings | None:
        """The ratings with forfeits as last places; None without a match."""
        return rate(self.results)

    @cached_property
    def in_play(self) -> Ratings | None:
        """The ratings without forfeited seats; None without a match."""
        if not self.results.forfeited.any():
            return self.ratings
        near = None if self.ratings is None else self.ratings.strengths[0]
        return rate(self.results, Forfeits.APART, near)

    @cached_property
    def rows(self) -> list[TableRow]:
        """The rows of the results table."""
        if self.ratings is None or self.in_play is None:
            return []
        roster = self.overview.roster
        return table(self.totals, self.ratings, self.in_play, self.statistics, roster)

    @cached_property
    def totals(self) -> list[BotTotal]:
        """The sums of each bot with a match that counts, by name."""
        return totals(self.results)

    @cached_property
    def scores(self) -> list[ScoreLine]:
        """The score table: the sums of each bot, ordered by them and without ratings."""
        return score_lines(self.totals)

    @cached_property
    def statistics(self) -> dict[BotName, BotSums] | None:
        """The faults and the answer times of each bot; None if unknown."""
        return None if self.sums is None else self.sums.by_bot(self.results)

    @cached_property
    def unplayed(self) -> list[RosterBot]:
        """The bots of the roster without a match that counts."""
        played = set(self.results.names)
        return [bot for bot in self.overview.roster if bot.name not in played]

    def data(self) -> list[TableData]:
        """Return the machine-readable table, with bots without a match at the end."""
        unplayed = map(absent_data, self.unplayed) if self.rows else ()
        return [*(row.data() for row in self.rows), *unplayed]

    @cached_property
    def cross(self) -> dict[tuple[str, str], Meeting]:
        """The cross table, by the names (bot, opponent)."""
        return cross_table(self.results)

    @property
    def matches(self) -> int:
        """How many matches count."""
        return len(self.results.match_ids)

    @property
    def void(self) -> int:
        """How many matches are void. A void attempt of a match that has a result does not count."""
        return sum(one.void for one in self.overview.rounds)

    @property
    def sets(self) -> int:
        """How many sets these matches belong to."""
        return len(distinct(self.results.sets))

    def matches_of(self, bot: BotName, opponent: BotName | None = None) -> list[Played]:
        """Return the matches of a bot, or those against an opponent if one is named."""
        mine = self._with(bot)
        if opponent is not None:
            mine = np.intersect1d(mine, self._with(opponent))
        return [self.played(match) for match in mine.tolist()]

    def played(self, match: int) -> Played:
        """Return a match by its index in `results`."""
        results = self.results
        columns = (results.bots, results.places, results.scores, results.strikes, results.forfeited)
        here = slice(results.starts[match], results.starts[match + 1])
        seats = zip(*(column[here].tolist() for column in columns), strict=True)
        match_id = results.match_ids[match]
        return Played(
            MatchId(match_id),
            int(results.sets[match]),
            tuple(PlayedSeat(results.names[bot], *rest) for bot, *rest in seats),
            self.record_of(MatchId(match_id)),
        )

    def _with(self, bot: BotName) -> Indexes:
        """Return the indexes of the matches of a bot."""
        return distinct(self.results.matches[self.results.bots == self.results.names.index(bot)])
