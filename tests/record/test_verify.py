"""Verify: a record whose chain is sound and that tells an untruth is found out."""

from collections.abc import Callable

import pytest

from referee.error import DataError
from referee.games.chance import Chance
from referee.match.outcome import Termination
from referee.record.reader import parse
from referee.record.verify import verify
from referee.record.writer import STATE_EVERY
from tests.match.driver import Driver, questions
from tests.record.samples import (
    bodies,
    broken_record,
    dragon_record,
    rebuilt,
    record_of,
    toy_record,
)
from tianming.v1 import record_pb2 as pb

Bodies = list[pb.RecordBody]


def first(changed: Bodies, kind: str) -> int:
    """The number of the first entry of a kind."""
    return next(n for n, body in enumerate(changed) if body.WhichOneof("kind") == kind)


def spoil_draw(changed: Bodies) -> int:
    at = first(changed, "drawn")
    changed[at].drawn.values[0] = changed[at].drawn.values[0] % 6 + 1
    return at


def spoil_draw_index(changed: Bodies) -> int:
    at = first(changed, "drawn")
    changed[at].drawn.index = 7
    return at


def spoil_option_count(changed: Bodies) -> int:
    at = first(changed, "asked")
    changed[at].asked.option_count += 1
    return at


def spoil_question(changed: Bodies) -> int:
    at = first(changed, "asked")
    changed[at].asked.question_digest = bytes(16)
    return at


def spoil_state(changed: Bodies) -> int:
    at = first(changed, "asked")
    changed[at].asked.state_digest = bytes(16)
    return at


def spoil_number(changed: Bodies) -> int:
    at = first(changed, "asked")
    changed[at].asked.number = 5
    return at


def spoil_seat(changed: Bodies) -> int:
    at = first(changed, "asked")
    changed[at].asked.seat = 2
    return at


def spoil_forced(changed: Bodies) -> int:
    at = first(changed, "chosen")
    changed[at].chosen.origin = pb.RECORD_ORIGIN_HOUSE
    return at


def spoil_substitute(changed: Bodies) -> int:
    at = first(changed, "fault") + 1
    changed[at].chosen.option = (changed[at].chosen.option + 1) % 3
    return at


def spoil_fault_gone(changed: Bodies) -> int:
    at = first(changed, "fault")
    del changed[at]
    return at


def spoil_strikes(changed: Bodies) -> int:
    at = first(changed, "fault")
    changed[at].fault.strikes = 0
    return at


def spoil_lateness(changed: Bodies) -> int:
    at = first(changed, "fault") + 3
    changed[at].chosen.at_ns += 10_000_000_000
    return at


def spoil_answer(changed: Bodies) -> int:
    """Another option than was chosen: the state is another one at the next question."""
    at = first(changed, "fault") + 3
    changed[at].chosen.option = (changed[at].chosen.option + 1) % 3
    return next(n for n in range(at, len(changed)) if changed[n].HasField("asked"))


def spoil_option(changed: Bodies) -> int:
    at = first(changed, "fault") + 3
    changed[at].chosen.option = 7
    return at


def spoil_places(changed: Bodies) -> int:
    changed[-1].seal.results[0].place = 9
    return len(changed) - 1


def spoil_reason(changed: Bodies) -> int:
    changed[-1].seal.reason = "bot0 won by far."
    return len(changed) - 1


def spoil_last_state(changed: Bodies) -> int:
    changed[-1].seal.state_digest = bytes(16)
    return len(changed) - 1


def spoil_early_seal(changed: Bodies) -> int:
    del changed[-2]
    return len(changed) - 1


def spoil_after_seal(changed: Bodies) -> int:
    changed.append(changed[1])
    return len(changed) - 1


def spoil_second_header(changed: Bodies) -> int:
    changed.insert(3, changed[0])
    return 3


def spoil_note_time(changed: Bodies) -> int:
    note = pb.RecordNote(at_ns=0, text="The clock was set back.")
    changed.insert(len(changed) - 1, pb.RecordBody(note=note))
    return len(changed) - 2


def spoil_budget(changed: Bodies) -> int:
    at = first(changed, "asked")
    changed[at].asked.budget_ns += 1
    return at


def spoil_bank(changed: Bodies) -> int:
    """The bank that the late seat had lost is given back to it."""
    late = changed[first(changed, "fault")].fault.seat
    at = [n for n, body in enumerate(changed) if body.asked.seat == late and body.asked.number][1]
    changed[at].asked.budget_ns += 3_000_000_000
    return at


def spoil_hand_over_before_asking(changed: Bodies) -> int:
    at = first(changed, "fault") + 3
    changed[at].chosen.handed_at_ns -= 1
    return at


def spoil_hand_over_after_answering(changed: Bodies) -> int:
    at = first(changed, "fault") + 3
    changed[at].chosen.handed_at_ns = changed[at].chosen.at_ns + 1
    return at


def spoil_hand_over_of_nothing(changed: Bodies) -> int:
    at = first(changed, "chosen")
    changed[at].chosen.handed_at_ns = 1
    return at


