"""A rehearsal: ask a bot the questions of a record again."""

import asyncio
from collections.abc import AsyncGenerator, Iterable

from referee.error import UnavailableError
from referee.launch.local_bot import LocalBot
from referee.launch.sentence import LaunchSentence
from referee.record.reader import Record
from referee.record.recorded_question import RecordedQuestion
from referee.server.referee import Referee
from referee.server.rehearsal import RehearsedAnswer

_ENDING = 5.0
"""Seconds that the process of a bot has to end after the bot disconnected."""


async def rehearse(
    referee: Referee,
    bot: LocalBot | None,
    record: Record,
    seat: int,
    asked: Iterable[RecordedQuestion],
) -> AsyncGenerator[RehearsedAnswer, None]:
    """Ask a bot the questions of one seat; yield its answers as they arrive.

    Args:
        referee: the referee to which the bot is connected, under its name in the record.
        bot: the bot if it is local; else None.
        record: the record.
        seat: the seat of the questions.
        asked: the questions.

    The process of a bot may still be ending when the time for a question is up. So the bot is
    reported to have ended at the first question since its last answer.

    Raises:
        BotEnded: when the process of the bot ends before the bot has answered.
    """
    rehearsal = referee.rehearse(record, seat)
    ends = () if bot is None else (asyncio.ensure_future(bot.crashed.wait()),)
    stopped = None
    try:
        for question in asked:
            answer = asyncio.create_task(rehearsal.ask(question))
            await asyncio.wait((answer, *ends), return_when=asyncio.FIRST_COMPLETED)
            answered = answer.result() if answer.done() else None
            silent = answered is None or answered.option is None
            if silent and ends and not rehearsal.is_attended:
                await asyncio.wait(ends, timeout=_ENDING)
            if bot is not None and silent and bot.ending is not None:
                answer.cancel()
                raise BotEnded(stopped or question, bot.ending.cause, bot.last_words)
            answered = await answer
            stopped = stopped or question if silent else None
            yield answered
    finally:
        for end in ends:
            end.cancel()
        rehearsal.end()


class BotEnded(UnavailableError):
    """The process of a bot ended with an open question.

    Attributes:
        asked: the question.
        cause: how the process ended, as a clause.
        printed: the last output of the bot.
    """

    def __init__(self, asked: RecordedQuestion, cause: str, printed: str) -> None:
        self.asked = asked
        self.cause = cause
        self.printed = printed
        super().__init__(LaunchSentence.BOT_ENDED, question=asked.number, why=cause)
