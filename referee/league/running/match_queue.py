"""The matches that wait for their turn: in the order of the plan, as bots have room."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Set

from referee.identifier import MatchId
from referee.league.ledger.ledger import PlannedMatch

_LOOK_AHEAD = 256
"""Matches that are examined for one whose bots all have room."""


class MatchQueue:
    """Open matches, and how many each bot is in.

    `at_once` bounds the matches that are handed out, `per_bot` those of one bot. The matches of
    some bots may be held: they wait apart, so that they hold up no others.
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
        """The matches that wait, also those that are held."""
        return len(self._waiting) + len(self._held)

    def add(self, matches: Iterable[PlannedMatch]) -> None:
        """Add matches behind the others."""
        for match in matches:
            (self._held if self._is_held(match) else self._waiting).append(match)

    def hold(self, bots: Set[str]) -> None:
        """Hold the matches of these bots, and of no others any more."""
        if bots == self._held_bots:
            return
        self._held_bots = frozenset(bots)
        everything = [*self._waiting, *self._held]
        self._waiting, self._held = deque(), []
        self.add(everything)

    def take(self) -> Iterator[PlannedMatch]:
        """Hand out the matches for which there is room."""
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
        """Note that a match between these bots, which was handed out, is over."""
        self._busy.subtract(set(bots))
        self._out -= 1

    def drop_all(self) -> list[PlannedMatch]:
        """Remove and return every match."""
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
