"""Resumption: a match of a killed referee continues as if nothing had happened."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from referee.error import DataError
from referee.match.clock import Instant, Span, seconds
from referee.match.fault import Fault
from referee.match.match import MOST_NOTES, Match
from referee.match.outcome import Outcome, Termination
from referee.match.question import Answer, Question
from referee.match.sentence import EntrySentence
from referee.record.file import MemoryFile, RecordFile
from referee.record.reader import parse
from referee.record.resume import opened, reopen, take_up
from referee.record.sentence import RecordSentence
from referee.record.verify import verify
from referee.record.writer import RecordWriter
from tests.errors import raises
from tests.match.driver import Driver, questions, refusals
from tests.record.revival import LATER, PATIENCE, WALL, Script, decisions, resumed_record
from tests.record.samples import bodies, broken_record, forged, rebuilt, toy_record, wrong_entry
from tianming_games.chance import Chance
from tianming_games.registry import load
from tianming_proto.record.v1 import record_pb2 as pb

CONFIGURATIONS: list[dict[str, Any]] = [
    {"strikes": 2},
    {"strikes": 3, "options": {"together": "yes"}},
    {"strikes": 1, "options": {"together": "yes"}},
    {"strikes": 3, "options": {"together": "yes"}, "seats": 4},
]


def cuts(data: bytes) -> list[int]:
    """Where a record can be cut between two entries, behind its header."""
    entries = parse(data, "memory").entries
    return [*(entry.offset for entry in entries[1:]), len(data)]


def check_cuts(data: bytes, script: Script, places: list[int]) -> None:
    """Cut a record at each of those bytes, go on, and compare."""
    for cut in places:
        whole = resumed_record(data[:cut], script)
        assert decisions(whole) == decisions(data), cut
        verify(parse(whole, "memory"))


class TestEveryCut:
    """Wherever the referee was killed, the same answers lead to the same match."""

    @pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
    @pytest.mark.parametrize("seed", range(6))
    def test_a_match_continues_after_every_entry(
        self, configuration: dict[str, Any], seed: int
    ) -> None:
        script = Script(seed)
        data = script.record(**configuration)
        check_cuts(data, script, cuts(data))

    @pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
    def test_a_match_with_random_answers_resumes_to_the_same_match(
        self, configuration: dict[str, Any], fresh_seed: int
    ) -> None:
        script = Script(fresh_seed)
        data = script.record(**configuration)
        check_cuts(data, script, cuts(data))

    def test_a_match_of_every_game_resumes_to_the_same_match(self, fresh_seed: int) -> None:
        script = Script(fresh_seed)
        for game in ("dragon", "ming", "china"):
            data = script.record(game=load(game), strikes=5)
            chance = Chance(fresh_seed.to_bytes(32, "little"), game)
            first = cuts(data)[0]
            check_cuts(data, script, [first + chance.below(len(data) - first) for _ in range(4)])

    def test_a_match_cut_off_after_a_forced_choice_resumes_to_the_same_match(self) -> None:
        script = Script(1)
        data = script.record(game=load("dragon"), strikes=5)
        entries = parse(data, "memory").entries
        forced = [
            after.offset
            for entry, after in pairwise(entries)
            if entry.body.chosen.origin == pb.RECORD_ORIGIN_FORCED and after.body.HasField("asked")
        ]
        assert forced
        check_cuts(data, script, forced[-2:])

    def test_a_match_that_is_killed_again_and_again_is_the_same(self, fresh_seed: int) -> None:
        script = Script(fresh_seed)
        whole = script.record(options={"together": "yes"})
        data = whole[: cuts(whole)[0]]
        chance = Chance(fresh_seed.to_bytes(32, "little"), "kills")
        for _ in range(10):
            later = resumed_record(data, script)
            data = later[: min(len(later), len(data) + chance.below(200))]
        last = resumed_record(data, script)
        assert decisions(last) == decisions(whole)
        verify(parse(last, "memory"))


class StoppedMatch:
    """A stopped match, resumed `after` its last entry."""

    match: Match
    writer: RecordWriter

    def __init__(self, driver: "Driver | StoppedMatch") -> None:
        driver.writer.flush()
        driver.writer.settle()
        driver.writer.flush()
        self.file = MemoryFile()
        self.file.append(bytes(driver.file.data))
        self.match, self.writer = take_up(
            opened(bytes(driver.file.data), "memory", self.file), LATER, WALL
        )
        self.said = self.match.resume(LATER, PATIENCE)

    def back(self, seat: int, after: float) -> list[Question]:
        """The seat's bot is back so many seconds later; gives what it is asked."""
        return questions(self.match.connect(seat, Instant(LATER + seconds(after))))

    def verified(self) -> Outcome:
        """The outcome of the sealed record."""
        self.writer.flush()
        return verify(parse(bytes(self.file.data), "memory")).outcome


