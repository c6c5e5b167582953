"""Drive a match under a virtual clock, which only the test advances."""

from collections.abc import Sequence
from typing import Any

from referee.identifier import BotName, MatchId
from referee.match.clock import ClockSettings, Instant, Span, seconds
from referee.match.match import End, Match, Notice, Refusal
from referee.match.question import Answer, Question
from referee.match.settings import MatchSettings
from referee.record.file import MemoryFile
from referee.record.reader import Record, parse
from referee.record.writer import RecordWriter
from tests.match.toy import TOY
from tianming_games.chance import Chance
from tianming_games.game import Game

START = Instant(5_000_000_000)
"""The first reading of the virtual clock, which is not 0."""

CLOCK = ClockSettings(
    decision=seconds(2), bank=seconds(3), increment=seconds(0), grace=seconds(0.1), first=seconds(0)
)


class Driver:
    """A match with a record in memory and a virtual clock."""

    def __init__(
        self,
        game: Game[Any] = TOY,
        seats: int = 3,
        options: dict[str, str] | None = None,
        clock: ClockSettings = CLOCK,
        seed: bytes = bytes(32),
        strikes: int = 3,
        bots: Sequence[BotName] = (),
    ) -> None:
        self.now = START
        self.settings = MatchSettings(
            match_id=MatchId("m1"),
            game=game.name,
            options=game.checked(seats, options or {}),
            bots=tuple(bots) or tuple(BotName(f"bot{seat}") for seat in range(seats)),
            seed=seed,
            seed_nonce=bytes(32),
            clock=clock,
            strikes=strikes,
        )
        self.file = MemoryFile()
        self.writer = RecordWriter(self.file, START)
        self.writer.header(self.settings, game, 0.0)
        self.match = Match(self.settings, game, self.writer)

    def start(self) -> list[Notice]:
        """Begin the match."""
        return self.match.start(self.now)

    def wait(self, span: float) -> list[Notice]:
        """Advance the clock by some seconds, and call `tick`."""
        self.now = Instant(self.now + seconds(span))
        return self.match.tick(self.now)

    def answer(self, question: Question, option: int | None, after: float = 0.0) -> list[Notice]:
        """Answer a question after some seconds."""
        self.now = Instant(self.now + seconds(after))
        return self.match.choose(question.seat, Answer(question.number, option, self.now))

    def play_out(self, said: list[Notice], chooser: Chance) -> list[Notice]:
        """Answer all questions at random until the match is over; return all notices."""
        notices = list(said)
        waiting = questions(said)
        while waiting:
            question = waiting.pop(0)
            more = self.answer(question, chooser.below(len(question.options)), after=0.01)
            notices += more
            waiting += questions(more)
        return notices

    def record(self) -> Record:
        """Return the record so far."""
        self.writer.flush()
        return parse(bytes(self.file.data), "memory")


def longest(clock: ClockSettings, decisions: int) -> Span:
    """Return a bound on the time that one seat can spend on a number of decisions."""
    each = clock.decision + clock.increment + clock.grace
    return Span(clock.first + clock.bank + decisions * each)


def questions(said: list[Notice]) -> list[Question]:
    """Return the questions among notices."""
    return [word for word in said if isinstance(word, Question)]


def refusals(said: list[Notice]) -> list[Refusal]:
    """Return the refusals among notices."""
    return [word for word in said if isinstance(word, Refusal)]


def end(said: list[Notice]) -> End:
    """Return the end among notices."""
    (word,) = [word for word in said if isinstance(word, End)]
    return word
