"""Read a season from a ledger, without its records; takes a second or two."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from operator import itemgetter
from pathlib import Path

from referee.identifier import BotName, MatchId
from referee.league.attempt import AttemptName
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger.ledger import Ledger
from referee.league.ledger.ledger_queries import ListedBot
from referee.league.ledger.results import columns
from referee.league.statistics.overview import (
    BotStatus,
    MatchConfiguration,
    Overview,
    RosterBot,
    VoidMatch,
)
from referee.league.statistics.results_table import results_from
from referee.league.statistics.season import Season

_OLD = "{bot}@{version}"
"""The name of an earlier version of a bot in tables. No bot has such a name."""

_UNKNOWN = "?"
"""Stands for the version in matches of a network bot that announced one only later."""


def season_of(
    ledger: Ledger, configurations: Sequence[MatchConfiguration] = (), by_version: bool = True
) -> Season:
    """Return the season of a ledger, without faults by kind and times, which only records have.

    Args:
        ledger: the ledger.
        configurations: the configurations of the league's matches.
        by_version: whether each earlier version of a bot is a separate bot in the results.
    """
    rows = sorted(ledger.played(), key=itemgetter(0))
    match_ids, attempts, sets, bots, seats, versions = (
        zip(*rows, strict=True) if rows else ((),) * 6
    )
    numbers = dict(zip(match_ids, attempts, strict=True))

    def record_of(match_id: MatchId) -> Path:
        return AttemptName(match_id, numbers[match_id]).record(ledger.folder)

    listed = ledger.bots()
    seated: list[list[BotName]] = json.loads(f"[{','.join(bots)}]")
    if by_version:
        seated = _by_version(seated, versions, {bot.name: bot for bot in listed})
    results = results_from(match_ids, sets, seated, *columns(seats))
    return Season(
        name=ledger.league,
        results=results,
        record_of=record_of,
        overview=Overview(
            configurations=tuple(configurations),
            roster=tuple(_roster(listed, set(results.names))),
            voids=tuple(_voids(ledger)),
        ),
    )


def _by_version(
    seated: Sequence[Sequence[BotName]],
    versions: Sequence[str | None],
    listed: Mapping[BotName, ListedBot],
) -> list[list[BotName]]:
    """Rename bots in matches that an earlier version played.

    A network bot without a version is renamed if it has announced one since. A local bot always
    has a version, so a match without one comes from a ledger that did not store it.
    """
    known: list[list[str] | None] = json.loads(f"[{','.join(one or 'null' for one in versions)}]")

    def named(bot: BotName, version: str) -> BotName:
        row = listed.get(bot)
        latest = "" if row is None else row.version or ""
        if version == latest or (not version and (row is None or row.command is not None)):
            return bot
        return BotName(_OLD.format(bot=bot, version=version or _UNKNOWN))

    return [
        [named(*seat) for seat in zip(bots, each or [""] * len(bots), strict=True)]
        for bots, each in zip(seated, known, strict=True)
    ]


def configurations_of(settings: LeagueSettings) -> list[MatchConfiguration]:
    """Return the match configurations of a league, one for each variant."""
    clock = settings.clock.settings
    return [MatchConfiguration.of(settings.game, each, clock) for each in settings.variants]


def _roster(listed: Sequence[ListedBot], played: Collection[str]) -> Iterator[RosterBot]:
    """Yield the bots that were ever listed, by name, each followed by its earlier versions.

    `played` has the names with a match that counts.
    """
    for bot in listed:
        version = bot.version or ""
        if bot.benched is not None:
            status = BotStatus.ABSENT if bot.until_connected else BotStatus.BENCHED
            yield RosterBot(bot.name, status, bot.benched, version)
        else:
            status = BotStatus.ACTIVE if bot.name in played else BotStatus.ABSENT
            yield RosterBot(bot.name, status, version=version)
        earlier = sorted(BotName(name) for name in played if name.startswith(f"{bot.name}@"))
        for name in earlier:
            yield RosterBot(name, BotStatus.REPLACED, version=name.removeprefix(f"{bot.name}@"))


def _voids(ledger: Ledger) -> Iterator[VoidMatch]:
    for name, bots, reason in ledger.void_attempts():
        record = name.record(ledger.folder)
        yield VoidMatch(name.as_match, bots, reason, record if record.exists() else None)
