"""Target for resumption: a match resumes after any actions, with its record cut anywhere.

A forged record in place of an interrupted one is refused, or resumed as well.
"""

from collections.abc import Iterator

from referee.error import DataError, UsageError
from referee.match.clock import Instant, seconds
from referee.match.match import Match
from referee.record.file import MemoryFile
from referee.record.reader import parse
from referee.record.resume import opened, take_up
from referee.record.verify import verify
from tests.fuzz import choice, record
from tests.fuzz.feed import Feed

_BEGAN_AGAIN = Instant(seconds(77))


def target(data: bytes) -> None:
    """Play the actions that the bytes encode, cut the record, resume the match, and let it end."""
    if data[:1] == b"\1":
        kept = record.forgery(data[1:])
    else:
        feed = Feed(data[1:])
        lost = feed.number(2)
        driver = choice.fuzzed_match(feed)
        driver.writer.flush()
        whole = bytes(driver.file.data)
        kept = whole[: len(whole) - lost % (len(whole) + 1)]
    file = MemoryFile()
    try:
        left = opened(kept, "fuzz", file)
    except (DataError, UsageError):
        return
    file.append(kept[: left.record.good])
    match, writer = take_up(left, _BEGAN_AGAIN, 0.0)
    if match.outcome is None:
        _end(match)
    writer.flush()
    assert verify(parse(bytes(file.data), "memory")).outcome == match.outcome


def _end(match: Match) -> None:
    """Resume a match, and let it end; void it like a host if the rules fail, as the toy's may."""
    now = _BEGAN_AGAIN
    try:
        match.resume(now, seconds(1))
        while match.outcome is None:
            now = Instant(now + seconds(6))
            match.tick(now)
    except ZeroDivisionError:
        match.void("The rules failed.", now)


def seeds() -> Iterator[bytes]:
    """Yield matches whose records lose 0 to 900 bytes, and forged records, whole and cut."""
    for script in choice.seeds():
        for lost in (0, 1, 100, 500, 900):
            yield b"\0" + lost.to_bytes(2, "big") + script
    for one in record.seeds():
        if one[:1] == b"\1":
            yield one
            yield one[: len(one) // 2]
