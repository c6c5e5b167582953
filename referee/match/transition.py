"""The states of a match and of its seats, and the entries that lead from one to another.

What is missing from the tables below is a violation of the protocol: no match does it, and no
record of one is sound. `docs/protocol.md` has the same in prose.
"""

from enum import IntEnum
from typing import Final

from referee.error import EntryError
from referee.match.entry import (
    Asked,
    Chosen,
    Drawn,
    Entry,
    Faulted,
    Noted,
    Resumed,
    Sealed,
    Stalled,
)
from referee.sentence.entry import EntrySentence


class MatchPhase(IntEnum):
    """The phase of a match."""

    __hash__ = int.__hash__

    CHANCE = 0
    """The rules wait for a draw."""
    TURN = 1
    """One or several seats are to act, and none of them has acted."""
    PLAYING = 2
    """Of several seats that act at once the first have acted; the others follow in seat order."""
    OVER = 3
    """The rules have ended the match."""
    SPOILED = 4
    """The referee failed: the match can only become void."""
    SEALED = 5
    """The match has its outcome."""


_ALWAYS: Final = frozenset({Faulted, Noted, Stalled, Resumed, Sealed})
"""A match can become void at any time, so a seal can always come."""

ENTRIES: Final[dict[MatchPhase, frozenset[type[Entry]]]] = {
    MatchPhase.CHANCE: _ALWAYS | {Drawn},
    MatchPhase.TURN: _ALWAYS | {Asked, Chosen},
    MatchPhase.PLAYING: _ALWAYS | {Chosen},
    MatchPhase.OVER: _ALWAYS,
    MatchPhase.SPOILED: frozenset({Resumed, Sealed}),
    MatchPhase.SEALED: frozenset(),
}
"""The entries that each phase takes.

The rules say which phase follows a draw or a choice. A stall beyond the limit, and a draw or a
choice on which the rules fail, lead to `SPOILED`; a seal leads to `SEALED`.
"""


class SeatStatus(IntEnum):
    """How a seat stands."""

    IDLE = 0
    """Nobody waits for it."""
    ASKED = 1
    """It has a question; its bot may have answered already."""
    STRUCK = 2
    """A fault closed its question: a substitute's choice stands in."""
    STRUCK_OUT = 3
    """The same, and another fault forfeited the seat."""
    LOST = 4
    """The fault that closed its question forfeited it: the house answers."""
    LEFT = 5
    """It was forfeited with a question: its answer counts if it was in, else the house answers."""
    HOUSE = 6
    """It is forfeited: a substitute player plays it."""


class SeatStep(IntEnum):
    """What happens to a seat. The first choices have the numbers of `Origin`."""

    ASK = 0
    BOT = 1
    SUBSTITUTE = 2
    HOUSE = 3
    FORCED = 4
    STRIKE = 5
    """A fault closes the seat's question."""
    OFFENCE = 6
    """A fault that leaves its question open, if it has one."""
    LAST_STRIKE = 7
    """A strike that forfeits the seat."""
    LAST_OFFENCE = 8
    """An offence that forfeits the seat."""


SEATS: Final[dict[tuple[SeatStatus, SeatStep], SeatStatus]] = {
    (SeatStatus.IDLE, SeatStep.ASK): SeatStatus.ASKED,
    (SeatStatus.IDLE, SeatStep.FORCED): SeatStatus.IDLE,
    (SeatStatus.IDLE, SeatStep.OFFENCE): SeatStatus.IDLE,
    (SeatStatus.IDLE, SeatStep.LAST_OFFENCE): SeatStatus.HOUSE,
    (SeatStatus.ASKED, SeatStep.BOT): SeatStatus.IDLE,
    (SeatStatus.ASKED, SeatStep.STRIKE): SeatStatus.STRUCK,
    (SeatStatus.ASKED, SeatStep.OFFENCE): SeatStatus.ASKED,
    (SeatStatus.ASKED, SeatStep.LAST_STRIKE): SeatStatus.LOST,
    (SeatStatus.ASKED, SeatStep.LAST_OFFENCE): SeatStatus.LEFT,
    (SeatStatus.STRUCK, SeatStep.SUBSTITUTE): SeatStatus.IDLE,
    (SeatStatus.STRUCK, SeatStep.OFFENCE): SeatStatus.STRUCK,
    (SeatStatus.STRUCK, SeatStep.LAST_OFFENCE): SeatStatus.STRUCK_OUT,
    (SeatStatus.STRUCK_OUT, SeatStep.SUBSTITUTE): SeatStatus.HOUSE,
    (SeatStatus.LOST, SeatStep.HOUSE): SeatStatus.HOUSE,
    (SeatStatus.LEFT, SeatStep.BOT): SeatStatus.HOUSE,
    (SeatStatus.LEFT, SeatStep.HOUSE): SeatStatus.HOUSE,
    (SeatStatus.HOUSE, SeatStep.HOUSE): SeatStatus.HOUSE,
    (SeatStatus.HOUSE, SeatStep.FORCED): SeatStatus.HOUSE,
}
"""How a seat stands after each step that can happen to it."""

_ROWS: Final = [[SEATS.get((standing, step)) for step in SeatStep] for standing in SeatStatus]
"""The same as rows, which are read at every decision."""


def follow(seat: int, standing: SeatStatus, step: SeatStep | int) -> SeatStatus:
    """How a seat stands after a step.

    Raises:
        EntryError: when the table has no such step.
    """
    after = _ROWS[standing][step]
    if after is None:
        name = SeatStep(step).name.lower().replace("_", " ")
        word = standing.name.lower()
        raise EntryError(EntrySentence.STEP_CANNOT_FOLLOW, seat=seat, standing=word, step=name)
    return after