def spoil_lateness_that_was_none(changed: Bodies) -> int:
    """The answer had time left when its seat was struck."""
    at = first(changed, "fault")
    changed[at].fault.at_ns = changed[at + 1].chosen.at_ns = 1_000_000_000
    return at + 1


def spoil_fault_time(changed: Bodies) -> int:
    at = first(changed, "fault")
    changed[at].fault.at_ns -= 1
    return at + 1


def spoil_fault_twice(changed: Bodies) -> int:
    at = first(changed, "fault")
    changed.insert(at + 1, pb.RecordBody(fault=changed[at].fault))
    changed[at + 1].fault.strikes = 2
    return at + 1


def spoil_fault_of_another(changed: Bodies) -> int:
    at = first(changed, "fault")
    changed[at].fault.seat = 2
    return at


def spoil_lateness_of_nothing(changed: Bodies) -> int:
    at = first(changed, "fault")
    changed[at].fault.number = 0
    return at


def spoil_kind_of_fault(changed: Bodies) -> int:
    """The late answer is called an illegal one."""
    at = first(changed, "fault")
    changed[at].fault.fault = 2
    return at + 1


def spoil_flood_of_a_question(changed: Bodies) -> int:
    at = first(changed, "fault")
    changed[at].fault.fault = 5
    return at


def spoil_fault_and_played(changed: Bodies) -> int:
    """The answer was booked as a fault and played all the same."""
    at = first(changed, "fault")
    changed[at].fault.fault = 2
    changed[at].fault.at_ns = changed[at + 1].chosen.at_ns = 1_000_000_000
    changed[at + 1].chosen.origin = pb.RECORD_ORIGIN_BOT
    return at + 1


def spoil_substitute_number(changed: Bodies) -> int:
    """The referee takes the number of an earlier fault, and so another draw."""
    at = first(changed, "fault") + 3
    changed[at].chosen.number = 1
    changed[at].chosen.origin = pb.RECORD_ORIGIN_SUBSTITUTE
    changed[at].chosen.option = changed[at - 2].chosen.option
    return at


def spoil_house_seat(changed: Bodies) -> int:
    at = first(changed, "chosen")
    changed[at].chosen.seat = 99
    changed[at].chosen.origin = pb.RECORD_ORIGIN_HOUSE
    return at


def spoil_forced_number(changed: Bodies) -> int:
    at = first(changed, "chosen")
    changed[at].chosen.number = 1
    return at


def spoil_void_with_results(changed: Bodies) -> int:
    changed[-1].seal.termination = 3
    return len(changed) - 1


def spoil_network(changed: Bodies) -> int:
    """The way took longer than the answer."""
    at = next(n for n, b in enumerate(changed) if b.chosen.origin == pb.RECORD_ORIGIN_BOT)
    changed[at].chosen.network_ns = changed[at].chosen.at_ns - changed[at].chosen.handed_at_ns + 1
    return at


def spoil_network_of_nobody(changed: Bodies) -> int:
    at = first(changed, "chosen")
    changed[at].chosen.network_ns = 0
    return at


def spoil_stall_order(changed: Bodies) -> int:
    at = len(changed) - 2
    changed.insert(at, pb.RecordBody(stall=pb.RecordStall(at_ns=1, span_ns=1)))
    return at


def spoil_stall_limit(changed: Bodies) -> int:
    """The match went on though the host had stood still for too long."""
    at = len(changed) - 1
    over = changed[0].header.clock.stall_ns + 1
    stall = pb.RecordStall(at_ns=changed[-1].seal.at_ns, span_ns=over)
    changed.insert(at, pb.RecordBody(stall=stall))
    return at + 1


SPOILERS = [value for name, value in sorted(globals().items()) if name.startswith("spoil_")]


class TestSound:
    """What is true verifies."""

    def test_a_match_with_a_strike_verifies(self) -> None:
        sound = verify(parse(toy_record(), "x"))
        assert [result.strikes for result in sound.outcome.results] == [0, 1, 0]

    def test_a_match_of_dragon_verifies(self) -> None:
        sound = verify(parse(dragon_record(), "x"))
        assert sound.decisions > 60
        assert sound.outcome.reason.endswith("won.")

    def test_seats_that_choose_at_once_verify(self) -> None:
        data = record_of(Driver(options={"together": "yes"}))
        assert len(verify(parse(data, "x")).outcome.results) == 3

    def test_the_decisions_of_a_record_replay_from_its_entries_alone(self) -> None:
        assert verify(rebuilt(bodies(toy_record()))) is not None

    def test_a_match_with_a_stall_verifies(self) -> None:
        changed = bodies(toy_record())
        stall = pb.RecordStall(at_ns=changed[-1].seal.at_ns, span_ns=2_000_000_000)
        changed.insert(-1, pb.RecordBody(stall=stall))
        assert verify(rebuilt(changed)).outcome.termination is Termination.FINISHED

    def test_a_match_that_the_rules_broke_is_void_and_verifies(self) -> None:
        changed = bodies(broken_record())
        assert verify(rebuilt(changed)).outcome.termination is Termination.VOID


