"""TokenBuckets: so much at once, and so much a second over a longer time."""

from referee.match.clock import Instant, seconds
from referee.server.token_bucket import TokenBucket, TokenBuckets


def at(time: float) -> Instant:
    """A time in seconds."""
    return Instant(seconds(time))


class TestAllowance:
    """A token bucket fills with time."""

    def test_a_burst_is_bounded(self) -> None:
        bucket = TokenBucket(3, 1, at(0))
        assert [bucket.take(at(0)) for _ in range(5)] == [True, True, True, False, False]

    def test_it_fills_with_time_and_never_beyond_the_burst(self) -> None:
        bucket = TokenBucket(2, 0.5, at(0))
        assert [bucket.take(at(0)) for _ in range(3)] == [True, True, False]
        assert [bucket.take(at(1)), bucket.take(at(2)), bucket.take(at(2))] == [False, True, False]
        assert [bucket.take(at(1000)) for _ in range(3)] == [True, True, False]

    def test_one_that_asks_too_often_loses_nothing_by_asking(self) -> None:
        bucket = TokenBucket(1, 1, at(0))
        assert bucket.take(at(0))
        assert not any(bucket.take(at(0.9)) for _ in range(1000))
        assert bucket.take(at(1))

    def test_each_name_has_a_purse_of_its_own(self) -> None:
        purses = TokenBuckets(1, 1)
        assert [purses.take(name, at(0)) for name in ("a", "b", "a")] == [True, True, False]
