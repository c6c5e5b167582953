"""A seat for a client that calls tools: it waits, looks, and answers, one question at a time.

Every call returns one text. A call that comes at the wrong time, with wrong arguments or too often
returns one sentence about it, and changes nothing.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import tianming
from tianming_bots.bridge.seat_text import AskedText, SeatText, event_text, fault_text
from tianming_bots.bridge.text_bot import RulesText
from tianming_bots.bridge.word_answer import option_of

MOST_CALLS = 8
"""Calls at once, at most."""

_LONGEST_WAIT = 300
_MOST_EVENTS = 200
_MOST_KEPT = 10_000
"""Events of a match that are kept for `history`."""

_MOST_HISTORY_BYTES = 8_000
_MOST_NOTE = 1 << 16
_MOST_TOKENS = 10**12
_MOST_COST = 10**6

ARGUMENTS: Mapping[str, Mapping[str, str]] = {
    "rules": {},
    "wait": {"seconds": f"seconds to wait at most, up to {_LONGEST_WAIT}; default 30"},
    "board": {},
    "options": {},
    "answer": {
        "option": "the number of an option, its notation, or `resign`",
        "note": "a short text for readers of the record; may be left out",
        "reasoning": "why, in at most 16 KiB, kept beside the record; may be left out",
        "tokens_in": "tokens that you read for the answer; may be left out",
        "tokens_out": "tokens that you wrote for the answer; may be left out",
        "cost": "what the answer cost in US dollars; may be left out",
    },
    "history": {"last": f"number of events, up to {_MOST_EVENTS}; default 20"},
}
"""The arguments of each tool, with what they mean."""

ABOUT: Mapping[str, str] = {
    "rules": "The rules of the game of the current match. Read them once.",
    "wait": "Wait for the next question, and return it: new events, board and numbered options. "
    "It also returns the end of a match.",
    "board": "What your seat sees at the open question.",
    "options": "The numbered options of the open question.",
    "answer": "Answer the open question. Then call `wait`.",
    "history": "The last events of the match, in notation.",
}
"""What each tool does."""


class WrongCall(Exception):
    """A call cannot be served; the sentence says why and what to call instead."""


class AgentSeat:
    """A bot whose decisions are made by calls of tools."""

    max_matches = 1

    def __init__(self, name: str, rules: RulesText) -> None:
        """Create the bot; `rules` returns the page on the rules of a game."""
        self.name = name
        self._rules = rules
        self._seats: dict[int, SeatText] = {}
        self._match: tianming.Match | None = None
        self._asked: AskedText | None = None
        self._answer: asyncio.Future[tianming.Answer] | None = None
        self._turn = asyncio.Lock()
        self._news: deque[str] = deque(maxlen=20)
        self._events: deque[tianming.Event] = deque(maxlen=_MOST_KEPT)
        self._changed = asyncio.Condition()
        self._calls = 0
        self._is_over = False

    # -- what the referee calls

    async def start(self, match: tianming.Match) -> None:
        """Begin a match.

        Raises:
            UnknownGame: when the rules of its game are not installed.
        """
        if self._match is None or self._match.match_id != match.match_id:
            self._seats.clear()
            self._events.clear()
        self._match = match
        seat = self._seats[match.seat] = SeatText(match)
        await self._tell(seat.begin())

    async def choose(self, question: tianming.Question) -> tianming.Answer:
        """Wait until a call answers the question."""
        async with self._turn:
            self._add(question.since)
            self._answer = asyncio.get_running_loop().create_future()
            self._asked = self._seats[question.seat].asked(question)
            await self._tell()
            try:
                return await self._answer
            finally:
                self._answer = self._asked = None

    async def fault(self, notice: tianming.FaultNotice) -> None:
        """Tell of a fault; a question that the referee answered is closed."""
        asked = self._asked
        if asked is not None and notice.substituted and notice.number == asked.question.number:
            self._close(tianming.Choice(0))
        await self._tell(fault_text(notice))

    async def end(self, result: tianming.MatchResult) -> None:
        """Tell how a match has ended."""
        self._add(result.since)
        self._close(tianming.Choice(0))
        await self._tell(self._seats[result.match.seat].end(result))

    async def close(self) -> None:
        """Tell that the referee has no further match."""
        self._is_over = True
        await self._tell()

    # -- what the client calls

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """Return the text that a tool returns.

        Raises:
            WrongCall: when the call cannot be served.
        """
        known = ARGUMENTS.get(tool)
        if known is None:
            raise WrongCall(f"There is no tool of this name: call one of {', '.join(ARGUMENTS)}.")
        if not arguments.keys() <= known.keys():
            takes = f"only {', '.join(known)}" if known else "no argument"
            raise WrongCall(f"The tool {tool} takes {takes}.")
        if self._calls >= MOST_CALLS:
            raise WrongCall(f"{MOST_CALLS} calls are open: wait for their results first.")
        self._calls += 1
        try:
            text: str = await getattr(self, f"_call_{tool}")(**arguments)
        finally:
            self._calls -= 1
        return text

    async def _call_rules(self) -> str:
        match = self._begun()
        return self._rules(match.game) or f"There is no page on the rules of {match.game}.\n"

    async def _call_wait(self, seconds: object = 30) -> str:
        limit = _whole("seconds", seconds, 0, _LONGEST_WAIT)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(limit), self._changed:
                await self._changed.wait_for(self._has_news)
        news = "".join(self._news)
        self._news.clear()
        if self._is_open and self._asked is not None:
            return news + self._asked.whole
        if self._is_over:
            return f"{news}The referee has no further match.\n"
        return news or f"There was no question for {limit} s: call wait again.\n"

    async def _call_board(self) -> str:
        return self._open().board

    async def _call_options(self) -> str:
        asked = self._open()
        return f"{asked.options}{asked.wanted}\n"

    async def _call_answer(
        self, option: object = None, note: object = "", **thought: object
    ) -> str:
        asked = self._open()
        told = _thought(**thought) if thought else None
        if isinstance(option, bool) or not isinstance(option, int | str):
            raise WrongCall(f"The argument option is missing or no number: {asked.wanted}")
        if not isinstance(note, str) or len(note) > _MOST_NOTE:
            raise WrongCall(f"The note is no text of at most {_MOST_NOTE} characters.")
        if str(option).strip().casefold() == "resign":
            self._close(tianming.Resign())
            return "You have resigned: call wait for the end of the match.\n"
        index = option_of(str(option)[:_MOST_NOTE], asked)
        if index is None:
            raise WrongCall(f"The option is not on offer. {asked.wanted}")
        self._close(tianming.Choice(index, note, told))
        return f"You chose {index}: {asked.sentences[index]}. Call wait.\n"

    async def _call_history(self, last: object = 20) -> str:
        count = _whole("last", last, 1, _MOST_EVENTS)
        self._begun()
        events = list(self._events)[-count:]
        return f"{event_text(events, _MOST_HISTORY_BYTES) or 'No event is known yet.'}\n"

    # -- inside

    @property
    def _is_open(self) -> bool:
        return self._answer is not None and not self._answer.done()

    def _has_news(self) -> bool:
        return bool(self._news) or self._is_open or self._is_over

    def _begun(self) -> tianming.Match:
        if self._match is None:
            raise WrongCall("No match has begun: call wait first.")
        return self._match

    def _open(self) -> AskedText:
        self._begun()
        if not self._is_open or self._asked is None:
            raise WrongCall("There is no question now: call wait first.")
        return self._asked

    def _close(self, answer: tianming.Answer) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(answer)

    def _add(self, events: Sequence[tianming.Event]) -> None:
        last = self._events[-1].index if self._events else -1
        self._events.extend(event for event in events if event.index > last)

    async def _tell(self, news: str = "") -> None:
        async with self._changed:
            if news:
                self._news.append(news)
            self._changed.notify_all()


def _thought(
    reasoning: object = "", tokens_in: object = 0, tokens_out: object = 0, cost: object = 0
) -> tianming.Thought:
    """Return the thought of an answer.

    Raises:
        WrongCall: when an argument is of another type, or too large.
    """
    if not isinstance(reasoning, str) or len(reasoning) > _MOST_NOTE:
        raise WrongCall(f"The reasoning is no text of at most {_MOST_NOTE} characters.")
    if not isinstance(cost, int | float) or isinstance(cost, bool) or not 0 <= cost < _MOST_COST:
        raise WrongCall(f"The argument cost must be a number from 0 to {_MOST_COST}.")
    return tianming.Thought(
        reasoning=reasoning,
        tokens_in=_whole("tokens_in", tokens_in, 0, _MOST_TOKENS),
        tokens_out=_whole("tokens_out", tokens_out, 0, _MOST_TOKENS),
        cost=cost,
    )


def _whole(name: str, value: object, least: int, most: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    raise WrongCall(f"The argument {name} must be a whole number from {least} to {most}.")
