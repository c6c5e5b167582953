"""A question that waits for a frame of its bot's stream."""

from referee.match.clock import SECOND, Instant, Span
from referee.match.match import Match
from referee.match.question import Question
from referee.server.message import QuestionEncoder
from referee.server.metrics import Metrics
from referee.server.outgoing_message import Outgoing
from referee.server.session import Session


class OutgoingQuestion(Outgoing):
    """A question to the bot of a session."""

    __slots__ = ("_asked", "_encoder", "_match", "_metrics", "_session")

    def __init__(
        self,
        asked: Question,
        session: Session,
        match: Match,
        encoder: QuestionEncoder,
        metrics: Metrics | None,
    ) -> None:
        self.data = _encoded(encoder, asked)
        self._asked = asked
        self._session = session
        self._match = match
        self._encoder = encoder
        self._metrics = metrics

    def renew(self, now: Instant) -> None:
        self.count_down(now)
        self.data = _encoded(self._encoder, self._asked)

    def count_down(self, now: Instant) -> None:
        """Set the budget to what is left of it, because the bot has kept the question waiting."""
        asked = self._asked
        asked.budget = Span(0)
        if self._match.open_questions.get(asked.seat) is asked:
            clock = self._match.seats[asked.seat].clock
            start = clock.asked_at
            if not asked.handed_over:
                start = self._session.clock_start(start, now)
            asked.budget = Span(max(0, start + clock.budget - now))

    def handed_over(self, now: Instant) -> None:
        """Start the clock of a question that goes to the transport for the first time.

        While the peer blocks earlier frames, the time is the bot's and no overhead.
        """
        self._session.has_asked = True
        known_at = self._match.seats[self._asked.seat].clock.asked_at
        start = self._session.clock_start(known_at, now)
        if self._match.hand_over(self._asked, start) and self._metrics is not None:
            self._metrics.overhead.observe(max(0, start - known_at) / SECOND)


def _encoded(encoder: QuestionEncoder, asked: Question) -> bytes:
    return encoder.question(
        asked.seat, asked.number, len(asked.options), asked.budget, asked.since, asked.payload
    )
