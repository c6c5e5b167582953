"""A match whose bots have hostile names and send hostile notes."""

from typing import Final

from referee.identifier import BotName
from referee.match.clock import Instant, seconds
from referee.match.question import Answer
from tests.match.driver import Driver, questions
from tianming_games.registry import load

EMOJI: Final = "👩‍🚀🐉🀄🧧🏮🎴🥮🪭" * 5
"""Forty characters that are more bytes than they look."""

NAMES: Final = ("<img src=x onerror=alert(1)>", "\u202eevil\u2067txt", EMOJI)
NOTE: Final = "<script>alert(1)</script> \u202e javascript:alert(1) &amp; ${7*7} \u2028 " + EMOJI


def record() -> bytes:
    """Return the record of the match."""
    driver = Driver(load("china"), seats=len(NAMES), bots=tuple(map(BotName, NAMES)))
    waiting = questions(driver.start())
    while waiting:
        question = waiting.pop(0)
        driver.now = Instant(driver.now + seconds(0.01))
        said = driver.match.choose(question.seat, Answer(question.number, 0, driver.now, note=NOTE))
        waiting += questions(said)
    driver.writer.flush()
    return bytes(driver.file.data)
