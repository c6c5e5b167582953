"""A seat of a match: its bot, clock, strikes and question."""

from dataclasses import dataclass

from referee.identifier import BotName
from referee.match.clock import ClockSettings, SeatClock
from referee.match.question import Question
from referee.match.transition import SeatStatus


@dataclass(slots=True)
class Seat:
    """One seat.

    `seen` is the number of events that the seat has been sent. `question` is its current question,
    until the choice is played. `away` means that its bot has not returned since the referee resumed
    the match. `crash` says how the process of its bot ended, until the bot connects again.
    """

    index: int
    bot: BotName
    clock: SeatClock
    standing: SeatStatus = SeatStatus.IDLE
    strikes: int = 0
    forfeited: bool = False
    connected: bool = True
    away: bool = False
    crash: str = ""
    seen: int = 0
    question: Question | None = None


def seats(bots: tuple[BotName, ...], clock: ClockSettings) -> list[Seat]:
    """Return the seats of a new match, for the bots in seat order."""
    return [Seat(index, bot, SeatClock(clock)) for index, bot in enumerate(bots)]
