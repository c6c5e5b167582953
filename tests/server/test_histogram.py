"""Counts of values, by where they lie."""

from referee.server.histogram import Histogram


class TestHistogram:
    """Buckets say how many values lie at or below their bound."""

    def test_a_value_on_a_bound_belongs_below_it(self) -> None:
        histogram = Histogram((1, 2))
        for value in (0.5, 1, 1.5, 2, 7):
            histogram.observe(value)
        assert histogram.buckets() == [("1", 2), ("2", 4), ("+Inf", 5)]
        assert histogram.count == 5
        assert histogram.total == 12

    def test_a_quantile_is_the_bound_above_it(self) -> None:
        histogram = Histogram((1, 2, 5))
        for value in [0.5] * 98 + [1.5, 4]:
            histogram.observe(value)
        assert [histogram.quantile(part) for part in (0.5, 0.98, 0.99, 1)] == [1, 1, 2, 5]

    def test_a_quantile_that_is_not_known_is_none(self) -> None:
        histogram = Histogram((1, 2))
        assert histogram.quantile(0.5) is None
        histogram.observe(3)
        assert histogram.quantile(0.5) is None
