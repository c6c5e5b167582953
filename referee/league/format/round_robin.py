"""Round robin: every group of bots meets, or a balanced selection of groups."""

from dataclasses import dataclass
from typing import Annotated

from referee.league.format import Group, Stage
from referee.league.format.design import design
from referee.league.format.round_format import RoundFormat
from referee.league.key import Key
from tianming_games.chance import Chance


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobin(RoundFormat):
    """Every group of bots meets once a round.

    If there are more than `most_groups` groups, a balanced selection of them meets. The selections
    of later rounds complement it.
    """

    kind = "round-robin"
    about = "every group of bots meets, or a balanced selection if there are too many"
    plans_ahead = True

    rounds: Annotated[int, Key("rounds of the season", 1, 10_000)] = 1
    sets: Annotated[int, Key("seeds on which each group of a round meets", 1, 10_000)] = 1
    most_groups: Annotated[
        int, Key("maximum of groups per round; above it, a balanced selection plays", 1, 1_000_000)
    ] = 500

    def groups(self, stage: Stage) -> list[Group]:
        """Return the groups of the round."""
        circle = Chance(stage.key, "circle").shuffle(stage.bots)
        return design(circle, stage.seats, self.most_groups, stage.number, stage.owners)
