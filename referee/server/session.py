"""A session: the protocol state of one stream, without I/O.

A session is new until `Hello`, open until `Goodbye`, and then over. `receive` takes a frame with
its time of arrival, and passes each message to the `Receiver`. A message that `ALLOWED` does not
list for the session's phase ends the stream.
"""

from abc import ABC, abstractmethod
from enum import Enum
from typing import Final, NoReturn

from google.protobuf.message import DecodeError
from mypy_extensions import mypyc_attr

from referee.identifier import BotName, MatchId, SessionId
from referee.match.bot_text import control
from referee.match.clock import SECOND, Instant
from referee.match.fault import Fault
from referee.match.question import Answer
from referee.server import refusal
from referee.server.limits import Limits
from referee.server.message import welcome
from referee.server.message_check import control_in, is_too_large
from referee.server.outbox import Outbox
from referee.server.outgoing_message import OutgoingWelcome
from referee.server.plain_answer import answer_of, plain_answers
from referee.server.token_bucket import TokenBucket
from tianming_proto.v1 import play_pb2 as pb

_MOST_VERSION: Final = 80
"""Maximum characters of a bot's version that are kept."""

REVISION_MIN = 1
REVISION_MAX = 1
"""The supported revisions of the protocol, from the first to the last."""


class SessionPhase(Enum):
    """The phase of a session."""

    __hash__ = object.__hash__  # faster than the hash of the name that enums have

    NEW = "new"
    OPEN = "open"
    OVER = "over"


_OPEN: Final = SessionPhase.OPEN  # read faster than a member of the enum

ALLOWED: Final[dict[SessionPhase, frozenset[str]]] = {
    SessionPhase.NEW: frozenset({"hello"}),
    SessionPhase.OPEN: frozenset({"choose", "pong", "resign", "goodbye"}),
    SessionPhase.OVER: frozenset(),
}
"""The messages of a bot that each phase allows; `docs/protocol.md` has the same table."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Receiver(ABC):
    """Receives the messages of a session's bot."""

    @abstractmethod
    def entered(self, session: "Session", hello: pb.Hello, now: Instant) -> None:
        """Handle the `Hello` of the bot."""

    @abstractmethod
    def chose(self, session: "Session", match_id: MatchId, answer: Answer) -> bool:
        """Handle an answer; return whether it answered an open question."""

    @abstractmethod
    def resigned(self, session: "Session", match_id: MatchId, now: Instant) -> None:
        """Handle a resignation from a match."""

    @abstractmethod
    def answered_ping(self, session: "Session") -> None:
        """Handle the answer to a ping."""

    @abstractmethod
    def violated(self, session: "Session", fault: Fault, reason: str, now: Instant) -> None:
        """Handle a protocol violation; the stream ends next."""


