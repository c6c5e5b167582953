"""The transition tables of a match and of its seats.

Any transition that is missing from the tables is an error: no match makes it, and a record with it
is invalid. `docs/protocol.md` describes the same in prose.
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
from referee.match.sentence import EntrySentence


class MatchPhase(IntEnum):
    """The phase of a match."""

    __hash__ = int.__hash__

    CHANCE = 0
    """The rules need a draw."""
    TURN = 1
    """One or several seats have to act, and no choice of this turn has been played."""
    PLAYING = 2
    """Several seats act at once, and some of their choices have been played, in seat order."""
    OVER = 3
    """The rules have ended the match."""
    SPOILED = 4
    """The rules failed or the stalls exceed their limit: the match can only become void."""
    SEALED = 5
    """The match has its outcome."""


_ALWAYS: Final = frozenset({Faulted, Noted, Stalled, Resumed, Sealed})
"""A match can become void at any time, so a seal can always come."""

_ALLOWED: Final[dict[MatchPhase, frozenset[type[Entry]]]] = {
    MatchPhase.CHANCE: _ALWAYS | {Drawn},
    MatchPhase.TURN: _ALWAYS | {Asked, Chosen},
    MatchPhase.PLAYING: _ALWAYS | {Chosen},
    MatchPhase.OVER: _ALWAYS,
    MatchPhase.SPOILED: frozenset({Resumed, Sealed}),
    MatchPhase.SEALED: frozenset(),
}
"""The entries that each phase allows.

The rules decide which phase follows a draw or a choice. If the stalls exceed their limit, or the
rules fail on a draw or a choice, `SPOILED` follows. After a seal, `SEALED` follows.
"""

ENTRIES: Final = [_ALLOWED[phase] for phase in MatchPhase]
"""The same table as a list, because each decision reads it."""


class SeatStatus(IntEnum):
    """The status of a seat."""

    IDLE = 0
    """It has no question."""
    ASKED = 1
    """It has a question; its bot may have answered already, if several seats act."""
    STRUCK = 2
    """A fault closed its question: a substitute choice replaces the answer."""
    STRUCK_OUT = 3
    """As `STRUCK`, and a later fault forfeited the seat."""
    LOST = 4
    """The fault that closed its question also forfeited the seat: a substitute player answers."""
    LEFT = 5
    """It was forfeited while it had a question: if its bot has answered before, the answer counts,
    else a substitute player answers."""
    HOUSE = 6
    """It is forfeited, and a substitute player plays it."""


class SeatStep(IntEnum):
    """An event of a seat. The choices, `BOT` to `FORCED`, have the numbers of `Origin`."""

    ASK = 0
    BOT = 1
    SUBSTITUTE = 2
    HOUSE = 3
    FORCED = 4
    STRIKE = 5
    """A fault closes the seat's question."""
    OFFENCE = 6
    """A fault that does not close the seat's question, if it has one."""
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
"""The status of a seat after each possible step."""

_ROWS: Final = [[SEATS.get((standing, step)) for step in SeatStep] for standing in SeatStatus]
"""The same table as lists, because each decision reads it."""


def follow(seat: int, standing: int, step: int) -> SeatStatus:
    """Return the status of a seat after a step, from the numbers of a `SeatStatus` and `SeatStep`.

    Raises:
        EntryError: when the table does not allow the step.
    """
    after = _ROWS[standing][step]
    if after is None:
        name = SeatStep(step).name.lower().replace("_", " ")
        word = SeatStatus(standing).name.lower()
        raise EntryError(EntrySentence.STEP_CANNOT_FOLLOW, seat=seat, standing=word, step=name)
    return after
