"""A histogram: how many values lay where, at the price of a look-up for each."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any


class Histogram:
    """Counts of values in seconds. `bounds` are the upper ends of all buckets but the last."""

    __slots__ = ("_bounds", "_counts", "total")

    def __init__(
        self, bounds: Sequence[float], counts: Sequence[int] = (), total: float = 0.0
    ) -> None:
        self.total = total
        self._bounds = tuple(bounds)
        self._counts = list(counts) or [0] * (len(self._bounds) + 1)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields, which works in a compiled build as well."""
        return Histogram, (self._bounds, self._counts, self.total)

    def observe(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self.total += value

    def add(self, other: "Histogram", times: int = 1) -> None:
        """Count the values of another histogram with the same bounds; -1 `times` takes them off."""
        for index, count in enumerate(other._counts):
            self._counts[index] += times * count
        self.total += times * other.total

    @property
    def count(self) -> int:
        """How many values there were."""
        return sum(self._counts)

    def buckets(self) -> list[tuple[str, float]]:
        """For each bound, as text, how many values lay at or below it; `+Inf` is the last."""
        up_to = 0
        buckets = []
        for bound, count in zip((*self._bounds, "+Inf"), tuple(self._counts), strict=True):
            up_to += count
            buckets.append((str(bound), float(up_to)))
        return buckets

    def quantile(self, part: float) -> float | None:
        """The bound below which that part of the values lies; None where that is not known."""
        rank = part * self.count
        up_to = 0
        for bound, count in zip(self._bounds, self._counts, strict=False):
            up_to += count
            if count and up_to >= rank:
                return bound
        return None
