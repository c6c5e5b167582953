"""The record for an owner of seats: it verifies, and has nothing that only other bots know."""

from collections.abc import Callable

import pytest

from referee.match.fault import FAULT_WORDS, Fault
from referee.record.reader import parse
from referee.record.seat_view import forfeiting_fault, public_view, seat_view
from referee.record.verify import verify
from tests.record.samples import bodies, dragon_record, forged, toy_record
from tianming_proto.record.v1 import record_pb2 as pb


def noted(data: bytes, word: str) -> bytes:
    """Return a record in which all bots note and think a word, with remarks about each seat."""
    changed = bodies(data)
    seats = range(len(changed[0].header.bots))
    for body in changed:
        if body.HasField("chosen"):
            body.chosen.note = word
            body.chosen.thought.principal_line.append(word)
        if body.HasField("fault"):
            body.fault.reason = word
    remarks = [pb.RecordBody(note=pb.RecordNote(seat=seat, text=word)) for seat in seats]
    return forged([*changed[:2], *remarks, pb.RecordBody(note={"text": word}), *changed[2:]])


class TestPublicView:
    @pytest.mark.parametrize("sample", [toy_record, dragon_record])
    def test_a_record_without_notes_is_itself(self, sample: Callable[[], bytes]) -> None:
        """With its digest, its signature, and the words about faults, which everybody may read."""
        assert public_view(sample()) == sample()

    def test_what_bots_note_is_in_no_byte_and_the_record_verifies(self) -> None:
        data = noted(toy_record(), "indigo")
        view = public_view(data)
        seen = bodies(view)
        assert not any(body.HasField("note") or body.chosen.note for body in seen)
        assert not any(body.chosen.HasField("thought") for body in seen)
        assert verify(parse(view, "view")).outcome == verify(parse(data, "whole")).outcome


class TestView:
    @pytest.mark.parametrize("sample", [toy_record, dragon_record])
    def test_it_verifies_with_the_same_outcome(self, sample: object) -> None:
        assert callable(sample)
        data = noted(sample(), "secret")
        for seats in (set[int](), {0}, {0, 1}):
            seen = verify(parse(seat_view(data, seats), "view"))
            assert seen.outcome == verify(parse(data, "whole")).outcome

    def test_what_other_bots_say_is_in_no_byte(self) -> None:
        red, blue = (seat_view(noted(toy_record(), word), set()) for word in ("red", "indigo"))
        assert red == blue
        assert b"red" not in red

    def test_what_the_own_bot_says_stays(self) -> None:
        seen = bodies(seat_view(noted(toy_record(), "mine"), {0}))
        for body in seen:
            if body.HasField("chosen"):
                assert body.chosen.note == ("mine" if body.chosen.seat == 0 else "")
                assert body.chosen.HasField("thought") == (body.chosen.seat == 0)
            if body.HasField("fault"):
                words = FAULT_WORDS[Fault(body.fault.fault)]
                assert body.fault.reason == ("mine" if body.fault.seat == 0 else words)
        assert [body.note.text for body in seen if body.HasField("note")] == ["mine"]

    def test_a_resumption_right_after_a_remark_stays_sound(self) -> None:
        """The remark had the time of the last entry before the stop."""
        changed = bodies(toy_record())
        at = changed[2].asked.at_ns
        remark = pb.RecordBody(note=pb.RecordNote(at_ns=at, seat=1, text="secret"))
        resumed = pb.RecordBody(resumed=pb.RecordResumed(at_ns=at, writer="x"))
        data = forged([*changed[:3], remark, resumed, *changed[3:]])
        verify(parse(data, "whole"))
        seen = seat_view(data, {0})
        verify(parse(seen, "view"))
        assert b"secret" not in seen

    def test_a_record_in_which_nobody_said_anything_is_the_same_without_its_signature(self) -> None:
        data = dragon_record()
        signature = pb.RecordBody(signature=pb.RecordSignature(public_key=b"k", signature=b"s"))
        assert seat_view(forged([*bodies(data), signature]), {0}) == data


def test_the_fault_that_forfeits_a_seat_is_found() -> None:
    changed = bodies(toy_record())
    faults = [body.fault for body in changed if body.HasField("fault")]
    assert forfeiting_fault(toy_record(), faults[0].seat) is None
    faults[0].forfeit = True
    assert forfeiting_fault(forged(changed), faults[0].seat) is Fault(faults[0].fault)
