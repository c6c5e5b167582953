"""Read a season from the tables of a ledger, or from records."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from referee.error import DataError, TianmingError
from referee.identifier import BotName, MatchId
from referee.league.attempt import AttemptName
from referee.league.configuration.match_configuration import (
    MatchConfiguration,
    configurations_of,
)
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger import Ledger, tally
from referee.league.ledger.ledger_queries import ListedBot, listed_bots
from referee.league.ledger.listing import Reading
from referee.league.ledger.records_index import IndexedRecord, RecordsIndex, read_sealed
from referee.league.ledger.results import counted_matches
from referee.league.ledger.seat_sums import seat_sums
from referee.league.ledger.version_name import base_name
from referee.league.season.overview import BotStatus, Overview, RosterBot, VoidMatch
from referee.league.season.season import Season
from referee.league.statistics.sentence import StatisticsSentence
from referee.parallel import on_every_core, or_error

RecordOf = Callable[[AttemptName], Path | None]
"""Returns the path of an attempt's record; None if there is none."""

ReportProgress = Callable[[int], None]
"""Receives the number of records that were read so far."""


def no_record(_: AttemptName) -> None:
    """Return the path of no record."""


def season_of(
    reading: Reading,
    name: str = "",
    configurations: Sequence[MatchConfiguration] = (),
    by_version: bool = True,
    record_of: RecordOf = no_record,
) -> Season:
    """Return the season that tables have.

    Args:
        reading: the tables.
        name: the name of the league; empty for records alone.
        configurations: the configurations of the matches, by the number of their variant.
        by_version: whether each earlier version of a bot is a separate bot in the results.
        record_of: returns the path of an attempt's record.
    """
    counted = counted_matches(reading, by_version)
    numbers = dict(zip(counted.table.match_ids, counted.attempts, strict=True))
    seated, seats = tally.seated(reading)
    return Season(
        name=name,
        results=counted.table,
        record_of=lambda match_id: record_of(AttemptName(match_id, numbers[match_id])),
        overview=Overview(
            configurations=tuple(configurations),
            roster=tuple(_roster(listed_bots(reading), counted.table.names)),
            seated=seated,
            seats=seats,
            rounds=tuple(tally.rounds(reading)),
            voids=tuple(_voids(reading, record_of)),
        ),
        sums=seat_sums(reading, counted.table),
        counted=counted,
    )


def season_of_league(ledger: Ledger, settings: LeagueSettings) -> Season:
    """Return the season of a league."""
    return ledger.read(
        partial(
            season_of,
            name=ledger.league,
            configurations=configurations_of(settings),
            by_version=settings.rating.by_version,
            record_of=lambda attempt: attempt.record(ledger.folder),
        )
    )


def season_of_records(
    paths: Sequence[Path], report: ReportProgress = lambda _: None
) -> tuple[Season, list[TianmingError]]:
    """Return the season of the records that can be read, and the errors of the others.

    Copies of a record count once.

    Raises:
        DataError: when two records of one match differ.
    """
    wrong: list[TianmingError] = []
    found: dict[MatchId, Path] = {}
    index = RecordsIndex()
    with closing(index), closing(on_every_core(partial(or_error, read_sealed), paths)) as read:
        index.add(_once(zip(paths, read, strict=True), report, found, wrong))
        with index.reading() as reading:
            season = season_of(
                reading,
                configurations=index.configurations,
                record_of=lambda attempt: found[attempt.match_id],
            )
    return season, wrong


def _roster(listed: Sequence[ListedBot], played: Collection[BotName]) -> Iterator[RosterBot]:
    """Yield the bots that were ever listed, by name, each followed by its earlier versions.

    `played` has the names with a match that counts.
    """
    earlier: dict[BotName, list[BotName]] = {}
    for name in sorted(set(played)):
        if base_name(name) != name:
            earlier.setdefault(base_name(name), []).append(name)
    for bot in listed:
        version = bot.version or ""
        if bot.benched is not None:
            status = BotStatus.ABSENT if bot.until_connected else BotStatus.BENCHED
            yield RosterBot(bot.name, status, bot.benched, version, bot.owner)
        else:
            status = BotStatus.ACTIVE if bot.name in played else BotStatus.ABSENT
            yield RosterBot(bot.name, status, version=version, owner=bot.owner)
        for name in earlier.get(bot.name, ()):
            before = name.removeprefix(f"{bot.name}@")
            yield RosterBot(name, BotStatus.REPLACED, version=before, owner=bot.owner)


def _voids(reading: Reading, record_of: RecordOf) -> Iterator[VoidMatch]:
    for name, bots, reason in tally.void_attempts(reading):
        record = record_of(name)
        is_there = record is not None and record.exists()
        yield VoidMatch(name.as_match, bots, reason, record if is_there else None)


def _once(
    read: Iterable[tuple[Path, IndexedRecord | TianmingError]],
    report: ReportProgress,
    paths: dict[MatchId, Path],
    wrong: list[TianmingError],
) -> list[IndexedRecord]:
    """Return each match once, sorted by name, with its path in `paths`.

    Raises:
        DataError: when two records of a match differ.
    """
    kept: dict[MatchId, IndexedRecord] = {}
    for number, (path, one) in enumerate(read, 1):
        report(number)
        if isinstance(one, TianmingError):
            wrong.append(one)
            continue
        known, other = kept.setdefault(one.match_id, one), paths.setdefault(one.match_id, path)
        if known.digest != one.digest:
            raise DataError(
                StatisticsSentence.RECORDS_DIFFER, one=other, other=path, match=one.match_id
            )
    return [kept[match_id] for match_id in sorted(kept)]
