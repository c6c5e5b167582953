"""A trial: one process of the bot from its start to its end, and the matches that it plays."""

import asyncio
import secrets
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Self

from referee.bot_check.answer import CheckedMatch, checked_match
from referee.bot_check.plan import MatchPlan
from referee.bot_check.settings import CheckSettings
from referee.launch.command import commands
from referee.launch.local_referee import LocalReferee
from referee.launch.process import BotProcess
from referee.launch.sandbox import Sandbox
from referee.launch.supervisor.exit_status import ExitStatus
from referee.match.settings import SEED_BYTES, MatchSettings
from referee.record.file import MemoryFile
from referee.record.reader import parse
from tianming_games.registry import load

_OPPONENT = "random"
"""The installed bot that takes the other seats."""


class BotGone(Exception):
    """The process of the bot ended in a trial: how, and what it printed last."""

    def __init__(self, status: ExitStatus, printed: str) -> None:
        super().__init__(status.cause)
        self.status = status
        self.printed = printed


class Trial:
    """One process of the bot. Use `async with`; afterwards `process` tells how it ended.

    Attributes:
        process: the bot's process.
        startup: seconds from the start of the trial until all its bots were connected.
    """

    process: BotProcess
    startup: float

    def __init__(self, settings: CheckSettings, sandbox: Sandbox, *, alone: bool = False) -> None:
        """Set the trial; entering the context starts the bot.

        Args:
            settings: those of the check.
            sandbox: the sandbox of this trial.
            alone: whether to start no opponent, so that the bot cannot play.
        """
        self._settings = settings
        self._name = settings.bot.name
        (opponent,) = commands([_OPPONENT])
        others = [] if alone else [replace(opponent, name=f"not-{self._name}"[:40])]
        self._opponents = [other.name for other in others]
        self._referee = LocalReferee([settings.bot, *others], settings.startup, sandbox=sandbox)
        self._stack = AsyncExitStack()
        self._numbers = count()

    async def __aenter__(self) -> Self:
        """Start the bot and its opponent, and wait until they are connected.

        Raises:
            UnavailableError: if the bot does not connect, with its last output, or if this machine
                cannot enforce the sandbox.
        """
        began = time.perf_counter()
        await self._stack.enter_async_context(self._referee)
        self.startup = time.perf_counter() - began
        self.process = self._referee.bots[self._name]
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the bot."""
        await self._stack.aclose()

    @property
    def scratch(self) -> Path:
        """The folder that the bot may write to."""
        return self.process.scratch

    @property
    def server(self) -> str:
        """The address of the bot's referee."""
        return self.process.server

    @property
    def games(self) -> frozenset[str]:
        """The games that the bot names; empty if it names none, and so plays all."""
        return self._referee.referee.lobby.games(self._name)

    def room(self, plan: MatchPlan) -> int:
        """How many matches of a plan the bot plays at once, up to the settings' number."""
        version = load(plan.game).rules_version
        lobby = self._referee.referee.lobby
        return lobby.room(self._name, plan.game, version, self._settings.at_once)

    async def play(self, plans: Sequence[MatchPlan]) -> list[CheckedMatch]:
        """Play some matches at once; the bot takes the seats in turn.

        Raises:
            BotGone: if its process ends before the matches do.
            UnavailableError: if the bot does not play a game by these rules.
        """
        matches = asyncio.gather(*(self._play(plan) for plan in plans))
        ends = (matches, self.process.exited)
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        if matches.done():
            return matches.result()
        matches.cancel()
        with suppress(asyncio.CancelledError):
            await matches
        await self.process.output_read()
        raise BotGone(self.process.exited.result(), self.process.last_words)

    async def _play(self, plan: MatchPlan) -> CheckedMatch:
        number = next(self._numbers)
        seat = number % plan.seats
        bots = [*self._opponents * plan.seats][: plan.seats]
        bots[seat] = self._name
        match_id = f"check-{number}"
        settings = MatchSettings(
            match_id=match_id,
            game=plan.game,
            options=dict(plan.options),
            bots=tuple(bots),
            seed=blake2b(match_id.encode(), digest_size=SEED_BYTES).digest(),
            seed_nonce=secrets.token_bytes(SEED_BYTES),
            clock=self._settings.clock,
            strikes=self._settings.strikes,
        )
        file = MemoryFile()
        await self._referee.play(settings, file)
        return checked_match(parse(bytes(file.data), match_id), seat)
