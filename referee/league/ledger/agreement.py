"""Agreement of a record with the plan: the record of another match never counts for this one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from referee.launch.finished_match import FinishedMatch
from referee.league.attempt import AttemptName
from referee.record.outline import Header
from tianming_games.registry import load


@dataclass(frozen=True, slots=True)
class PlannedAttempt:
    """What the journal says about an attempt at a planned match.

    Attributes:
        bots: the bots in seat order.
        variant: index of the set of game options.
        seed: 32 bytes; None if the journal does not have it.
        digest: digest of the seal; None if the journal has no seal of the attempt.
    """

    bots: tuple[str, ...]
    variant: int
    seed: bytes | None
    digest: bytes | None


@dataclass(frozen=True, slots=True)
class Foreign:
    """A sealed record under the name of an attempt that is not that attempt's, and why."""

    attempt: AttemptName
    why: str

    def sentence(self, folder: Path) -> str:
        """Return what is wrong, where, and how to mend it."""
        return (
            f"{self.attempt.record(folder)}: the record is not that of the match {self.attempt}: "
            f"{self.why}. Move it out of the folder."
        )


class LeftOut(NamedTuple):
    """Sealed records that the ledger did not take.

    Attributes:
        strays: records of matches that nobody planned.
        foreign: records that do not agree with the plan or with the journal.
    """

    strays: list[FinishedMatch]
    foreign: list[Foreign]


@dataclass(slots=True)
class Agreement:
    """Compares records with a league: its game and its sets of options.

    An empty `game` accepts every game and all options.
    """

    game: str
    variants: Sequence[Mapping[str, str]]
    _options: dict[tuple[int, int], dict[str, str]] = field(default_factory=dict)

    def violation(
        self, planned: PlannedAttempt, header: Header | None, digest: bytes
    ) -> str | None:
        """Return why a record is not that of a planned attempt; None if it may be.

        Args:
            planned: the attempt.
            header: the record's header; None if this process made the match from the plan.
            digest: the digest of the record's seal.

        Raises:
            UsageError: if the game is not installed or refuses the planned options.
        """
        if planned.digest is not None and planned.digest != digest:
            return (
                f"the journal has the seal {planned.digest.hex()}, and this record has "
                f"{digest.hex()}"
            )
        if header is None:
            return None
        if self.game and header.game != self.game:
            return f"it is a match of {header.game}, and the league plays {self.game}"
        if header.bots != planned.bots:
            return f"its seats are {_listed(header.bots)}, and the plan has {_listed(planned.bots)}"
        if planned.seed is not None and header.seed != planned.seed:
            return "its seed is not that of the plan"
        return self._other_options(planned, dict(header.options))

    def _other_options(self, planned: PlannedAttempt, played: Mapping[str, str]) -> str | None:
        """Return the first game option that differs from the plan, in a clause."""
        if not self.game or planned.variant >= len(self.variants):
            return None
        agreed = self._agreed(planned.variant, len(planned.bots))
        for name in sorted(agreed.keys() | played.keys()):
            if agreed.get(name) != played.get(name):
                return (
                    f"its option {name} is {played.get(name, 'missing')}, and the plan has "
                    f"{agreed.get(name, 'no such option')}"
                )
        return None

    def _agreed(self, variant: int, seats: int) -> dict[str, str]:
        """Return a full set of options as a record keeps it."""
        key = variant, seats
        if key not in self._options:
            self._options[key] = load(self.game).checked(seats, self.variants[variant])
        return self._options[key]


def _listed(bots: Sequence[str]) -> str:
    return ", ".join(bots)
