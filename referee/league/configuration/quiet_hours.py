"""Quiet hours: the times of day at which a league starts no match.

They are times of the clock on the wall in one time zone, so they stay where they are when daylight
saving sets the clock forward or back. A span may cross midnight; its days are those on which it
begins.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta, tzinfo

from referee.error import UsageError
from referee.league.schedule import zone_of
from referee.league.sentence import PaceSentence

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_ENTRY = re.compile(
    r"(?:([a-z]{3})(?:-([a-z]{3}))?\s+)?(\d{1,2}:\d\d)\s*-\s*(\d{1,2}:\d\d)", re.ASCII
)
_MINUTE = timedelta(minutes=1)
_WEEK_MINUTES = 7 * 24 * 60
_REACH = 8 * 24 * 60
"""Minutes in which quiet hours end at the latest: a week, and a day for changes of the clock."""


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The quiet minutes of a week, counted from Monday 00:00 on the clock on the wall."""

    zone: tzinfo
    minutes: frozenset[int]

    def contains(self, now: datetime) -> bool:
        """Return whether a moment is in the quiet hours."""
        wall = now.astimezone(self.zone)
        return (wall.weekday() * 24 + wall.hour) * 60 + wall.minute in self.minutes

    def end(self, now: datetime) -> datetime:
        """Return the first moment from `now` on that is not in the quiet hours, in UTC."""
        now = now.astimezone(UTC)
        if not self.contains(now):
            return now
        start = now.replace(second=0, microsecond=0)
        return next(
            moment
            for number in range(1, _REACH)
            if not self.contains(moment := start + number * _MINUTE)
        )


def quiet_hours_of(text: str, zone: str) -> QuietHours | None:
    """Return the quiet hours of, for example, `22:00-07:00, sat-sun 12:00-13:00`; None for none.

    Raises:
        UsageError: when the text or the time zone is wrong, or no time is left for matches.
    """
    if not text:
        return None
    minutes = frozenset(minute for entry in text.split(",") for minute in _span(entry, text))
    if len(minutes) == _WEEK_MINUTES:
        raise UsageError(PaceSentence.ALWAYS_QUIET, quiet=text)
    return QuietHours(zone_of(zone), minutes)


def _span(entry: str, text: str) -> list[int]:
    """Return the minutes of the week in one span; 00:00 as its end is midnight."""
    found = _ENTRY.fullmatch(entry.strip().casefold())
    wrong = UsageError(PaceSentence.WRONG_QUIET, quiet=text, entry=entry.strip())
    if found is None:
        raise wrong
    first, last, begin, end = found.groups()
    if not {first, last} <= {None, *_DAYS}:
        raise wrong
    try:
        start, stop = _minute(begin), _minute(end)
    except ValueError:
        raise wrong from None
    length = (stop - start) % (24 * 60)
    if not length:
        raise wrong
    return [
        (day * 24 * 60 + start + number) % _WEEK_MINUTES
        for day in _weekdays(first, last)
        for number in range(length)
    ]


def _minute(text: str) -> int:
    hour, minute = text.split(":")
    parsed = time(int(hour), int(minute))
    return parsed.hour * 60 + parsed.minute


def _weekdays(first: str | None, last: str | None) -> list[int]:
    """Return the days from one to another, across Sunday if need be; all without a day."""
    if first is None:
        return list(range(7))
    begin, end = _DAYS.index(first), _DAYS.index(last or first)
    return [day % 7 for day in range(begin, end + 1 if end >= begin else end + 8)]
