"""The choice of opponents: those from whom most is learned for the time that they take.

A result between two bots tells most if their strengths are uncertain and close to each other. To
take the estimated strengths for true would be wrong: bots that had luck look strong, and would meet
other bots that had luck. Their results tell nothing about the luck that they share, and so it is
never corrected. Ratings would then be worse than with random opponents, and their intervals too
narrow, because the fit cannot know that the errors chose the opponents.

So each strength is drawn from its distribution before opponents are compared. While the bots differ
by less than their uncertainty, the draws decide who seems close, and opponents are as good as
random. Once the bots differ by more, the draws hardly change who is close. So opponents are chosen
by strength exactly as far as the results support it.
"""

from collections.abc import Sequence

import numpy as np

from referee.identifier import BotName
from referee.league.format import Group
from referee.league.format.field import Field
from referee.league.statistics.draw import normal
from referee.league.statistics.results_table import Flags, Indexes, Reals
from tianming_games.chance import Chance


class Candidates:
    """The bots that can be in the next set, with their strengths drawn at random.

    Attributes:
        bots: their names, sorted.
        rows: their rows in the field.
    """

    def __init__(self, field: Field, here: Sequence[BotName], number: int, key: bytes) -> None:
        """Draw the strengths of the bots that are `here`; see `StepFormat.next_step`."""
        self.bots = tuple(sorted(here))
        self.rows = field.rows(self.bots)
        self._field = field
        means, self._variances = field.online.posterior(self.rows)
        drawn = normal(Chance(key, f"strengths {number}"), len(self.bots))
        self._strengths = means + np.sqrt(self._variances) * drawn
        self._seconds = field.online.expected_seconds(self.rows)
        owners = [field.owner(bot) for bot in self.bots]
        numbers = {owner: at for at, owner in enumerate(sorted(set(owners)))}
        alone = range(len(numbers), len(numbers) + len(owners))
        self.owners = np.array(
            [numbers[owner] if owner else one for owner, one in zip(owners, alone, strict=True)]
        )
        """Equal numbers for bots of one owner."""

    def group(self, first: int, preferred: Flags, extra: Flags, most: int) -> Group:
        """Return a bot with its opponents, chosen one after the other.

        No two bots have the same owner if that is possible. Bots that are not `preferred` play
        only if there are too few others.

        Args:
            first: the index of the bot.
            preferred: the bots that may play; shape (bots,).
            extra: those of them of which at most `most` may play; shape (bots,).
            most: how many of `extra` may play, with the first bot.
        """
        chosen = [first]
        gains = np.zeros(len(self.bots))
        while len(chosen) < self._field.seats:
            gains += self._gain(chosen[-1])
            allowed = preferred & ~extra if extra[chosen].sum() >= most else preferred
            found = self._allowed(chosen, allowed)
            time = self._seconds[chosen].sum() + self._seconds[found]
            worth = gains[found] / time if time.all() else gains[found]
            chosen.append(int(found[np.argmax(worth)]))
        return tuple(self.bots[at] for at in chosen)

    @property
    def must_wait(self) -> bool:
        """Whether open sets must end first, so that no two bots of one owner meet."""
        field = self._field
        if len(set(self.owners.tolist())) >= field.seats or not field.has_open_sets:
            return False
        owners = {
            (owner, "" if owner else bot) for bot in field.bots for owner in [field.owner(bot)]
        }
        return len(owners) >= field.seats

    def excuse(self, group: Group) -> str:
        """Return why bots of one owner are in a group, as a clause; empty if none are."""
        owners = [owner for owner in map(self._field.owner, group) if owner]
        if len(set(owners)) == len(owners):
            return ""
        return "; bots of one owner meet, because there are too few others"

    def _gain(self, one: int) -> Reals:
        """Return what a result against each bot would tell, less for each earlier meeting."""
        gained = information(
            self._strengths - self._strengths[one], self._variances + self._variances[one]
        )
        found: Reals = gained / np.sqrt(1 + self._field.meetings(self.bots[one])[self.rows])
        return found

    def _allowed(self, chosen: Sequence[int], preferred: Flags) -> Indexes:
        """Return the indexes of the bots that may be next; at least one."""
        left = np.ones(len(self.bots), dtype=np.bool_)
        left[chosen] = False
        other = left & ~np.isin(self.owners, self.owners[chosen])
        choices = (other & preferred, other, left & preferred, left)
        return np.flatnonzero(next(each for each in choices if each.any()))


def information(leads: Reals, variances: Reals) -> Reals:
    """Return the information of a result about the difference of two strengths, in nats.

    The difference has a variance `v`, and the result has the Fisher information `p (1 - p)`. So the
    variance falls to `v / (1 + v p (1 - p))`, and the entropy falls by half the logarithm of the
    ratio of both variances.
    """
    chance = 1 / (1 + np.exp(np.abs(leads)))
    found: Reals = 0.5 * np.log1p(variances * chance * (1 - chance))
    return found
