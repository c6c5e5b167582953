"""The queue of open matches: in planned order, within the limits of the league and each bot.

A run voids a match that leaves the queue without a result; the reason is one of this module.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Set

from referee.identifier import BotName, MatchId, OwnerName
from referee.league.configuration.settings import OwnerSettings
from referee.league.ledger.ledger_queries import PlannedMatch

_LOOK_AHEAD = 256
"""The most matches that `take` skips because a bot has reached its limit."""

BENCHED = "A bot of the match is benched."
AWAY = "A bot of the match was away while the ladder went on."
_GIVEN_UP = "Given up after {attempts} attempts: {reason}"
_LATE = "The round was over its {minutes:g} minutes."
_OF_RUN = (BENCHED, AWAY, "Given up after ", "The round was over its ")


Quota = Callable[[BotName], OwnerSettings | None]
"""Returns the owner of a bot, if it limits the matches of its bots; else None."""


def _unlimited(_: BotName) -> None:
    """Return the owner of a bot that has no quota."""


class MatchQueue:
    """Waiting matches, and the number of running matches of each bot.

    `at_once` limits the running matches, `per_bot` those of one bot, and `quota` those of one
    owner. `wanted` returns the limit that a bot asks for, 0 for none. Matches of held bots wait in
    a separate list, so that they do not delay others.
    """

    def __init__(
        self,
        at_once: int,
        per_bot: int,
        wanted: Callable[[BotName], int] = lambda _: 0,
        quota: Quota = _unlimited,
    ) -> None:
        self._at_once = at_once
        self._per_bot = per_bot
        self._wanted = wanted
        self._quota = quota
        self._waiting: deque[PlannedMatch] = deque()
        self._held: list[PlannedMatch] = []
        self._held_bots: frozenset[str] = frozenset()
        self._busy: Counter[str] = Counter()
        self._running: Counter[frozenset[str]] = Counter()
        self._reserved = 0
        self.kept = 0
        """Places that are kept free for `reserve`."""
        self.rounds: Counter[int] = Counter()
        """The number of waiting matches of each round, including held ones."""

    def __len__(self) -> int:
        """Return the number of waiting matches, including held ones."""
        return len(self._waiting) + len(self._held)

    @property
    def has_place(self) -> bool:
        """Whether another match could run."""
        return self._running.total() + self._reserved + self.kept < self._at_once

    def ready_rounds(self, stuck: Set[BotName] = frozenset()) -> frozenset[int]:
        """Return the rounds with a waiting match that is not held and has no `stuck` bot."""
        ready = (match.pairing for match in self._waiting)
        return frozenset(one.round for one in ready if stuck.isdisjoint(one.bots))

    def is_full(self, bot: BotName) -> bool:
        """Return whether no more matches of a bot may run now."""
        return self._busy[bot] >= self._limit(bot)

    @property
    def has_only_held(self) -> bool:
        """Whether matches wait, and all of them are held."""
        return bool(self._held) and not self._waiting

    @property
    def waiting_bots(self) -> frozenset[BotName]:
        """The bots of the waiting matches that are not held."""
        return frozenset(bot for match in self._waiting for bot in match.pairing.bots)

    def at_quota(self, bots: Iterable[BotName]) -> frozenset[BotName]:
        """Return those bots whose owner has the most matches at once, with waiting ones."""
        busy = self._busy_owners()
        for match in self._waiting:
            busy.update(owner.name for owner in self._owners(match.pairing.bots))
        owners = ((bot, self._quota(bot)) for bot in bots)
        return frozenset(bot for bot, one in owners if one and busy[one.name] >= one.matches)

    def add(self, matches: Iterable[PlannedMatch]) -> None:
        """Append matches to the queue."""
        for match in matches:
            self.rounds[match.pairing.round] += 1
            (self._held if self._is_held(match) else self._waiting).append(match)

    def hold(self, bots: Set[str]) -> None:
        """Hold the matches of these bots, and release those of all others."""
        if bots == self._held_bots:
            return
        self._held_bots = frozenset(bots)
        everything = [*self._waiting, *self._held]
        self._waiting, self._held = deque(), []
        self.rounds.clear()
        self.add(everything)

    def lineups(self, without: Set[str]) -> set[tuple[BotName, ...]]:
        """Return the bots of the waiting matches that have none of the bots in `without`."""
        bots = {match.pairing.bots for match in (*self._waiting, *self._held)}
        return {one for one in bots if without.isdisjoint(one)}

    def take(
        self, allows: Callable[[tuple[BotName, ...]], bool] = lambda _: True
    ) -> Iterator[PlannedMatch]:
        """Remove and yield the matches that may start within the limits.

        A match stays in the queue unless `allows` returns True for its bots.
        """
        passed: list[PlannedMatch] = []
        busy = self._busy_owners()
        while self._waiting and self.has_place and len(passed) < _LOOK_AHEAD:
            match = self._waiting.popleft()
            bots: frozenset[BotName] = frozenset(match.pairing.bots)
            owners = self._owners(bots)
            is_free = all(self._busy[bot] < self._limit(bot) for bot in bots) and all(
                busy[owner.name] < owner.matches for owner in owners
            )
            if is_free and allows(match.pairing.bots):
                self._busy.update(bots)
                self._running[bots] += 1
                busy.update(owner.name for owner in owners)
                self.rounds[match.pairing.round] -= 1
                yield match
            else:
                passed.append(match)
        self._waiting.extendleft(reversed(passed))

    def _owners(self, bots: Iterable[str]) -> set[OwnerSettings]:
        """Return the owners of these bots that have a quota."""
        return {owner for bot in bots if (owner := self._quota(BotName(bot))) is not None}

    def _busy_owners(self) -> Counter[OwnerName]:
        """Return the running matches of each owner that has a quota."""
        busy: Counter[OwnerName] = Counter()
        for bots, count in self._running.items():
            for owner in self._owners(bots):
                busy[owner.name] += count
        return busy

    def release(self, bots: Iterable[str]) -> None:
        """Note that a running match between these bots is over."""
        over = frozenset(bots)
        self._busy.subtract(over)
        self._running[over] -= 1
        if not self._running[over]:
            del self._running[over]

    def reserve(self, bots: Iterable[BotName]) -> bool:
        """Take a place for a match that is in no plan, if there is one; return whether there was.

        It counts for its bots, and not for their owners.
        """
        is_full = self._running.total() + self._reserved >= self._at_once
        if is_full or any(map(self.is_full, bots)):
            return False
        self._busy.update(bots)
        self._reserved += 1
        return True

    def free(self, bots: Iterable[BotName]) -> None:
        """Give back a place that was reserved for these bots."""
        self._busy.subtract(bots)
        self._reserved -= 1

    def of_round(self, number: int) -> list[PlannedMatch]:
        """Return the waiting matches of a round, including held ones."""
        return [one for one in (*self._waiting, *self._held) if one.pairing.round == number]

    def delayed_of(self, number: int, stuck: Set[BotName]) -> int:
        """Return how many waiting matches of a round are held or have a `stuck` bot."""
        delayed = (
            *self._held,
            *(match for match in self._waiting if not stuck.isdisjoint(match.pairing.bots)),
        )
        return sum(match.pairing.round == number for match in delayed)

    @property
    def matches(self) -> frozenset[MatchId]:
        """The names of the waiting matches, including held ones."""
        return frozenset(one.pairing.match_id for one in (*self._waiting, *self._held))

    def rename(self, before: Iterable[str], now: Iterable[str]) -> None:
        """Note that the bots of a running match have other names now."""
        self._busy.subtract(set(before))
        self._busy.update(set(now))

    def drop_all(self) -> list[PlannedMatch]:
        """Remove and return all waiting matches."""
        return self.drop_if(lambda match: True)

    def drop(self, match_id: MatchId) -> None:
        """Remove one match, if it waits."""
        self.drop_if(lambda match: match.pairing.match_id == match_id)

    def drop_if(self, is_dropped: Callable[[PlannedMatch], bool]) -> list[PlannedMatch]:
        """Remove and return some of the waiting matches."""
        everything = [*self._waiting, *self._held]
        dropped = [match for match in everything if is_dropped(match)]
        self._waiting = deque(one for one in self._waiting if not is_dropped(one))
        self._held = [one for one in self._held if not is_dropped(one)]
        self.rounds.subtract(one.pairing.round for one in dropped)
        return dropped

    def _limit(self, bot: BotName) -> int:
        return min(self._per_bot, self._wanted(bot) or self._per_bot)

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
