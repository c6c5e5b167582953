"""The interface of a bot, and how the client calls it.

The simplest bot is a function `choose(question) -> int`. An object may have more methods:

    class MyBot:
        def start(self, match): ...           a match begins (again after a restart of the bot)
        def choose(self, question): ...       the index of an option
        def choose_batch(self, questions): ...  the indexes for all questions of one frame
        def events(self, match, events): ...  live events (sent only if the bot has this method)
        def fault(self, notice): ...          the referee booked a fault against the bot
        def end(self, result): ...            a match has ended

If a bot has both, the client calls `choose_batch` instead of `choose`. Each method may be `async`.
With an `async` `choose`, questions that arrive together are answered concurrently.

In place of an index, a bot may return `Choice`, which adds a note and a thought, or `Resign()`. An
object may have the attributes `games` (names of the games that it plays), `max_matches` (maximum
matches at once), and `name` and `version` (for the referee's log).
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from tianming.error import blame

if TYPE_CHECKING:
    from tianming.match import Event, FaultNotice, Match, MatchResult
    from tianming.question import Question


@dataclass(frozen=True, slots=True)
class Thought:
    """A bot's evaluation of a position. The record keeps it, for replays and training.

    Attributes:
        value: expected result for the bot's seat, from 0 (loss) to 1 (win); None if unknown.
        nodes: number of searched positions.
        depth: depth of the search, in decisions.
        principal_line: expected continuation, in the game's notation.
        reasoning: how the bot came to its choice, in words. The client cuts it to the bytes that
            the referee allows (16 KiB by default), and removes control characters.
        tokens_in: number of tokens that a language model read for the choice.
        tokens_out: number of tokens that it wrote.
        cost: what this cost, in US dollars. The referee checks neither tokens nor cost.
    """

    value: float | None = None
    nodes: int = 0
    depth: int = 0
    principal_line: Sequence[str] = ()
    reasoning: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0


@dataclass(frozen=True, slots=True)
class Choice:
    """The index of an option, with a note and a thought for the record of the match.

    The client cuts a note to the length that the referee allows (200 characters by default). It
    removes control characters other than tabs and line breaks, which would cost a strike.

    Attributes:
        option: index of the option.
        note: text for readers of the record.
        thought: the bot's evaluation of the position.
    """

    option: int
    note: str = ""
    thought: Thought | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """Resigns the match: all seats of the bot are forfeited, and a substitute player takes over."""


Answer = int | Choice | Resign
"""A bot's answer to a question."""

Choose = Callable[["Question"], Answer | Awaitable[Answer]]
"""The type of a bot that is a function."""


class Bot(Protocol):
    """A bot that answers one question at a time."""

    def choose(self, question: Question) -> Answer | Awaitable[Answer]:
        """Return the answer to a question: the index of an option, a `Choice` or a `Resign`."""


class BatchBot(Protocol):
    """A bot that answers all questions of a frame at once."""

    def choose_batch(
        self, questions: Sequence[Question]
    ) -> Sequence[Answer] | Awaitable[Sequence[Answer]]:
        """Return one answer to each question, in the order of the questions."""


AnyBot = Bot | BatchBot | Choose


class AnsweringBot:
    """Adapts every kind of bot to one interface for the client."""

    def __init__(
        self,
        bot: AnyBot,
        games: Sequence[str] = (),
        max_matches: int = 0,
        name: str = "",
        version: str = "",
    ) -> None:
        if inspect.isclass(bot):
            name = bot.__name__
            raise TypeError(f"{name} is a class, and no bot: give an object of it, as in {name}()")
        choose = getattr(bot, "choose", None)
        batch = getattr(bot, "choose_batch", None)
        if choose is None and batch is None:
            if not callable(bot):
                raise TypeError(f"{bot!r} is no bot: it is no function and has no method `choose`")
            choose = bot
        self.name: str = name or getattr(bot, "name", "") or _name_of(bot)
        self.version = str(version or getattr(bot, "version", ""))
        self.choose: Callable[[Question], Any] | None = choose
        self.choose_batch: Callable[[Sequence[Question]], Any] | None = batch
        self.method = "choose" if batch is None else "choose_batch"
        self.is_async = _is_async(choose if batch is None else batch)
        self.games = list(_names(games or getattr(bot, "games", ())))
        self.max_matches = _most(max_matches or getattr(bot, "max_matches", 0))
        self._start = getattr(bot, "start", None)
        self._events = getattr(bot, "events", None)
        self._fault = getattr(bot, "fault", None)
        self._end = getattr(bot, "end", None)

    @property
    def wants_events(self) -> bool:
        """Whether the bot has the method `events`, and so gets live events."""
        return self._events is not None

    async def events(self, match: Match, events: Sequence[Event]) -> None:
        """Call the bot's `events`, if it has one."""
        if self._events is not None:
            await _called("events", self._events, match, events)

    async def fault(self, notice: FaultNotice) -> None:
        """Call the bot's `fault`, if it has one."""
        if self._fault is not None:
            await _called("fault", self._fault, notice)

    async def start(self, match: Match) -> None:
        """Call the bot's `start`, if it has one."""
        if self._start is not None:
            await _called("start", self._start, match)

    async def end(self, result: MatchResult) -> None:
        """Call the bot's `end`, if it has one."""
        if self._end is not None:
            await _called("end", self._end, result)


def _name_of(bot: AnyBot) -> str:
    name: str = getattr(bot, "__name__", type(bot).__name__)
    return name


def _names(games: Sequence[str]) -> Sequence[str]:
    if isinstance(games, str):
        raise TypeError(f"games is {games!r}: give a list of names, as in [{games!r}]")
    return games


def _most(matches: int) -> int:
    """Return `max_matches`, if it fits into 32 bits; raise `ValueError` if not."""
    if not isinstance(matches, int) or not 0 <= matches < 1 << 32:
        raise ValueError(
            f"max_matches is {matches!r}: give a whole number of matches, or 0 for as many as "
            "the organiser gives"
        )
    return matches


def _is_async(choose: Any) -> bool:
    """Return whether a function or callable object is a coroutine function."""
    return any(map(inspect.iscoroutinefunction, (choose, type(choose).__call__)))


async def _called(name: str, method: Callable[..., Any], *arguments: object) -> None:
    """Call a method of the bot; an exception gets a note with the method's name."""
    try:
        value = method(*arguments)
        if inspect.isawaitable(value):
            await value
    except Exception as error:
        blame(error, name)
        raise
