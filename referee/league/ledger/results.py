"""Read the results of a season from its tables as numeric arrays, without its records."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from referee.identifier import BotName
from referee.league.ledger.schema import COUNTING, attempt, pairing, result
from referee.league.ledger.version_name import VersionNames
from referee.league.statistics.results_table import Indexes, ResultsTable, results_from

_COUNTED = select(
    result.c.match_id,
    result.c.attempt,
    pairing.c.round,
    pairing.c.set_number,
    pairing.c.variant,
    attempt.c.started,
    pairing.c.bots,
    attempt.c.seats,
    attempt.c.versions,
).select_from(COUNTING)


@dataclass(frozen=True, slots=True)
class CountedMatches:
    """The matches that count, sorted by name.

    Attributes:
        table: their results; its bots have the names of `names`.
        names: the names of bots and of their versions.
        attempts: the number of the attempt that counts, by match.
        rounds: the round of each match; shape (matches,).
        variants: the index of each match's set of game options.
        started: when each match started, in milliseconds since 1970; None if unknown.
        first_rounds: by bot, its versions with the first round of each, in this order.
    """

    table: ResultsTable
    names: VersionNames
    attempts: Sequence[int]
    rounds: Indexes
    variants: Sequence[int]
    started: Sequence[int | None]
    first_rounds: dict[BotName, dict[str, int]]


def counted_matches(connection: Connection, by_version: bool) -> CountedMatches:
    """Return the matches that count; `by_version` is whether versions are separate bots."""
    rows: Sequence[Any] = sorted(connection.execute(_COUNTED).all(), key=itemgetter(0))
    match_ids, attempts, rounds, sets, variants, started, bots, seats, versions = (
        zip(*rows, strict=True) if rows else ((),) * 9
    )
    seated: list[list[BotName]] = json.loads(f"[{','.join(bots)}]")
    known: list[list[str] | None] = [None] * len(seated)
    if any(versions):
        known = json.loads(f"[{','.join(one or 'null' for one in versions)}]")
    names = VersionNames(connection, zip(seated, known, strict=True), by_version)
    first_rounds = _first_rounds(seated, known, rounds) if any(versions) else {}
    if names.are_versioned:
        shown = cache(names.shown)
        seated = [
            [shown(*seat) for seat in zip(held, each or [""] * len(held), strict=True)]
            for held, each in zip(seated, known, strict=True)
        ]
    return CountedMatches(
        table=results_from(match_ids, sets, seated, *_columns(seats)),
        names=names,
        attempts=attempts,
        rounds=np.array(rounds, dtype=np.int64),
        variants=variants,
        started=started,
        first_rounds=first_rounds,
    )


def _first_rounds(
    seated: Sequence[Sequence[BotName]],
    versions: Sequence[Sequence[str] | None],
    rounds: Sequence[int],
) -> dict[BotName, dict[str, int]]:
    found: dict[BotName, dict[str, int]] = {}
    for bots, known, number in zip(seated, versions, rounds, strict=True):
        for bot, version in zip(bots, known or (), strict=False):
            if version:
                of_bot = found.setdefault(bot, {})
                of_bot[version] = min(number, of_bot.get(version, number))
    return {bot: dict(sorted(one.items(), key=itemgetter(1))) for bot, one in found.items()}


def _columns(lines: Sequence[str]) -> Indexes:
    """Return the seats of all matches as columns: place, score, strikes, forfeited.

    Args:
        lines: the column `seats` of each attempt.

    Returns:
        Shape (4, seats).
    """
    digits = ",".join(lines).replace("[", "").replace("]", "")
    return np.fromstring(digits, dtype=np.int64, sep=",").reshape(-1, 4).T
