"""A rehearsal with a local bot: start it, ask it the questions of a record, and end it."""

import asyncio
from collections.abc import AsyncGenerator, Iterable

from referee.error import UnavailableError
from referee.launch.local_bot import LocalBot
from referee.record.reader import Record
from referee.record.recorded_question import RecordedQuestion
from referee.sentence.launch import LaunchSentence
from referee.server.referee import Referee
from referee.server.rehearsal import RehearsedAnswer

_ENDING = 5.0
"""Seconds for the process of a bot to end after it has left."""


async def rehearse(
    referee: Referee,
    bot: LocalBot | None,
    record: Record,
    seat: int,
    asked: Iterable[RecordedQuestion],
) -> AsyncGenerator[RehearsedAnswer, None]:
    """Ask a bot the questions of one seat; yield its answers as they arrive.

    Args:
        referee: where the bot is connected, under the name it has in the record.
        bot: the bot, if it runs here.
        record: the record.
        seat: the seat of the questions.
        asked: the questions.

    A bot may still be ending when its time for a question is up. So the question at which it ended
    is the first since its last answer.

    Raises:
        BotEnded: when the bot ends before it has answered, with its last words.
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
    """The bot's process ended with a question open: which, how, and what it printed last."""

    def __init__(self, asked: RecordedQuestion, cause: str, printed: str) -> None:
        self.asked = asked
        self.cause = cause
        self.printed = printed
        super().__init__(LaunchSentence.BOT_ENDED, question=asked.number, why=cause)
