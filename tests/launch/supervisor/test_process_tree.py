"""A process_tree: what its processes have used is counted while they come and go."""

from referee.launch.supervisor.process_tree import Meter

PARENT, CHILD, NEXT = ("2", b"10"), ("3", b"20"), ("3", b"30")


class TestMeter:
    """Processor time only grows."""

    def test_a_child_that_is_waited_for_counts_once(self) -> None:
        meter = Meter()
        assert meter.spent({PARENT: 1.0, CHILD: 5.0}, 0.0) == 6.0
        assert meter.spent({PARENT: 1.0}, 5.5) == 6.5

    def test_one_that_was_never_seen_and_is_waited_for_counts(self) -> None:
        meter = Meter()
        meter.spent({PARENT: 1.0}, 0.0)
        assert meter.spent({PARENT: 1.0}, 2.0) == 3.0

    def test_one_that_nobody_waits_for_leaves_no_time_to_the_next(self) -> None:
        meter = Meter()
        meter.spent({PARENT: 1.0, CHILD: 5.0}, 0.0)
        assert meter.spent({PARENT: 1.0}, 0.0) == 6.0
        assert meter.spent({PARENT: 1.5}, 0.0) == 6.5
        assert meter.spent({PARENT: 1.5, CHILD: 4.0}, 0.0) == 10.5

    def test_a_process_with_the_number_of_another_is_not_the_other(self) -> None:
        meter = Meter()
        meter.spent({PARENT: 1.0, CHILD: 5.0}, 0.0)
        assert meter.spent({PARENT: 1.0, NEXT: 5.0}, 0.0) == 11.0
