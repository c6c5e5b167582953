"""The bot of a bridge: pass the referee's messages to the program, and its answers back."""

import asyncio
from collections.abc import Sequence

import tianming
from tianming.payload import MissingMessages
from tianming.program import main
from tianming_bots.bridge import line
from tianming_bots.bridge.answer import answer_of
from tianming_bots.bridge.error import UnknownGame
from tianming_bots.bridge.program import Program
from tianming_bots.bridge.text_bot import RulesText, TextBridge
from tianming_bots.bridge.text_program import TextProgram


class Bridge:
    """A bot that asks a program."""

    def __init__(self, program: Program, name: str) -> None:
        self.name = name
        self._program = program

    def start(self, match: tianming.Match) -> None:
        """Tell the program that a match begins.

        Raises:
            UnknownGame: when the messages of its game are not installed.
        """
        try:
            self._program.write(line.match_started(match))
        except MissingMessages as error:
            raise UnknownGame(str(error)) from None

    async def choose(self, question: tianming.Question) -> tianming.Answer:
        """Ask the program."""
        answer = await self._program.ask(line.question(question), question.number)
        return answer_of(answer, question.number, question.option_count)

    def fault(self, notice: tianming.FaultNotice) -> None:
        """Tell the program of a fault."""
        self._program.write(line.fault(notice))

    def end(self, result: tianming.MatchResult) -> None:
        """Tell the program how a match has ended."""
        self._program.write(line.match_ended(result))


def play(arguments: Sequence[str], name: str) -> None:
    """Play as a bot, with a program that answers in JSON lines, until the bot is told to stop.

    Args:
        arguments: the command line of the program; one process serves all matches.
        name: name of the bot for the referee's log.

    Raises:
        ProgramEnded: when the program does not start, ends, or closes its output.
        WrongLine: when it prints a line that is not an answer.
        UnknownGame: when a match begins whose messages are not installed.
        SystemExit: as `tianming.run` does.
    """
    program = Program(arguments)
    main(lambda stop: _play(program, Bridge(program, name), stop))


def play_text(arguments: Sequence[str], name: str, rules: RulesText, tries: int) -> None:
    """Play as a bot, with a program that reads words, until the bot is told to stop.

    Args:
        arguments: the command line of the program; one process serves all matches.
        name: name of the bot for the referee's log.
        rules: returns the page on the rules of a game; empty if there is none.
        tries: how often a question is asked before the first option is taken.

    Raises:
        ProgramEnded: when the program does not start, ends, or closes its output.
        UnknownGame: when a match begins whose rules are not installed.
        SystemExit: as `tianming.run` does.
    """
    program = TextProgram(arguments)
    main(lambda stop: _play(program, TextBridge(program, name, rules, tries), stop))


async def _play(program: Program, bot: Bridge | TextBridge, stop: tianming.Stop) -> None:
    async with program:
        playing = asyncio.create_task(tianming.run_async(bot, stop=stop))
        ends = (playing, program.failure)
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if not playing.done() and not stop.is_set:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            program.failure.result()
        await playing
