"""A bot that fails: the last line of its output says why."""

import re

from referee.conformance.bot import BotUnderTest, dialling
from referee.conformance.broken_promise import Violation
from referee.conformance.check import Level, on_bot
from tianming_proto.v1 import play_pb2 as pb

_WHY = re.compile(
    r"the bot failed in choose(_batch|Batch)?: \S|choose gave .* to question \d+.*: give 0 to -1"
)
"""The sentences about a bot that throws an error, and about an index that is not on offer."""


@on_bot(Level.FULL)
async def failing_bot_last_line(bot: BotUnderTest) -> None:
    """A bot that fails ends with exit code 1, and its last line is a sentence with the error.

    The suite asks a question without options, to which every answer is wrong.
    """
    started = dialling(bot)
    stream = await started.open()
    match = stream.match("failing-bot-last-line")
    nothing = match.changed(option_count=0)
    await stream.send(match.started(), pb.RefereeMessage(question=nothing.question))
    await started.expect_exit(1, "after a question without options", bot.patience.startup)
    if not _WHY.search(started.last_line):
        expected = "`the bot failed in choose: ERROR` or `choose gave INDEX ...` as the last line"
        raise Violation(f"{expected} on stderr", started.last_line or "nothing")
