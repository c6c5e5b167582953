"""The matches that wait for their turn: in the order of the plan, as bots have room."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Set

from referee.league.ledger.ledger import OpenMatch

_LOOK_AHEAD = 256
"""Matches that are looked at for one whose bots all have room."""


class MatchQueue:
    """Open matches, and how many each bot is in.

    `at_once` bounds the matches that are handed out, `per_bot` those of one bot.
    """

    def __init__(self, at_once: int, per_bot: int) -> None:
        self._at_once = at_once
        self._per_bot = per_bot
        self._waiting: deque[OpenMatch] = deque()
        self._busy: Counter[str] = Counter()
        self._out = 0

    def __len__(self) -> int:
        """The matches that wait."""
        return len(self._waiting)

    def add(self, matches: Iterable[OpenMatch]) -> None:
        """Have matches wait behind the others."""
        self._waiting.extend(matches)

    def take(self) -> Iterator[OpenMatch]:
        """Hand out what there is room for."""
        passed: list[OpenMatch] = []
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

    def back(self, match: OpenMatch) -> None:
        """A match that was handed out is over."""
        self._busy.subtract(set(match.pairing.bots))
        self._out -= 1

    def drop(self, bots: Set[str]) -> list[OpenMatch]:
        """Take the matches of some bots out; gives them."""
        dropped = [match for match in self._waiting if not bots.isdisjoint(match.pairing.bots)]
        if dropped:
            gone = {match.pairing.match_id for match in dropped}
            self._waiting = deque(m for m in self._waiting if m.pairing.match_id not in gone)
        return dropped

    def forget(self, match_id: str) -> None:
        """Take one match out, if it waits."""
        self._waiting = deque(m for m in self._waiting if m.pairing.match_id != match_id)
