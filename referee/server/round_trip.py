"""Round-trip time: how long a ping takes to a bot and back.

From time to time, just before other messages, a ping goes out in a separate frame; its answer is
timed. A busy client answers late, so the shortest of the last times counts. It includes both
transports, and is never less than the network alone. A bot that delays its answers makes the way
look longer, and gains nothing: no clock reads this. It only stands in the record, as evidence.
"""

from collections import deque

from referee.match.clock import Instant, Span, seconds

FIRST = seconds(0.01)
"""The time from the first ping to the next one, at least; it doubles with each."""

EVERY = seconds(1)
"""The time between two pings to a bot, at least, once some were answered."""

WINDOW = 16
"""Answers among which the quickest is taken."""


class RoundTrip:
    """The pings of one stream. `estimate` is None until one was answered."""

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
        """The bot has been welcomed: from now on it may be asked."""
        self._due = now

    def due(self, now: Instant) -> bool:
        """Whether it is time for another ping; never while one is unanswered."""
        return self._due is not None and now >= self._due and self.is_quiet

    def ask(self) -> int:
        """The number of a ping that is about to be sent."""
        self._asked += 1
        return self._asked

    def sent(self, number: int, now: Instant) -> None:
        """A ping goes to the transport."""
        self._sent[number] = now
        self._due = Instant(now + self._pause)
        self._pause = min(EVERY, Span(2 * self._pause))

    def answered(self, number: int, now: Instant) -> bool:
        """The bot answered; gives whether it was asked that, and had not answered yet."""
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
        """Whether the bot has answered all it was asked."""
        return self._answered == self._asked