class TestForged:
    """Whatever is untrue is named, with its entry."""

    @pytest.mark.parametrize("spoil", SPOILERS, ids=lambda spoil: spoil.__name__)
    def test_the_first_untrue_entry_is_named(self, spoil: Callable[[Bodies], int]) -> None:
        changed = bodies(toy_record())
        at = spoil(changed)
        with pytest.raises(DataError, match=rf"^forged: entry {at} \(byte \d+\): .+\.$"):
            verify(rebuilt(changed))

    @pytest.mark.parametrize("digest", [bytes(16), b""], ids=["another", "none"])
    def test_the_state_is_checked_where_its_digest_has_to_stand(self, digest: bytes) -> None:
        changed = bodies(dragon_record())
        stated = [n for n, body in enumerate(changed) if body.asked.state_digest]
        assert {changed[n].asked.number % STATE_EVERY for n in stated} == {0}
        assert len(stated) > 2
        changed[stated[1]].asked.state_digest = digest
        with pytest.raises(DataError, match=rf"entry {stated[1]} .*the state is another one"):
            verify(rebuilt(changed))

    def test_seats_that_choose_at_once_stand_in_the_order_of_the_seats(self) -> None:
        changed = bodies(record_of(Driver(options={"together": "yes"})))
        at = next(n for n, b in enumerate(changed) if b.chosen.number) + 1
        changed[at - 1], changed[at] = changed[at], changed[at - 1]
        with pytest.raises(DataError, match=f"entry {at - 1} .*seat 2 is not the next to act"):
            verify(rebuilt(changed))

    def test_a_forfeited_seat_is_not_asked(self) -> None:
        driver = Driver(strikes=1)
        driver.start()
        said = driver.wait(6)
        driver.play_out(said, Chance(bytes(32), "answers"))
        driver.writer.flush()
        changed = bodies(bytes(driver.file.data))
        at = next(n for n, b in enumerate(changed) if b.chosen.origin == pb.RECORD_ORIGIN_HOUSE)
        at = next(
            n for n, b in enumerate(changed) if n > at and b.chosen.origin == pb.RECORD_ORIGIN_HOUSE
        )
        number, now = changed[at].chosen.number, changed[at].chosen.at_ns
        asked = pb.RecordAsked(number=number, seat=1, option_count=3, at_ns=now)
        changed.insert(at, pb.RecordBody(asked=asked))
        with pytest.raises(DataError, match="seat 1 is asked and has nothing to decide"):
            verify(rebuilt(changed))

    def test_nothing_but_a_void_seal_follows_where_the_rules_broke(self) -> None:
        changed = bodies(broken_record())
        changed.insert(-1, pb.RecordBody(note=pb.RecordNote(at_ns=changed[-1].seal.at_ns)))
        at = len(changed) - 2
        with pytest.raises(DataError, match=f"entry {at} .*: the rules failed before it"):
            verify(rebuilt(changed))

    def test_a_record_without_a_seal_is_unfinished(self) -> None:
        with pytest.raises(DataError, match="there is no seal"):
            verify(rebuilt(bodies(toy_record())[:-1]))

    @pytest.mark.parametrize(
        ("field", "value"), [("seed", b"short"), ("seed_nonce", b""), ("strikes", 0)]
    )
    def test_a_header_without_sense_is_named(self, field: str, value: object) -> None:
        changed = bodies(toy_record())
        setattr(changed[0].header, field, value)
        with pytest.raises(DataError, match=r"forged: entry 0 \(byte 0\): the header's"):
            verify(rebuilt(changed))

    def test_a_number_of_seats_that_cannot_be_is_named(self) -> None:
        changed = bodies(toy_record())
        changed[0].header.bots.extend(["more"] * 6)
        with pytest.raises(DataError, match=r"forged: entry 0 .*toy is for 2 to 4 seats, not 9"):
            verify(rebuilt(changed))

    def test_other_rules_are_named_with_the_release_that_knows_them(self) -> None:
        changed = bodies(toy_record())
        changed[0].header.rules_version = 99
        with pytest.raises(DataError, match=r"version 99 of the rules of toy, and version 1"):
            verify(rebuilt(changed))

    def test_questions_of_another_wire_version_are_not_compared(self) -> None:
        changed = bodies(toy_record())
        changed[0].header.wire_version = 99
        spoil_question(changed)
        assert verify(rebuilt(changed)).outcome.results

    def test_a_newer_format_is_refused_by_name(self) -> None:
        changed = bodies(toy_record())
        changed[0].header.format = 2
        with pytest.raises(DataError, match="format 2, and this referee reads up to 1"):
            rebuilt(changed)


def test_the_sample_has_a_question_behind_its_fault() -> None:
    """The spoilers above count on the order of the sample's entries."""
    driver = Driver()
    assert questions(driver.start())
    kinds = [body.WhichOneof("kind") for body in bodies(toy_record())]
    at = kinds.index("fault")
    assert kinds[at : at + 4] == ["fault", "chosen", "asked", "chosen"]
