"""A match whose bots have hostile names, and send hostile notes and reasoning."""

from pathlib import Path
from typing import Final

from referee.identifier import BotName
from referee.match.clock import Instant, seconds
from referee.match.question import Answer, Reasoning, Thought
from referee.record.file import write_record
from referee.record.reasoning import digest_of
from tests.match.driver import Driver, questions
from tianming_games.registry import load

EMOJI: Final = "👩‍🚀🐉🀄🧧🏮🎴🥮🪭" * 5
"""Forty characters that are more bytes than they look."""

NAMES: Final = ("<img src=x onerror=alert(1)>", "\u202eevil\u2067txt", EMOJI)
NOTE: Final = "<script>alert(1)</script> \u202e javascript:alert(1) &amp; ${7*7} \u2028 " + EMOJI


REASONING: Final = f"# **{NOTE}**\n<img src=x onerror=alert(1)>\n" * 60


def write(path: Path) -> None:
    """Write the record of the match, and the reasoning beside it."""
    driver = Driver(load("china"), seats=len(NAMES), bots=tuple(map(BotName, NAMES)))
    waiting = questions(driver.start())
    while waiting:
        question = waiting.pop(0)
        driver.now = Instant(driver.now + seconds(0.01))
        answer = Answer(question.number, 0, driver.now, note=NOTE, thought=_thought())
        waiting += questions(driver.match.choose(question.seat, answer))
    driver.writer.flush()
    write_record(path, bytes(driver.file.data), bytes(driver.file.reasoning))


def _thought() -> Thought:
    data = REASONING.encode()
    reasoning = Reasoning(digest_of(REASONING), len(data), REASONING)
    return Thought(None, 0, 0, (), reasoning, 1200, 80, 3100)
