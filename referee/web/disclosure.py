"""Decide what of a match may be shown, and to whom."""

from dataclasses import dataclass

from referee.match.entry import Faulted, Noted
from referee.match.fault import FAULT_WORDS
from referee.web.api.face import Face
from tianming_games.ground.text import printable


@dataclass(frozen=True, slots=True)
class Disclosure:
    """What may be shown of a match's play.

    Attributes:
        seat: the seat whose view is shown; None for what all seats may see.
        is_open: whether the knowledge of a single seat may be shown, because the game hides
            nothing, or because the match and its set are over.
        notes: whether the organiser shows notes of bots and remarks of the referee.
        options: whether each choice is shown with its options.
        bots: the names of the bots by seat; empty for those in the record.
        faces: the faces of the bots by seat; empty for the colours of the board.
    """

    seat: int | None = None
    is_open: bool = False
    notes: bool = False
    options: bool = False
    bots: tuple[str, ...] = ()
    faces: tuple[Face, ...] = ()

    @property
    def titles(self) -> tuple[str, ...]:
        """The names of the bots as people see them, by seat; empty without faces."""
        pairs = zip(self.bots, self.faces, strict=False)
        return tuple(face.title or printable(bot) for bot, face in pairs)

    @property
    def shows_notes(self) -> bool:
        """Whether notes are shown. A bot's note may contain what only its seat knows."""
        return self.notes and self.is_open

    def fault(self, fault: Faulted) -> str:
        """Return a fault in words. The record's reason may reveal how many options a seat had."""
        return fault.reason if self.is_open else FAULT_WORDS[fault.fault]

    def remark(self, noted: Noted) -> str | None:
        """Return a remark of the referee; None if it is not shown."""
        return noted.text if self.shows_notes else None
