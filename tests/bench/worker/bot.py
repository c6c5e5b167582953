"""The bot that has all seats in the benchmarks: it answers at once, or never."""

import asyncio
import sys
from collections.abc import Sequence

import tianming
from tests.bench import core


class Quick:
    """Answers at once, with an option that depends on the question's number and option count."""

    def choose_batch(self, questions: Sequence[tianming.Question]) -> list[int]:
        """Return an option for each question."""
        return [question.number * 7919 % question.option_count for question in questions]


class Silent:
    """Never answers."""

    async def choose(self, question: tianming.Question) -> int:
        """Wait forever."""
        await asyncio.Event().wait()
        return question.option_count


if __name__ == "__main__":
    core.pin_if_asked(core.SECOND)
    tianming.run(Silent() if "silent" in sys.argv else Quick())
