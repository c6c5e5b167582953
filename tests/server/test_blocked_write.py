"""While a peer does not take what was sent, the time is the peer's."""

import asyncio

import pytest

from referee.identifier import BotName, SessionId
from referee.match.clock import ClockSettings, Instant, seconds
from referee.record.file import MemoryFile
from referee.record.reader import parse
from referee.record.timing import timing
from referee.record.verify import verify_so_far
from referee.server.host import MatchHost
from referee.server.identity import Identities
from referee.server.limits import Limits
from referee.server.lobby import Lobby
from referee.server.metrics import Metrics
from referee.server.outgoing_message import Outgoing
from referee.server.rate_limited_log import RateLimitedLog
from referee.server.session import Session
from referee.server.stream import BLOCKED, PlayStreams
from referee.server.throttle import Throttle
from referee.server.time_source import BEAT, FairClock
from tests.server.harness import toy_match
from tests.server.raw import HELLO
from tests.server.test_session import WORD, RecordingLobby, frame
from tests.server.transport import Call
from tianming_games.registry import load
from tianming_proto.record.v1 import record_pb2
from tianming_proto.v1 import play_pb2 as pb

CLOCK = ClockSettings(
    decision=seconds(60), bank=seconds(0), first=seconds(0), grace=seconds(0), stall=seconds(10)
)


def session() -> Session:
    """Return an open session with a frame for each message and an empty queue."""
    made = Session(
        SessionId("s1"), BotName("a"), RecordingLobby(), Limits(max_frame_messages=1), Instant(0)
    )
    made.receive(frame(HELLO), Instant(0))
    return made


class TestClockStart:
    """The clock of a question runs while the peer blocks an earlier frame."""

    def test_it_starts_at_the_hand_over_if_no_write_was_blocked(self) -> None:
        assert session().clock_start(Instant(3), Instant(9)) == 9

    def test_it_starts_when_a_question_is_asked_during_a_blocked_write(self) -> None:
        made = session()
        made.was_blocked(Instant(2), Instant(8))
        assert made.clock_start(Instant(3), Instant(9)) == 3

    def test_it_starts_with_the_blocked_frame_if_the_question_waited_before(self) -> None:
        made = session()
        made.was_blocked(Instant(5), Instant(8))
        assert made.clock_start(Instant(3), Instant(9)) == 5

    def test_it_starts_at_the_hand_over_if_the_question_was_asked_after_the_block(self) -> None:
        made = session()
        made.was_blocked(Instant(2), Instant(8))
        assert made.clock_start(Instant(8), Instant(9)) == 9

    def test_two_blocked_frames_count_from_the_first(self) -> None:
        made = session()
        made.was_blocked(Instant(2), Instant(8))
        made.was_blocked(Instant(8), Instant(12))
        assert made.clock_start(Instant(3), Instant(12)) == 3

    def test_an_empty_queue_ends_it(self) -> None:
        made = session()
        made.send(WORD)
        made.was_blocked(Instant(2), Instant(8))
        while made.has_mail:
            made.frame(Instant(8))
            made.handed_over(Instant(8))
        assert made.clock_start(Instant(3), Instant(9)) == 9

    def test_only_messages_that_the_peer_kept_waiting_are_renewed(self) -> None:
        made, at = session(), Instant(8)
        messages_of_frame(made, at)
        new = pb.RefereeMessage(invitation=pb.Invitation(address="new")).SerializeToString()
        for _ in range(2):
            made.post(RenewedMessage(new))
        assert messages_of_frame(made, at)[0].invitation.address == ""
        made.was_blocked(Instant(2), at)
        assert messages_of_frame(made, at)[0].invitation.address == "new"


class RenewedMessage(Outgoing):
    """A message that becomes another one while it waits."""

    def __init__(self, new: bytes) -> None:
        super().__init__(WORD)
        self.new = new

    def renew(self, now: Instant) -> None:
        self.data = self.new


def messages_of_frame(made: Session, now: Instant) -> list[pb.RefereeMessage]:
    """Return the messages of a frame without a ping, and hand it over."""
    while True:
        messages = list(pb.PlayResponse.FromString(made.frame(now)).messages)
        made.handed_over(now)
        for message in messages:
            if message.WhichOneof("kind") == "ping":
                made.receive(frame(pb.BotMessage(pong=pb.Pong(id=message.ping.id))), now)
        if not messages or messages[0].WhichOneof("kind") != "ping":
            return messages


class Tap(Call):
    """A transport that the test shuts and opens, as HTTP/2 flow control does."""

    def __init__(self, token: str) -> None:
        super().__init__(token)
        self.is_open = asyncio.Event()
        self.is_open.set()
        self.said: list[pb.RefereeMessage] = []
        self._inbox: asyncio.Queue[bytes] = asyncio.Queue()

    def send(self, *messages: pb.BotMessage) -> None:
        """Send a frame of the bot."""
        self._inbox.put_nowait(frame(*messages))

    async def read(self) -> object:
        return await self._inbox.get()

    async def write(self, message: bytes) -> None:
        await self.is_open.wait()
        self.said += pb.PlayResponse.FromString(message).messages

    def questions(self) -> list[pb.Question]:
        """Return the questions so far."""
        return [one.question for one in self.said if one.WhichOneof("kind") == "question"]


