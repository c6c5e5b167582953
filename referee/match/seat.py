"""A seat of a match: who holds it, its clock, and its strikes."""

from dataclasses import dataclass

from referee.match.clock import ClockSettings, SeatClock


@dataclass(slots=True)
class Seat:
    """One place at the table.

    `seen` is how much of the match's history the seat has been told.
    """

    index: int
    bot: str
    clock: SeatClock
    strikes: int = 0
    forfeited: bool = False
    connected: bool = True
    seen: int = 0


def seats(bots: tuple[str, ...], clock: ClockSettings) -> list[Seat]:
    """Fresh seats for the bots of those names."""
    return [Seat(index, bot, SeatClock(clock)) for index, bot in enumerate(bots)]
