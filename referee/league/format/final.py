"""Final: bots that can hardly win drop out, until the winner is certain."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from referee.error import UsageError
from referee.identifier import BotName
from referee.league.format import Format, Stage
from referee.league.format.choice import Candidates
from referee.league.format.field import Field, Step, StepFormat
from referee.league.format.sentence import FormatSentence
from referee.league.key import Key
from referee.league.statistics.draw import uniform
from referee.league.statistics.rating.certainty import among_first, ranked
from referee.league.statistics.rating.rating import Ratings, rate
from referee.league.statistics.results_table import results_of
from tianming_games.chance import Chance


@dataclass(frozen=True, slots=True, kw_only=True)
class Final(StepFormat):
    """Only bots that may still be among the first `top` play on; the others fill empty seats.

    A bot drops out if the probability that it is among the first `top` is below `alpha`. That is
    decided again at each joint fit of all results, so a bot comes back if later results favour it.
    The season ends when `top` bots are left, or after `most_sets` sets.

    The bot with the fewest sets is next, and its opponents tell most, see `choice`.
    """

    kind = "final"
    about = "bots drop out when they can hardly win, until the winner is certain"

    top: Annotated[int, Key("how many of the best bots are to be found", 1, 1_000)] = 1
    alpha: Annotated[
        float, Key("a bot drops out if its probability to be among them is less", 1e-6, 0.49)
    ] = 0.05
    most_sets: Annotated[int, Key("sets after which the season ends undecided", 10, 10_000_000)] = (
        5_000
    )

    @property
    def rounds(self) -> int:
        """0, because the results decide when the season ends."""
        return 0

    @property
    def sets(self) -> int:
        """1: each group of a round meets once."""
        return 1

    def next_step(
        self, field: Field, here: Sequence[BotName], number: int, key: bytes
    ) -> Step | None:
        """Return the set that comes next; None if too few bots are here, or the season is over."""
        if len(here) < field.seats or number > self.most_sets or self.is_over(field):
            return None
        left = set(self.left(field))
        among = Candidates(field, here, number, key)
        may_win = np.array([bot in left for bot in among.bots])
        if among.must_wait or not may_win.any():
            return None
        sets, _ = field.counted(among.rows)
        lots = uniform(Chance(key, f"final {number}"), len(among.bots))
        first = int(np.lexsort((lots, sets, ~may_win))[0])
        group = among.group(first, may_win, ~may_win, field.seats)
        why = f"{among.bots[first]} has the fewest sets of the {len(left)} bots that may win"
        return Step(group, why + among.excuse(group))

    def is_over(self, field: Field) -> bool:
        """Return whether the first `top` are certain, or `most_sets` sets have ended."""
        return len(field.history) >= self.most_sets or len(self.left(field)) <= self.top

    def left(self, field: Field) -> list[BotName]:
        """Return the bots that may still be among the first `top`, by the last joint fit."""
        bots, ratings = field.bots, field.history.ratings
        names = {field.history.name(field.entrant(bot).entry): bot for bot in bots}
        if ratings is None or not all(name in ratings for name in names):
            return list(bots)
        return [names[name] for name in self._left(ratings, tuple(names))]

    def conclusion(self, stage: Stage) -> str | None:
        """Return the first `top` and how certain they are, as a sentence; None without a match."""
        ratings = rate(results_of(stage.results))
        if ratings is None:
            return None
        bots = [bot for bot in stage.bots if bot in ratings]
        left = self._left(ratings, bots)
        count = f"after {len(stage.played)} sets"
        if len(left) > self.top:
            names = ", ".join(left)
            return f"{len(left)} bots may still be {self._aim} {count}: {names}."
        order = ranked(ratings, bots)
        found = ", ".join(order[: self.top])
        rest = among_first(ratings, bots, self.top)
        other = max(order[self.top :], key=rest.__getitem__)
        return (
            f"{found} {'is' if self.top == 1 else 'are'} {self._aim} {count}: the next, {other}, "
            f"is so with a probability of at most {rest[other]:.1%}."
        )

    def violation(self, seats: int, bots: Sequence[BotName]) -> UsageError | None:
        """Return why the final cannot be played; None if it can."""
        if self.top >= len(bots):
            return UsageError(FormatSentence.NOBODY_DROPS_OUT, top=self.top, bots=len(bots))
        return Format.violation(self, seats, bots)

    # -- inside

    @property
    def _aim(self) -> str:
        return "the best" if self.top == 1 else f"among the best {self.top}"

    def _left(self, ratings: Ratings, bots: Sequence[BotName]) -> list[BotName]:
        chances = among_first(ratings, bots, self.top)
        order = ranked(ratings, bots)
        return [bot for at, bot in enumerate(order) if at < self.top or chances[bot] >= self.alpha]