class Scene:
    """A match of one bot in both seats, on a virtual clock, over a tap."""

    def __init__(self) -> None:
        self.now = 0
        self.clock = FairClock(lambda: self.now)
        self.metrics, self.file = Metrics(), MemoryFile()
        limits = Limits(max_frame_messages=1)
        identities, log_lines = Identities(), RateLimitedLog(limits, self.clock)
        self.tap = Tap(identities.admit(BotName("a")))
        lobby = Lobby(limits, log_lines)
        throttle = Throttle(limits, self.clock)
        streams = PlayStreams(lobby, identities, log_lines, self.clock, throttle)
        settings = toy_match("a", "a", clock=CLOCK)
        self.clock.beat()
        self.host = MatchHost(
            settings, load("toy"), self.file, self.clock, 0.0, metrics=self.metrics
        )
        lobby.open(self.host)
        self.serving = asyncio.create_task(streams.play(None, self.tap))
        self.tap.send(HELLO)

    async def settle(self) -> None:
        """Let all tasks run."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def shut(self) -> None:
        """Shut the tap while a rejection is on its way, and have the first question asked."""
        await self.settle()
        self.tap.is_open.clear()
        self.tap.send(pb.BotMessage(resign=pb.Resign(match_id="unknown")))
        await self.settle()
        self.host.start()
        await self.settle()

    async def play(self, held: float, *, beats: bool = True) -> None:
        """Have the first question asked while the tap is shut, and open it after `held` seconds."""
        await self.shut()
        self.pass_time(held, beats=beats)
        self.tap.is_open.set()
        await self.settle()

    def pass_time(self, span: float, *, beats: bool = True) -> None:
        """Advance the clock in steps of a beat; without beats, the event loop does not run."""
        end = self.now + seconds(span)
        while beats and self.now + BEAT <= end:
            self.now += BEAT
            self.clock.beat()
        self.now = end

    async def answered(self) -> tuple[record_pb2.RecordAsked, record_pb2.RecordChosen]:
        """Answer the first question; return its entries in the record, which verifies."""
        question = self.tap.questions()[0]
        self.tap.send(
            pb.BotMessage(choose=pb.Choose(match_id="m1", number=question.number, option=0))
        )
        await self.settle()
        self.host.flush()
        self.record = parse(bytes(self.file.data), "m1")
        verify_so_far(self.record)
        bodies = [entry.body for entry in self.record.entries]
        asked = next(body.asked for body in bodies if body.asked.number == question.number)
        chosen = next(body.chosen for body in bodies if body.chosen.number == question.number)
        self.serving.cancel()
        await asyncio.gather(self.serving, return_exceptions=True)
        self.host.void("The test is over.")
        return asked, chosen


class TestStream:
    """A bot with a shut window pays for the time in which it is shut."""

    @pytest.mark.parametrize("held", [0.05, 1.0, 9.0])
    async def test_the_clock_ran_while_an_earlier_frame_waited(self, held: float) -> None:
        scene = Scene()
        await scene.play(held)
        asked, chosen = await scene.answered()
        assert chosen.handed_at_ns == asked.at_ns
        assert chosen.at_ns - chosen.handed_at_ns >= seconds(held)
        seat = timing(scene.record).seats[asked.seat]
        assert (seat.referee, seat.thinking + seat.network) == (0, seconds(held))

    async def test_the_bot_sees_what_is_left_of_its_budget(self) -> None:
        scene = Scene()
        await scene.play(9)
        assert scene.tap.questions()[0].budget.ToNanoseconds() == CLOCK.decision - seconds(9)
        await scene.answered()

    async def test_what_the_peer_held_up_is_no_overhead_of_the_referee(self) -> None:
        scene = Scene()
        await scene.play(9)
        assert (scene.metrics.overhead.count, scene.metrics.overhead.total) == (1, 0)
        await scene.answered()

    async def test_a_write_that_the_event_loop_delayed_costs_the_bot_nothing(self) -> None:
        scene = Scene()
        await scene.play(0.09, beats=False)
        asked, chosen = await scene.answered()
        assert chosen.handed_at_ns == chosen.at_ns == asked.at_ns + seconds(0.09)

    async def test_a_write_of_fewer_beats_is_not_blocked(self) -> None:
        scene = Scene()
        await scene.play((BLOCKED - 1) * BEAT / seconds(1))
        asked, chosen = await scene.answered()
        assert chosen.handed_at_ns == asked.at_ns + (BLOCKED - 1) * BEAT

    async def test_a_stall_of_the_host_during_a_blocked_write_is_credited(self) -> None:
        scene = Scene()
        await scene.shut()
        scene.pass_time(1)
        scene.now += seconds(5)
        scene.clock.beat()
        scene.pass_time(1)
        scene.tap.is_open.set()
        await scene.settle()
        asked, chosen = await scene.answered()
        assert chosen.handed_at_ns == asked.at_ns
        assert chosen.at_ns - asked.at_ns == seconds(2) + BEAT

    async def test_without_a_blocked_write_the_clock_starts_at_the_hand_over(self) -> None:
        scene = Scene()
        await scene.settle()
        scene.host.pace = 0.5
        scene.host.start()
        await scene.settle()
        scene.pass_time(3)
        await asyncio.sleep(0.6)
        asked, chosen = await scene.answered()
        assert chosen.handed_at_ns == chosen.at_ns == asked.at_ns + seconds(3)
