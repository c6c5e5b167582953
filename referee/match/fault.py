"""A fault: what a bot did wrong. The numbers are those of the contract's enum.

Everything that differs from fault to fault is here. Other modules go through the enum, and derive
their names and lists from it.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final


class Fault(IntEnum):
    """The kinds of faults; each costs a strike."""

    LATE = 1
    ILLEGAL = 2
    MALFORMED = 3
    DISCONNECTED = 4
    FLOOD = 5
    RESIGNED = 6


FAULT_WORDS: Final[Mapping[Fault, str]] = {
    Fault.LATE: "The bot did not answer in time.",
    Fault.ILLEGAL: "The bot chose an option that is not on offer.",
    Fault.MALFORMED: "The bot sent a message that cannot be used.",
    Fault.DISCONNECTED: "The bot was not connected when its time was up.",
    Fault.FLOOD: "The bot sent too many messages.",
    Fault.RESIGNED: "The bot resigned.",
}
"""A sentence for each fault, for readers from whom the record's reason is hidden."""

OVERDUE = (Fault.LATE, Fault.DISCONNECTED)
"""The faults of a seat whose deadline has passed."""

UNASKED = (Fault.MALFORMED, Fault.DISCONNECTED, Fault.FLOOD, Fault.RESIGNED)
"""The faults that need no open question. `DISCONNECTED` without one means that the bot cannot come
back."""

AT_LARGE = (Fault.FLOOD, Fault.RESIGNED)
"""The faults whose entry never names a question."""


def is_final(fault: Fault, number: int) -> bool:
    """Return whether a fault costs all remaining strikes.

    Args:
        fault: the fault.
        number: the number of the question that the fault closes, or 0.
    """
    return fault is Fault.RESIGNED or (fault is Fault.DISCONNECTED and not number)
