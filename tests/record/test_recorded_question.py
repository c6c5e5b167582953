"""The questions of a record are those that were put."""

from typing import cast

from referee.error import DataError
from referee.match.entry import Origin
from referee.match.sentence import EntrySentence
from referee.record.reader import Record, parse
from referee.record.recorded_question import last_question, questions
from referee.record.sentence import RecordSentence
from tests.errors import raises
from tests.match.driver import Driver
from tests.match.toy import TOY
from tests.record.samples import bodies, dragon_record, forged, toy_record, wrong_entry
from tianming_proto.record.v1 import record_pb2 as pb


def record(data: bytes) -> Record:
    """The record in some bytes."""
    return parse(data, "memory")


class TestQuestions:
    """Number, options, what happened since, and what was played on it."""

    def test_they_are_all_there_in_their_order(self) -> None:
        dragon = record(dragon_record())
        asked = [body.asked for body in bodies(dragon_record()) if body.HasField("asked")]
        found = list(questions(dragon))
        assert [one.number for one in found] == [one.number for one in asked]
        assert [len(one.options) for one in found] == [one.option_count for one in asked]
        assert [one.budget for one in found] == [one.budget_ns for one in asked]

    def test_each_seat_receives_each_event_once(self) -> None:
        dragon = record(dragon_record())
        events = [body for body in bodies(dragon_record()) if body.HasField("chosen")]
        for seat in (0, 1):
            mine = [one for one in questions(dragon) if one.seat == seat]
            shown_events = [event for one in mine for event in one.since if event.seat is not None]
            last = max(one.number for one in mine)
            before = [body for body in events if body.chosen.number < last]
            assert len(shown_events) >= len([body for body in before if body.chosen.number])

    def test_the_choice_is_the_one_that_was_played(self) -> None:
        for one in questions(record(dragon_record())):
            assert one.origin is Origin.BOT
            assert one.choice is not None
            assert one.choice < len(one.options)

    def test_an_open_record_has_a_question_without_a_choice(self) -> None:
        driver = Driver(TOY)
        driver.start()
        driver.writer.settle()
        driver.writer.flush()
        (one,) = questions(record(bytes(driver.file.data)))
        assert one.choice is None
        assert one.origin is None

    def test_a_question_that_was_changed_is_named(self) -> None:
        changed = bodies(dragon_record())
        asked = next(body for body in changed if body.HasField("asked"))
        asked.asked.question_digest = bytes(16)
        with raises(DataError, RecordSentence.OTHER_QUESTION):
            list(questions(record(forged(changed))))

    def test_a_choice_of_nobody_is_named(self) -> None:
        changed = bodies(dragon_record())
        at = next(n for n, body in enumerate(changed) if body.HasField("chosen"))
        changed[at].chosen.origin = cast("pb.RecordOrigin", 99)
        with wrong_entry(at, EntrySentence.UNKNOWN_VALUE):
            list(questions(record(forged(changed))))


class TestLastQuestion:
    """The question at which a bot stopped."""

    def test_a_struck_seat_stopped_at_the_one_it_missed(self) -> None:
        toy = record(toy_record())
        missed = [one for one in questions(toy) if one.origin is Origin.SUBSTITUTE]
        struck = missed[0].seat
        assert last_question(toy, struck) in missed

    def test_a_seat_without_fault_stopped_at_its_last(self) -> None:
        dragon = record(dragon_record())
        mine = [one for one in questions(dragon) if one.seat == 1]
        assert last_question(dragon, 1) == mine[-1]
