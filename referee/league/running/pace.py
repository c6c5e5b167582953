"""The pace of a season: whether a match may start now, and when else.

Everything follows from the time, from when earlier matches started, and from the size of the
records. A later run reads the starts from the ledger, so a restart changes nothing.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import Final

from referee.identifier import BotName
from referee.league.configuration.quiet_hours import QuietHours, quiet_hours_of
from referee.league.configuration.settings import LeagueSettings, PaceTable
from referee.league.running.folder_size import FolderSize
from referee.league.sentence import PaceSentence
from tianming_games.ground.text import counted

_HOUR: Final = timedelta(hours=1)
_MIB: Final = 1 << 20


Starts = Callable[[float], Sequence[tuple[int, tuple[BotName, ...]]]]
"""Returns the time of each start after a time, and the bots of its match, in the order of time.

Times are in milliseconds since 1970.
"""


def utc_now() -> datetime:
    """Return the time of day, which the pace of a season follows."""
    return datetime.now(UTC)


class PaceLimit(Enum):
    """What delays a match."""

    QUIET = "quiet"
    SEASON = "matches"
    BOTS = "matches_per_bot"
    DISK = "disk"


@dataclass(frozen=True, slots=True)
class PaceWait:
    """Why a match may not start now.

    Attributes:
        limit: the limit that delays it.
        reason: why, as a clause.
        until: when the limit allows it, in UTC; None if that depends on the organiser.
    """

    limit: PaceLimit
    reason: str
    until: datetime | None

    def __str__(self) -> str:
        """Return it as a sentence without a full stop."""
        if self.until is None:
            return f"no match starts: {self.reason}"
        until = self.until if not self.until.microsecond else self.until + timedelta(seconds=1)
        return f"no match starts until {until:%Y-%m-%d %H:%M:%S} UTC: {self.reason}"


class SeasonPace:
    """The starts of the last hour, and what they and the clock allow."""

    def __init__(
        self,
        table: PaceTable,
        quiet: QuietHours | None = None,
        size: Callable[[], int] = lambda: 0,
    ) -> None:
        """Create it; `size` returns the bytes of the folder of records."""
        self._table = table
        self._quiet = quiet
        self._size = size
        self._quiet_end: datetime | None = None
        self._season = deque[datetime]()
        self._bots: defaultdict[BotName, deque[datetime]] = defaultdict(deque)

    @classmethod
    def of(
        cls,
        settings: LeagueSettings,
        starts: Starts,
        now: datetime,
        size: FolderSize | None = None,
    ) -> "SeasonPace":
        """Return the pace of a league.

        Args:
            settings: the league.
            starts: returns the starts that its ledger knows.
            now: the time.
            size: the size of its records, if it was measured before.
        """
        quiet = quiet_hours_of(settings.pace.quiet, settings.schedule.zone)
        pace = cls(settings.pace, quiet, (size or FolderSize(settings.records)).size)
        if settings.pace.matches or settings.pace.matches_per_bot:
            for milliseconds, bots in starts(1000 * (now - _HOUR).timestamp()):
                pace.started(datetime.fromtimestamp(milliseconds / 1000, UTC), bots)
        return pace

    @property
    def is_unlimited(self) -> bool:
        """Whether nothing delays any match."""
        return not (self._quiet or self._table.matches or self._table.matches_per_bot) and (
            not self._table.disk
        )

    def started(self, now: datetime, bots: Iterable[BotName]) -> None:
        """Count a match that starts."""
        if self._table.matches:
            self._season.append(now)
        if self._table.matches_per_bot:
            for bot in set(bots):
                self._bots[bot].append(now)

    def renamed(self, old: BotName, new: BotName) -> None:
        """Count the starts of a bot under its new name."""
        if old in self._bots:
            self._bots[new] = self._bots.pop(old)

    def may_start(self, now: datetime, bots: Iterable[BotName] = ()) -> PaceWait | None:
        """Return why a match between these bots may not start now; None if it may.

        Without bots, only the limits of the season count.
        """
        table = self._table
        if table.disk and (used := self._size()) >= table.disk * _MIB:
            reason = PaceSentence.DISK.words(used=used // _MIB, disk=table.disk)
            return PaceWait(PaceLimit.DISK, reason, None)
        if self._quiet is not None and self._quiet.contains(now):
            if self._quiet_end is None or self._quiet_end <= now:
                self._quiet_end = self._quiet.end(now)
            return PaceWait(PaceLimit.QUIET, PaceSentence.QUIET.value, self._quiet_end)
        free = _free(self._season, table.matches, now)
        if free > now:
            reason = PaceSentence.SEASON.words(matches=table.matches)
            return PaceWait(PaceLimit.SEASON, reason, free)
        free = max((self._bot_free(bot, now) for bot in bots), default=now)
        if free > now:
            reason = PaceSentence.BOTS.words(matches=table.matches_per_bot)
            return PaceWait(PaceLimit.BOTS, reason, free)
        return None

    def resting(self, now: datetime) -> frozenset[BotName]:
        """Return the bots that may start no match now, whatever the season may."""
        return frozenset(bot for bot in self._bots if self._bot_free(bot, now) > now)

    def _bot_free(self, bot: BotName, now: datetime) -> datetime:
        starts = self._bots.get(bot)
        return now if starts is None else _free(starts, self._table.matches_per_bot, now)


def _free(starts: deque[datetime], most: int, now: datetime) -> datetime:
    """Return when one more start is allowed, at least `now`; drop starts that count no more.

    A start that seems to be more than an hour ahead counts no more either: the clock was set back.
    """
    while starts and abs(now - starts[0]) >= _HOUR:
        starts.popleft()
    return max(now, starts[-most] + _HOUR) if most and len(starts) >= most else now


def pace_words(settings: LeagueSettings) -> str:
    """Return the pace of a league in words, for people; empty without one."""
    table = settings.pace
    words = list[str]()
    if table.matches:
        words.append(f"at most {counted(table.matches, 'match', 'matches')} an hour")
    if table.matches_per_bot:
        most = counted(table.matches_per_bot, "match", "matches")
        words.append(f"at most {most} an hour for each bot")
    if table.quiet:
        words.append(f"no match starts {table.quiet} ({settings.schedule.zone})")
    if table.disk:
        words.append(f"at most {table.disk} MiB of records")
    if table.certain:
        words.append(f"until every rank is decided with a probability of {table.certain:g}")
    return ", ".join(words)
