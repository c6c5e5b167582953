"""Verify: a record whose chain is sound and that tells an untruth is found out."""

import pytest

from referee.error import DataError
from referee.match.outcome import Termination
from referee.match.sentence import EntrySentence
from referee.record.reader import parse
from referee.record.sentence import RecordSentence
from referee.record.verify import verify
from referee.record.writer import STATE_EVERY
from tests.errors import raises
from tests.match.driver import Driver, questions
from tests.record.samples import (
    bodies,
    broken_record,
    dragon_record,
    rebuilt,
    record_of,
    toy_record,
    wrong_entry,
)
from tests.record.spoiler import SPOILERS, Bodies, first
from tianming_games.chance import Chance
from tianming_games.ground.sentence import GameSentence
from tianming_proto.record.v1 import record_pb2 as pb


def forfeited() -> Bodies:
    """A match in which a substitute player plays a seat from its first question on."""
    driver = Driver(strikes=1)
    driver.start()
    driver.play_out(driver.wait(6), Chance(bytes(32), "answers"))
    return [entry.body for entry in driver.record().entries]


class TestSound:
    """What is true verifies."""

    def test_a_match_with_a_strike_verifies(self) -> None:
        sound = verify(parse(toy_record(), "x"))
        assert [result.strikes for result in sound.outcome.results] == [0, 1, 0]

    def test_a_match_of_dragon_verifies(self) -> None:
        sound = verify(parse(dragon_record(), "x"))
        kinds = [body.WhichOneof("kind") for body in bodies(dragon_record())]
        assert sound.decisions == kinds.count("chosen")
        assert sound.outcome.reason.endswith("won.")

    def test_seats_that_choose_at_once_verify(self) -> None:
        data = record_of(Driver(options={"together": "yes"}))
        assert len(verify(parse(data, "x")).outcome.results) == 3

    def test_the_decisions_of_a_record_replay_from_its_entries_only(self) -> None:
        assert verify(rebuilt(bodies(toy_record()))) is not None

    @pytest.mark.parametrize(("option", "strikes"), [(1, 0), (7, 1)], ids=["legal", "illegal"])
    def test_an_answer_at_the_last_instant_is_in_time(self, option: int, strikes: int) -> None:
        driver = Driver()
        (question,) = questions(driver.start())
        driver.now = driver.match.seats[question.seat].clock.deadline
        driver.play_out(driver.answer(question, option), Chance(bytes(32), "answers"))
        assert verify(driver.record()).outcome.results[question.seat].strikes == strikes

    def test_a_match_with_stalls_up_to_the_limit_verifies(self) -> None:
        changed = bodies(toy_record())
        limit = changed[0].header.clock.stall_ns
        stall = pb.RecordStall(at_ns=changed[-1].seal.at_ns, span_ns=limit)
        changed.insert(-1, pb.RecordBody(stall=stall))
        assert verify(rebuilt(changed)).outcome.termination is Termination.FINISHED

    def test_a_match_that_the_rules_broke_is_void_and_verifies(self) -> None:
        changed = bodies(broken_record())
        assert verify(rebuilt(changed)).outcome.termination is Termination.VOID


