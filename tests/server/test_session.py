"""A session, without I/O."""

from contextlib import nullcontext
from functools import partial
from pathlib import Path

import pytest

from referee.identifier import BotName, MatchId, SessionId
from referee.match.clock import Instant, seconds
from referee.match.fault import Fault
from referee.match.question import Answer
from referee.server import refusal
from referee.server.limits import Limits
from referee.server.outgoing_message import Outgoing
from referee.server.session import ALLOWED, Receiver, Session, SessionPhase
from tests.server.raw import HELLO
from tianming_games.ground.encoding import field
from tianming_proto.v1 import play_pb2 as pb


class RecordingLobby(Receiver):
    """A lobby that records the calls of its session."""

    def __init__(self, *, is_open: bool = True) -> None:
        self.calls: list[str] = []
        self.is_open = is_open

    def entered(self, session: Session, hello: pb.Hello, now: Instant) -> None:
        self.calls.append("hello")

    def chose(self, session: Session, match_id: MatchId, answer: Answer) -> bool:
        self.calls.append("choose")
        return self.is_open

    def resigned(self, session: Session, match_id: MatchId, now: Instant) -> None:
        self.calls.append("resign")

    def answered_ping(self, session: Session) -> None:
        self.calls.append("pong")

    def violated(self, session: Session, fault: Fault, reason: str, now: Instant) -> None:
        self.calls.append(fault.name)


def session_of(
    lobby: Receiver | None = None, limits: Limits | None = None, now: int = 0
) -> Session:
    """Return a new session of the bot `a`."""
    return Session(
        SessionId("s1"), BotName("a"), lobby or RecordingLobby(), limits or Limits(), Instant(now)
    )


class TimedMessage(Outgoing):
    """A message that keeps the times of its hand-overs in a list."""

    def __init__(self, handed_over: list[Instant]) -> None:
        super().__init__(WORD)
        self.times = handed_over

    def handed_over(self, now: Instant) -> None:
        self.times.append(now)


def frame(*messages: pb.BotMessage) -> bytes:
    """A frame of a bot."""
    return pb.PlayRequest(messages=messages).SerializeToString()


WORD = pb.RefereeMessage(invitation=pb.Invitation()).SerializeToString()
"""Something that is sent to a bot."""


def kinds_of_frame(session: Session, now: Instant) -> list[str | None]:
    """Return the kinds of the messages in a frame that is handed over at `now`."""
    messages = pb.PlayResponse.FromString(session.frame(now)).messages
    session.handed_over(now)
    return [each.WhichOneof("kind") for each in messages]


CHOOSE = pb.BotMessage(choose=pb.Choose(match_id="m", number=1))
RESIGN = pb.BotMessage(resign=pb.Resign(match_id="m"))


class TestPhases:
    """A phase of a session takes the messages of its row."""

    def test_the_protocol_page_has_the_table_of_the_phases(self) -> None:
        page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
        section = page.partition("### The states of a stream\n")[2].partition("\n##")[0]
        rows = [row.strip("| ").split(" | ") for row in section.splitlines() if "|" in row]
        (_, *messages), _, *phases = rows
        kinds = [message.strip("`") for message in messages]
        documented = {
            SessionPhase(name): {
                kind for kind, mark in zip(kinds, marks, strict=True) if mark == "yes"
            }
            for name, *marks in phases
        }
        assert documented == ALLOWED
        assert kinds == [field.name for field in pb.BotMessage.DESCRIPTOR.fields]
        assert {mark for _, *marks in phases for mark in marks} == {"yes", "no"}


class TestHello:
    """A session begins with what the bot says of itself."""

    def test_the_bot_receives_the_settings_of_the_match(self) -> None:
        lobby = RecordingLobby()
        session = session_of(lobby)
        hello = pb.Hello(
            revision_min=1, revision_max=7, games=[pb.SupportedGame(name="toy")], max_matches=2
        )
        session.receive(frame(pb.BotMessage(hello=hello)), Instant(0))
        (message,) = pb.PlayResponse.FromString(session.frame(Instant(0))).messages
        assert (message.welcome.revision, message.welcome.bot) == (1, "a")
        assert (message.welcome.session_id, message.welcome.limits) == ("s1", Limits().message())
        assert (list(session.games), session.max_matches) == (["toy"], 2)
        assert lobby.calls == ["hello"]

    @pytest.mark.parametrize(("least", "most"), [(2, 3), (0, 0)])
    def test_a_revision_that_nobody_speaks_is_refused(self, least: int, most: int) -> None:
        lobby = RecordingLobby()
        session = session_of(lobby)
        hello = pb.BotMessage(hello=pb.Hello(revision_min=least, revision_max=most))
        with pytest.raises(refusal.StreamRefused) as end:
            session.receive(frame(hello), Instant(0))
        assert end.value.reason == "REVISION_UNSUPPORTED"
        assert lobby.calls == []

    @pytest.mark.parametrize("asked_for", [[], [pb.CAPABILITY_EVENTS]], ids=["none", "events"])
    def test_only_a_bot_that_asks_for_events_gets_them(
        self, asked_for: list[pb.Capability]
    ) -> None:
        session = session_of()
        hello = pb.Hello(revision_min=1, revision_max=1, capabilities=asked_for)
        session.receive(frame(pb.BotMessage(hello=hello)), Instant(0))
        assert session.wants_events == bool(asked_for)

    def test_why_the_bot_left_is_kept(self) -> None:
        session = session_of()
        goodbye = pb.BotMessage(goodbye=pb.Goodbye(reason="Tired."))
        session.receive(frame(HELLO, goodbye), Instant(0))
        assert (session.phase, session.farewell) == (SessionPhase.OVER, "Tired.")