class TestClock:
    """The time in which the referee was gone is nobody's."""

    def test_the_open_question_is_put_again_with_what_was_left(self) -> None:
        standing = StoppedMatch(stopped(after=1.5))
        assert standing.said == []
        (question,) = standing.back(1, after=0)
        assert (question.number, question.budget) == (1, seconds(3.5))
        assert question.payload == questions(Driver().start())[0].payload

    def test_its_clock_stands_still_until_its_bot_is_back(self) -> None:
        standing = StoppedMatch(stopped())
        assert standing.match.tick(Instant(LATER + seconds(19))) == []
        (question,) = standing.back(1, after=19)
        assert question.budget == seconds(5)
        said = standing.match.choose(1, Answer(1, 0, Instant(LATER + seconds(23))))
        assert [word.number for word in questions(said)] == [2]
        assert standing.match.seats[1].clock.bank == seconds(1)

    def test_a_bot_that_does_not_return_is_struck_when_its_clock_has_run_out(self) -> None:
        standing = StoppedMatch(stopped())
        last = LATER + PATIENCE + seconds(5.1)
        assert standing.match.tick(Instant(last)) == []
        (refusal, *_) = refusals(standing.match.tick(Instant(last + 1)))
        assert (refusal.seat, refusal.fault) == (1, Fault.DISCONNECTED)

    def test_of_its_last_chance_is_taken_what_it_had_spent(self) -> None:
        assert StoppedMatch(stopped(after=1.5)).match.deadline == LATER + PATIENCE + seconds(
            5.1 - 1.5
        )

    def test_a_bot_that_returns_later_has_what_is_left(self) -> None:
        (question,) = StoppedMatch(stopped()).back(1, after=22)
        assert question.budget == seconds(3)

    def test_what_was_spent_on_a_question_is_spent_on_no_later_one(self) -> None:
        standing = StoppedMatch(stopped(after=1.5, seats=2))
        standing.back(1, after=0)
        standing.match.choose(1, Answer(1, 0, LATER))
        standing.back(0, after=0)
        standing.match.choose(0, Answer(2, 0, LATER))
        (question,) = StoppedMatch(standing).back(1, after=0)
        assert (question.number, question.budget) == (3, seconds(5))

    def test_a_question_that_was_never_put_waits_for_its_bot_too(self) -> None:
        standing = StoppedMatch(stopped())
        standing.back(1, after=1)
        standing.match.choose(1, Answer(1, 0, Instant(LATER + seconds(1))))
        assert standing.match.tick(Instant(LATER + seconds(18))) == []
        (question,) = standing.back(2, after=18)
        assert (question.number, question.budget) == (2, seconds(5))

    def test_a_question_that_is_kept_back_waits_for_a_bot_that_is_not_there(self) -> None:
        standing = StoppedMatch(stopped())
        standing.back(1, after=0)
        (question,) = questions(standing.match.choose(1, Answer(1, 0, LATER)))
        standing.match.postpone(question, Instant(LATER + seconds(1)))
        assert standing.match.deadline == LATER + PATIENCE + seconds(5.1)

    def test_a_bot_that_is_back_has_the_time_it_always_has(self) -> None:
        standing = StoppedMatch(stopped())
        for seat in (1, 2):
            standing.back(seat, after=0)
        (question,) = questions(standing.match.choose(1, Answer(1, 0, LATER)))
        assert standing.match.deadline == LATER + seconds(5.1)
        standing.match.postpone(question, Instant(LATER + seconds(1)))
        assert standing.match.deadline == LATER + seconds(6.1)

    def test_a_bot_that_was_back_and_left_again_has_its_clock_run(self) -> None:
        standing = StoppedMatch(stopped())
        standing.back(1, after=1)
        standing.match.disconnect(1, Instant(LATER + seconds(2)))
        (question,) = standing.back(1, after=5)
        assert question.budget == seconds(1)

    def test_an_answer_that_waited_for_others_and_is_lost_has_cost_nothing(self) -> None:
        driver = Driver(options={"together": "yes"}, seats=4)
        asked = questions(driver.start())
        driver.answer(asked[0], 1)
        driver.wait(2)
        driver.match.report_violation(2, Fault.FLOOD, "The bot sent too many messages.", driver.now)
        standing = StoppedMatch(driver)
        (again,) = standing.back(1, after=0)
        assert (again.number, again.budget) == (asked[0].number, seconds(5))

    def test_the_time_until_its_bot_was_back_is_not_spent_where_the_referee_is_gone_again(
        self,
    ) -> None:
        standing = StoppedMatch(stopped(after=1.5))
        standing.match.crash(1, "Its process ended.", Instant(LATER + seconds(9)))
        (question,) = StoppedMatch(standing).back(1, after=0)
        assert question.budget == seconds(3.5)

    def test_the_stalls_of_before_count(self) -> None:
        driver = stopped()
        driver.match.stalled(seconds(6), driver.now)
        standing = StoppedMatch(driver)
        assert standing.match.stalled(seconds(4), LATER) == []
        standing.match.stalled(Span(1), LATER)
        assert standing.verified().termination is Termination.VOID

    def test_what_a_seat_had_spent_is_spent_from_the_hand_over_on(self) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.now = Instant(driver.now + seconds(2))
        driver.match.hand_over(question, driver.now)
        driver.answer(question, 0, after=2.5)
        assert StoppedMatch(driver).match.seats[1].clock.bank == seconds(2.5)

    def test_a_match_without_its_bots_comes_to_a_verdict_that_verifies(self) -> None:
        standing = StoppedMatch(stopped())
        for _ in range(20):
            deadline = standing.match.deadline
            if deadline is not None:
                standing.match.tick(Instant(deadline + 1))
        assert standing.match.outcome == standing.verified()
        assert standing.verified().termination is Termination.FORFEITED


