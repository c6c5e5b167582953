"""The schedule of a league: when its next round begins. Pure functions of a time and a schedule.

A schedule has times of day, or an interval that counts from midnight. Both are times of the clock
on the wall in one time zone, which daylight saving sets forward and back:

- a time that the clock skips begins at the moment when it is set forward, so no start is lost;
- a time of day that comes twice begins once, the first time;
- an interval begins in both passes of an hour that comes twice, unless it is longer than the time
  by which the clock is set back.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import chain
from zoneinfo import ZoneInfo, available_timezones

from referee.error import UsageError
from referee.league.sentence import ScheduleSentence
from tianming_games.ground.text import did_you_mean

_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEK = frozenset(range(7))
_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)", re.ASCII)
_EVERY = re.compile(r"(\d{1,5}) ?(s|min|h)", re.ASCII)
_UNITS = {"s": _SECOND, "min": timedelta(minutes=1), "h": timedelta(hours=1)}
_UNTIL = re.compile(r"(2\d\d\d-\d\d-\d\d)(?: (\d\d:\d\d))?", re.ASCII)

_REACH = 9
"""Days from the day before `now` in which a start with a weekday is found: more than a week."""


@dataclass(frozen=True, slots=True)
class DayTime:
    """A time of day on some days of the week; Monday is day 0."""

    days: frozenset[int]
    time: time


@dataclass(frozen=True, slots=True)
class Schedule:
    """When rounds begin.

    Attributes:
        zone: the time zone of all times.
        times: the times of day; empty if there is an interval.
        every: the interval, from a second to a day; None if there are times of day.
        until: the last moment at which a round may begin, in UTC; None for no end.
    """

    zone: tzinfo
    times: tuple[DayTime, ...] = ()
    every: timedelta | None = None
    until: datetime | None = None


def schedule_of(at: str, every: str, zone: str, until: str) -> Schedule | None:
    """Return the schedule of the table `[schedule]`; None if rounds begin at once.

    Raises:
        UsageError: when a value is wrong, or two of them contradict each other.
    """
    own = zone_of(zone)
    end = _until(until, own) if until else None
    if at and every:
        raise UsageError(ScheduleSentence.AT_AND_EVERY)
    if at:
        return Schedule(own, times=_times(at), until=end)
    if every:
        return Schedule(own, every=_interval(every), until=end)
    if end is not None:
        raise UsageError(ScheduleSentence.UNTIL_ALONE)
    return None


def zone_of(name: str) -> tzinfo:
    """Return a time zone.

    Raises:
        UsageError: when there is none of this name.
    """
    if name == "UTC":  # which needs no files
        return UTC
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        known = available_timezones()
    if not known:
        raise UsageError(ScheduleSentence.NO_ZONES)
    near = {one.casefold(): one for one in known}
    near |= {one.casefold().rpartition("/")[2]: one for one in known if "/" in one}
    found = near.get(name.strip().replace(" ", "_").casefold())
    hint = f"did you mean {found}?" if found else _near_zone(name, near)
    raise UsageError(ScheduleSentence.UNKNOWN_ZONE, zone=name[:100], hint=hint)


def moment_of(text: str, zone: str) -> datetime:
    """Return a moment such as `2026-12-20 18:00` of a time zone, in UTC; a date alone is its end.

    Raises:
        UsageError: when it is none, or there is no such zone.
    """
    own = zone_of(zone)
    try:
        return _until(text, own)
    except UsageError:
        raise UsageError(ScheduleSentence.WRONG_MOMENT, moment=text) from None


def next_start(now: datetime, schedule: Schedule) -> datetime | None:
    """Return the first start after `now`, in UTC; None if there is none any more."""
    now = now.astimezone(UTC)
    if schedule.every is not None:
        start = _next_by_interval(now, schedule.every, schedule.zone)
    else:
        start = _next_by_day(now, schedule)
    return start if schedule.until is None or start <= schedule.until else None


def in_words(start: datetime) -> str:
    """Return a time with its day of the week, in its own time zone."""
    return f"{start:%A, %Y-%m-%d at %H:%M (UTC%z)}"


# -- times of day


def _next_by_day(now: datetime, schedule: Schedule) -> datetime:
    first = now.astimezone(schedule.zone).date() - _DAY
    days = (first + number * _DAY for number in range(_REACH + 1))
    starts = chain.from_iterable(_starts(day, schedule) for day in days)
    return min(start for start in starts if start > now)


def _starts(day: date, schedule: Schedule) -> list[datetime]:
    """Return the starts of one day, in UTC."""
    times = (one.time for one in schedule.times if day.weekday() in one.days)
    return [_moment(datetime.combine(day, one), schedule.zone) for one in times]


def _moment(wall: datetime, zone: tzinfo) -> datetime:
    """Return the moment at which the clock first shows a time, or skips it, in UTC."""
    moment = wall.replace(tzinfo=zone).astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) == wall:
        return moment
    # Of a time that is skipped, fold 1 is a moment before the change, and fold 0 one after it.
    return _change(wall.replace(tzinfo=zone, fold=1).astimezone(UTC), moment, zone)


# -- intervals


def _next_by_interval(now: datetime, every: timedelta, zone: tzinfo) -> datetime:
    offset = _offset(now, zone)
    start = _on_grid(now + timedelta.resolution, every, offset)
    if _offset(start, zone) == offset:
        return start
    change = _change(now, start, zone)
    later = _offset(change, zone)
    if later > offset:
        is_skipped = start < change + (later - offset)
        return change if is_skipped else _on_grid(change, every, later)
    passed = change if every <= offset - later else change + (offset - later)
    return _on_grid(passed, every, later)


def _on_grid(moment: datetime, every: timedelta, offset: timedelta) -> datetime:
    """Return the first start not before a moment, for a clock with a fixed offset from UTC."""
    wall = moment + offset
    midnight = wall.replace(hour=0, minute=0, second=0, microsecond=0)
    steps = -((midnight - wall) // every)
    return min(midnight + steps * every, midnight + _DAY) - offset


# -- time zones


def _offset(moment: datetime, zone: tzinfo) -> timedelta:
    return moment.astimezone(zone).utcoffset() or timedelta()


def _change(before: datetime, after: datetime, zone: tzinfo) -> datetime:
    """Return the second at which the clock is set, between two moments."""
    old = _offset(before, zone)
    low, high = 0, -((before - after) // _SECOND)
    before = before.replace(microsecond=0)
    while high - low > 1:
        middle = (low + high) // 2
        if _offset(before + middle * _SECOND, zone) == old:
            low = middle
        else:
            high = middle
    return before + high * _SECOND


# -- the text of the file


def _times(text: str) -> tuple[DayTime, ...]:
    """Return the times of, for example, `mon-fri 18:00, sun 10:00 14:00`."""
    return tuple(one for entry in text.split(",") for one in _entry(entry, text))


def _entry(entry: str, text: str) -> list[DayTime]:
    days: set[int] = set()
    times: list[time] = []
    for word in entry.split():
        if found := _TIME.fullmatch(word):
            times.append(time(int(found[1]), int(found[2])))
        elif times or not (named := _weekdays(word.casefold())):
            raise UsageError(ScheduleSentence.WRONG_AT, at=text, word=word)
        else:
            days |= named
    if not times:
        raise UsageError(ScheduleSentence.WRONG_AT, at=text, word=entry.strip())
    return [DayTime(frozenset(days) or _WEEK, one) for one in times]


def _weekdays(word: str) -> set[int]:
    """Return the days of `mon` or `fri-mon`; none if the word names no days."""
    first, _, last = word.partition("-")
    last = last if "-" in word else first
    if first not in _DAYS or last not in _DAYS:
        return set()
    begin, end = _DAYS.index(first), _DAYS.index(last)
    return {day % 7 for day in range(begin, end + 1 if end >= begin else end + 8)}


def _interval(text: str) -> timedelta:
    found = _EVERY.fullmatch(text.strip())
    every = int(found[1]) * _UNITS[found[2]] if found else timedelta()
    if not _SECOND <= every <= _DAY:
        raise UsageError(ScheduleSentence.WRONG_EVERY, every=text)
    return every


def _until(text: str, zone: tzinfo) -> datetime:
    """Return the end of a day, or a moment. Of a time that comes twice it is the second one."""
    found = _UNTIL.fullmatch(text.strip())
    try:
        if found is None:
            raise ValueError
        end = time.fromisoformat(found[2]) if found[2] else time.max
        wall = datetime.combine(date.fromisoformat(found[1]), end)
    except ValueError:
        raise UsageError(ScheduleSentence.WRONG_UNTIL, until=text) from None
    return wall.replace(tzinfo=zone, fold=1).astimezone(UTC)


def _near_zone(name: str, near: dict[str, str]) -> str:
    hint = did_you_mean(name.casefold(), near)
    word = hint.removeprefix("did you mean ").removesuffix("?")
    return f"did you mean {near[word]}?" if word in near else "give one such as Europe/Berlin."
