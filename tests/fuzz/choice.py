"""Choices: any answers from any seat in any order and time leave one verdict and a sound record."""

from collections.abc import Iterator

from referee.match.clock import Instant
from referee.match.fault import Fault
from referee.record.reader import parse
from referee.record.verify import verify
from tests.fuzz.feed import Feed
from tests.match.driver import Driver, end

_MILLISECOND = 1_000_000


def target(data: bytes) -> None:
    """Do to a match what the bytes say, and let it end."""
    feed = Feed(data)
    first = feed.number()
    seats = 2 + first % 3
    driver = Driver(seats=seats, options={"together": "yes" if first & 64 else "no"})
    said = driver.start()
    while feed.is_left:
        driver.now = Instant(driver.now + feed.number(2) * _MILLISECOND)
        what, seat = divmod(feed.number(), 8)
        seat %= seats
        match what % 8:
            case 0:
                driver.match.disconnect(seat, driver.now)
            case 1:
                said += driver.match.connect(seat, driver.now)
            case 2:
                said += driver.match.resign(seat, driver.now)
            case 3:
                said += driver.match.offend(seat, Fault.FLOOD, "Too many.", driver.now)
            case 4:
                said += driver.match.choose(
                    seat, feed.number(4), feed.number(4), driver.now, feed.text()
                )
            case _:
                option = feed.number()
                said += driver.match.choose(
                    seat, feed.number(), None if option == 255 else option, driver.now
                )
    while driver.match.outcome is None:
        said += driver.wait(6)
    driver.writer.flush()
    sound = verify(parse(bytes(driver.file.data), "memory"))
    assert sound.outcome == end(said).outcome == driver.match.outcome


def seeds() -> Iterator[bytes]:
    """Matches that are played well, and badly."""
    for first in (0, 1, 64):
        answers = [bytes((0, 10, 5 * 8 + number % 2, 0, number % 256)) for number in range(1, 12)]
        yield bytes((first,)) + b"".join(answers)
    yield bytes((0, 0, 1, 0, 0, 1, 8, 0, 1, 16, 0, 1, 24))
    yield bytes((64,)) + bytes((255, 255, 4 * 8, 0, 0, 0, 1, 0, 0, 0, 9, 3)) + b"a\n\xff"
