"""Gauntlet: one challenger meets the rest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from referee.error import UsageError
from referee.identifier import BotName
from referee.league.format import Group, Stage
from referee.league.format.design import design
from referee.league.format.round_format import RoundFormat
from referee.league.format.sentence import FormatSentence
from referee.league.key import Key
from tianming_games.chance import Chance
from tianming_games.ground.text import did_you_mean


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauntlet(RoundFormat):
    """The challenger meets every group of other bots, or a balanced selection of groups."""

    kind = "gauntlet"
    about = "one challenger meets all others"
    plans_ahead = True

    challenger: Annotated[BotName, Key("name of the bot that meets all others", example="greedy")]
    rounds: Annotated[int, Key("rounds of the season", 1, 10_000)] = 1
    sets: Annotated[int, Key("seeds on which each group of a round meets", 1, 10_000)] = 1
    most_groups: Annotated[
        int, Key("maximum of groups per round; above it, a balanced selection plays", 1, 1_000_000)
    ] = 500

    @property
    def named(self) -> Mapping[str, BotName]:
        """The challenger."""
        return {"challenger": self.challenger}

    def groups(self, stage: Stage) -> list[Group]:
        """Return the groups of the round, each with the challenger."""
        rest = [bot for bot in stage.bots if bot != self.challenger]
        circle = Chance(stage.key, "circle").shuffle(rest)
        found = design(
            circle,
            stage.seats - 1,
            self.most_groups,
            stage.number,
            stage.owners,
            always=(self.challenger,),
        )
        return [(self.challenger, *group) for group in found]

    def violation(self, seats: int, bots: Sequence[BotName]) -> UsageError | None:
        """Return why the gauntlet cannot be played; None if it can."""
        if self.challenger not in bots:
            hint = did_you_mean(self.challenger, bots)
            return UsageError(
                FormatSentence.CHALLENGER_DOES_NOT_PLAY, bot=self.challenger, hint=hint
            )
        return RoundFormat.violation(self, seats, bots)
