"""Read the results of a season from the ledger as numeric arrays, without its records."""

import json
from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

import numpy as np
from sqlalchemy import Connection, select

from referee.league.ledger.schema import COUNTING, attempt, pairing, result
from referee.league.statistics.results_table import Flags, Indexes, ResultsTable, results_from

_PLAYED = select(
    result.c.match_id,
    pairing.c.round,
    pairing.c.set_number,
    pairing.c.bots,
    attempt.c.seats,
).select_from(COUNTING)


def results_table(connection: Connection) -> tuple[ResultsTable, Indexes]:
    """Return the matches that count, and the round of each; shape (matches,)."""
    rows = sorted(connection.execute(_PLAYED).all(), key=itemgetter(0))
    match_ids, rounds, sets, bots, seats = zip(*rows, strict=True) if rows else ((),) * 5
    results = results_from(match_ids, sets, json.loads(f"[{','.join(bots)}]"), *columns(seats))
    return results, np.array(rounds, dtype=np.int64)


def part_of(results: ResultsTable, chosen: Flags) -> ResultsTable:
    """Return the results of the matches where `chosen` is True; shape (matches,)."""
    seats = chosen[results.matches]
    sizes = np.diff(results.starts)[chosen]
    return replace(
        results,
        match_ids=tuple(
            name for name, is_in in zip(results.match_ids, chosen, strict=True) if is_in
        ),
        sets=results.sets[chosen],
        starts=np.concatenate(([0], np.cumsum(sizes))),
        bots=results.bots[seats],
        places=results.places[seats],
        scores=results.scores[seats],
        strikes=results.strikes[seats],
        forfeited=results.forfeited[seats],
    )


def columns(lines: Sequence[str]) -> Indexes:
    """Return the seats of all matches as columns: place, score, strikes, forfeited.

    Args:
        lines: the column `seats` of each attempt.

    Returns:
        Shape (4, seats).
    """
    digits = ",".join(lines).replace("[", "").replace("]", "")
    return np.fromstring(digits, dtype=np.int64, sep=",").reshape(-1, 4).T
