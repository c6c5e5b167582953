"""The Python SDK of Tianming, for bots.

A bot is a function from a question to the index of an option::

    import tianming

    def choose(question: tianming.Question) -> int:
        return 0

    tianming.run(choose)

or an object with `choose`, and optionally `start`, `choose_batch` and `end`; see `tianming.bot`.
`run` reads the address of the referee and the bot's token from its arguments, or from the
environment variables `TIANMING_SERVER` and `TIANMING_TOKEN`.
"""

import os

os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # before the import of gRPC, which reads it

from tianming.bot import Answer, BatchBot, Bot, Choice, Resign, Thought
from tianming.client import run, run_async
from tianming.error import Misconfigured, Refused, Unreachable
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
from tianming.stop import Stop

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
    "Misconfigured",
    "Outcome",
    "Question",
    "Refused",
    "Resign",
    "SeatResult",
    "Stop",
    "Termination",
    "Thought",
    "Unreachable",
    "run",
    "run_async",
]

__version__ = "0.1.0"
