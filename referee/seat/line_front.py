"""The seat of a person as lines of text, for a pipe or a terminal without a screen."""

import asyncio
import sys
import threading
from typing import TextIO

from referee.seat.asked_question import AskedQuestion
from referee.seat.guide import advice
from referee.seat.option_search import matching
from referee.seat.rule_text import rule_behind
from referee.terminal.rules_page import render
from tianming_games.text_board import plain

_HELP = (
    "Type the number of an option, or words of it. An empty line confirms it; anything else takes "
    "it back. `? 3` shows the rule behind option 3, `resign` gives up, `leave` stops the match."
)
_WIDTH = 100


class LineFront:
    """Prints questions, and reads answers line by line."""

    def __init__(self, source: TextIO, target: TextIO, *, is_guided: bool) -> None:
        self._source = source
        self._target = target
        self._is_guided = is_guided
        self._lines: asyncio.Queue[str] | None = None
        self.left = asyncio.Event()

    async def ask(self, asked: AskedQuestion) -> int | None:
        """Print a question, and return the confirmed answer."""
        self._show(asked)
        chosen: list[int] = []
        while True:
            text = (await self._line()).strip()
            if not text and len(chosen) == 1:
                return chosen[0]
            if text == "leave":
                await self._leave()
            if text == "resign":
                if await self._is_sure():
                    return None
                continue
            if text.startswith("?"):
                self._explain(asked, text[1:].strip(), chosen)
                continue
            chosen = matching(asked.options, text) if text else []
            self._answer(asked, text, chosen)

    def tell(self, text: str) -> None:
        """Print a sentence."""
        self._print(text)

    async def finish(self, lines: list[str]) -> None:
        """Print how the match ended."""
        self._print("", *lines)

    async def close(self) -> None:
        """Do nothing: the streams belong to the process."""

    def _show(self, asked: AskedQuestion) -> None:
        news = [f"  {line}" for line in asked.news]
        numbered = [f"{at + 1:4} {one.words}" for at, one in enumerate(asked.options)]
        guide = advice(asked) if self._is_guided else []
        head = f"Question {asked.turn} for you. {asked.title}. {asked.standing}"
        help_text = [_HELP] if asked.turn == 1 else []
        self._print("", *news, head, plain(asked.board), *guide, *numbered, *help_text)

    def _answer(self, asked: AskedQuestion, text: str, chosen: list[int]) -> None:
        """Say what an answer means."""
        if len(chosen) == 1:
            words = asked.options[chosen[0]].words
            self._print(f"You choose {chosen[0] + 1}: {words} An empty line confirms it.")
        elif chosen:
            found = [f"{at + 1:4} {asked.options[at].words}" for at in chosen]
            self._print("Choose one of these by its number:", *found)
        else:
            most = len(asked.options)
            self._print(f"No option is {text!r}: give a number from 1 to {most}, or words of one.")

    def _explain(self, asked: AskedQuestion, text: str, chosen: list[int]) -> None:
        """Print the rule behind an option."""
        found = matching(asked.options, text) if text else chosen
        if len(found) != 1:
            self._print(_HELP)
            return
        rule = rule_behind(asked, found[0])
        if rule is None:
            self._print("The game has no page of rules.")
        else:
            self._print(render(f"## {rule.heading}\n\n{rule.text}", _WIDTH, styled=False))

    async def _is_sure(self) -> bool:
        self._print("You give up the match. An empty line confirms it. Anything else keeps it.")
        return not (await self._line()).strip()

    async def _line(self) -> str:
        """Return the next line; the person has left if there is none.

        A thread reads it, so that the match goes on meanwhile.
        """
        if self._lines is None:
            self._lines = asyncio.Queue()
            loop = asyncio.get_running_loop()
            threading.Thread(target=self._read, args=(loop, self._lines), daemon=True).start()
        self._target.write("> ")
        self._target.flush()
        line = await self._lines.get()
        if not line:
            await self._leave()
        return line

    async def _leave(self) -> None:
        """Leave the match, and never return."""
        self.left.set()
        await asyncio.Event().wait()

    def _read(self, loop: asyncio.AbstractEventLoop, lines: asyncio.Queue[str]) -> None:
        line = "more"
        while line and not loop.is_closed():
            line = self._source.readline()
            try:
                loop.call_soon_threadsafe(lines.put_nowait, line)
            except RuntimeError:  # the match is over, and its loop is closed
                return

    def _print(self, *lines: str) -> None:
        print(*lines, sep="\n", file=self._target, flush=True)


def on_standard_streams(*, is_guided: bool) -> LineFront:
    """Return a front on standard input and output."""
    return LineFront(sys.stdin, sys.stdout, is_guided=is_guided)
