"""The attempts of a run: choose the next attempt at a match, and limit their number."""

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass

from referee.identifier import MatchId
from referee.launch.finished_match import FailedMatch
from referee.league.attempt import AttemptName
from referee.league.ledger import Ledger
from referee.league.ledger.ledger_queries import PlannedMatch
from referee.league.running.recovery import LeftOpen, is_interrupted

MOST_ATTEMPTS = 5
"""Failed attempts after which a run gives a match up."""

MOST_LOSSES = 20
"""Lost workers after which a run gives a match up. The limit is higher, because a worker may be
lost for reasons outside the match."""


@dataclass(frozen=True, slots=True)
class NextAttempt:
    """The attempt to start at a match.

    Attributes:
        name: the name of the attempt.
        is_new: whether its start must be written into the journal.
        resume: whether it resumes from its record.
    """

    name: AttemptName
    is_new: bool
    resume: bool


class Attempts:
    """The attempts of one run, and the number of failures of each match."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.left_open = LeftOpen(frozenset(), frozenset())
        """The attempts that earlier runs left open, and postponed ones of this run."""
        self._started: set[AttemptName] = set()
        self._postponed: Counter[AttemptName] = Counter()
        self._failures: Counter[str] = Counter()
        self._losses: Counter[str] = Counter()

    def next(self, match: PlannedMatch) -> NextAttempt:
        """Return the attempt to start: the last one if it is still open, else a new one."""
        last = AttemptName(match.pairing.match_id, match.begun)
        if match.begun >= match.from_attempt:
            if last in self.left_open.interrupted - self._started:
                return NextAttempt(last, is_new=False, resume=True)
            if last in self.left_open.unseen - self._started:
                return NextAttempt(last, is_new=False, resume=False)
        new = AttemptName(match.pairing.match_id, match.next_attempt)
        return NextAttempt(new, is_new=True, resume=False)

    def start(self, name: AttemptName) -> None:
        """Note that an attempt was submitted."""
        self._started.add(name)

    def is_over(self, name: AttemptName) -> bool:
        """Whether a completed attempt was not postponed."""
        return name in self._started

    def postpone(
        self, name: AttemptName, failed: FailedMatch, was_resumed: bool, is_unattended: bool = False
    ) -> bool:
        """Keep a failed attempt open if it can resume later; return whether it can.

        It can if its worker is gone but left an open record, or if it was resumed and a bot is
        still missing. The number of tries is limited in both cases. After a fault of the machine,
        or if no remote bot attends the round, it always can: as if it had not started, or from
        its record.
        """
        if failed.by_machine or is_unattended:
            self._started.discard(name)
            self.left_open = self.left_open.and_open(name, is_interrupted(self._ledger, name))
            return True
        if failed.is_lost and is_interrupted(self._ledger, name):
            self._losses[name.match_id] += 1
            resumes = self._losses[name.match_id] < MOST_LOSSES
        elif was_resumed and failed.absences:
            self._postponed[name] += 1
            resumes = self._postponed[name] < MOST_ATTEMPTS
        else:
            resumes = False
        if resumes:
            self.left_open = self.left_open.and_open(name, has_record=True)
            self._started.discard(name)
        return resumes

    def limit_reached(self, name: AttemptName, is_lost: bool) -> int:
        """Count an attempt without a result.

        Args:
            name: the attempt.
            is_lost: whether its worker is gone.

        Returns:
            The limit, if its match has reached it and must be given up; else 0.
        """
        if name not in self._started:
            return 0
        counts, most = (self._losses, MOST_LOSSES) if is_lost else (self._failures, MOST_ATTEMPTS)
        counts[name.match_id] += 1
        return most if counts[name.match_id] >= most else 0

    def forget(self, match_id: MatchId) -> None:
        """Reset the number of failures of a match."""
        self._failures.pop(match_id, None)
        self._losses.pop(match_id, None)

    def close_left_open(self, waiting: Set[MatchId]) -> list[AttemptName]:
        """Return and forget the open attempts that this run has not started.

        Attempts at matches that wait stay open.
        """
        dead = {one for one in self.left_open.all - self._started if one.match_id not in waiting}
        self.left_open = LeftOpen(
            self.left_open.interrupted - dead - self._started,
            self.left_open.unseen - dead - self._started,
        )
        return sorted(dead, key=str)
