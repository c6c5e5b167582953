"""An attempt: one try at playing a planned match, with a name and an ending."""

import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from referee.identifier import MatchId
from referee.record.folder import SUFFIX

_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
"""The number of a later attempt, as in file names."""


class Ending(Enum):
    """How an attempt ended."""

    OPEN = "open"
    """It has not ended: the match is in progress, or was interrupted when the league was killed."""
    SEALED = "sealed"
    """It has a result, in a sealed record."""
    VOID = "void"
    """It has a sealed record of a void match."""
    FAILED = "failed"
    """It has no sealed record."""


@dataclass(frozen=True, slots=True)
class AttemptName:
    """The name of an attempt: the planned match and the number of the attempt, from 1.

    To its bots, each attempt is a separate match with a separate name and record. The first attempt
    has the name of the planned match.
    """

    match_id: MatchId
    number: int

    def __str__(self) -> str:
        return self.match_id if self.number == 1 else f"{self.match_id}.{self.number}"

    @property
    def as_match(self) -> MatchId:
        """The name of the attempt as a match, for its bots and its record."""
        return MatchId(str(self))

    @classmethod
    def parse(cls, text: str) -> "AttemptName":
        """Return the attempt with this name.

        A number that no referee writes (0, 1, 007, ten digits) is part of the match's name.
        """
        match_id, dot, number = text.rpartition(".")
        if dot and _NUMBER.fullmatch(number) and number != "1":
            return cls(MatchId(match_id), int(number))
        return cls(MatchId(text), 1)

    def record(self, folder: Path) -> Path:
        """Return the path of the attempt's record in a folder."""
        return folder / f"{self}{SUFFIX}"
