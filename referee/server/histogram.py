"""A histogram with fixed buckets; each new value costs one binary search."""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any


class Histogram:
    """Counts of values by bucket.

    `bounds` are the upper bounds of all buckets but the last, in ascending order. `total` is the
    sum of all values.
    """

    __slots__ = ("_bounds", "_bucket", "_counts", "_last", "total")

    def __init__(
        self, bounds: Sequence[float], counts: Sequence[int] = (), total: float = 0.0
    ) -> None:
        self.total = total
        self._bounds = tuple(bounds)
        self._counts = list(counts) or [0] * (len(self._bounds) + 1)
        self._last = 0.0
        self._bucket = bisect_left(self._bounds, self._last)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields, which works in a compiled build as well."""
        return Histogram, (self._bounds, self._counts, self.total)

    def observe(self, value: float) -> None:
        """Count a value; it often equals the last one, as for all questions of a frame."""
        if value != self._last:
            self._last, self._bucket = value, bisect_left(self._bounds, value)
        self._counts[self._bucket] += 1
        self.total += value

    def add(self, other: "Histogram", times: int = 1) -> None:
        """Add a histogram with the same bounds, `times` times; -1 subtracts it."""
        for index, count in enumerate(other._counts):
            self._counts[index] += times * count
        self.total += times * other.total

    @property
    def count(self) -> int:
        """The number of values."""
        return sum(self._counts)

    def buckets(self) -> list[tuple[str, float]]:
        """Return each bound as text, and the number of values up to it; the last is `+Inf`."""
        up_to = 0
        buckets = []
        for bound, count in zip((*self._bounds, "+Inf"), tuple(self._counts), strict=True):
            up_to += count
            buckets.append((str(bound), float(up_to)))
        return buckets

    def quantile(self, part: float) -> float | None:
        """Return the first bound that at least the fraction `part` of the values do not exceed.

        None if there are no values, or only the last bucket reaches the fraction.
        """
        rank = part * self.count
        up_to = 0
        for bound, count in zip(self._bounds, self._counts, strict=False):
            up_to += count
            if count and up_to >= rank:
                return bound
        return None
