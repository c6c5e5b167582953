"""Fixed match: a few bots meet on a fixed number of seeds. League files cannot use it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from referee.error import UsageError
from referee.identifier import BotName
from referee.league.format import Format, Group, Stage
from referee.league.format.comparison import shared_seats
from referee.league.format.sentence import FormatSentence
from tianming_games.chance import Chance


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedMatch(Format):
    """One round, in which all groups of the bots meet on `sets` seeds.

    Two bots share the seats of each match. More bots take one seat each.
    """

    kind = "fixed-match"
    about = "a few bots meet on a fixed number of seeds"

    bots: tuple[BotName, ...]
    sets: int

    @property
    def rounds(self) -> int:
        """Always 1."""
        return 1

    def groups(self, stage: Stage) -> list[Group]:
        """Return the groups of the bots; ignores the roster."""
        return fixed_groups(self.bots, stage.seats)

    def seating(self, group: Group, chance: Chance) -> Group:
        """Return two bots unchanged, because all their rotations differ; shuffle more bots."""
        if len(self.bots) == 2:
            return group
        return Format.seating(self, group, chance)

    def violation(self, seats: int, bots: Sequence[BotName]) -> UsageError | None:
        """Return why the match cannot be played; None if it can."""
        if 2 < len(self.bots) < seats:
            return UsageError(FormatSentence.TOO_FEW_BOTS, bots=len(self.bots), seats=seats)
        return None


def fixed_groups(bots: Sequence[BotName], seats: int) -> list[Group]:
    """Return the groups in which these bots meet."""
    if len(bots) == 2:
        return shared_seats(bots[0], bots[1], seats)
    return list(combinations(bots, seats))
