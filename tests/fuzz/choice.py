"""Target for choices: after any answers in any order, a match has one outcome in its record."""

from collections.abc import Iterator

from referee.match.clock import Instant
from referee.match.fault import Fault
from referee.match.match import End, Notice
from referee.match.question import Answer
from referee.record.reader import parse
from referee.record.verify import verify
from tests.fuzz.feed import Feed
from tests.match.driver import Driver

_MILLISECOND = 1_000_000


def target(data: bytes) -> None:
    """Apply the actions that the bytes encode to a match, let it end, and verify its record."""
    driver = fuzzed_match(Feed(data))
    said: list[Notice] = []
    while driver.match.outcome is None:
        said += driver.wait(6)
    driver.writer.flush()
    sound = verify(parse(bytes(driver.file.data), "memory"))
    assert sound.outcome == driver.match.outcome
    assert [word.outcome for word in said if isinstance(word, End)] in ([], [sound.outcome])


def fuzzed_match(feed: Feed) -> Driver:
    """Return a match after the actions that the bytes encode."""
    first = feed.number()
    driver = Driver(seats=2 + first % 3, options={"together": "yes" if first & 64 else "no"})
    driver.start()
    while feed.is_left:
        driver.now = Instant(driver.now + feed.number(2) * _MILLISECOND)
        _step(driver, feed)
    return driver


def _step(driver: Driver, feed: Feed) -> None:
    match, now = driver.match, driver.now
    what, seat = divmod(feed.number(), 8)
    seat %= len(match.seats)
    if what % 8 == 0:
        match.disconnect(seat, now)
    elif what % 8 == 1:
        match.connect(seat, now)
    elif what % 8 == 2:
        match.resign(seat, now)
    elif what % 8 == 3:
        match.report_violation(seat, Fault.FLOOD, "Too many.", now)
    elif what % 8 == 4:
        match.choose(seat, Answer(feed.number(4), feed.number(4), now, feed.text()))
    else:
        option = feed.number()
        match.choose(seat, Answer(feed.number(), None if option == 255 else option, now))


def seeds() -> Iterator[bytes]:
    """Yield the actions of matches with correct answers, and of matches with faults."""
    for first in (0, 1, 64):
        answers = [bytes((0, 10, 5 * 8 + number % 2, 0, number % 256)) for number in range(1, 12)]
        yield bytes((first,)) + b"".join(answers)
    yield bytes((0, 0, 1, 0, 0, 1, 8, 0, 1, 16, 0, 1, 24))
    yield bytes((64,)) + bytes((255, 255, 4 * 8, 0, 0, 0, 1, 0, 0, 0, 9, 3)) + b"a\n\xff"
