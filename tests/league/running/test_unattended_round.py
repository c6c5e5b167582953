"""The wait for a round that no network bot attends."""

from referee.league.running.unattended_round import UnattendedRound
from referee.match.clock import Instant, seconds


def at(second: float) -> Instant:
    """An instant."""
    return Instant(seconds(second))


class TestUnattendedRound:
    def test_it_waits_as_long_as_a_match_would(self) -> None:
        unattended = UnattendedRound(20.0, 300.0)
        assert [unattended.is_over(at(time)) for time in (5, 24, 25)] == [False, False, True]

    def test_it_waits_longer_if_bots_were_there_before(self) -> None:
        unattended = UnattendedRound(20.0, 300.0)
        unattended.attended()
        assert [unattended.is_over(at(time)) for time in (5, 25, 304, 305)] == [
            False,
            False,
            False,
            True,
        ]

    def test_a_bot_that_connects_starts_the_wait_again(self) -> None:
        unattended = UnattendedRound(20.0, 0.0)
        assert not unattended.is_over(at(0))
        unattended.attended()
        assert [unattended.is_over(at(time)) for time in (25, 44, 45)] == [False, False, True]
