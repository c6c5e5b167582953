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

from tianming.bot import Answer, BatchBot, Bot, Choice, Resign
from tianming.client import Refused, run, run_async
from tianming.question import Match, MatchResult, Question

__all__ = [
    "Answer",
    "BatchBot",
    "Bot",
    "Choice",
    "Match",
    "MatchResult",
    "Question",
    "Refused",
    "Resign",
    "run",
    "run_async",
]

__version__ = "0.1.0"
