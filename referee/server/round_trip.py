"""Round-trip time: how long a ping takes to a bot and back.

From time to time, just before other messages, the referee sends a ping in a separate frame and
measures how long the answer takes. A busy client answers late, so the estimate is the minimum of
the last times. It includes the transport at both ends, and is never less than the network alone.
A bot that delays its answers makes the estimate larger, and gains nothing: no clock reads it. The
record keeps it as evidence.
"""

from collections import deque

from referee.match.clock import Instant, Span, seconds

FIRST = seconds(0.01)
"""Minimum time from the first ping to the second; it doubles with each ping, up to `EVERY`."""

EVERY = seconds(1)
"""The longest minimum time between two pings to a bot."""

WINDOW = 16
"""Number of last answers of which the fastest is the estimate."""


class RoundTrip:
    """The pings of one stream. `estimate` is None until the bot has answered one."""

    __slots__ = ("_answered", "_asked", "_due", "_pause", "_sent", "_window", "estimate")

    def __init__(self) -> None:
        self.estimate: Span | None = None
        self._asked = 0
        self._answered = 0
        self._sent: dict[int, Instant] = {}
        self._window: deque[Span] = deque(maxlen=WINDOW)
        self._due: Instant | None = None
        self._pause = FIRST

    def begin(self, now: Instant) -> None:
        """Allow pings from `now` on, because the bot has been sent its `Welcome`."""
        self._due = now

    def due(self, now: Instant) -> bool:
        """Return whether it is time for another ping; never while one is unanswered."""
        return self._due is not None and now >= self._due and self.is_quiet

    def ask(self) -> int:
        """Return the number of the next ping, which the caller then sends."""
        self._asked += 1
        return self._asked

    def sent(self, number: int, now: Instant) -> None:
        """Start the time of a ping, which goes to the transport at `now`."""
        self._sent[number] = now
        self._due = Instant(now + self._pause)
        self._pause = min(EVERY, Span(2 * self._pause))

    def answered(self, number: int, now: Instant) -> bool:
        """Handle the bot's answer to a ping; return whether that ping was sent and still open."""
        sent = self._sent.get(number)
        if sent is None:
            return False
        self._answered = number
        self._sent = {other: at for other, at in self._sent.items() if other > number}
        self._window.append(Span(now - sent))
        self.estimate = min(self._window)
        return True

    @property
    def is_quiet(self) -> bool:
        """Whether the bot has answered the last ping."""
        return self._answered == self._asked