class TestForged:
    """Whatever is untrue is named, with its entry."""

    @pytest.mark.parametrize("spoiler", SPOILERS)
    def test_the_first_untrue_entry_is_named(self, spoiler: str) -> None:
        changed = bodies(toy_record())
        at = SPOILERS[spoiler](changed)
        with pytest.raises(DataError, match=rf"^forged: entry {at} \(byte \d+\): .+\.$"):
            verify(rebuilt(changed))

    @pytest.mark.parametrize("digest", [bytes(16), b""], ids=["another", "none"])
    def test_the_state_is_checked_where_its_digest_has_to_stand(self, digest: bytes) -> None:
        changed = bodies(dragon_record())
        stated = [n for n, body in enumerate(changed) if body.asked.state_digest]
        assert {changed[n].asked.number % STATE_EVERY for n in stated} == {0}
        assert len(stated) > 2
        changed[stated[1]].asked.state_digest = digest
        with wrong_entry(stated[1], EntrySentence.OTHER_STATE_ASKED):
            verify(rebuilt(changed))

    def test_seats_that_choose_at_once_stand_in_the_order_of_the_seats(self) -> None:
        changed = bodies(record_of(Driver(options={"together": "yes"})))
        at = next(n for n, b in enumerate(changed) if b.chosen.number) + 1
        changed[at - 1], changed[at] = changed[at], changed[at - 1]
        with wrong_entry(at - 1, EntrySentence.SEAT_NOT_NEXT):
            verify(rebuilt(changed))

    def test_a_forfeited_seat_is_not_asked(self) -> None:
        changed = forfeited()
        at = next(n for n, b in enumerate(changed) if b.chosen.origin == pb.RECORD_ORIGIN_HOUSE)
        at = next(
            n for n, b in enumerate(changed) if n > at and b.chosen.origin == pb.RECORD_ORIGIN_HOUSE
        )
        number, now = changed[at].chosen.number, changed[at].chosen.at_ns
        asked = pb.RecordAsked(number=number, seat=1, option_count=3, at_ns=now)
        changed.insert(at, pb.RecordBody(asked=asked))
        with raises(
            DataError, RecordSentence.WRONG_ENTRY, why=EntrySentence.ASKED_WITHOUT_DECISION
        ):
            verify(rebuilt(changed))

    def test_a_forfeited_seat_is_struck_no_more(self) -> None:
        changed = forfeited()
        at = first(changed, "fault") + 2
        fault = pb.RecordFault(seat=1, fault=pb.RECORD_FAULT_KIND_FLOOD, strikes=2, forfeit=True)
        fault.at_ns = changed[at - 1].chosen.at_ns
        changed.insert(at, pb.RecordBody(fault=fault))
        with wrong_entry(at, EntrySentence.STRIKES_MISCOUNTED):
            verify(rebuilt(changed))

    def test_the_house_plays_what_the_seed_gives(self) -> None:
        changed = forfeited()
        at = first(changed, "fault") + 1
        changed[at].chosen.option = (changed[at].chosen.option + 1) % 3
        with wrong_entry(at, EntrySentence.CHOICE_NOT_FROM_SEED):
            verify(rebuilt(changed))

    def test_nothing_but_a_void_seal_follows_where_the_rules_broke(self) -> None:
        changed = bodies(broken_record())
        changed.insert(-1, pb.RecordBody(note=pb.RecordNote(at_ns=changed[-1].seal.at_ns)))
        at = len(changed) - 2
        with wrong_entry(at, EntrySentence.ONLY_VOID_SEAL_AFTER_FAILURE):
            verify(rebuilt(changed))

    def test_a_record_without_a_seal_is_unfinished(self) -> None:
        with raises(DataError, RecordSentence.NOT_SEALED):
            verify(rebuilt(bodies(toy_record())[:-1]))

    @pytest.mark.parametrize(
        ("field", "value", "sentence"),
        [
            ("seed", b"short", EntrySentence.WRONG_SEED_LENGTH),
            ("seed_nonce", b"", EntrySentence.WRONG_SEED_LENGTH),
            ("strikes", 0, EntrySentence.NO_STRIKES),
        ],
    )
    def test_a_header_without_sense_is_named(
        self, field: str, value: object, sentence: EntrySentence
    ) -> None:
        changed = bodies(toy_record())
        setattr(changed[0].header, field, value)
        with raises(DataError, RecordSentence.WRONG_ENTRY, entry=0, why=sentence):
            verify(rebuilt(changed))

    def test_a_number_of_seats_that_cannot_be_is_named(self) -> None:
        changed = bodies(toy_record())
        changed[0].header.bots.extend(["more"] * 6)
        with raises(
            DataError,
            RecordSentence.WRONG_ENTRY,
            source="forged",
            entry=0,
            byte=0,
            why=GameSentence.WRONG_NUMBER_OF_SEATS,
        ):
            verify(rebuilt(changed))

    def test_other_rules_are_named_with_the_release_that_knows_them(self) -> None:
        changed = bodies(toy_record())
        changed[0].header.rules_version = 99
        with raises(DataError, RecordSentence.OTHER_RULES, recorded=99, game="toy", installed=1):
            verify(rebuilt(changed))

    def test_questions_of_another_wire_version_are_not_compared(self) -> None:
        changed = bodies(toy_record())
        changed[0].header.wire_version = 99
        SPOILERS["question"](changed)
        assert verify(rebuilt(changed)).outcome.results

    def test_a_newer_format_is_refused_by_name(self) -> None:
        changed = bodies(toy_record())
        changed[0].header.format = 2
        with raises(DataError, RecordSentence.NEWER_FORMAT, format=2, most=1):
            rebuilt(changed)


def test_the_sample_has_a_question_behind_its_fault() -> None:
    """The spoilers above count on the order of the sample's entries."""
    driver = Driver()
    assert questions(driver.start())
    kinds = [body.WhichOneof("kind") for body in bodies(toy_record())]
    at = kinds.index("fault")
    assert kinds[at : at + 4] == ["fault", "chosen", "asked", "chosen"]
