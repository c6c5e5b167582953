"""Comparison: test whether one bot is better than another, and stop when that is decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Annotated

from referee.error import UsageError
from referee.identifier import BotName
from referee.league.format import Format, Group, Stage
from referee.league.format.duel import duel, elo_of, score_of
from referee.league.format.played_set import PlayedSet
from referee.league.format.sentence import FormatSentence
from referee.league.format.sprt import SprtResult, Test, interval
from referee.league.key import Key
from tianming_games.chance import Chance
from tianming_games.ground.text import did_you_mean

_LEAST_SETS = 10
"""Complete sets before the test decides: fewer show too little of the variance of scores."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Format):
    """Two bots share the seats of each match evenly, up to one seat.

    The score of a match is the share of pairs of opposing seats in which the seat of `new` finished
    ahead; ties count half. Scores are averaged over each rotated set, and each set is one
    observation. After every round, a sequential test decides whether `new` is better by at most
    `elo0` or by at least `elo1`.
    """

    kind = "comparison"
    about = "is one bot better than another? ends as soon as that is decided"

    old: Annotated[BotName, Key("name of the bot to beat", example="random-1")]
    new: Annotated[BotName, Key("name of the bot that may be better", example="greedy")]
    elo0: Annotated[float, Key("lead in Elo up to which a bot is not better", -1_000, 1_000)] = 0.0
    elo1: Annotated[float, Key("lead in Elo from which a bot is better", -1_000, 1_000)] = 50.0
    alpha: Annotated[float, Key("probability of calling it better when it is not", 1e-6, 0.49)] = (
        0.05
    )
    beta: Annotated[float, Key("probability of calling it not better when it is", 1e-6, 0.49)] = (
        0.05
    )
    sets: Annotated[int, Key("seeds per round; the test runs after each round", 1, 10_000)] = 8
    most_sets: Annotated[int, Key("sets after which the season ends undecided", 10, 10_000_000)] = (
        20_000
    )

    @property
    def named(self) -> Mapping[str, BotName]:
        """Both bots."""
        return {"old": self.old, "new": self.new}

    @property
    def rounds(self) -> int:
        """0, because the test decides when to stop."""
        return 0

    def groups(self, stage: Stage) -> list[Group]:
        """Return the groups of the two bots; none when the test or `most_sets` ends the season."""
        scores = self._scores(stage.played)
        if len(scores) >= self.most_sets or self.verdict(scores) is not SprtResult.OPEN:
            return []
        return shared_seats(self.new, self.old, stage.seats)

    def seating(self, group: Group, chance: Chance) -> Group:
        """Return the group unchanged: with the seats of a bot adjacent, all rotations differ."""
        return group

    def exclusion(self, bot: BotName, entrants: Sequence[BotName]) -> str:
        """Return why a bot cannot play: it is neither of the two that are compared."""
        if bot not in (self.old, self.new):
            return f"the league compares {self.old} and {self.new}"
        return ""

    def violation(self, seats: int, bots: Sequence[BotName]) -> UsageError | None:
        """Return why the comparison cannot be played; None if it can."""
        for bot in (self.old, self.new):
            if bot not in bots:
                hint = did_you_mean(bot, bots)
                return UsageError(FormatSentence.BOT_DOES_NOT_PLAY, bot=bot, hint=hint)
        if self.old == self.new:
            return UsageError(FormatSentence.COMPARED_WITH_ITSELF, bot=self.old)
        if self.elo0 >= self.elo1:
            return UsageError(FormatSentence.WRONG_ELO, elo0=self.elo0, elo1=self.elo1)
        return None

    def conclusion(self, stage: Stage) -> str | None:
        """Return the verdict, the score, its interval and the state of the test, as a sentence."""
        scores = self._scores(stage.played)
        if len(scores) < _LEAST_SETS:
            return f"Too few sets to compare {self.new} with {self.old}: {len(scores)}."
        test = self.test
        ratio = test.ratio(scores)
        verdict = test.verdict(ratio)
        passed = {
            SprtResult.SECOND: f"above {test.upper:.2f}",
            SprtResult.FIRST: f"below {test.lower:.2f}",
            SprtResult.OPEN: f"between {test.lower:.2f} and {test.upper:.2f}",
        }[verdict]
        return (
            f"{self._sentence(verdict)}: it scores {_said(scores)} after "
            f"{len(scores)} sets; LLR {ratio:.2f} is {passed}, for {self.elo0:g} against "
            f"{self.elo1:g} Elo with alpha {self.alpha:g} and beta {self.beta:g}."
        )

    @property
    def test(self) -> Test:
        """The sequential test of the two hypotheses."""
        return Test(score_of(self.elo0), score_of(self.elo1), self.alpha, self.beta)

    def verdict(self, scores: Sequence[float]) -> SprtResult:
        """Return what the scores of the complete sets decide; `OPEN` if there are too few."""
        if len(scores) < _LEAST_SETS:
            return SprtResult.OPEN
        return self.test.verdict(self.test.ratio(scores))

    # -- inside

    def _sentence(self, verdict: SprtResult) -> str:
        match verdict:
            case SprtResult.SECOND if self.elo0 >= 0:
                return f"{self.new} is better than {self.old}"
            case SprtResult.SECOND:
                return f"{self.new} is no worse than {self.old} by {-self.elo0:g} Elo"
            case SprtResult.FIRST if self.elo1 <= 0:
                return f"{self.new} is worse than {self.old}"
            case SprtResult.FIRST:
                return f"{self.new} is not better than {self.old} by {self.elo1:g} Elo"
            case SprtResult.OPEN:
                return f"It is open whether {self.new} is better than {self.old}"

    def _scores(self, played: Sequence[PlayedSet]) -> tuple[float, ...]:
        """Return the score of the new bot in each complete set."""
        return duel(played, self.new, self.old).scores


def shared_seats(new: BotName, old: BotName, seats: int) -> list[Group]:
    """Return the groups in which two bots share the seats.

    With an odd number of seats there are two groups; each bot has one more seat in one of them.
    """
    half, odd = divmod(seats, 2)
    if not odd:
        return [(new,) * half + (old,) * half]
    return [
        (new,) * (half + 1) + (old,) * half,
        (new,) * half + (old,) * (half + 1),
    ]


def _said(scores: Sequence[float]) -> str:
    """Return the mean score and its Elo difference as text, with 95 % intervals over sets."""
    mean, (low, high) = fmean(scores), interval(scores)
    return (
        f"{mean:.3f}, {low:.3f} to {high:.3f} "
        f"({elo_of(mean):+.0f} Elo, {elo_of(low):+.0f} to {elo_of(high):+.0f})"
    )
