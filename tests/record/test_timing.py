"""Where the time of a match went, by its record."""

from itertools import accumulate
from typing import cast

import pytest

from referee.match.clock import Instant, seconds
from referee.match.question import Answer
from referee.match.sentence import EntrySentence
from referee.record.timing import MatchTiming, timing
from tests.match.driver import CLOCK, Driver, questions
from tests.record.samples import bodies, dragon_record, rebuilt, toy_record, wrong_entry
from tianming_games.chance import Chance
from tianming_proto.record.v1 import record_pb2 as pb


def times(driver: Driver) -> MatchTiming:
    """What a match so far adds up to."""
    return timing(driver.record())


class TestSeat:
    """A seat's time has five parts, and they come to the length of the match."""

    def test_the_parts_come_to_the_whole(self) -> None:
        for data in (toy_record(), dragon_record()):
            match = timing(rebuilt(bodies(data)))
            for seat in match.seats:
                assert seat.busy + seat.waiting == match.length

    def test_thinking_is_what_is_left_without_the_way(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.now = Instant(driver.now + seconds(0.5))
        driver.match.hand_over(question, driver.now)
        driver.now = Instant(driver.now + seconds(1))
        driver.match.choose(1, Answer(question.number, 0, driver.now, "", seconds(0.25)))
        seat = times(driver).seats[1]
        assert seat.referee == seconds(0.5)
        assert seat.network == seconds(0.25)
        assert seat.thinking == seconds(0.75)
        assert (seat.answers, seat.measured) == (1, 1)

    def test_without_a_measured_way_all_is_thinking(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.answer(question, 0, after=1)
        seat = times(driver).seats[1]
        assert (seat.thinking, seat.network) == (seconds(1), 0)
        assert (seat.answers, seat.measured) == (1, 0)

    def test_a_question_without_an_answer_is_late_and_its_time_apart(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.wait(6)
        seat = times(driver).seats[1]
        assert seat.late == [question.number]
        assert seat.unanswered == seconds(6)
        assert seat.thinking == 0
        assert seat.bank == 0

    def test_a_question_that_is_open_at_the_end_is_unanswered(self) -> None:
        driver = Driver()
        driver.start()
        driver.now = Instant(driver.now + seconds(1))
        driver.match.void("The referee failed.", driver.now)
        assert times(driver).seats[1].unanswered == seconds(1)

    def test_the_bank_is_what_the_clock_left(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.now = Instant(driver.now + seconds(0.5))
        driver.match.hand_over(question, driver.now)
        driver.answer(question, 0, after=3)
        assert times(driver).seats[1].bank == CLOCK.bank - seconds(1)

    def test_the_slowest_answer_is_named(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.answer(question, 0, after=1.5)
        driver.play_out(list(driver.match.connect(2, driver.now)), Chance(bytes(32), "answers"))
        slowest = times(driver).seats[1].slowest
        assert slowest is not None
        assert (slowest.number, slowest.took) == (question.number, seconds(1.5))
        assert slowest.notation.startswith("take ")


class TestMatch:
    """What no seat had."""

    def test_stalls_are_listed_and_are_nobodys_time(self) -> None:
        driver = Driver()
        driver.start()
        driver.match.stalled(seconds(3), driver.now)
        match = times(driver)
        assert match.stalls == [seconds(3)]
        assert match.limit == CLOCK.stall
        assert match.length == 0

    def test_a_record_that_is_cut_is_as_long_as_its_entries(self) -> None:
        changed = bodies(toy_record())
        lengths = [timing(rebuilt(changed[: n + 1])).length for n in range(len(changed))]
        said = [getattr(body, body.WhichOneof("kind") or "") for body in changed]
        assert lengths == list(accumulate((getattr(one, "at_ns", 0) for one in said), max))

    @pytest.mark.parametrize("kind", ["asked", "chosen", "fault"])
    def test_a_record_that_breaks_the_rules_is_refused(self, kind: str) -> None:
        changed = bodies(toy_record())
        at = next(n for n, body in enumerate(changed) if body.WhichOneof("kind") == kind)
        getattr(changed[at], kind).seat = 3
        with wrong_entry(at, EntrySentence.NO_SUCH_SEAT):
            timing(rebuilt(changed))

    def test_a_choice_of_nobody_is_named(self) -> None:
        changed = bodies(toy_record())
        at = next(n for n, body in enumerate(changed) if body.HasField("chosen"))
        changed[at].chosen.origin = cast("pb.RecordOrigin", 99)
        with wrong_entry(at, EntrySentence.UNKNOWN_VALUE):
            timing(rebuilt(changed))
