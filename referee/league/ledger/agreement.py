"""Compare a record with the plan, so that the record of another match never counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from referee.error import DataError
from referee.identifier import BotName
from referee.launch.finished_match import FinishedMatch
from referee.league.attempt import AttemptName
from referee.league.sentence import LeagueSentence
from referee.record.outline import Header
from tianming_games.registry import load


@dataclass(frozen=True, slots=True)
class PlannedAttempt:
    """An attempt at a planned match, as the journal has it.

    Attributes:
        bots: the bots in seat order.
        variant: the index of the set of game options.
        seed: 32 bytes; None if the journal does not have it.
        digest: digest of the seal; None if the journal has no seal of the attempt.
    """

    bots: tuple[BotName, ...]
    variant: int
    seed: bytes | None
    digest: bytes | None


@dataclass(frozen=True, slots=True)
class Foreign:
    """A sealed record that is named after an attempt but does not belong to it, and the reason."""

    attempt: AttemptName
    why: DataError

    def error(self, folder: Path) -> DataError:
        """Return the error for the user: what is wrong, where, and how to fix it."""
        return DataError(
            LeagueSentence.RECORD_OF_OTHER_MATCH,
            record=self.attempt.record(folder),
            match=self.attempt,
            why=self.why,
        )


def foreign_error(foreign: Sequence[Foreign], folder: Path) -> DataError:
    """Return one error for all foreign records in a folder; `foreign` must not be empty."""
    first, *others = [one.error(folder) for one in foreign]
    if not others:
        return first
    reasons = "\n".join(map(str, (first, *others)))
    return DataError(LeagueSentence.FOREIGN_RECORDS, count=len(foreign), reasons=reasons)


class LeftOut(NamedTuple):
    """Sealed records that the ledger rejected.

    Attributes:
        strays: records of matches that were never planned.
        foreign: records that do not agree with the plan or with the journal.
    """

    strays: list[FinishedMatch]
    foreign: list[Foreign]


@dataclass(slots=True)
class Agreement:
    """Compares records with the game and the variants of a league.

    An empty `game` accepts every game and all options.
    """

    game: str
    variants: Sequence[Mapping[str, str]]
    _options: dict[tuple[int, int], dict[str, str]] = field(default_factory=dict)

    def violation(
        self, planned: PlannedAttempt, header: Header | None, digest: bytes
    ) -> DataError | None:
        """Return why a record does not belong to a planned attempt; None if it may belong to it.

        Args:
            planned: the attempt.
            header: the header of the record; None if this run played the match from the plan.
            digest: the digest of the record's seal.

        Raises:
            UsageError: if the game is not installed or refuses the planned options.
        """
        if planned.digest is not None and planned.digest != digest:
            return DataError(
                LeagueSentence.OTHER_SEAL, journal=planned.digest.hex(), record=digest.hex()
            )
        if header is None:
            return None
        if self.game and header.game != self.game:
            return DataError(LeagueSentence.OTHER_GAME_PLAYED, record=header.game, plan=self.game)
        if header.bots != planned.bots:
            return DataError(
                LeagueSentence.OTHER_BOTS,
                record=", ".join(header.bots),
                plan=", ".join(planned.bots),
            )
        if planned.seed is not None and header.seed != planned.seed:
            return DataError(LeagueSentence.OTHER_SEED)
        return self._other_options(planned, dict(header.options))

    def _other_options(
        self, planned: PlannedAttempt, played: Mapping[str, str]
    ) -> DataError | None:
        """Return the first game option that differs from the plan, as an error; None if equal."""
        if not self.game or planned.variant >= len(self.variants):
            return None
        agreed = self._agreed(planned.variant, len(planned.bots))
        for name in sorted(agreed.keys() | played.keys()):
            if agreed.get(name) != played.get(name):
                return DataError(
                    LeagueSentence.OTHER_OPTION,
                    option=name,
                    record=played.get(name, "missing"),
                    plan=agreed.get(name, "no such option"),
                )
        return None

    def _agreed(self, variant: int, seats: int) -> dict[str, str]:
        """Return the planned options, with defaults, as a record has them."""
        key = variant, seats
        if key not in self._options:
            self._options[key] = load(self.game).checked(seats, self.variants[variant])
        return self._options[key]
