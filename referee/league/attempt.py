"""An attempt: one time that a planned match is played. It has a name, and an ending."""

import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from referee.identifier import MatchId
from referee.record.folder import SUFFIX

_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
"""The number of an attempt after the first, as it stands in names of files."""


class Ending(Enum):
    """How an attempt ended."""

    OPEN = "open"
    """It has not: the match is being played, or was when the league was killed."""
    SEALED = "sealed"
    """With a verdict, in a sealed record."""
    VOID = "void"
    """With a sealed record of a void match."""
    FAILED = "failed"
    """Without a sealed record."""


@dataclass(frozen=True, slots=True)
class AttemptName:
    """Which time it is that which match is played.

    Each attempt is a match of its own to its bots, with a name and a record of its own;
    the first has the name of the planned match.
    """

    match_id: MatchId
    number: int

    def __str__(self) -> str:
        return self.match_id if self.number == 1 else f"{self.match_id}.{self.number}"

    @property
    def as_match(self) -> MatchId:
        """The name of the attempt as a match of its own, to its bots and in its record."""
        return MatchId(str(self))

    @classmethod
    def parse(cls, text: str) -> "AttemptName":
        """Return the attempt of that name.

        A number that no referee writes (0, 1, 007, one of 10 digits) is part of the match's name.
        """
        match_id, dot, number = text.rpartition(".")
        if dot and _NUMBER.fullmatch(number) and number != "1":
            return cls(MatchId(match_id), int(number))
        return cls(MatchId(text), 1)

    def record(self, folder: Path) -> Path:
        """Where the record of the attempt is kept."""
        return folder / f"{self}{SUFFIX}"
