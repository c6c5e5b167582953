"""The queue of open matches: in planned order, within the limits of the league and each bot.

A run voids a match that leaves the queue without a result; the reason is one of this module.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Set

from referee.identifier import BotName, MatchId
from referee.league.ledger.ledger_queries import PlannedMatch

_LOOK_AHEAD = 256
"""The most matches that `take` skips because a bot has reached its limit."""

BENCHED = "A bot of the match is benched."
_GIVEN_UP = "Given up after {attempts} attempts: {reason}"
_LATE = "The round was over its {minutes:g} minutes."
_OF_RUN = (BENCHED, "Given up after ", "The round was over its ")


class MatchQueue:
    """Waiting matches, and the number of running matches of each bot.

    `at_once` limits the running matches, `per_bot` those of one bot. Matches of held bots wait in a
    separate list, so that they do not delay others.
    """

    def __init__(self, at_once: int, per_bot: int) -> None:
        self._at_once = at_once
        self._per_bot = per_bot
        self._waiting: deque[PlannedMatch] = deque()
        self._held: list[PlannedMatch] = []
        self._held_bots: frozenset[str] = frozenset()
        self._busy: Counter[str] = Counter()
        self._out = 0

    def __len__(self) -> int:
        """Return the number of waiting matches, including held ones."""
        return len(self._waiting) + len(self._held)

    @property
    def has_only_held(self) -> bool:
        """Whether matches wait, and all of them are held."""
        return bool(self._held) and not self._waiting

    @property
    def waiting_bots(self) -> frozenset[BotName]:
        """The bots of the waiting matches that are not held."""
        return frozenset(bot for match in self._waiting for bot in match.pairing.bots)

    def add(self, matches: Iterable[PlannedMatch]) -> None:
        """Append matches to the queue."""
        for match in matches:
            (self._held if self._is_held(match) else self._waiting).append(match)

    def hold(self, bots: Set[str]) -> None:
        """Hold the matches of these bots, and release those of all others."""
        if bots == self._held_bots:
            return
        self._held_bots = frozenset(bots)
        everything = [*self._waiting, *self._held]
        self._waiting, self._held = deque(), []
        self.add(everything)

    def take(self) -> Iterator[PlannedMatch]:
        """Remove and yield the matches that may start within the limits."""
        passed: list[PlannedMatch] = []
        while self._waiting and self._out < self._at_once and len(passed) < _LOOK_AHEAD:
            match = self._waiting.popleft()
            bots = set(match.pairing.bots)
            if all(self._busy[bot] < self._per_bot for bot in bots):
                self._busy.update(bots)
                self._out += 1
                yield match
            else:
                passed.append(match)
        self._waiting.extendleft(reversed(passed))

    def release(self, bots: Iterable[str]) -> None:
        """Note that a running match between these bots is over."""
        self._busy.subtract(set(bots))
        self._out -= 1

    def rename(self, before: Iterable[str], now: Iterable[str]) -> None:
        """Note that the bots of a running match have other names now."""
        self._busy.subtract(set(before))
        self._busy.update(set(now))

    def drop_all(self) -> list[PlannedMatch]:
        """Remove and return all waiting matches."""
        dropped = [*self._waiting, *self._held]
        self._waiting.clear()
        self._held.clear()
        return dropped

    def drop(self, match_id: MatchId) -> None:
        """Remove one match, if it waits."""
        self._waiting = deque(m for m in self._waiting if m.pairing.match_id != match_id)
        self._held = [m for m in self._held if m.pairing.match_id != match_id]

    def _is_held(self, match: PlannedMatch) -> bool:
        return not self._held_bots.isdisjoint(match.pairing.bots)


def given_up(attempts: int, reason: str) -> str:
    """Return the reason for a match that had too many attempts without a result."""
    return _GIVEN_UP.format(attempts=attempts, reason=reason)


def too_late(minutes: float) -> str:
    """Return the reason for a match that had not started when its round was over its time."""
    return _LATE.format(minutes=minutes)


def voided_by_runs(reasons: Mapping[str, int]) -> int:
    """Return how many matches runs have voided, from the number of void matches by reason."""
    return sum(count for reason, count in reasons.items() if reason.startswith(_OF_RUN))
