"""The results of a season as NumPy arrays, for fast sums in tables and ratings."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
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
    """All matches that count, sorted by name.

    The columns `bots` to `forfeited` have one entry for each seat of each match, in seat order;
    shape (seats of all matches,).

    Attributes:
        names: the names of the bots, sorted.
        match_ids: the names of the matches; length (matches,).
        sets: the number of each match's set; shape (matches,).
        starts: the index of each match's first seat in the columns, then their length; shape
            (matches + 1,).
        bots: the index of the bot in `names`.
        places: the place.
        scores: the points.
        strikes: the number of strikes.
        forfeited: whether the seat was forfeited.
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
        """The index of the match of each seat; shape (seats of all matches,)."""
        return np.repeat(np.arange(len(self.match_ids)), np.diff(self.starts))

    def part(self, chosen: Flags) -> "ResultsTable":
        """Return the results of the matches where `chosen` is True; shape (matches,)."""
        seats = chosen[self.matches]
        sizes = np.diff(self.starts)[chosen]
        return replace(
            self,
            match_ids=tuple(
                name for name, is_in in zip(self.match_ids, chosen, strict=True) if is_in
            ),
            sets=self.sets[chosen],
            starts=np.concatenate(([0], np.cumsum(sizes))),
            bots=self.bots[seats],
            places=self.places[seats],
            scores=self.scores[seats],
            strikes=self.strikes[seats],
            forfeited=self.forfeited[seats],
        )

    def by_size(self) -> Iterator[tuple[Indexes, Indexes]]:
        """Yield the matches of each size: their indexes, and the indexes of their seats.

        The shapes are (matches,) and (matches, seats).
        """
        sizes = np.diff(self.starts)
        for size in distinct(sizes):
            chosen = np.flatnonzero(sizes == size)
            yield chosen, self.starts[chosen][:, None] + np.arange(size)


def distinct(values: Indexes) -> Indexes:
    """Return the different values, sorted. `np.unique` would import NumPy's masked arrays."""
    ordered: Indexes = np.sort(values)
    is_first: Flags = np.diff(ordered, prepend=ordered[:1] - 1) != 0
    return ordered[is_first]


def results_of(results: Iterable[MatchResult]) -> ResultsTable:
    """Return the table of results, none of them void; it does not depend on their order."""
    ordered = sorted(results, key=lambda result: result.pairing.match_id)
    seats = [seat for result in ordered for seat in result.outcome.results]
    return results_from(
        match_ids=[result.pairing.match_id for result in ordered],
        sets=[result.pairing.set_number for result in ordered],
        bots=[result.pairing.bots for result in ordered],
        places=[seat.place for seat in seats],
        scores=[seat.score for seat in seats],
        strikes=[seat.strikes for seat in seats],
        forfeited=[seat.forfeited for seat in seats],
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
    """Return the table of these columns.

    `match_ids`, `sets` and `bots` have one entry per match, sorted by name. The other columns have
    one entry per seat.
    """
    starts = np.zeros(len(match_ids) + 1, dtype=np.int64)
    np.cumsum([len(held) for held in bots], out=starts[1:])
    seated = [bot for held in bots for bot in held]
    names = sorted(set(seated))
    index = {name: at for at, name in enumerate(names)}
    return ResultsTable(
        names=tuple(names),
        match_ids=tuple(match_ids),
        sets=np.array(sets, dtype=np.int64),
        starts=starts,
        bots=np.array([index[bot] for bot in seated], dtype=np.int64),
        places=np.array(places, dtype=np.int64),
        scores=np.array(scores, dtype=np.int64),
        strikes=np.array(strikes, dtype=np.int64),
        forfeited=np.array(forfeited, dtype=np.bool_),
    )
