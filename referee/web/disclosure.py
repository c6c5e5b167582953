"""What of a match may be shown, and to whom."""

from dataclasses import dataclass
from typing import Final

from referee.match.entry import Faulted, Noted
from referee.match.fault import Fault

_WORDS: Final = {
    Fault.LATE: "The bot did not answer in time.",
    Fault.ILLEGAL: "The bot chose an option that is not on offer.",
    Fault.MALFORMED: "The bot sent a message that cannot be used.",
    Fault.DISCONNECTED: "The bot was not connected when its time was up.",
    Fault.FLOOD: "The bot sent too many messages.",
    Fault.RESIGNED: "The bot resigned.",
}
"""Faults in words that tell nothing of what the seat was asked."""


@dataclass(frozen=True, slots=True)
class Disclosure:
    """What is shown of the play of a match.

    Attributes:
        seat: whose view it is; None for what all seats may see.
        is_open: whether what one seat knows may be told: the game hides nothing, or the match
            and its set are over.
        notes: whether the organiser shows what bots and the referee noted.
        options: whether each choice comes with its options.
    """

    seat: int | None = None
    is_open: bool = False
    notes: bool = False
    options: bool = False

    @property
    def shows_notes(self) -> bool:
        """Whether notes are shown; bots write in them what they know."""
        return self.notes and self.is_open

    def fault(self, fault: Faulted) -> str:
        """A fault in words; the reason in the record can tell how many options a seat had."""
        return fault.reason if self.is_open else _WORDS[fault.fault]

    def remark(self, noted: Noted) -> str | None:
        """A remark of the referee; None where it is not shown."""
        return noted.text if self.shows_notes else None
