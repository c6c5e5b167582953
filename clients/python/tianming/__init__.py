"""The Python SDK of Tianming: write a bot, and let it play.

A bot is a function from a question to the index of an option:

    import tianming

    def choose(question: tianming.Question) -> int:
        return 0

    tianming.run(choose)

or an object with `choose`, and where it likes `start`, `choose_batch` and `end`; see
`tianming.bot`. The address of the referee and the bot's token come from the environment
(`TIANMING_SERVER`, `TIANMING_TOKEN`) unless they are given to `run`.
"""

from tianming.bot import Answer, BatchBot, Bot, Choice, Resign, Thought
from tianming.client import Refused, run, run_async
from tianming.match import (
    Clock,
    Event,
    FaultNotice,
    Match,
    MatchResult,
    Outcome,
    SeatResult,
    Termination,
)
from tianming.question import Question

__all__ = [
    "Answer",
    "BatchBot",
    "Bot",
    "Choice",
    "Clock",
    "Event",
    "FaultNotice",
    "Match",
    "MatchResult",
    "Outcome",
    "Question",
    "Refused",
    "Resign",
    "SeatResult",
    "Termination",
    "Thought",
    "run",
    "run_async",
]

__version__ = "0.1.0"
