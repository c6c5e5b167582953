"""A quota: what a process_tree uses of the processors in the long run, and when it has to rest."""

from referee.launch.supervisor.quota import Quota

LOOK = 0.1


def used(percent: int, processors: float, seconds: float, idle: float = 0.0) -> float:
    """Seconds that a process_tree uses which takes what it can, after so many idle ones."""
    quota, spent, now = Quota(percent, 0.0), 0.0, idle
    quota.rest(spent, now)
    while now < idle + seconds:
        now += LOOK
        spent += LOOK * processors
        now += quota.rest(spent, now)
    return spent


class TestQuota:
    """It holds over time, and not over each moment."""

    def test_in_the_long_run_a_process_tree_gets_its_share(self) -> None:
        for percent in (10, 50, 100, 250):
            for processors in (1.0, 2.0, 64.0):
                part = min(percent / 100, processors)
                share = used(percent, processors, 1000) / 1000
                assert abs(share - part) < 0.01 * max(1, part), (percent, processors)

    def test_what_was_not_used_is_not_kept_for_later(self) -> None:
        assert used(50, 2, 10, idle=1000) <= used(50, 2, 10) + 0.2

    def test_a_caller_within_the_rate_never_waits(self) -> None:
        quota = Quota(50, 0.0)
        assert not any(quota.rest(0.05 * look, LOOK * look) for look in range(1000))

    def test_a_little_more_at_once_is_free(self) -> None:
        quota = Quota(50, 0.0)
        assert quota.rest(0.1, LOOK) == 0
        assert quota.rest(0.3, 2 * LOOK) > 0

    def test_it_rests_until_its_part_has_caught_up(self) -> None:
        quota = Quota(50, 0.0)
        rest = quota.rest(2.0, 1.0)
        assert rest == 2 * (2.0 - 0.1)
        assert quota.rest(2.0, 1.0 + rest / 2) == rest / 2
        assert quota.rest(2.0, 1.0 + rest) == 0

    def test_a_count_that_goes_back_earns_nothing(self) -> None:
        quota = Quota(50, 0.0)
        quota.rest(1.0, 1.0)
        rest = quota.rest(0.5, 1.1)
        assert quota.rest(1.0, 1.1) == rest
