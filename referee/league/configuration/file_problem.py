"""A problem of a league's file, and the error that tells all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.error import UsageError


@dataclass(frozen=True, slots=True)
class FileProblem:
    """Something wrong: `where` is the file with its line, a flag, or a variable.

    `line` counts from 1; None where the file is not to blame.
    """

    where: str
    line: int | None
    text: str

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"


class LeagueFileError(UsageError):
    """A league's file cannot be used; `problems` are its errors, in order of lines.

    They are all of them, unless there are `MOST`: then nobody has looked for more.
    """

    MOST = 100

    def __init__(self, path: Path, problems: Sequence[FileProblem]) -> None:
        self.path = path
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line or 0))
        first = str(self.problems[0])
        if len(self.problems) > 1:
            rest = "\n".join(f"  {problem}" for problem in self.problems)
            more = " or more" if len(self.problems) >= self.MOST else ""
            first = f"{path} has {len(self.problems)} errors{more}:\n{rest}"
        super().__init__(first)
