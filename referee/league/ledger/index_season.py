"""The season of a ledger: what counts, from the index alone, in a second or two."""

import json
from collections.abc import Container, Iterator, Sequence
from operator import itemgetter
from pathlib import Path

import numpy as np

from referee.league.attempt import AttemptName
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger.ledger import Ledger
from referee.league.statistics.overview import (
    BotStatus,
    MatchConfiguration,
    Overview,
    RosterBot,
    VoidMatch,
)
from referee.league.statistics.results_table import Indexes, sheet_from
from referee.league.statistics.season import Season


def season_of(ledger: Ledger, configurations: Sequence[MatchConfiguration] = ()) -> Season:
    """The season of a ledger. No record is read, so neither faults by kind nor times are known.

    Args:
        ledger: the ledger.
        configurations: what the matches of the league are played by.
    """
    rows = sorted(ledger.played(), key=itemgetter(0))
    match_ids, attempts, sets, bots, seats, _ = zip(*rows, strict=True) if rows else ((),) * 6
    numbers = dict(zip(match_ids, attempts, strict=True))

    def record_of(match_id: str) -> Path:
        return AttemptName(match_id, numbers[match_id]).record(ledger.folder)

    sheet = sheet_from(match_ids, sets, json.loads(f"[{','.join(bots)}]"), *_columns(seats))
    return Season(
        name=ledger.league,
        sheet=sheet,
        record_of=record_of,
        overview=Overview(
            configurations=tuple(configurations),
            roster=tuple(_roster(ledger, set(sheet.names))),
            voids=tuple(_voids(ledger)),
        ),
    )


def configurations_of(settings: LeagueSettings) -> list[MatchConfiguration]:
    """What the matches of a league are played by, one for each set of the game's options."""
    clock = settings.clock.settings
    return [MatchConfiguration.of(settings.game, each, clock) for each in settings.variants]


def _roster(ledger: Ledger, played: Container[str]) -> Iterator[RosterBot]:
    """The bots that were ever listed, by name; `played` are those with a match that counts."""
    for bot in ledger.bots():
        if bot.benched is not None:
            yield RosterBot(bot.name, BotStatus.BENCHED, bot.benched)
        else:
            is_absent = bot.name not in played
            yield RosterBot(bot.name, BotStatus.ABSENT if is_absent else BotStatus.ACTIVE)


def _voids(ledger: Ledger) -> Iterator[VoidMatch]:
    for name, bots, reason in ledger.void_attempts():
        record = name.record(ledger.folder)
        yield VoidMatch(str(name), bots, reason, record if record.exists() else None)


def _columns(lines: Sequence[str]) -> Indexes:
    """The numbers in lists of lists of four, in JSON, one under the other; shape (4, seats)."""
    digits = ",".join(lines).replace("[", "").replace("]", "")
    return np.fromstring(digits, dtype=np.int64, sep=",").reshape(-1, 4).T