def stopped(after: float = 0, seats: int = 3) -> Driver:
    """A match that stopped so many seconds after its first question was put."""
    driver = Driver(seats=seats)
    driver.start()
    if after:
        driver.wait(after)
        driver.match.disconnect(0, driver.now)
    return driver


class TestReported:
    """A bot receives the same messages as without the interruption."""

    def test_a_question_has_the_events_since_the_last_one_of_the_seat(self) -> None:
        driver = Driver()
        (first,) = questions(driver.start())
        (second,) = questions(driver.answer(first, 2))
        standing = StoppedMatch(driver)
        (again,) = standing.back(2, after=0)
        assert again.since == second.since
        (third,) = questions(driver.answer(second, 1))
        (later,) = questions(standing.match.choose(2, Answer(2, 1, LATER)))
        assert (later.seat, later.since) == (third.seat, third.since)


class TestFaults:
    """A strike stays what it was."""

    def test_an_offence_leaves_the_question_open(self) -> None:
        driver = stopped()
        driver.match.report_violation(1, Fault.FLOOD, "The bot sent too many messages.", driver.now)
        standing = StoppedMatch(driver)
        assert standing.match.seats[1].strikes == 1
        assert [question.number for question in standing.back(1, after=0)] == [1]

    @pytest.mark.parametrize("handed_over", [0, 6])
    def test_one_for_an_answer_that_waited_for_others_has_been_for_what_it_was(
        self, handed_over: int
    ) -> None:
        driver = Driver(options={"together": "yes"})
        first, second = questions(driver.start())
        driver.match.postpone(second, Instant(driver.now + seconds(20)))
        driver.match.hand_over(first, Instant(driver.now + seconds(handed_over)))
        driver.answer(first, 7, after=10)
        fault = Fault.ILLEGAL if handed_over else Fault.LATE
        booked = [e.body.fault for e in driver.record().entries if e.body.HasField("fault")]
        assert [Fault(one.fault) for one in booked] == [fault]
        standing = StoppedMatch(driver)
        for seat in range(3):
            standing.back(seat, after=0)
        standing.match.choose(2, Answer(second.number, 0, LATER))
        assert standing.match.seats[1].strikes == 1
        standing.match.void("The referee failed.", LATER)
        assert standing.verified().termination is Termination.VOID

    @pytest.mark.parametrize("together", ["yes", "no"])
    @pytest.mark.parametrize("seat", [1, 2])
    def test_a_seat_that_gave_up_is_played_for_whether_it_was_asked_or_not(
        self, seat: int, together: str
    ) -> None:
        driver = Driver(options={"together": together})
        driver.start()
        driver.match.resign(seat, driver.now)
        standing = StoppedMatch(driver)
        assert [table.forfeited for table in standing.match.seats].index(True) == seat
        assert standing.back(seat, after=0) == []
        assert len(standing.back(3 - seat, after=0)) == 1


class TestNotes:
    """What was noted before is noted."""

    def test_a_record_has_no_more_notes_than_one_of_a_match_without_a_break(self) -> None:
        driver = stopped()
        for _ in range(60):
            driver.match.crash(1, "It is slow.", driver.now)
        standing = StoppedMatch(driver)
        for _ in range(60):
            standing.match.crash(1, "It is slow.", LATER)
        standing.writer.flush()
        notes = [
            e for e in parse(bytes(standing.file.data), "x").entries if e.body.HasField("note")
        ]
        assert len(notes) == MOST_NOTES


