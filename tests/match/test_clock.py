"""The clock of a seat."""

from referee.match.clock import ClockSettings, Instant, SeatClock, Span, seconds
from tests.match.driver import longest

SETTINGS = ClockSettings(
    decision=seconds(2),
    bank=seconds(3),
    increment=seconds(0.5),
    grace=seconds(0.1),
    first=seconds(4),
)


def at(number: float) -> Instant:
    """An instant by its seconds."""
    return Instant(seconds(number))


class TestBudget:
    """What a seat may spend."""

    def test_the_first_question_has_time_on_top(self) -> None:
        assert SeatClock(SETTINGS).start(at(10)) == seconds(2 + 3 + 4)

    def test_the_time_of_the_first_question_is_not_kept(self) -> None:
        clock = SeatClock(SETTINGS)
        clock.start(at(10))
        clock.stop(at(11))
        assert clock.start(at(11)) == seconds(2 + 3 + 0.5)

    def test_a_quick_decision_costs_no_bank_and_adds_the_increment(self) -> None:
        clock = SeatClock(SETTINGS)
        clock.start(at(0))
        clock.stop(at(6))
        assert clock.bank == seconds(3.5)

    def test_time_beyond_the_decision_comes_from_the_bank(self) -> None:
        clock = SeatClock(SETTINGS)
        clock.start(at(0))
        clock.stop(at(7))
        assert clock.bank == seconds(3 - 1 + 0.5)

    def test_an_answer_in_the_grace_empties_the_bank_and_no_more(self) -> None:
        clock = SeatClock(SETTINGS)
        clock.start(at(0))
        clock.stop(at(9.05))
        assert clock.bank == seconds(0.5)


class TestDeadline:
    """Until when an answer is taken."""

    def test_the_deadline_is_the_budget_and_the_grace(self) -> None:
        clock = SeatClock(SETTINGS)
        clock.start(at(1))
        assert clock.deadline == at(1 + 9 + 0.1)

    def test_the_clock_starts_when_the_question_is_handed_over(self) -> None:
        clock = SeatClock(SETTINGS)
        clock.start(at(1))
        clock.restart(at(1.25))
        assert clock.deadline == at(1.25 + 9 + 0.1)
        assert clock.left(at(2.25)) == seconds(8)

    def test_what_is_left_is_never_negative(self) -> None:
        clock = SeatClock(SETTINGS)
        clock.start(at(0))
        assert clock.left(at(100)) == Span(0)

    def test_the_longest_match_follows_from_the_settings(self) -> None:
        clock = SeatClock(SETTINGS)
        spent = 0
        for number in range(20):
            now = at(1000 * number)
            clock.start(now)
            spent += clock.deadline - now
            clock.stop(clock.deadline)
        assert spent <= longest(SETTINGS, 20)
