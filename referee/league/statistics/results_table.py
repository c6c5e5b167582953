"""A season's results as columns, so that tables and ratings are sums of arrays."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.identifier import BotName
from referee.league.pairing import MatchResult

Indexes = NDArray[np.integer[Any]]
Reals = NDArray[np.floating[Any]]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class ResultsTable:
    """All matches that count, in the order of their names.

    `match_ids` has shape (matches,), and so have `sets`, the number of the set of each
    match, and `starts`, where its seats begin in the columns. `starts` has one more at its
    end. `bots` (an index into `names`), `places`, `scores`, `strikes` and `forfeited` have
    shape (seats of all matches,), in seat order. `names` are sorted.
    """

    names: tuple[BotName, ...]
    match_ids: tuple[str, ...]
    sets: Indexes
    starts: Indexes
    bots: Indexes
    places: Indexes
    scores: Indexes
    strikes: Indexes
    forfeited: Flags

    @cached_property
    def matches(self) -> Indexes:
        """The match of each seat; shape (seats of all matches,)."""
        return np.repeat(np.arange(len(self.match_ids)), np.diff(self.starts))

    def seated(self) -> dict[str, tuple[str, ...]]:
        """The bots of each match by its name, in seat order."""
        bots = [self.names[bot] for bot in self.bots.tolist()]
        bounds = pairwise(self.starts.tolist())
        return {
            match: tuple(bots[start:end])
            for match, (start, end) in zip(self.match_ids, bounds, strict=True)
        }

    def by_size(self) -> Iterator[tuple[Indexes, Indexes]]:
        """The matches with as many seats as each other: their indexes, and those of their seats.

        The shapes are (matches,) and (matches, seats).
        """
        sizes = np.diff(self.starts)
        for size in np.unique(sizes):
            chosen = np.flatnonzero(sizes == size)
            yield chosen, self.starts[chosen][:, None] + np.arange(size)


def results_of(results: Iterable[MatchResult]) -> ResultsTable:
    """The columns of some results, none of them void; the same for every order of them."""
    ordered = sorted(results, key=lambda result: result.pairing.match_id)
    seats = [seat for result in ordered for seat in result.outcome.results]
    return results_from(
        [result.pairing.match_id for result in ordered],
        [result.pairing.set_number for result in ordered],
        [result.pairing.bots for result in ordered],
        [seat.place for seat in seats],
        [seat.score for seat in seats],
        [seat.strikes for seat in seats],
        [seat.forfeited for seat in seats],
    )


def results_from(
    match_ids: Sequence[str],
    sets: Sequence[int],
    bots: Sequence[Sequence[BotName]],
    places: Sequence[int] | Indexes,
    scores: Sequence[int] | Indexes,
    strikes: Sequence[int] | Indexes,
    forfeited: Sequence[bool] | Indexes,
) -> ResultsTable:
    """The results of columns; the first three by match, sorted by name, the others by seat."""
    starts = np.zeros(len(match_ids) + 1, dtype=np.int64)
    np.cumsum([len(held) for held in bots], out=starts[1:])
    seated = [bot for held in bots for bot in held]
    names = sorted(set(seated))
    index = {name: at for at, name in enumerate(names)}
    return ResultsTable(
        tuple(names),
        tuple(match_ids),
        np.array(sets, dtype=np.int64),
        starts,
        np.array([index[bot] for bot in seated], dtype=np.int64),
        np.array(places, dtype=np.int64),
        np.array(scores, dtype=np.int64),
        np.array(strikes, dtype=np.int64),
        np.array(forfeited, dtype=np.bool_),
    )
