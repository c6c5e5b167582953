"""The match and its time: deadlines, stalls of the host, and round-trip times."""

from dataclasses import replace

import pytest

from referee.match.clock import Instant, seconds
from referee.match.fault import Fault
from referee.match.outcome import Termination
from referee.match.question import Answer, Question
from referee.record.verify import verify
from tests.match.driver import CLOCK, START, Driver, end, longest, questions, refusals
from tianming_games.chance import Chance
from tianming_proto.record.v1 import record_pb2 as pb

TOGETHER = {"together": "yes"}


class TestDeadline:
    """Decided once, by the stamp of arrival."""

    def question(self, driver: Driver) -> Question:
        (question,) = questions(driver.start())
        return question

    def test_an_answer_at_the_deadline_is_played(self) -> None:
        driver = Driver()
        said = driver.answer(self.question(driver), 2, after=5.1)
        assert refusals(said) == []
        assert [event.notation for event in questions(said)[0].since][-1] == "take 2"

    def test_an_answer_1_ns_after_the_deadline_is_late_and_never_played(self) -> None:
        driver = Driver()
        question = self.question(driver)
        driver.now = Instant(driver.match.seats[1].clock.deadline + 1)
        said = driver.match.choose(1, Answer(question.number, 2, driver.now))
        (refusal,) = refusals(said)
        assert refusal.fault is Fault.LATE
        assert refusal.strikes_left == 2
        notes = [e.body.note.text for e in driver.record().entries if e.body.HasField("note")]
        assert notes == ["An answer to question 1 came late: option 2."]

    def test_the_clock_runs_from_the_hand_over(self) -> None:
        driver = Driver()
        question = self.question(driver)
        driver.match.hand_over(question, Instant(driver.now + seconds(1)))
        assert driver.match.deadline == driver.now + seconds(1 + 5.1)
        assert refusals(driver.answer(question, 2, after=6.0)) == []

    def test_a_second_hand_over_changes_nothing(self) -> None:
        driver = Driver()
        question = self.question(driver)
        driver.match.hand_over(question, driver.now)
        driver.match.hand_over(question, Instant(driver.now + seconds(1)))
        assert driver.match.deadline == driver.now + seconds(5.1)

    def test_a_bot_that_leaves_behind_the_deadline_had_been_there_at_it(self) -> None:
        driver = Driver()
        self.question(driver)
        driver.now = Instant(driver.match.seats[1].clock.deadline + 1)
        (refusal,) = refusals(driver.match.disconnect(1, driver.now))
        assert refusal.fault is Fault.LATE

    def test_a_bot_that_returns_behind_the_deadline_had_been_away_at_it(self) -> None:
        driver = Driver()
        self.question(driver)
        driver.match.disconnect(1, driver.now)
        driver.now = Instant(driver.match.seats[1].clock.deadline + 1)
        (refusal,) = refusals(driver.match.connect(1, driver.now))
        assert refusal.fault is Fault.DISCONNECTED

    def test_a_bot_whose_process_ended_had_crashed_until_it_is_back(self) -> None:
        driver = Driver()
        self.question(driver)
        driver.match.disconnect(1, driver.now)
        driver.match.crash(1, "its process ended with code 1", driver.now)
        driver.now = Instant(driver.match.seats[1].clock.deadline + 1)
        (refusal,) = refusals(driver.match.tick(driver.now))
        assert refusal.reason.startswith("The bot had crashed (its process ended with code 1), and")
        driver.match.connect(1, driver.now)
        assert driver.match.seats[1].crash == ""

    def test_of_several_seats_the_one_that_is_due_first_is_waited_for(self) -> None:
        driver = Driver(options=TOGETHER)
        first, second = questions(driver.start())
        driver.match.hand_over(first, Instant(driver.now + seconds(2)))
        driver.match.hand_over(second, Instant(driver.now + seconds(1)))
        assert driver.match.deadline == driver.now + seconds(1 + 5.1)
        driver.answer(second, 2)
        assert driver.match.deadline == driver.now + seconds(2 + 5.1)

    def test_a_match_nobody_answers_ends_within_the_time_its_clock_allows(self) -> None:
        driver = Driver()
        driver.start()
        while driver.match.outcome is None:
            deadline = driver.match.deadline
            assert deadline is not None
            driver.now = Instant(deadline + 1)
            driver.match.tick(driver.now)
        assert driver.now - START <= 3 * longest(CLOCK, 3) + 100
        assert driver.match.outcome.termination is Termination.FORFEITED
        assert verify(driver.record()).outcome == driver.match.outcome


class TestStall:
    """Too long stalls of the host make the match void."""

    def test_up_to_the_limit_the_match_continues(self) -> None:
        driver = Driver(clock=replace(CLOCK, stall=seconds(3)))
        driver.start()
        assert driver.match.stalled(seconds(1), driver.now) == []
        assert driver.match.stalled(seconds(2), driver.now) == []
        assert driver.match.outcome is None

    def test_over_the_limit_the_match_is_void_with_the_reason(self) -> None:
        driver = Driver(clock=replace(CLOCK, stall=seconds(3)))
        driver.start()
        driver.match.stalled(seconds(2), driver.now)
        outcome = end(driver.match.stalled(seconds(1.5), driver.now)).outcome
        assert outcome.termination is Termination.VOID
        assert outcome.results == ()
        why = "The referee's machine stalled for 3.500 s in total; the limit is 3 s."
        assert outcome.reason == why
        assert verify(driver.record()).outcome == outcome

    def test_a_match_that_has_ended_stays_as_it_is(self) -> None:
        driver = Driver()
        driver.play_out(driver.start(), Chance(bytes(32), "answers"))
        before, entries = driver.match.outcome, len(driver.record().entries)
        assert driver.match.stalled(seconds(100), driver.now) == []
        assert driver.match.outcome is before
        assert len(driver.record().entries) == entries


def answers(driver: Driver) -> list[pb.RecordChosen]:
    """The choices of bots so far."""
    choices = [entry.body.chosen for entry in driver.record().entries]
    return [choice for choice in choices if choice.origin == pb.RECORD_ORIGIN_BOT]


class TestNetwork:
    """How long the way took stands beside each answer, and changes nothing."""

    @pytest.mark.parametrize(
        ("took", "network", "written"),
        [(1.0, 0.25, 0.25), (0.1, 5.0, 0.1)],
        ids=["it is written where it is known", "it is never more than the answer took"],
    )
    def test_it_stands_beside_its_answer(self, took: float, network: float, written: float) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.now = Instant(driver.now + seconds(took))
        driver.match.choose(1, Answer(question.number, 0, driver.now, "", seconds(network)))
        assert [choice.network_ns for choice in answers(driver)] == [seconds(written)]

    def test_where_it_is_not_known_nothing_is_written(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.answer(question, 0)
        assert not any(choice.HasField("network_ns") for choice in answers(driver))

    def test_it_buys_no_time(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.now = Instant(driver.now + seconds(5.2))
        said = driver.match.choose(1, Answer(question.number, 0, driver.now, "", seconds(4)))
        assert refusals(said)[0].fault is Fault.LATE
