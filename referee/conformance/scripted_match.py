"""A match of the suite, with real rules, positions and events, and with a simulated clock.

The bot under test holds some seats; a random stream chooses for the others. The messages are
those of a real referee.
"""

from collections.abc import Sequence
from typing import Any

from google.protobuf.descriptor_pool import Default
from google.protobuf.message_factory import GetMessageClass

from referee.identifier import BotName, MatchId
from referee.match.clock import Instant
from referee.match.match import End, Match, Notice, Refusal
from referee.match.outcome import void
from referee.match.question import Answer, Question
from referee.match.settings import MatchSettings
from referee.record.file import MemoryFile
from referee.record.writer import RecordWriter
from referee.server import message
from tianming_games.chance import Chance
from tianming_games.ground.encoding import field
from tianming_games.registry import load
from tianming_proto.v1.play_pb2 import Choose, PlayResponse, RefereeMessage

BOT = BotName("bot")
"""The name of the bot under test in its matches."""

SEED = bytes(range(32))
NONCE = bytes(reversed(range(32)))

_UNKNOWN = 15
"""A field number that no message of the contract has."""

_FIELD = 32
"""Maximum of bytes that the length prefixes of a large field and of its messages take."""


def unknown(size: int) -> bytes:
    """Return an encoded field of `size` bytes that no version of the contract has."""
    return field(_UNKNOWN, bytes(size))


class ScriptedMatch:
    """A match with the bot under test.

    Attributes:
        name: name of the match.
        settings: the settings of the match.
        open: open questions to the bot.
        was_sent: whether its start was sent.
        seen: index of the first event that the bot has not received.
    """

    def __init__(
        self, name: str, game: str = "dragon", seats: int = 2, own: Sequence[int] = (0,)
    ) -> None:
        """Begin the match, and play it to the first question to the bot."""
        rules = load(game)
        self.name = name
        self.settings = MatchSettings(
            match_id=MatchId(name),
            game=game,
            options=rules.defaults,
            bots=tuple(BOT if seat in own else BotName(f"other-{seat}") for seat in range(seats)),
            seed=SEED,
            seed_nonce=NONCE,
        )
        self.open: list[Question] = []
        self.seen = 0
        self._own = own
        self._writer = RecordWriter(MemoryFile(), Instant(0))
        self._writer.header(self.settings, rules, 0.0)
        self._match = Match(self.settings, rules, self._writer)
        self._others = Chance(SEED, "others")
        self._now = Instant(0)
        self._end: End | None = None
        self._queue: list[bytes] = [self.started(seat) for seat in own]
        self.was_sent = False
        self._take(self._match.start(self._now))

    @property
    def is_open(self) -> bool:
        """Whether the match is running."""
        return self._end is None

    @property
    def event_count(self) -> int:
        """Number of events so far."""
        return len(self._match.history)

    @property
    def key(self) -> tuple[str, int]:
        """Name of the match and number of the first open question."""
        return self.name, self.open[0].number

    # -- messages

    def messages(self) -> list[bytes]:
        """Return the messages that have not been sent, oldest first."""
        self.was_sent = True
        self.seen = self.event_count
        queue, self._queue = self._queue, []
        return queue

    def started(self, seat: int | None = None, padding: int = 0) -> bytes:
        """Return `MatchStarted` for the current state of the match.

        Args:
            seat: the seat; None for the bot's first seat.
            padding: bytes of an unknown field in `Setup`; 0 for no such field.
        """
        seat = self._own[0] if seat is None else seat
        self.was_sent = True
        state = self._match.seats[seat]
        return message.started(
            self.settings,
            self._match.game,
            self._match.setup + (unknown(padding) if padding else b""),
            seat,
            strikes_left=max(0, self.settings.strikes - state.strikes),
            bank=state.clock.bank,
            event_count=self.event_count,
        )

    def question(self, asked: Question | None = None) -> bytes:
        """Return an open question as a message; by default the first one."""
        asked = asked or self.open[0]
        encoder = message.QuestionEncoder(MatchId(self.name), self._match.game.package)
        return encoder.question(
            asked.seat, asked.number, len(asked.options), asked.budget, asked.since, asked.payload
        )

    def changed(self, **changes: int) -> RefereeMessage:
        """Return the first open question with other values of some fields."""
        asked = RefereeMessage.FromString(self.question())
        for name, value in changes.items():
            setattr(asked.question, name, value)
        return asked

    def forced(self) -> RefereeMessage:
        """Return the first open question with only its first option."""
        asked = self.changed(option_count=1)
        name = f"{self._match.game.package}.Position"
        position: Any = GetMessageClass(Default().FindMessageTypeByName(name))()
        asked.question.position.Unpack(position)
        del position.options[1:]
        asked.question.position.Pack(position)
        return asked

    def padded(self, size: int) -> RefereeMessage:
        """Return the first open question, padded by an unknown field to a frame of `size` bytes."""
        asked = self.changed()
        position = asked.question.position.value
        padding = 0
        while (rest := size - PlayResponse(messages=[asked]).ByteSize()) > 0:
            padding += rest if padding else max(1, rest - _FIELD)
            asked.question.position.value = position + unknown(padding)
        return asked

    def events(self, first: int) -> bytes:
        """Return `MatchEvents` with the events from an index on."""
        return message.events(MatchId(self.name), self._match.history[first:])

    def void(self) -> bytes:
        """End the match as void, and return `MatchEnded`."""
        self._end = End(void("The check is over."), b"")
        self.open.clear()
        return message.ended(self.settings, self._end.outcome, b"", ())

    # -- what happens

    def choose(self, answer: Choose) -> None:
        """Play an answer of the bot; play option 0 if the answer is not an option on offer."""
        asked = next(one for one in self.open if one.number == answer.number)
        option = answer.option if answer.option < len(asked.options) else 0
        self.open.remove(asked)
        self._take(self._match.choose(asked.seat, Answer(asked.number, option, self._now)))

    def lapse(self) -> None:
        """Let the time of the open questions run out: the bot gets a fault and a substitute."""
        deadline = self._match.deadline
        assert deadline is not None
        self.open.clear()
        self._now = Instant(deadline + 1)
        self._take(self._match.tick(self._now))

    def _take(self, notices: Sequence[Notice]) -> None:
        """Queue the messages to the bot, and choose for the other seats."""
        for notice in notices:
            match notice:
                case Question() if notice.seat in self._own:
                    self.open.append(notice)
                    self._queue.append(self.question(notice))
                case Question():
                    self._choose_for_other(notice)
                case Refusal() if notice.seat in self._own:
                    self._queue.append(message.refused(MatchId(self.name), notice))
                case End():
                    self._ended(notice)

    def _choose_for_other(self, asked: Question) -> None:
        option = self._others.below(len(asked.options))
        self._take(self._match.choose(asked.seat, Answer(asked.number, option, self._now)))

    def _ended(self, end: End) -> None:
        self._end = end
        self.open.clear()
        seen = max(self._match.seats[seat].seen for seat in self._own)
        last = message.encoded(self._match.history[seen:])
        self._queue.append(message.ended(self.settings, end.outcome, end.digest, last))