class TestTime:
    """What the bot has not done in time ends its stream."""

    def test_it_has_until_the_last_instant_to_say_hello(self) -> None:
        session = session_of(limits=Limits(hello_timeout=5), now=3)
        last = Instant(3 + seconds(5))
        assert session.overdue(last) is None
        end = session.overdue(Instant(last + 1))
        assert end is not None
        assert end.reason == "HELLO_MISSING"
        session.receive(frame(HELLO), last)
        assert session.overdue(Instant(last + 1)) is None

    def test_it_has_until_the_last_instant_to_read_a_frame(self) -> None:
        session = session_of(limits=Limits(write_timeout=10))
        session.receive(frame(HELLO), Instant(0))
        session.writing_since = Instant(3)
        assert session.overdue(Instant(3 + seconds(10))) is None
        end = session.overdue(Instant(4 + seconds(10)))
        assert end is not None
        assert end.reason == "SLOW_CONSUMER"


class TestOut:
    """Messages wait in a queue until they are written, and the queue is bounded."""

    def test_as_many_messages_wait_as_the_limit_says_and_no_more(self) -> None:
        session = session_of(limits=Limits(max_queue=4))
        for _ in range(4):
            session.send(WORD)
        assert (session.queued, session.end) == (4, None)
        assert session.has_mail
        session.when_free(lambda _: session.send(WORD), Instant(0))
        session.send(WORD)
        assert session.end is not None
        assert session.end.reason == "SLOW_CONSUMER"
        assert not session.has_mail
        session.send(WORD)
        assert not session.has_mail

    def test_a_frame_has_as_many_messages_as_the_limit_says(self) -> None:
        session = session_of(limits=Limits(max_frame_messages=3))
        for _ in range(5):
            session.send(WORD)
        assert [len(kinds_of_frame(session, Instant(0))) for _ in range(3)] == [3, 2, 0]

    def test_a_message_is_handed_over_once_with_its_frame_and_not_before(self) -> None:
        handed_over: list[Instant] = []
        session = session_of(limits=Limits(max_frame_messages=1))
        for _ in range(2):
            session.post(TimedMessage(handed_over))
        for now in (Instant(3), Instant(5)):
            session.frame(now)
            assert now not in handed_over
            session.handed_over(now)
        assert handed_over == [3, 5]
        session.handed_over(Instant(7))
        assert handed_over == [3, 5]

    def test_a_writer_is_woken_when_tokens_are_available(self) -> None:
        woken: list[int] = []
        session = session_of()
        session.wake = lambda: woken.append(session.queued)
        for _ in range(3):
            session.send(WORD)
        assert woken == [1]
        session.frame(Instant(0))
        session.send(WORD)
        session.finish()
        assert session.is_finished
        session.close(refusal.superseded())
        assert woken == [1, 1, 1, 0]

    def test_matches_are_announced_in_order_as_fast_as_the_bot_reads(self) -> None:
        calls: list[int] = []
        session = session_of(limits=Limits(max_queue=4))

        def record_call(number: int, now: Instant) -> None:
            calls.append(number)
            session.send(WORD)

        for number in range(6):
            session.when_free(partial(record_call, number), Instant(0))
        assert calls == [0, 1]
        session.frame(Instant(0))
        assert calls == [0, 1]
        session.frame(Instant(0))
        session.when_free(partial(record_call, 6), Instant(0))
        assert calls == [0, 1, 2, 3]
        while session.has_mail:
            session.frame(Instant(0))
        assert calls == list(range(7))

    def test_the_first_end_counts(self) -> None:
        session = session_of()
        first, second = refusal.superseded(), refusal.slow_consumer()
        session.close(first)
        session.close(second)
        assert session.end is first


