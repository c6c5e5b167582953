"""Play a match by a script, cut its record anywhere, and resume it."""

from operator import attrgetter
from typing import Any

from referee.match.clock import Instant, seconds
from referee.match.match import Match, Notice
from referee.match.question import Answer
from referee.record.file import MemoryFile
from referee.record.reader import parse
from referee.record.resume import opened, take_up
from tests.match.driver import Driver, questions
from tianming_games.chance import Chance

PATIENCE = seconds(20)

LATER = Instant(77)
"""The reading of the resuming referee's clock, which has another origin."""

WALL = 1.8e9


class Script:
    """Answers by question number, from a seed; some are wrong or missing."""

    def __init__(self, seed: int) -> None:
        self._seed = seed.to_bytes(32, "little")

    def answer(self, number: int, options: int) -> int | None:
        """Return the option to choose; None for no answer."""
        chance = Chance(self._seed, f"answer {number}")
        match chance.below(10):
            case 0:
                return None
            case 1 | 2:
                return options
        return chance.below(options)

    def record(self, **configuration: Any) -> bytes:
        """Return the record of a match that the script plays without interruption."""
        driver = Driver(**configuration)
        play_out(driver.match, driver.start(), driver.now, self)
        driver.writer.flush()
        return bytes(driver.file.data)


def play_out(match: Match, said: list[Notice], now: Instant, script: Script) -> None:
    """Play a match to its end by a script.

    If the script has no answer and one seat is asked, the deadline passes. If several are asked,
    the match gets an answer without an option, because the others would be late as well.
    """
    waiting = questions(said)
    while match.outcome is None:
        question = min(waiting, key=attrgetter("number"))
        waiting.remove(question)
        now = Instant(now + seconds(0.01))
        option = script.answer(question.number, len(question.options))
        if option is None and not waiting:
            deadline = match.deadline
            assert deadline is not None
            now = Instant(deadline + 1)
            waiting += questions(match.tick(now))
        elif match.open_questions.get(question.seat) is question:
            waiting += questions(match.choose(question.seat, Answer(question.number, option, now)))


def come_back(match: Match, now: Instant) -> list[Notice]:
    """Resume the match, with all bots back at once; return the notices."""
    said = match.resume(now, PATIENCE)
    for table in match.seats:
        said += [word for word in match.connect(table.index, now) if word not in said]
    return said


def resumed_record(data: bytes, script: Script) -> bytes:
    """Resume the record of a killed referee, play the match to its end, and return the record."""
    file = MemoryFile()
    left = opened(data, "memory", file)
    file.append(data[: left.record.good])
    match, writer = take_up(left, LATER, WALL)
    if match.outcome is None:
        play_out(match, come_back(match, LATER), LATER, script)
    writer.flush()
    return bytes(file.data)


def decisions(data: bytes) -> list[tuple[object, ...]]:
    """Return the draws, questions, choices, faults and seal of a record, without times."""
    found: list[tuple[object, ...]] = []
    for entry in parse(data, "memory").entries:
        body = entry.body
        match body.WhichOneof("kind"):
            case "drawn":
                found.append(("drawn", *body.drawn.values))
            case "asked":
                asked = body.asked
                found.append(("asked", asked.number, asked.seat, asked.question_digest))
            case "chosen":
                chosen = body.chosen
                found.append(("chosen", chosen.number, chosen.seat, chosen.option, chosen.origin))
            case "fault":
                fault = body.fault
                found.append(("fault", fault.number, fault.seat, fault.fault, fault.strikes))
            case "seal":
                found.append(("seal", body.seal.reason, str(body.seal.results)))
    return found