class Session(Outbox):
    """One stream of one bot.

    `writing_since` is the start of the current write, None between writes.
    """

    def __init__(
        self, name: SessionId, bot: BotName, lobby: Receiver, limits: Limits, now: Instant
    ) -> None:
        super().__init__(limits, now)
        self.name = name
        self.bot = bot
        self.games: dict[str, frozenset[int]] = {}
        """The games that the bot plays, with the versions of their rules; no entry means all."""
        self.max_matches = 0
        """Maximum matches that the bot plays at once; 0 means no maximum."""
        self.wants_events = False
        """Whether the bot gets live events."""
        self.phase = SessionPhase.NEW
        self.version = ""
        """The version in the bot's `Hello`, at most 80 characters of it."""
        self.farewell = ""
        """The reason in the bot's `Goodbye`."""
        self.opened_at = now
        self.writing_since: Instant | None = None
        self._leaving = False
        self._lobby = lobby
        self._allowance = TokenBucket(limits.message_burst, limits.messages_per_second, now)

    def leave(self) -> None:
        """Write nothing more."""
        self._leaving = True

    def is_leaving(self) -> bool:
        """Return whether the session writes nothing more."""
        return self._leaving

    def receive(self, data: bytes, now: Instant) -> None:
        """Handle a frame that arrived at `now`; ignore it if the referee has ended the session.

        Raises:
            StreamRefused: when the bot violates the protocol.
        """
        if self._is_ended():
            return
        limits = self._limits
        if len(data) > limits.max_frame_bytes:
            self._report_violation(
                Fault.MALFORMED, refusal.frame_too_large(limits.max_frame_bytes), now
            )
        answers = None
        if self.phase is _OPEN and len(data) <= limits.max_message_bytes:
            answers = plain_answers(data, now, self.round_trip.estimate)
        if not answers:
            self._parse(data, now)
            return
        for match_id, answer in answers:
            if self.end is None:
                self._choose(match_id, answer)

    def _parse(self, data: bytes, now: Instant) -> None:
        """Handle a frame with other messages than plain answers."""
        try:
            messages = pb.PlayRequest.FromString(data).messages
        except DecodeError:
            self._report_violation(
                Fault.MALFORMED, refusal.malformed("The frame is no PlayRequest."), now
            )
        if not messages:
            self._spend(now)
        limits = self._limits
        may_be_large = len(data) > limits.max_message_bytes
        for message in messages:
            if self._is_ended():
                return
            if may_be_large:
                self._check_size(message, now)
            kind = message.WhichOneof("kind")
            if kind == "choose" and self.phase is _OPEN:
                choose = message.choose
                answer = answer_of(choose, now, self.round_trip.estimate, limits)
                self._choose(MatchId(choose.match_id), answer)
            else:
                self._message(kind, message, now)

    def _check_size(self, message: pb.BotMessage, now: Instant) -> None:
        """Refuse a message that is too large."""
        self._check_points(message.hello, now)
        most = self._limits.max_message_bytes
        if is_too_large(message, most):
            self._report_violation(Fault.MALFORMED, refusal.message_too_large(most), now)

    def _check_points(self, hello: pb.Hello, now: Instant) -> None:
        """Refuse a `Hello` with too many resume points, before each of them is checked."""
        most = self._limits.max_resume_points
        if len(hello.resume) > most:
            self._report_violation(Fault.MALFORMED, refusal.too_many_resume_points(most), now)

    def _is_ended(self) -> bool:
        """Return whether the referee has ended the session; any message may cause that."""
        return self.end is not None

    def _message(self, kind: str | None, message: pb.BotMessage, now: Instant) -> None:
        """Handle a message that is no answer."""
        if kind is None:
            empty = refusal.malformed("A message of the frame has no kind that this referee knows.")
            self._report_violation(Fault.MALFORMED, empty, now)
        if kind not in ALLOWED[self.phase]:
            raise refusal.unexpected(
                f"A {kind} cannot come while the session is {self.phase.value}."
            )
        if kind == "hello":
            self._check_points(message.hello, now)
        self._check(control_in(message), now)
        match kind:
            case "hello":
                self._hello(message.hello, now)
            case "pong":
                self._ponged(message.pong.id, now)
            case "resign":
                self._spend(now)
                self._lobby.resigned(self, MatchId(message.resign.match_id), now)
            case "goodbye":
                self.phase = SessionPhase.OVER
                self.farewell = message.goodbye.reason

    def _check(self, character: str | None, now: Instant) -> None:
        """Refuse a control character in a text, which could manipulate a terminal."""
        if character is not None:
            why = f"A text has a control character, {character}."
            self._report_violation(Fault.MALFORMED, refusal.malformed(why), now)

    def _choose(self, match_id: MatchId, answer: Answer) -> None:
        """Pass an answer to the lobby; check its text only if it answers no open question."""
        try:
            is_open = self._lobby.chose(self, match_id, answer)
        except refusal.StreamRefused:
            self._check(control(match_id), answer.at)
            raise
        if not is_open:
            self._check(control(match_id), answer.at)
            self._spend(answer.at)

    def _hello(self, hello: pb.Hello, now: Instant) -> None:
        least = max(hello.revision_min, REVISION_MIN)
        most = min(hello.revision_max, REVISION_MAX)
        if least > most:
            raise refusal.revision_unsupported(REVISION_MIN, REVISION_MAX)
        self.phase = SessionPhase.OPEN
        self.games = {game.name: frozenset(game.rules_versions) for game in hello.games}
        self.version = hello.bot_version[:_MOST_VERSION]
        self.max_matches = hello.max_matches
        self.wants_events = pb.CAPABILITY_EVENTS in hello.capabilities
        answer = welcome(most, self._limits, self.name, self.bot, with_events=self.wants_events)
        self.post(OutgoingWelcome(answer, self.round_trip))
        self._lobby.entered(self, hello, now)

    def _ponged(self, number: int, now: Instant) -> None:
        """Handle the answer to a ping; an answer without a ping counts against the message rate."""
        if self.round_trip.answered(number, now):
            self._lobby.answered_ping(self)
        else:
            self._spend(now)

    def _spend(self, now: Instant) -> None:
        """Count a message that answers no open question, or an empty frame, against the rate."""
        if not self._allowance.take(now):
            self._report_violation(
                Fault.FLOOD, refusal.flood(self._limits.messages_per_second), now
            )

    def _report_violation(self, fault: Fault, end: refusal.StreamRefused, now: Instant) -> NoReturn:
        """Report a violation, which costs a strike in each match of the bot, and end the stream."""
        self._lobby.violated(self, fault, end.text, now)
        raise end from None

    def plays(self, game: str, rules_version: int) -> bool:
        """Return whether the bot plays a game with this version of its rules, by its `Hello`."""
        if not self.games:
            return True
        versions = self.games.get(game)
        return versions is not None and (not versions or rules_version in versions)

    def overdue(self, now: Instant) -> refusal.StreamRefused | None:
        """Return why the stream must end because the bot is too slow, or None."""
        if (
            self.phase is SessionPhase.NEW
            and now - self.opened_at > self._limits.hello_timeout * SECOND
        ):
            return refusal.hello_missing(self._limits.hello_timeout)
        since = self.writing_since
        if since is not None and now - since > self._limits.write_timeout * SECOND:
            return refusal.slow_consumer()
        return None
