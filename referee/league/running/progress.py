"""What happens while a league runs, for people and programs that look on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Tell = Callable[[str, dict[str, Any]], None]
"""Takes the name of what has happened, in snake_case, and its facts."""


@dataclass(frozen=True, slots=True)
class Status:
    """How far a league has come.

    `planned` and `done` count the matches of the round, `rate` is matches a second since
    the start, `overhead` the 99th percentile of the referee's own time per decision in
    seconds, `left` the time in seconds until the round is over; None where unknown.
    """

    round: int
    planned: int
    done: int
    flying: int
    rate: float
    overhead: float | None
    left: float | None

    def __str__(self) -> str:
        """The status as a line for people, what matters most first: its end may be cut off."""
        parts = [
            f"round {self.round}",
            f"{self.done} of {self.planned} done",
            f"{self.flying} in flight",
            f"{self.rate:.1f} matches/s",
        ]
        if self.left is not None:
            minutes, seconds = divmod(round(self.left), 60)
            parts.append(f"{minutes}:{seconds:02} left")
        if self.overhead is not None:
            parts.append(f"overhead p99 {1000 * self.overhead:.1f} ms")
        return ", ".join(parts)


def nobody(kind: str, facts: dict[str, Any]) -> None:
    """Where no one looks on."""


Look = Callable[[Status], None]
"""Is shown how far it is."""


def nobody_looks(status: Status) -> None:
    """Where no one looks on."""
