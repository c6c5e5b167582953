"""Target for frames: a bot sends any bytes at any time to a session with a match."""

from collections.abc import Iterator
from functools import partial

from referee.identifier import BotName, MatchId, SessionId
from referee.match.clock import Instant
from referee.match.fault import Fault
from referee.match.question import Answer
from referee.record.reader import parse
from referee.record.verify import verify
from referee.server.limits import Limits
from referee.server.refusal import StreamRefused
from referee.server.session import Receiver, Session
from tests.fuzz.feed import Feed, refusal_of
from tests.match.driver import Driver
from tianming_proto.v1 import play_pb2 as pb

_MATCH = "m1"


class Table(Receiver):
    """A receiver with one match, in which the bot has every seat."""

    def __init__(self) -> None:
        self.driver = Driver(seats=2)
        self.driver.start()

    def entered(self, session: Session, hello: pb.Hello, now: Instant) -> None:
        """Do nothing on `Hello`."""

    def chose(self, session: Session, match_id: MatchId, answer: Answer) -> bool:
        """Pass an answer to the match; return whether a seat has that question open."""
        match = self.driver.match
        for seat in range(2):
            question = match.open_questions.get(seat)
            if question is not None and question.number == answer.number:
                match.choose(seat, answer)
                return True
        match.choose(0, answer)
        return False

    def resigned(self, session: Session, match_id: str, now: Instant) -> None:
        """Resign for seat 0."""
        self.driver.match.resign(0, now)

    def answered_ping(self, session: Session) -> None:
        """Do nothing on the answer to a ping."""

    def violated(self, session: Session, fault: Fault, reason: str, now: Instant) -> None:
        """Report the violation for each seat."""
        for seat in range(2):
            self.driver.match.report_violation(seat, fault, reason, now)


def target(data: bytes) -> None:
    """Send frames to a session: it refuses one or continues, and the record is valid."""
    feed, table = Feed(data), Table()
    now = table.driver.now
    session = Session(SessionId("s1"), BotName("bot"), table, Limits(message_burst=8), now)
    session.ping()
    end = None
    while feed.is_left and end is None:
        now, frame = Instant(now + feed.number(2) * 1_000_000), feed.bytes(feed.number(2))
        end = refusal_of(partial(session.receive, frame, now), StreamRefused)
        session.frame(now)
        session.handed_over(now)
    assert not isinstance(end, StreamRefused) or len(end.trailers()[1][1]) < 4096
    table.driver.now = now
    while table.driver.match.outcome is None:
        table.driver.wait(6)
    table.driver.writer.flush()
    assert verify(parse(bytes(table.driver.file.data), "memory")).outcome is not None


def _framed(*messages: pb.BotMessage) -> bytes:
    frame = pb.PlayRequest(messages=messages).SerializeToString()
    return b"\0\x01" + len(frame).to_bytes(2, "big") + frame


def seeds() -> Iterator[bytes]:
    """Yield valid frames, and some invalid ones."""
    hello = pb.BotMessage(hello=pb.Hello(revision_min=1, revision_max=1, user_agent="x"))
    yield _framed(hello)
    answers = [
        pb.BotMessage(choose=pb.Choose(match_id=_MATCH, number=number, option=0, note="n"))
        for number in range(1, 9)
    ]
    yield _framed(hello) + b"".join(_framed(answer) for answer in answers)
    yield _framed(hello, *answers)
    yield _framed(hello) + _framed(pb.BotMessage(pong=pb.Pong(id=1)))
    yield _framed(hello) + _framed(pb.BotMessage(resign=pb.Resign(match_id=_MATCH)))
    yield _framed(hello) + _framed(pb.BotMessage(goodbye=pb.Goodbye(reason="enough")))
    yield _framed(hello) + _framed(pb.BotMessage(goodbye=pb.Goodbye(reason="\x1b[2J")))
    yield _framed(hello) + _framed(pb.BotMessage(resign=pb.Resign(match_id="\x1b[2J")))
    long = pb.Choose(match_id=_MATCH, number=1, option=0, note="n" * Limits().max_message_bytes)
    yield _framed(hello) + _framed(pb.BotMessage(choose=long))
    yield _framed(hello, *[pb.BotMessage(pong=pb.Pong(id=7))] * 20)
    yield _framed(hello) + b"\0\0\0\x03\xff\xff\xff"