class TestPing:
    """A sign of life is asked for, and heard once."""

    def test_an_answer_is_read_once_and_an_unasked_one_is_counted(self) -> None:
        lobby = RecordingLobby()
        session = session_of(lobby, Limits(message_burst=1))
        session.receive(frame(HELLO), Instant(0))
        assert session.is_up_to_date
        session.ping()
        assert not session.is_up_to_date
        assert kinds_of_frame(session, Instant(0)) == ["welcome", "ping"]
        pong = frame(pb.BotMessage(pong=pb.Pong(id=1)))
        session.receive(pong, Instant(1))
        assert session.is_up_to_date
        session.receive(pong, Instant(2))
        with pytest.raises(refusal.StreamRefused):
            session.receive(pong, Instant(2))
        assert lobby.calls == ["hello", "pong", "FLOOD"]

    def test_after_the_welcome_one_goes_ahead_of_what_waits(self) -> None:
        session = session_of()
        session.receive(frame(HELLO), Instant(0))
        assert kinds_of_frame(session, Instant(0)) == ["welcome"]
        session.send(WORD)
        assert [kinds_of_frame(session, Instant(0)) for _ in range(2)] == [["ping"], ["invitation"]]


class TestRate:
    """What answers no open question is counted."""

    @pytest.mark.parametrize("data", [b"", field(15, bytes(60_000)), frame(RESIGN)])
    def test_a_frame_that_says_nothing_counts_like_a_message(self, data: bytes) -> None:
        lobby = RecordingLobby()
        session = session_of(lobby, Limits(message_burst=3))
        session.receive(frame(HELLO), Instant(0))
        for _ in range(3):
            session.receive(data, Instant(0))
        with pytest.raises(refusal.StreamRefused) as end:
            session.receive(data, Instant(0))
        assert end.value.reason == "RATE_LIMIT"
        assert lobby.calls[-1] == "FLOOD"

    @pytest.mark.parametrize("is_open", [True, False])
    def test_an_answer_counts_where_its_question_is_not_open(self, is_open: bool) -> None:
        lobby = RecordingLobby(is_open=is_open)
        session = session_of(lobby, Limits(message_burst=3))
        session.receive(frame(HELLO, *[CHOOSE] * 3), Instant(0))
        with nullcontext() if is_open else pytest.raises(refusal.StreamRefused):
            session.receive(frame(CHOOSE), Instant(0))
        assert lobby.calls[1:] == ["choose"] * 4 + ["FLOOD"] * (not is_open)

    def test_a_control_character_in_the_name_of_a_match_never_reaches_the_refusal(self) -> None:
        class Refusing(RecordingLobby):
            def chose(self, session: Session, match_id: MatchId, answer: Answer) -> bool:
                raise refusal.not_your_match(match_id)

        lobby = Refusing()
        session = session_of(lobby)
        session.receive(frame(HELLO), Instant(0))
        answer = pb.BotMessage(choose=pb.Choose(match_id="\x1b[2J", number=1))
        with pytest.raises(refusal.StreamRefused) as end:
            session.receive(frame(answer), Instant(0))
        assert end.value.reason == "FRAME_MALFORMED"
        assert lobby.calls[-1] == "MALFORMED"

    def test_messages_before_hello_count_too(self) -> None:
        session = session_of(limits=Limits(message_burst=3))
        for _ in range(3):
            session.receive(b"", Instant(0))
        with pytest.raises(refusal.StreamRefused):
            session.receive(b"", Instant(0))


class TestEnd:
    """An ended session sends nothing more."""

    def test_nor_does_what_follows_in_the_frame_that_ended_it(self) -> None:
        class Last(RecordingLobby):
            def resigned(self, session: Session, match_id: MatchId, now: Instant) -> None:
                super().resigned(session, match_id, now)
                session.close(refusal.superseded())

        lobby = Last()
        session = session_of(lobby)
        session.receive(frame(HELLO, RESIGN, RESIGN), Instant(0))
        assert lobby.calls == ["hello", "resign"]

    @pytest.mark.parametrize("data", [frame(RESIGN), frame(pb.BotMessage()), b"\xff"])
    def test_messages_of_a_superseded_stream_are_ignored(self, data: bytes) -> None:
        lobby = RecordingLobby()
        session = session_of(lobby)
        session.receive(frame(HELLO), Instant(0))
        session.close(refusal.superseded())
        session.receive(data, Instant(1))
        assert lobby.calls == ["hello"]

    def test_a_stream_that_was_ended_before_its_hello_takes_nobodys_place(self) -> None:
        lobby = RecordingLobby()
        session = session_of(lobby)
        session.close(refusal.hello_missing(5))
        session.receive(frame(HELLO), Instant(1))
        assert lobby.calls == []
