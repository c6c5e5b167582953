"""A fault: what a bot did wrong. The numbers are those of the contract's enum."""

from enum import IntEnum


class Fault(IntEnum):
    """The kinds of faults; each costs a strike."""

    LATE = 1
    ILLEGAL = 2
    MALFORMED = 3
    DISCONNECTED = 4
    FLOOD = 5
    RESIGNED = 6


OVERDUE = (Fault.LATE, Fault.DISCONNECTED)
"""The faults of a seat whose deadline has passed."""

UNASKED = (Fault.MALFORMED, Fault.FLOOD, Fault.RESIGNED)
"""The faults that need no open question."""

AT_LARGE = (Fault.FLOOD, Fault.RESIGNED)
"""The faults that never close a question."""
