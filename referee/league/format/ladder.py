"""Ladder: an endless format that plays the most informative matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from referee.identifier import BotName
from referee.league.format.choice import Candidates
from referee.league.format.field import Field, Step, StepFormat
from referee.league.key import Key
from referee.league.statistics.draw import uniform
from referee.league.statistics.rating.rating import POINTS
from referee.league.statistics.results_table import Flags, Reals
from referee.league.statistics.student import factor
from tianming_games.chance import Chance

_FACTORS = np.array([factor(freedom) for freedom in range(101)])
"""Student's factors by degrees of freedom."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder(StepFormat):
    """Newcomers play first, and then the bot with the fewest sets; opponents tell most.

    A bot or a new version is a newcomer until its interval is below `newcomer_points`, or until it
    has as many sets as the average bot. On average newcomers get the share `newcomer_share` of the
    seats, or their share of the bots if that is more. The newcomer with the fewest sets is next.

    Otherwise, the bot is next that is furthest behind the average bot since it joined. Its
    opponents are the bots from whom most is learned for the time that they take, see `choice`.
    Bots that are well ahead of the average bot are no opponents.
    """

    kind = "ladder"
    about = "endless; newcomers first, then the most informative pairings"

    rounds: Annotated[int, Key("steps of the ladder; 0: until stopped", 0, 1_000_000)] = 0
    sets: Annotated[int, Key("seeds on which each group of a step meets", 1, 10_000)] = 1
    newcomer_share: Annotated[float, Key("share of the seats that newcomers get", 0, 1)] = 0.25
    newcomer_points: Annotated[
        float, Key("a bot is a newcomer until its interval is below this", 1, 10_000)
    ] = 100.0

    def next_step(
        self, field: Field, here: Sequence[BotName], number: int, key: bytes
    ) -> Step | None:
        """Return the set that comes next; None if too few bots are here."""
        if len(here) < field.seats:
            return None
        among = Candidates(field, here, number, key)
        if among.must_wait:
            return None
        lots = uniform(Chance(key, f"ladder {number}"), 1 + len(among.bots))
        sets, _ = field.counted(among.rows)
        is_wide = half_widths(field, among) >= self.newcomer_points
        new = is_wide & (sets < sets.mean())
        seats = self._newcomer_seats(new, field.seats, float(lots[0]))
        ahead = field.ahead(among.rows)
        order = np.lexsort((lots[1:], np.where(new, sets, ahead), new != (seats > 0)))
        first = int(order[0])
        group = among.group(first, field.may_lead(among.rows), new, max(seats, int(new[first])))
        bot = among.bots[first]
        why = f"{bot} is a newcomer" if new[first] else f"{bot} has the fewest sets"
        return Step(group, why + among.excuse(group))

    def _newcomer_seats(self, new: Flags, seats: int, lot: float) -> int:
        """Return how many newcomers may be in the next set, so that their share is right."""
        share = max(self.newcomer_share, float(new.mean())) if new.any() else 0.0
        return int(share * seats + lot)


def half_widths(field: Field, among: Candidates) -> Reals:
    """Return half the 95 % interval of each bot in points, when its open sets have ended.

    An open set is expected to tell as much as the mean of the ended ones. As in tables, Student's
    factor widens the interval of a bot with few sets.
    """
    sets, open_ = field.counted(among.rows)
    ended = sets - open_
    before = field.online.precision
    after = 1 / field.online.variance[among.rows]
    hoped = after + (after - before) * open_ / np.maximum(1, ended)
    few = np.clip(sets.astype(np.int64) - 1, 0, len(_FACTORS) - 1)
    found: Reals = POINTS * _FACTORS[few] / np.sqrt(hoped)
    return found
