"""In a copy with an entry for cheers: write one, read it, verify it and show it."""

import json

from referee.error import DataError
from referee.identifier import MatchId
from referee.match import entry
from referee.match.clock import Instant
from referee.record.reader import Record, parse
from referee.record.replay import Replay
from referee.record.verify import verify
from referee.web.disclosure import Disclosure
from referee.web.steps import steps_of
from tests.match.driver import START, Driver
from tianming_games.chance import Chance
from tianming_games.registry import load


def cheered(*times: int) -> Record:
    """Return the record of a match with cheers, some nanoseconds after its start."""
    driver = Driver(load("dragon"), seats=2)
    received = driver.start()
    for time in times:
        cheer = vars(entry)["Cheered"](Instant(START + time), "hurrah")
        driver.writer.write(cheer)
        driver.match.apply(cheer)
    driver.play_out(received, Chance(bytes(32), "answers"))
    driver.writer.flush()
    return parse(bytes(driver.file.data), "cheered")


def is_refused(record: Record) -> bool:
    """Whether a record does not pass the check."""
    try:
        verify(record)
    except DataError:
        return True
    return False


def main() -> None:
    """Print what became of the entry."""
    record = cheered(1)
    (replayed,) = (step for step in Replay(record).steps() if step.kind == "cheer")
    steps = steps_of(MatchId("m1"), record, Disclosure()).steps
    (step,) = (step for step in steps if step.kind == "cheer")
    found = {
        "outcome": verify(record).outcome.termination.name,
        "replay": [replayed.kind, replayed.text],
        "step": {"kind": step.kind, "words": step.words},
        "backwards": is_refused(cheered(1, 0)),
    }
    print(json.dumps(found))


main()
