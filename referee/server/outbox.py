"""The messages of a stream that wait for the transport, without I/O."""

from collections import deque
from collections.abc import Callable
from typing import Final

from referee.match.clock import Instant
from referee.number_encoding import NumberEncoding
from referee.server import refusal
from referee.server.limits import Limits
from referee.server.outgoing_message import Outgoing, OutgoingPing
from referee.server.round_trip import RoundTrip
from tianming_games.ground.encoding import head
from tianming_proto.v1 import play_pb2 as pb

_MESSAGE: Final = NumberEncoding(head, pb.PlayResponse.MESSAGES_FIELD_NUMBER)
"""The head of a message in its frame, by the size of the message."""

_MOST_HEAD: Final = 6
"""Maximum bytes before a message in its frame: its tag and length."""


def _nobody() -> None:
    """Do nothing: `wake` before the writing task starts."""


class Outbox:
    """The queue of a stream to a bot, and the pings in it.

    `end` is why the referee has ended the stream, if it has. `wake` is called when the writing task
    has something to do.
    """

    def __init__(self, limits: Limits, now: Instant) -> None:
        self.end: refusal.StreamRefused | None = None
        self.is_finished = False
        """Whether the stream ends with `OK` after the waiting messages are written."""
        self.has_asked = False
        """Whether the last frame had a question."""
        self.wake: Callable[[], None] = _nobody
        self.round_trip = RoundTrip()
        self._limits = limits
        self._max_queue = limits.max_queue
        self._outbox: list[Outgoing] = []
        self._blocked_since: Instant | None = None
        self._blocked_until = now
        self._in_frame: list[Outgoing] = []
        self._later: deque[Callable[[Instant], None]] = deque()

    def send(self, data: bytes) -> None:
        """Queue a message that does not change while it waits."""
        self.post(Outgoing(data))

    def post(self, message: Outgoing) -> None:
        """Queue a message; if too many wait already, close the stream."""
        waiting = len(self._outbox)
        if waiting >= self._max_queue:
            self.close(refusal.slow_consumer())
        if self.end is None:
            self._outbox.append(message)
        if not waiting:
            self.wake()

    def when_free(self, send: Callable[[Instant], None], now: Instant) -> None:
        """Call `send`, which sends messages, as soon as less than half of the queue is full.

        A bot that comes back to thousands of matches gets their announcements as fast as it reads.
        So they do not fill the queue, which would close the stream.
        """
        if self._later or not self._has_room:
            self._later.append(send)
            self.wake()
        else:
            send(now)

    def ping(self) -> None:
        """Send a ping; the bot's answer shows that it has read all earlier messages."""
        self.post(OutgoingPing(self.round_trip))

    @property
    def is_up_to_date(self) -> bool:
        """Whether the bot has answered every ping."""
        return self.round_trip.is_quiet

    def close(self, end: refusal.StreamRefused) -> None:
        """End the stream for a reason, and drop the waiting messages; the first reason counts."""
        if self.end is None:
            self.end = end
            self._outbox.clear()
            self._later.clear()
        self.wake()

    def finish(self) -> None:
        """End the stream with `OK` after the waiting messages are written."""
        self.is_finished = True
        self.wake()

    @property
    def queued(self) -> int:
        """The number of waiting messages."""
        return len(self._outbox)

    @property
    def has_mail(self) -> bool:
        """Whether messages wait."""
        return bool(self._outbox or self._later)

    @property
    def _has_room(self) -> bool:
        """Whether the queue has room for the announcement of another match."""
        return len(self._outbox) < self._limits.max_queue // 2

    def frame(self, now: Instant) -> bytes:
        """Return the next frame of waiting messages; if a ping is due, the frame has only that.

        The caller calls `handed_over` when it hands the frame to the transport.
        """
        if self.round_trip.due(now):
            next_ping = OutgoingPing(self.round_trip)
            self._in_frame.append(next_ping)
            return _MESSAGE.of(len(next_ping.data)) + next_ping.data
        while self._later and self._has_room:
            self._later.popleft()(now)
        return b"".join(self._messages(now))

    def _messages(self, now: Instant) -> list[bytes]:
        """Take as many messages from the queue as fit into a frame, at least one if any waits."""
        outbox, taken, count = self._outbox, list[bytes](), 0
        room, has_blocked = self._limits.max_response_bytes, self._blocked_since is not None
        for message in outbox[: self._limits.max_frame_messages]:
            if has_blocked:
                message.renew(now)
            size = len(message.data)
            room -= size + _MOST_HEAD
            if taken and room < 0:
                break
            taken += (_MESSAGE.of(size), message.data)
            count += 1
        self._in_frame += outbox[:count]
        del outbox[:count]
        return taken

    def handed_over(self, now: Instant) -> None:
        """Tell the messages of the last frame that it goes to the transport at `now`."""
        self.has_asked = False
        for message in self._in_frame:
            message.handed_over(now)
        self._in_frame.clear()
        if not self._outbox:
            self._blocked_since = None

    def was_blocked(self, since: Instant, until: Instant) -> None:
        """Note that the peer has blocked a write from `since` to `until`, while messages wait."""
        if self._blocked_since is None:
            self._blocked_since = since
        self._blocked_until = until

    def clock_start(self, asked_at: Instant, now: Instant) -> Instant:
        """Return when the clock of a question starts that goes to the transport at `now`.

        It starts now. But if the peer blocked an earlier frame while the question waited, it
        started then: when the question was asked, or when that frame was handed over.
        """
        since = self._blocked_since
        if since is None or asked_at >= self._blocked_until:
            return now
        return max(asked_at, since)
