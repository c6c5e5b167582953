"""The field: what a format without rounds knows about the bots when it plans the next set.

A step is one set. The field is updated for each event of the journal that concerns bots and sets,
and each update costs as much as one set, however long the season is. The same events in the same
order give the same field, so every step can be planned again from the journal.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from referee.identifier import BotName
from referee.league.format import Estimate, Format, Group, Stage
from referee.league.format.online import JointFit, OnlineRatings
from referee.league.format.set_history import SetHistory
from referee.league.pairing import MatchResult
from referee.league.statistics.results_table import Flags, Indexes, Reals

_LEAD = 1 / 6
"""The most that a bot is ahead or behind, as a share of its sets."""
_LEAST_LEAD = 1.5
"""What every bot may be ahead or behind, in sets."""
_SETS, _OPEN, _PACE = range(3)


@dataclass(frozen=True, slots=True)
class Step:
    """The set that comes next, and why, as a clause."""

    group: Group
    why: str


@dataclass(slots=True)
class Entrant:
    """What the field counts for a bot.

    Attributes:
        row: its place in arrays of all bots.
        entries: the numbers of its versions in the history; the last one is the present version.
        owner: the name of its owner; empty for none.
        version: its version.
        met: by row, the number of sets in which it has met each other bot, with open ones.
        takes_part: whether it takes part at present.
    """

    row: int
    entries: list[int]
    owner: str = ""
    version: str = ""
    met: dict[int, int] = field(default_factory=dict)
    takes_part: bool = False

    @property
    def entry(self) -> int:
        """The number of its present version in the history."""
        return self.entries[-1]


class Field:
    """The bots of a season without rounds.

    Strengths are online estimates, see `OnlineRatings`.

    A bot is ahead by the sets that it has had more than the average bot since it joined. When a set
    of a bot is planned, what it is ahead or behind beyond a sixth of its sets is forgiven. So a
    newcomer does not pay for its first sets, and a bot that was away is not owed all it missed.

    The seconds of a match are those between the start and the end in the summary of its record,
    which the ledger stores when it counts the match. So they are the same after a restart.
    """

    def __init__(self, seats: int) -> None:
        """Create a field without bots, for matches with `seats` seats."""
        self.seats = seats
        self.online = OnlineRatings()
        self.history = SetHistory()
        self._entrants: dict[BotName, Entrant] = {}
        self._waiting: dict[Group, list[tuple[int, ...]]] = {}
        """The versions of the bots of each open set, by group."""
        self._present = 0
        self._pace = 0.0
        self._sets = np.zeros((3, 0))
        """For each row: its sets, its open sets, and the pace at which it would not be ahead."""

    # -- events

    def join(self, bot: BotName, owner: str = "", version: str = "") -> None:
        """Add a bot that takes part from now on. Known bots may come back, or have changed.

        A new version is a new bot that is probably about as strong as the former version. If all
        versions of a bot share one rating, `version` must always be the same.
        """
        one = self._entrants.get(bot)
        if one is None:
            one = Entrant(self.online.add(), [self.history.enter(bot)], version=version)
            self._entrants[bot] = one
            self._sets = np.append(self._sets, [[0.0]] * 3, axis=1)
        elif one.version != version:
            one.version = version
            one.entries.append(self.history.enter(bot))
            self.online.renew(one.row)
            self._sets[_SETS, one.row] = self._sets[_OPEN, one.row]
        one.owner = owner
        if not one.takes_part:
            one.takes_part = True
            self._present += 1
            self._sets[_PACE, one.row] = max(self._sets[_PACE, one.row], self._pace)

    def rename(self, old: BotName, new: BotName) -> None:
        """Give a bot another name, which no other bot has or had."""
        self._entrants[new] = self._entrants.pop(old)
        waiting = {}
        for group, versions in self._waiting.items():
            names = [new if bot == old else bot for bot in group]
            order = sorted(range(len(names)), key=names.__getitem__)
            waiting[tuple(names[place] for place in order)] = [
                tuple(one[place] for place in order) for one in versions
            ]
        self._waiting = waiting

    def left(self, bot: BotName) -> None:
        """Note that a bot no longer takes part. It owes no sets for the time until it is back."""
        one = self._entrants[bot]
        self._present -= one.takes_part
        one.takes_part = False

    def planned(self, group: Group) -> None:
        """Count a planned set. It is open until it has ended or is dropped."""
        self._count(group, 1)
        order = tuple(sorted(group))
        entries = tuple(self._entrants[bot].entry for bot in order)
        self._waiting.setdefault(order, []).append(entries)

    def ended(self, results: Sequence[MatchResult]) -> None:
        """Count the results of a set, at least one, when the last of its matches has ended.

        Void matches of the set are left out. The seconds of the matches count, too.
        """
        order = tuple(sorted(results[0].pairing.bots))
        entries = self._close(order)
        of_bot = dict(zip(order, entries, strict=True))
        for bot in order:
            self._sets[_OPEN, self._entrants[bot].row] -= 1
        self.history.add(of_bot, results)
        rows = {bot: self._entrants[bot].row for bot in order}
        former = {bot for bot, entry in of_bot.items() if self._entrants[bot].entry != entry}
        self.online.update(rows, results, former)
        if self.history.is_due():
            self._anchor()

    def dropped(self, group: Group) -> None:
        """Forget a planned set without a result, because all of its matches became void."""
        self._close(tuple(sorted(group)))
        self._count(group, -1)

    # -- readings

    @property
    def bots(self) -> tuple[BotName, ...]:
        """The bots that take part at present, sorted."""
        return tuple(sorted(bot for bot, one in self._entrants.items() if one.takes_part))

    @property
    def mean_sets(self) -> float:
        """The sets of an average bot that has taken part from the start, with open ones."""
        return self._pace

    def entrant(self, bot: BotName) -> Entrant:
        """Return what the field counts for a bot."""
        return self._entrants[bot]

    def estimate(self, bot: BotName) -> Estimate:
        """Return the estimated strength of a bot."""
        return self.online.estimate(self._entrants[bot].row)

    def sets(self, bot: BotName) -> int:
        """Return the number of sets of a bot since its version joined, with open ones."""
        return int(self._sets[_SETS, self._entrants[bot].row])

    def open(self, bot: BotName) -> int:
        """Return the number of open sets of a bot."""
        return int(self._sets[_OPEN, self._entrants[bot].row])

    def met(self, one: BotName, other: BotName) -> int:
        """Return in how many sets two bots have met, with open ones."""
        return self._entrants[one].met.get(self._entrants[other].row, 0)

    def seconds(self, bot: BotName) -> float:
        """Return the part of a match's time that is due to a bot, in seconds."""
        return float(self.online.seconds[self._entrants[bot].row])

    def owner(self, bot: BotName) -> str:
        """Return the name of the owner of a bot; empty for none."""
        return self._entrants[bot].owner

    @property
    def has_open_sets(self) -> bool:
        """Whether a planned set has not ended."""
        return bool(self._waiting)

    # -- arrays, for choosing among many bots

    def rows(self, bots: Sequence[BotName]) -> Indexes:
        """Return the rows of bots."""
        return np.array([self._entrants[bot].row for bot in bots], dtype=np.int64)

    def counted(self, rows: Indexes) -> tuple[Reals, Reals]:
        """Return the sets of bots and their open sets; see `sets` and `open`."""
        return self._sets[_SETS, rows], self._sets[_OPEN, rows]

    def ahead(self, rows: Indexes) -> Reals:
        """Return by how many sets bots are ahead of the average bot; negative if behind."""
        found: Reals = self._sets[_PACE, rows] - self._pace
        return found

    def may_lead(self, rows: Indexes) -> Flags:
        """Return whether bots can have one more set without being too far ahead."""
        most = np.maximum(_LEAST_LEAD, _LEAD * self._sets[_SETS, rows])
        found: Flags = self.ahead(rows) + 1 <= most
        return found

    def meetings(self, bot: BotName) -> Reals:
        """Return by row in how many sets a bot has met each other bot, with open ones."""
        met = self._entrants[bot].met
        found = np.zeros(self._sets.shape[1])
        found[list(met.keys())] = list(met.values())
        return found

    # -- inside

    def _count(self, group: Group, by: int) -> None:
        """Count a set of these bots; -1 takes it back."""
        members = [self._entrants[bot] for bot in set(group)]
        self._pace += by * len(members) / max(1, self._present)
        for one in members:
            self._sets[:, one.row] += by
            most = max(_LEAST_LEAD, _LEAD * self._sets[_SETS, one.row])
            ahead = self._sets[_PACE, one.row] - self._pace
            self._sets[_PACE, one.row] = self._pace + min(max(ahead, -most), most)
            for other in members:
                if other is not one:
                    one.met[other.row] = one.met.get(other.row, 0) + by

    def _anchor(self) -> None:
        """Set the strengths to those of the joint fit, which is better but takes longer."""
        versions: list[tuple[int, ...]] = [()] * len(self._entrants)
        for one in self._entrants.values():
            versions[one.row] = tuple(one.entries)
        near = np.zeros(1 + max(max(entries) for entries in versions))
        for row, entries in enumerate(versions):
            near[list(entries)] = self.online.forecasts[row]
        self.history.fit(near)
        self.online.anchor(lambda: self._fitted(versions))

    def _fitted(self, versions: Sequence[Sequence[int]]) -> JointFit:
        """Return the last joint fit for the versions of the bots by row, the latest ones last.

        A version without a set is about as strong as the one before it.
        """
        ratings = self.history.ratings
        assert ratings is not None
        means, variances = ratings.strengths
        rows = len(versions)
        found = JointFit(np.zeros(rows), np.full(rows, np.inf))
        for row, entries in enumerate(versions):
            rated = [entry for entry in entries if variances[entry] > 0]  # 0 without a set
            if rated:
                found.means[row] = means[rated[-1]]
            if rated[-1:] == [entries[-1]]:
                found.variances[row] = variances[rated[-1]]
        return found

    def _close(self, order: Group) -> tuple[int, ...]:
        waiting = self._waiting[order]
        entries = waiting.pop(0)
        if not waiting:
            del self._waiting[order]
        return entries


class StepFormat(Format):
    """A format without rounds: it plans the next set whenever a place is free.

    A round is only a mark in the journal: it holds as many sets as the bots of the roster fill
    whole groups, times `sets`. So tables and pages by round work as for other formats.
    """

    __slots__ = ()

    @abstractmethod
    def next_step(
        self, field: Field, here: Sequence[BotName], number: int, key: bytes
    ) -> Step | None:
        """Return the set that comes next; None if no set can begin now.

        It is a pure function of its arguments.

        Args:
            field: what is known.
            here: the bots that can begin a match now: at the table, and below their limits.
            number: the number of the step, from 1.
            key: the seed of the format's random choices, 32 bytes.
        """

    def is_over(self, field: Field) -> bool:
        """Return whether the season needs no more sets."""
        return False

    def groups(self, stage: Stage) -> list[Group]:
        """Return no groups, because a format without rounds plans none for a round."""
        return []
