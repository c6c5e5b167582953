"""A problem in a league file, and the error that lists all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.error import CodedError, UsageError
from referee.league.configuration.sentence import LeagueFileSentence


@dataclass(frozen=True, slots=True)
class FileProblem:
    """A problem in a league file or in an override.

    Attributes:
        where: the file with the line, a flag, or a variable.
        line: the line in the file, from 1; None if an override is wrong.
        error: what is wrong, and how to fix it.
    """

    where: str
    line: int | None
    error: CodedError

    def __str__(self) -> str:
        return f"{self.where}: {self.error}"


class LeagueFileError(UsageError):
    """A league file cannot be used. `problems` are its problems, sorted by line.

    The check stops after `MOST` problems.
    """

    MOST = 100

    def __init__(self, path: Path, problems: Sequence[FileProblem]) -> None:
        self.path = path
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line or 0))
        if len(self.problems) == 1:
            (problem,) = self.problems
            super().__init__(
                LeagueFileSentence.WRONG_LEAGUE, where=problem.where, why=problem.error
            )
            return
        super().__init__(
            LeagueFileSentence.WRONG_LEAGUE_LINES,
            path=path,
            count=len(self.problems),
            more=" or more" if len(self.problems) >= self.MOST else "",
            errors="\n".join(f"  {problem}" for problem in self.problems),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.path, self.problems)
