"""Aggregate a season from records alone, without a ledger."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from referee.error import DataError, TianmingError
from referee.identifier import BotName, MatchId
from referee.league.pairing import MatchResult, Pairing
from referee.league.statistics.bot_statistics import statistics
from referee.league.statistics.match_detail import MatchDetail
from referee.league.statistics.overview import (
    MatchConfiguration,
    Overview,
    VoidMatch,
    period_of,
)
from referee.league.statistics.results_table import results_of
from referee.league.statistics.season import Season
from referee.match.outcome import Outcome, Termination
from referee.parallel import on_every_core, or_error
from referee.record.outline import read_started
from referee.record.reader import read, settings_of, started
from referee.record.seat_statistics import SeatStatistics, seat_statistics
from referee.record.verify import sealed_outcome
from referee.sentence.statistics import StatisticsSentence

SetKey = tuple[str, tuple[tuple[str, str], ...], tuple[str, ...], bytes]
"""What identifies a set: the game, its options, the bots sorted by name, and the seed."""

ReportProgress = Callable[[int], None]
"""Receives the number of records that were read so far."""


@dataclass(frozen=True, slots=True)
class Aggregation:
    """The content of one record that a season needs. `started` is a wall-clock time."""

    path: Path
    match_id: MatchId
    configuration: MatchConfiguration
    started: datetime
    bots: tuple[BotName, ...]
    seed: bytes
    outcome: Outcome
    digest: bytes
    seat_statistics: tuple[SeatStatistics, ...]

    @property
    def detail(self) -> MatchDetail:
        """The summary of the data that only the record has."""
        return MatchDetail.of(self.started, self.configuration, self.seat_statistics)

    @property
    def key(self) -> SetKey:
        """The key of the set that the match belongs to."""
        played = self.configuration
        return played.game, played.options, tuple(sorted(self.bots)), self.seed


def gather(path: Path) -> Aggregation:
    """Read a record for a season.

    Raises:
        DataError: when the record cannot be read, or is not sealed.
    """
    record = read(path)
    settings = settings_of(record.header)
    return Aggregation(
        path=path,
        match_id=settings.match_id,
        configuration=MatchConfiguration.of(settings.game, settings.options, settings.clock),
        started=started(record.header, record.source),
        bots=settings.bots,
        seed=settings.seed,
        outcome=sealed_outcome(record),
        digest=record.digest,
        seat_statistics=seat_statistics(record),
    )


def aggregate_all(
    paths: Sequence[Path], report: ReportProgress = lambda _: None
) -> Iterator[Aggregation]:
    """Read records in their order, and yield their content.

    Raises:
        DataError: when a record cannot be read, or is not sealed.
    """
    with closing(on_every_core(gather, paths)) as gathered:
        for number, found in enumerate(gathered, 1):
            yield found
            report(number)


def aggregate_sound(
    paths: Sequence[Path], report: ReportProgress = lambda _: None
) -> tuple[list[Aggregation], list[TianmingError]]:
    """Return the content of the records that can be read, and the errors of the others."""
    found, wrong = list[Aggregation](), list[TianmingError]()
    with closing(on_every_core(partial(or_error, gather), paths)) as gathered:
        for number, each in enumerate(gathered, 1):
            if isinstance(each, TianmingError):
                wrong.append(each)
            else:
                found.append(each)
            report(number)
    return found, wrong


def season_of(paths: Sequence[Path], report: ReportProgress = lambda _: None) -> Season:
    """Return the season of these records. Matches of the same bots on the same seed are one set.

    Copies of a record count once.

    Raises:
        DataError: when a record cannot be read or is not sealed, or two of one match differ.
    """
    return season_of_matches(aggregate_all(paths, report))


def season_of_matches(found: Iterable[Aggregation]) -> Season:
    """Return the season of matches that were read from records; copies count once.

    Raises:
        DataError: when two records of one match differ.
    """
    kept = _once(found)
    valid = [each for each in kept if each.outcome.termination is not Termination.VOID]
    numbers: dict[SetKey, int] = {}
    for each in valid:
        numbers.setdefault(each.key, len(numbers) + 1)
    files = {each.match_id: each.path for each in valid}
    return Season(
        name="",
        results=results_of(_result(each, numbers[each.key]) for each in valid),
        record_of=files.get,
        statistics=statistics((each.bots, each.seat_statistics) for each in valid),
        overview=_overview(kept),
        details={each.match_id: each.detail for each in kept},
    )


def _overview(kept: Sequence[Aggregation]) -> Overview:
    """Return the overview of a season from its records."""
    return Overview(
        configurations=tuple(dict.fromkeys(each.configuration for each in kept)),
        period=period_of(each.started for each in kept),
        voids=tuple(
            VoidMatch(each.match_id, each.bots, each.outcome.reason, each.path)
            for each in kept
            if each.outcome.termination is Termination.VOID
        ),
    )


def with_statistics(season: Season, report: ReportProgress = lambda _: None) -> Season:
    """Return a season with the data of its records: statistics of bots, details of matches.

    Raises:
        DataError: when a record cannot be read.
    """
    paths = {match: season.record_of(MatchId(match)) for match in season.results.match_ids}
    known = {match: path for match, path in paths.items() if path is not None}
    names = season.results.seated()
    details: dict[str, MatchDetail] = {}

    def by_match() -> Iterator[tuple[tuple[str, ...], tuple[SeatStatistics, ...]]]:
        found = aggregate_all(list(known.values()), report)
        for match, each in zip(known, found, strict=True):
            details[match] = each.detail
            yield names[match], each.seat_statistics

    by_bot = statistics(by_match())
    period = period_of(detail.started for detail in details.values())
    overview = replace(season.overview, period=period)
    return replace(season, statistics=by_bot, overview=overview, details=details)


def with_period(season: Season) -> Season:
    """Return a season with the period of its matches, from the headers of their records.

    Raises:
        DataError: when a record cannot be read.
    """
    if season.overview.period is not None:
        return season
    paths = [season.record_of(MatchId(match_id)) for match_id in season.results.match_ids]
    starts = on_every_core(read_started, [path for path in paths if path is not None], few=5000)
    with closing(starts):
        period = period_of(starts)
    return replace(season, overview=replace(season.overview, period=period))


def _once(found: Iterable[Aggregation]) -> list[Aggregation]:
    """Return each match once, sorted by name.

    Raises:
        DataError: when two records of a match differ.
    """
    kept: dict[str, Aggregation] = {}
    for each in found:
        other = kept.setdefault(each.match_id, each)
        if other.digest != each.digest:
            differ, match = StatisticsSentence.RECORDS_DIFFER, each.match_id
            raise DataError(differ, one=other.path, other=each.path, match=match)
    return sorted(kept.values(), key=lambda each: each.match_id)


def _result(each: Aggregation, set_number: int) -> MatchResult:
    pairing = Pairing(each.match_id, 1, set_number, each.bots, each.seed)
    return MatchResult(pairing, each.outcome, each.digest)
