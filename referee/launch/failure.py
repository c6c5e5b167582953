"""The failures of bots in a match, as reports for their authors."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.identifier import BotName
from referee.launch.local_bot import LocalBot
from referee.launch.supervisor.exit_status import ExitStatus
from referee.match.entry import Origin
from referee.match.outcome import Outcome
from referee.record.reader import Record
from referee.record.recorded_question import RecordedQuestion, last_question

_MOST_FAULTS = 5


@dataclass(frozen=True, slots=True)
class BotFault:
    """A fault in the record: the number of the question, 0 for none, and the reason."""

    question: int
    reason: str


@dataclass(frozen=True, slots=True)
class Failure:
    """The report on a seat with a strike, or on a seat whose bot failed without a strike.

    Attributes:
        bot: the name of the bot.
        seat: the seat.
        strikes: the number of its strikes.
        forfeited: whether the seat was forfeited.
        faults: its last faults.
        ending: how the bot's process ended by itself; None if it did not.
        question: the question at which it stopped answering, else the last one that it missed, else
            its last one; None without a strike.
        printed: the bot's last output, safe for a terminal.
    """

    bot: BotName
    seat: int
    strikes: int
    forfeited: bool
    faults: tuple[BotFault, ...]
    ending: ExitStatus | None
    question: RecordedQuestion | None
    printed: str

    @property
    def missed(self) -> bool:
        """Whether the bot did not answer `question`."""
        return self.question is not None and self.question.origin is not Origin.BOT

    @property
    def cause(self) -> str:
        """What went wrong, as a clause."""
        if self.ending is not None:
            return self.ending.cause
        return self.faults[-1].reason if self.faults else "its faults are not in the record"


def failures(outcome: Outcome, record: Record, bots: Mapping[BotName, LocalBot]) -> list[Failure]:
    """Return the failures in a match, by seat.

    Args:
        outcome: its outcome.
        record: its complete record.
        bots: its local bots by name, after they were stopped.
    """
    found = []
    for seat, result in enumerate(outcome.results):
        name = BotName(record.header.bots[seat])
        bot = bots.get(name)
        if not result.strikes and (bot is None or not ended_badly(bot)):
            continue
        found.append(
            Failure(
                bot=name,
                seat=seat,
                strikes=result.strikes,
                forfeited=result.forfeited,
                faults=_faults(record, seat),
                ending=bot.ending if bot is not None else None,
                question=last_question(record, seat) if result.strikes else None,
                printed=bot.last_words if bot is not None else "",
            )
        )
    return found


def ended_badly(bot: LocalBot) -> bool:
    """Whether the process of a bot ended by itself, and not with exit code 0."""
    return bot.ending is not None and bot.ending.code != 0


def _faults(record: Record, seat: int) -> tuple[BotFault, ...]:
    """Return the last faults of a seat."""
    faults = [
        BotFault(entry.body.fault.number, entry.body.fault.reason)
        for entry in record.entries
        if entry.body.HasField("fault") and entry.body.fault.seat == seat
    ]
    return tuple(faults[-_MOST_FAULTS:])
