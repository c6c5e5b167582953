"""The moment until which something is valid: a day, a time of a day, or a time from now."""

import re
from datetime import UTC, date, datetime, time, timedelta

from referee.error import UsageError
from referee.server.sentence import ServerSentence

_FROM_NOW = re.compile("([0-9]{1,6}) ?([mhdw])")
_UNITS = {
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}


def utc_now() -> datetime:
    """Return the current time, in UTC and whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)


def moment(text: str) -> datetime:
    """Parse a moment in UTC: `2030-12-31T18:00:00Z`, or the end of the day `2030-12-31`.

    Raises:
        UsageError: if the text is neither.
    """
    try:
        if "T" in text:
            found = datetime.fromisoformat(text)
            if found.tzinfo is None:
                raise ValueError
            return found.astimezone(UTC).replace(microsecond=0)
        return datetime.combine(date.fromisoformat(text), time(), UTC) + timedelta(days=1)
    except (ValueError, OverflowError):
        raise UsageError(ServerSentence.NO_DAY, text=text[:40]) from None


def moment_text(until: datetime) -> str:
    """Return the text that `moment` parses, the shortest one."""
    if until.timetz() == time(tzinfo=UTC) and until.date() != date.min:
        return (until - timedelta(days=1)).date().isoformat()
    return f"{until:%Y-%m-%dT%H:%M:%SZ}".rjust(20, "0")


def later(option: str, text: str, now: datetime) -> datetime:
    """Parse the value of an option: a moment, or a time from now such as `90d`, `12h` or `30m`.

    Raises:
        UsageError: if it is neither, or not in the future.
    """
    found = _FROM_NOW.fullmatch(text)
    try:
        until = now + int(found[1]) * _UNITS[found[2]] if found else moment(text)
    except (UsageError, OverflowError):
        raise UsageError(ServerSentence.NO_EXPIRY, option=option, text=text[:40]) from None
    if until <= now:
        raise UsageError(ServerSentence.EXPIRY_IS_OVER, option=option, text=text)
    return until
