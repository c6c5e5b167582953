"""A session, without I/O."""

import pytest

from referee.games.chunk import field
from referee.match.clock import Instant
from referee.match.fault import Fault
from referee.server import refusal
from referee.server.limits import Limits
from referee.server.session import Session
from tianming.v1 import play_pb2 as pb


class Ears:
    """A lobby that writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def entered(self, session: Session, hello: pb.Hello, now: Instant) -> None:
        self.told.append("hello")

    def chose(self, session: Session, choose: pb.Choose, now: Instant) -> bool:
        self.told.append("choose")
        return True

    def resigned(self, session: Session, match_id: str, now: Instant) -> None:
        self.told.append("resign")

    def heard(self, session: Session) -> None:
        self.told.append("pong")

    def offended(self, session: Session, fault: Fault, reason: str, now: Instant) -> None:
        self.told.append(fault.name)


def frame(*messages: pb.BotMessage) -> bytes:
    """A frame of a bot."""
    return pb.PlayRequest(messages=messages).SerializeToString()


HELLO = pb.BotMessage(hello=pb.Hello(revision_min=1, revision_max=1))
RESIGN = pb.BotMessage(resign=pb.Resign(match_id="m"))


class TestRate:
    """What answers no open question is counted."""

    @pytest.mark.parametrize("data", [b"", field(15, bytes(60_000)), frame(RESIGN)])
    def test_a_frame_that_says_nothing_counts_like_a_message(self, data: bytes) -> None:
        ears = Ears()
        session = Session("s1", "a", ears, Limits(message_burst=3), Instant(0))
        session.receive(frame(HELLO), Instant(0))
        for _ in range(3):
            session.receive(data, Instant(0))
        with pytest.raises(refusal.StreamRefused) as end:
            session.receive(data, Instant(0))
        assert end.value.reason == "RATE_LIMIT"
        assert ears.told[-1] == "FLOOD"

    def test_so_does_one_before_the_hello(self) -> None:
        session = Session("s1", "a", Ears(), Limits(message_burst=3), Instant(0))
        for _ in range(3):
            session.receive(b"", Instant(0))
        with pytest.raises(refusal.StreamRefused):
            session.receive(b"", Instant(0))


class TestEnd:
    """What the referee has ended says nothing more."""

    @pytest.mark.parametrize("data", [frame(RESIGN), frame(pb.BotMessage()), b"\xff"])
    def test_a_superseded_stream_is_not_heard_any_more(self, data: bytes) -> None:
        ears = Ears()
        session = Session("s1", "a", ears, Limits(), Instant(0))
        session.receive(frame(HELLO), Instant(0))
        session.close(refusal.superseded())
        session.receive(data, Instant(1))
        assert ears.told == ["hello"]

    def test_a_stream_that_was_ended_before_its_hello_takes_nobodys_place(self) -> None:
        ears = Ears()
        session = Session("s1", "a", ears, Limits(), Instant(0))
        session.close(refusal.hello_missing(5))
        session.receive(frame(HELLO), Instant(1))
        assert ears.told == []
