"""A check: one promise of a bot, as a coroutine that raises `Violation` if the bot breaks it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.conformance.bot import BotUnderTest
    from referee.conformance.scripted_stream import ScriptedStream


class Level(Enum):
    """How much the suite demands of a bot. Each level contains the one before."""

    CORE = "core"
    """For a bot on generated stubs, which may end when its stream ends."""
    FULL = "full"
    """For a bot on an SDK."""

    def includes(self, other: Level) -> bool:
        """Return whether the level contains another one."""
        return self is Level.FULL or other is Level.CORE


StreamCheck = Callable[["ScriptedStream"], Awaitable[None]]
BotCheck = Callable[["BotUnderTest"], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Check:
    """A check of the suite.

    Attributes:
        name: its name, such as `answer-once`.
        level: the lowest level that demands it.
        promise: what the bot does, in a sentence.
        on_stream: the check, if it needs only an open stream, which other checks share.
        on_bot: the check, if it needs a new process of the bot.
        starts_bot: whether it applies only to a bot that the suite starts.
        is_long: whether it waits for most of a minute, so that it runs beside all others.
    """

    name: str
    level: Level
    promise: str
    on_stream: StreamCheck | None = None
    on_bot: BotCheck | None = None
    starts_bot: bool = False
    is_long: bool = False


def on_stream(level: Level) -> Callable[[StreamCheck], Check]:
    """Return a decorator for a check that receives an open stream, after `Welcome`."""

    def made(check: StreamCheck) -> Check:
        return Check(_name(check), level, _promise(check), on_stream=check)

    return made


def on_bot(
    level: Level, *, starts_bot: bool = True, is_long: bool = False
) -> Callable[[BotCheck], Check]:
    """Return a decorator for a check that receives a bot that has not started yet."""

    def made(check: BotCheck) -> Check:
        return Check(
            _name(check),
            level,
            _promise(check),
            on_bot=check,
            starts_bot=starts_bot,
            is_long=is_long,
        )

    return made


def _name(check: Callable[..., object]) -> str:
    return check.__name__.replace("_", "-")


def _promise(check: Callable[..., object]) -> str:
    """Return the docstring of a check on one line."""
    return " ".join((check.__doc__ or "").split())
