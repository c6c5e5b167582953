"""The bot of a bridge in words: rules once, then each question as a text that ends with a blank."""

import sys
import time
from collections.abc import Callable

import tianming
from tianming_bots.bridge.seat_text import SeatText, fault_text
from tianming_bots.bridge.text_program import TextProgram
from tianming_bots.bridge.word_answer import unreadable, word_answer

RulesText = Callable[[str], str]
"""Returns the page on the rules of a game; empty if there is none."""


class TextBridge:
    """A bot that asks a program in words."""

    def __init__(self, program: TextProgram, name: str, rules: RulesText, tries: int) -> None:
        """Create the bot.

        Args:
            program: the program, running.
            name: name of the bot for the referee's log.
            rules: returns the rules of a game.
            tries: how often a question is asked before the first option is taken.
        """
        self.name = name
        self._program = program
        self._rules = rules
        self._tries = tries
        self._told: set[str] = set()
        self._seats: dict[tuple[str, int], SeatText] = {}

    def start(self, match: tianming.Match) -> None:
        """Tell the program the rules, once for each game, and that a match begins.

        Raises:
            UnknownGame: when the rules of its game are not installed.
        """
        seat = self._seats[match.match_id, match.seat] = SeatText(match)
        if match.game not in self._told:
            self._told.add(match.game)
            rules = self._rules(match.game)
            self._tell(f"{rules}\n{HOW_TO_ANSWER}" if rules else HOW_TO_ANSWER)
        self._tell(seat.begin())

    async def choose(self, question: tianming.Question) -> tianming.Answer:
        """Ask the program until its answer can be read, it has no more tries, or time is over."""
        asked = self._seats[question.match_id, question.seat].asked(question)
        text = asked.whole
        for _ in range(self._tries):
            printed = await self._program.ask(_block(text), question.number)
            answer = word_answer(printed, asked)
            if answer is None:
                printed = await self._program.rest(printed)
                answer = word_answer(printed, asked)
            if answer is not None:
                return answer
            text = unreadable(printed, asked)
            if time.monotonic() > question.deadline:
                break
        return self._first(question, text)

    def fault(self, notice: tianming.FaultNotice) -> None:
        """Tell the program of a fault."""
        self._tell(fault_text(notice))

    def end(self, result: tianming.MatchResult) -> None:
        """Tell the program how a match has ended."""
        self._tell(self._seats.pop((result.match.match_id, result.match.seat)).end(result))

    def _first(self, question: tianming.Question, why: str) -> tianming.Choice:
        """Return the first option, and print why."""
        reason = why.partition(" Answer with ")[0]
        text = f"question {question.number}: {reason} The bridge takes option 0."
        print(f"referee bridge: {text}", file=sys.stderr)
        return tianming.Choice(0, "no readable answer: the bridge took option 0")

    def _tell(self, text: str) -> None:
        self._program.write(_block(text))


HOW_TO_ANSWER = (
    "Each question ends with an empty line. `New` tells in notation what happened since your last "
    "one. Answer with one line: the number of an option, its notation, or `resign`. Lines before "
    "it, in the same answer, are your reasoning for the record. `tokens_in: N`, `tokens_out: N` "
    "and `cost: USD` among them declare what it took."
)
"""What the program reads once, after the rules."""


def _block(text: str) -> bytes:
    """Return a text without empty lines, and an empty line after it."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return ("\n".join(lines) + "\n\n").encode()
