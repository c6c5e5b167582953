"""Fixed match: a few bots meet on a fixed number of seeds. No league file names it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from referee.error import UsageError
from referee.identifier import BotName
from referee.league.format import Format, Group, Stage
from referee.league.format.comparison import shared_seats
from referee.sentence.league_file import LeagueFileSentence
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
        """The only one."""
        return 1

    def groups(self, stage: Stage) -> list[Group]:
        """The groups of all bots, whoever is on the roster."""
        return fixed_groups(self.bots, stage.seats)

    def seating(self, group: Group, chance: Chance) -> Group:
        """Two bots sit as they are, for their rotations are all different; others by lot."""
        if len(self.bots) == 2:
            return group
        return Format.seating(self, group, chance)

    def violation(self, seats: int, bots: Sequence[BotName]) -> UsageError | None:
        """Return why it cannot be played; None if it can."""
        if 2 < len(self.bots) < seats:
            return UsageError(LeagueFileSentence.TOO_FEW_BOTS, bots=len(self.bots), seats=seats)
        return None


def fixed_groups(bots: Sequence[BotName], seats: int) -> list[Group]:
    """The groups in which some bots meet."""
    if len(bots) == 2:
        return shared_seats(bots[0], bots[1], seats)
    return list(combinations(bots, seats))
