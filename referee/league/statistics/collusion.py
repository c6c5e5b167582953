"""Collusion: how owners and third seats do with and without another owner at the table.

Two owners collude if their bots help each other at the expense of third seats. Then each does
better against third seats when the other is at the table than when it is not. Strengths explain
most results, so every score is compared with what the ratings predict. What remains,
the *excess*, is averaged over all meetings of a set, because a set is one observation.

For each pair of owners there are three questions. Does either do better with the other? Do third
seats do worse against both together than against either alone? Each question is one t-test for
means of sets. In games, honest bots also affect each other, for example by their style. So all
deviations are divided by the inflation of their median over all pairs, if that is above one. The
sets of the pair that stands out most do not count for it. An honest pair that is like the others
then does not stand out.

The tests of all pairs together accuse an honest season with at most the stated probability: Holm's
method accuses the pair that stands out most, and then tests the others again, without the sets in
which the accused pair was together. Otherwise their victims would seem to gain when one of the two
is away.

With fewer than two owners more than seats, a pair that gains cannot be told from another pair that
loses, so there is no test.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf, sqrt
from statistics import fmean, median, variance

import numpy as np

from referee.identifier import BotName
from referee.league.statistics.rating.finish import Forfeits, finishes_of
from referee.league.statistics.rating.fit import fit
from referee.league.statistics.results_table import Flags, ResultsTable
from referee.league.statistics.student import factor, tail

LEVEL = 0.01
"""The probability that an honest season has an accused pair, at most."""

LEAST_TOGETHER = 10
"""Sets with both owners, and sets with one of them, that a test needs at least."""

_MEDIAN_OF_SQUARE = 0.4549
"""The median of the square of a standard normal variable."""

Label = str
"""Whom a bot belongs to: its owner, or itself."""


@dataclass(frozen=True, slots=True)
class Effect:
    """The mean excess of a score with and without another owner at the table.

    An excess is a score from 0 to 1, less the score that the ratings predict.

    Attributes:
        together: the mean excess with the other owner.
        apart: the mean excess without it.
        half: half the width of the 95 % interval of the difference.
        deviations: the difference in standard errors.
        freedom: the degrees of freedom, those of the smallest sample, which is on the safe side.
    """

    together: float
    apart: float
    half: float
    deviations: float
    freedom: int

    @property
    def change(self) -> float:
        """The difference that the other owner makes."""
        return self.together - self.apart


@dataclass(frozen=True, slots=True)
class Partnership:
    """A pair of owners.

    Attributes:
        owners: their labels.
        sets: the number of sets in which both played with a third seat.
        gains: the effects of each owner's partner on its score against third seats.
        third: the effect on the score of third seats against the two.
        probability: the probability that an honest season has a pair that stands out as much.
        is_accused: whether this is below the level.
    """

    owners: tuple[Label, Label]
    sets: int
    gains: tuple[Effect, Effect]
    third: Effect
    probability: float = 1.0
    is_accused: bool = False

    def least(self, inflation: "_Inflation | None" = None) -> float:
        """Return the least probability of its three tests alone."""
        by = inflation or _Inflation()
        return min(
            *(by.tail(one.deviations, one.freedom, by.gains) for one in self.gains),
            by.tail(-self.third.deviations, self.third.freedom, by.third),
        )


def partnerships(
    results: ResultsTable, labels: Mapping[BotName, Label], level: float = LEVEL
) -> list[Partnership]:
    """Return the pairs of owners with enough sets, those that stand out most first.

    Args:
        results: the results of a season.
        labels: the label of each bot in the results.
        level: the probability that an honest season has an accused pair.
    """
    accused: list[Partnership] = []
    left = results
    while measured := _measured(left, labels):
        worst = min(measured.values(), key=lambda one: (one.least(), one.owners))
        rest = left.part(~_has_both(left, labels, worst.owners))
        inflation = _Inflation.of(_measured(rest, labels).values())
        tests = 3 * len(measured)
        found = [
            replace(one, probability=min(1.0, tests * one.least(inflation)))
            for one in measured.values()
        ]
        found.sort(key=lambda one: (one.probability, one.third.change, one.owners))
        if found[0].probability >= level:
            return accused + found
        accused.append(replace(found[0], is_accused=True))
        left = left.part(~_has_both(left, labels, found[0].owners))
    return accused


def _has_both(
    results: ResultsTable, labels: Mapping[BotName, Label], owners: tuple[Label, Label]
) -> Flags:
    """Return which matches have bots of both owners; shape (matches,)."""
    of_seat = np.array([labels[name] for name in results.names], dtype=object)[results.bots]
    found = [
        np.bincount(results.matches, of_seat == owner, len(results.match_ids)) > 0
        for owner in owners
    ]
    return found[0] & found[1]


@dataclass(frozen=True, slots=True)
class _Inflation:
    """By how much deviations exceed those of chance, at least 1.

    An inflation above 1 is an estimate from two owners of each pair, so tails then have no more
    degrees of freedom than these.
    """

    gains: float = 1.0
    third: float = 1.0
    pairs: int = 2

    def tail(self, deviations: float, freedom: int, inflation: float) -> float:
        """Return the probability of such a deviation or a greater one in an honest season."""
        if inflation > 1:
            freedom = min(freedom, 2 * self.pairs - 1)
        return tail(deviations / inflation, freedom) if deviations > 0 else 1.0

    @classmethod
    def of(cls, pairs: Iterable[Partnership]) -> "_Inflation":
        """Return the inflation of the median deviation of these pairs."""
        known = list(pairs)
        return cls(
            _inflation([effect for one in known for effect in one.gains]),
            _inflation([one.third for one in known]),
            len(known),
        )


def _inflation(effects: Sequence[Effect]) -> float:
    squares = [effect.deviations**2 for effect in effects]
    return sqrt(max(1.0, median(squares) / _MEDIAN_OF_SQUARE)) if squares else 1.0


Excesses = dict[Label, dict[Label, float]]
"""The mean excess of each owner of a set against each other owner."""


def _excesses(results: ResultsTable, labels: Mapping[BotName, Label]) -> Iterator[Excesses]:
    """Yield the excesses of each set. Forfeited seats are left out."""
    finishes = finishes_of(results, Forfeits.APART)
    strengths = fit(finishes, near=np.zeros(len(finishes.names))).strengths
    of_bot = [labels[name] for name in results.names]
    columns = (results.bots, results.places, results.forfeited)
    bots, places, forfeited = (column.tolist() for column in columns)
    starts = results.starts.tolist()
    sums: dict[int, dict[tuple[Label, Label], list[float]]] = {}
    for match, number in enumerate(results.sets.tolist()):
        seats = [at for at in range(starts[match], starts[match + 1]) if not forfeited[at]]
        found = sums.setdefault(number, {})
        for one, other in combinations(seats, 2):
            mine, yours = of_bot[bots[one]], of_bot[bots[other]]
            if mine == yours:
                continue
            lead = float(strengths[bots[one]] - strengths[bots[other]])
            score = (places[one] < places[other]) + (places[one] == places[other]) / 2
            excess = score - 1 / (1 + float(np.exp(-lead)))
            found.setdefault((mine, yours), []).append(excess)
            found.setdefault((yours, mine), []).append(-excess)
    for number in sorted(sums):
        means: Excesses = {}
        for (mine, yours), values in sums[number].items():
            means.setdefault(mine, {})[yours] = fmean(values)
        yield means


def _measured(
    results: ResultsTable, labels: Mapping[BotName, Label]
) -> dict[tuple[Label, Label], Partnership]:
    """Return the effects of each pair of owners with enough sets."""
    sets = list(_excesses(results, labels)) if results.match_ids else []
    seats = max(map(len, sets), default=0)
    if seats < 3 or len({owner for one in sets for owner in one}) < seats + 2:
        return {}
    everywhere: dict[Label, dict[int, float]] = {}
    together: dict[tuple[Label, Label], dict[int, tuple[float, float]]] = {}
    for number, excesses in enumerate(sets):
        for owner, against in excesses.items():
            everywhere.setdefault(owner, {})[number] = fmean(against.values())
        for one, other in combinations(sorted(excesses) if len(excesses) > 2 else (), 2):
            both = _against_thirds(excesses, one, other), _against_thirds(excesses, other, one)
            together.setdefault((one, other), {})[number] = both
    found = {}
    for pair, values in sorted(together.items()):
        apart = [
            [value for number, value in everywhere[owner].items() if number not in values]
            for owner in pair
        ]
        if min(len(values), *map(len, apart)) >= LEAST_TOGETHER:
            found[pair] = _partnership(pair, list(values.values()), apart)
    return found


def _partnership(
    owners: tuple[Label, Label],
    together: Sequence[tuple[float, float]],
    apart: Sequence[Sequence[float]],
) -> Partnership:
    """Return a pair, from the excesses of both together, and of each apart from the other."""
    one, other = ([values[way] for values in together] for way in (0, 1))
    third = [-fmean(values) for values in together]
    return Partnership(
        owners,
        len(together),
        (_effect(one, [(1.0, apart[0])]), _effect(other, [(1.0, apart[1])])),
        _effect(third, [(-0.5, apart[0]), (-0.5, apart[1])]),
    )


def _against_thirds(excesses: Excesses, owner: Label, partner: Label) -> float:
    """Return the mean excess of an owner against all but its partner."""
    return fmean(value for other, value in excesses[owner].items() if other != partner)


def _effect(together: Sequence[float], apart: Sequence[tuple[float, Sequence[float]]]) -> Effect:
    """Return the effect of a partner; `apart` has samples with their weights."""
    samples = [(1.0, together), *((-weight, values) for weight, values in apart)]
    change = sum(weight * fmean(values) for weight, values in samples)
    parts = [(weight**2 * variance(values) / len(values), values) for weight, values in samples]
    total = sum(part for part, _ in parts)
    freedom = min(len(values) for _, values in parts) - 1
    error = sqrt(total)
    deviations = change / error if error else (inf if change > 0 else -inf if change else 0.0)
    mean = fmean(together)
    return Effect(mean, mean - change, factor(freedom) * error, deviations, freedom)