class TestOpened:
    """A record that cannot be resumed is refused in a clear sentence, and stays unchanged."""

    def test_a_torn_end_is_cut_and_kept(self, tmp_path: Path) -> None:
        data = toy_record()
        cut = cuts(data)[4] + 9
        (tmp_path / "m1.tianming.part").write_bytes(data[:cut])
        left = reopen(tmp_path / "m1.tianming")
        assert left is not None
        assert left.torn == 9
        assert (tmp_path / "m1.tianming.torn").read_bytes() == data[:cut]
        assert (tmp_path / "m1.tianming.part").read_bytes() == data[: cut - 9]

    def test_the_record_says_at_what_time_of_day_it_went_on_and_what_was_cut(self) -> None:
        data, file = toy_record(), MemoryFile()
        end = cuts(data)[4]
        file.append(data[:end])
        _, writer = take_up(opened(data[: end + 9], "memory", file), LATER, WALL)
        writer.flush()
        resumed = parse(bytes(file.data), "memory").entries[-1].body.resumed
        assert (resumed.time.seconds, resumed.torn_bytes) == (WALL, 9)

    @pytest.mark.parametrize("tail", [b"\0" * 4096, b"\xff" * 100])
    def test_a_tail_left_by_a_power_loss_is_cut_off(self, tail: bytes, tmp_path: Path) -> None:
        data = toy_record()[: cuts(toy_record())[4]]
        (tmp_path / "m1.tianming.part").write_bytes(data + tail)
        left = reopen(tmp_path / "m1.tianming")
        assert left is not None
        assert left.torn == len(tail)

    def test_damage_before_the_end_is_refused(self, tmp_path: Path) -> None:
        data = bytearray(toy_record())
        at = cuts(bytes(data))[3]
        data[at + 8] ^= 1
        part = tmp_path / "m1.tianming.part"
        part.write_bytes(data)
        with raises(DataError, RecordSentence.RECORD_DAMAGED, entry=4, byte=at):
            reopen(tmp_path / "m1.tianming")
        assert part.read_bytes() == data
        RecordFile.reopen(tmp_path / "m1.tianming").close()

    def test_damage_to_its_header_is_no_match_that_had_not_begun(self, tmp_path: Path) -> None:
        data = bytearray(toy_record())
        data[8] ^= 1
        part = tmp_path / "m1.tianming.part"
        part.write_bytes(data)
        with raises(DataError, RecordSentence.NO_RECORD):
            reopen(tmp_path / "m1.tianming")
        assert part.read_bytes() == data

    def test_an_impossible_entry_is_refused(self, tmp_path: Path) -> None:
        changed = bodies(toy_record())[:6]
        next(body for body in changed if body.HasField("drawn")).drawn.values[0] = 7
        (tmp_path / "m1.tianming.part").write_bytes(forged(changed))
        with raises(DataError, RecordSentence.WRONG_ENTRY, why=EntrySentence.DRAW_NOT_FROM_SEED):
            reopen(tmp_path / "m1.tianming")

    @pytest.mark.parametrize("length", [0, 1, 30])
    def test_a_match_that_had_not_begun_is_none(self, length: int, tmp_path: Path) -> None:
        (tmp_path / "m1.tianming.part").write_bytes(toy_record()[:length])
        assert reopen(tmp_path / "m1.tianming") is None
        assert not (tmp_path / "m1.tianming.part").exists()

    def test_a_match_that_the_rules_broke_is_void(self) -> None:
        data = broken_record()
        broken = data[: cuts(data)[-2]]
        file = MemoryFile()
        file.append(broken)
        match, writer = take_up(opened(broken, "memory", file), LATER, WALL)
        with pytest.raises(ZeroDivisionError):
            match.resume(LATER, PATIENCE)
        match.void("The referee failed.", LATER)
        writer.flush()
        sound = verify(parse(bytes(file.data), "memory"))
        assert sound.outcome.termination is Termination.VOID


class TestVerify:
    """A resumed record is checked as strictly as any other."""

    def test_time_that_passed_while_the_referee_was_gone_is_found(self) -> None:
        data = resumed_record(toy_record()[: cuts(toy_record())[4]], Script(1))
        changed = bodies(data)
        at = next(n for n, body in enumerate(changed) if body.HasField("resumed"))
        changed[at].resumed.at_ns += 1
        with wrong_entry(at, EntrySentence.RESUMED_AT_OTHER_TIME):
            verify(rebuilt(changed))

    def test_the_house_gets_its_numbers_before_the_seats_that_are_asked(self) -> None:
        data = Script(3).record(strikes=1, options={"together": "yes"}, seats=4)
        changed = bodies(data)
        at = next(
            n for n, body in enumerate(changed) if body.chosen.origin == pb.RECORD_ORIGIN_HOUSE
        )
        verify(rebuilt(changed))
        changed[at].chosen.number += 1
        with wrong_entry(at, EntrySentence.QUESTION_NOT_OPEN):
            verify(rebuilt(changed))
