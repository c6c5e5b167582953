"""A seat of a match: who holds it, its clock, its strikes, and its question."""

from dataclasses import dataclass

from referee.identifier import BotName
from referee.match.clock import ClockSettings, SeatClock
from referee.match.question import Question
from referee.match.transition import SeatStatus


@dataclass(slots=True)
class Seat:
    """One seat.

    `seen` is how much of the match's history the seat was told. `question` is its last one until
    the choice on it is played. `away` means that its bot has not returned since the referee resumed
    the match.
    """

    index: int
    bot: BotName
    clock: SeatClock
    standing: SeatStatus = SeatStatus.IDLE
    strikes: int = 0
    forfeited: bool = False
    connected: bool = True
    away: bool = False
    seen: int = 0
    question: Question | None = None


def seats(bots: tuple[BotName, ...], clock: ClockSettings) -> list[Seat]:
    """Fresh seats for the bots of those names."""
    return [Seat(index, bot, SeatClock(clock)) for index, bot in enumerate(bots)]
