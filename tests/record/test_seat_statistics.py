"""Statistics of seats: what each seat did wrong, and how long its choices took, by the record."""

from collections import Counter

from referee.match.clock import Instant, seconds
from referee.match.fault import Fault
from referee.record.reader import parse
from referee.record.seat_statistics import seat_statistics
from tests.match.driver import Driver, questions
from tests.record.samples import dragon_record, toy_record
from tianming_proto.record.v1.record_pb2 import RECORD_ORIGIN_SUBSTITUTE


class TestSeatStatistics:
    """What a record says of the seats."""

    def test_faults_are_those_of_the_seat(self) -> None:
        seats = seat_statistics(parse(toy_record(), "toy"))
        assert len(seats) == 3
        assert [seat.faults for seat in seats].count(Counter({Fault.LATE: 1})) == 1
        assert [seat.faults for seat in seats].count(Counter()) == 2

    def test_a_choice_takes_from_its_question_to_its_answer(self) -> None:
        driver = Driver()
        (question, *_) = questions(driver.start())
        driver.now = Instant(driver.now + seconds(0.5))
        driver.match.hand_over(question, driver.now)
        driver.answer(question, 0, after=0.25)
        seats = seat_statistics(driver.record())
        assert seats[question.seat].times == [250_000_000]
        assert sum(len(seat.times) for seat in seats) == 1

    def test_a_late_answer_takes_until_its_deadline_and_other_substitutes_have_no_time(
        self,
    ) -> None:
        record = parse(toy_record(), "toy")
        chosen = [e.body.chosen for e in record.entries if e.body.HasField("chosen")]
        faults = [e.body.fault for e in record.entries if e.body.HasField("fault")]
        (late,) = [fault for fault in faults if Fault(fault.fault) is Fault.LATE]
        by_bots = sum(each.origin == 1 and each.number > 0 for each in chosen)
        assert sum(len(seat.times) for seat in seat_statistics(record)) == by_bots + 1 < len(chosen)
        (substitute,) = [each for each in chosen if each.number == late.number]
        took = substitute.at_ns - substitute.handed_at_ns
        assert took == max(seat_statistics(record)[late.seat].times)
        assert substitute.origin == RECORD_ORIGIN_SUBSTITUTE

    def test_every_seat_of_a_real_game_is_there(self) -> None:
        seats = seat_statistics(parse(dragon_record(), "dragon"))
        assert len(seats) == 2
        assert all(seat.times and not seat.faults for seat in seats)
