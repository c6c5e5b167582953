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
from tempfile import TemporaryDirectory
from typing import Self

from referee.bot_check.answer import CheckedMatch, checked_match
from referee.bot_check.plan import MatchPlan
from referee.bot_check.settings import CheckSettings
from referee.identifier import BotName, MatchId
from referee.launch.arrival import missing_of
from referee.launch.command import BotCommand, commands
from referee.launch.finished_match import Absence
from referee.launch.match_task import BotMissing
from referee.launch.preset import Preset
from referee.launch.process import BotProcess, bot_environment
from referee.launch.proxy_variable import without_proxies
from referee.launch.sandbox import Sandbox
from referee.launch.shadowing import hidden_module
from referee.launch.supervisor.exit_status import ExitStatus
from referee.match.settings import MatchSettings
from referee.record.file import MemoryFile
from referee.record.reader import parse
from referee.runtime_folder import runtime_folder
from referee.server.referee import Referee, ServerSettings
from tianming_games.match_terms import SEED_BYTES
from tianming_games.registry import load

_OPPONENT = "random"
"""The installed bot that plays the other seats."""
_LAST_WORD = 1.0
"""Seconds for the bot to handle its last messages."""


class BotGone(Exception):
    """The bot's process ended during a trial. Has its exit status and its last output."""

    def __init__(self, status: ExitStatus, printed: str) -> None:
        super().__init__(status.cause)
        self.status = status
        self.printed = printed


class Trial:
    """One process of the bot. Use `async with`; afterwards `process` has its exit status.

    A trial never restarts the bot, unlike a league, because it checks how the process ends.

    Attributes:
        process: the bot's process.
        startup: seconds from the start of the process until it was connected.
    """

    process: BotProcess
    startup: float

    def __init__(self, settings: CheckSettings, sandbox: Sandbox, *, alone: bool = False) -> None:
        """Prepare the trial; entering the context starts the bot.

        Args:
            settings: the settings of the check.
            sandbox: the sandbox of this trial.
            alone: whether to start no opponent, so that the bot cannot play.
        """
        self._settings = settings
        self._sandbox = sandbox
        self._name = settings.bot.name
        self._opponent = None if alone else BotName(f"not-{self._name}"[:40])
        self._referee: Referee
        self._stack = AsyncExitStack()
        self._numbers = count()

    async def __aenter__(self) -> Self:
        """Start the bot and its opponent, and wait until they are connected.

        Raises:
            BotMissing: if one of them does not connect; it has the last output.
        """
        async with AsyncExitStack() as stack:
            folder = stack.enter_context(TemporaryDirectory(dir=runtime_folder()))
            address = f"unix:{Path(folder) / 'referee.sock'}"
            server = Referee(ServerSettings(address, direct=True))
            self._referee = await stack.enter_async_context(server)
            if self._opponent is not None:
                (random,) = commands([_OPPONENT])
                await self._start(replace(random, name=self._opponent), Sandbox(), stack)
            began = time.perf_counter()
            self.process = await self._start(self._settings.bot, self._sandbox, stack)
            self.startup = time.perf_counter() - began
            stack.push_async_callback(self._referee.lobby.wait_until_handled, _LAST_WORD)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the bot after it has handled the ends of its matches."""
        await self._stack.aclose()

    @property
    def games(self) -> frozenset[str]:
        """The games that the bot names; empty if it names none, because it plays all."""
        return self._referee.lobby.games(self._name)

    def plays(self, game: str) -> bool:
        """Return whether the bot plays an installed game in the installed version of its rules."""
        return self._referee.lobby.plays(self._name, game, load(game).rules_version)

    def room(self, game: str) -> int:
        """Return the number of matches of a game that the bot plays at once, at most `at_once`."""
        version, most = load(game).rules_version, self._settings.at_once
        return self._referee.lobby.room(self._name, game, version, most)

    async def _start(
        self, command: BotCommand, sandbox: Sandbox, stack: AsyncExitStack
    ) -> BotProcess:
        """Start a bot, and wait until it is connected.

        Raises:
            BotMissing: if it does not connect in time, or ends before.
            MachineError: if this machine cannot start it.
        """
        access = await self._referee.admit_local(
            command.name, trusted=sandbox.preset is Preset.NONE
        )
        environment = without_proxies(bot_environment(*access))
        process = await BotProcess.start(command, environment, sandbox)
        stack.push_async_callback(process.stop)
        lobby, limit = self._referee.lobby, self._settings.startup
        missing = await missing_of([command.name], lobby, limit, [process.exited])
        if missing is not None and not missing:
            return process
        ending, reason = None, f"it did not connect within {limit:g} s"
        if missing is None:
            await process.output_read()
            if process.fault is not None:
                raise process.fault
            ending = process.exited.result()
            reason = ending.cause + hidden_module(command, process.output)
        words, line = process.last_words, command.line
        raise BotMissing(Absence(command.name, reason, words, line=line, ending=ending))

    async def play(self, plans: Sequence[MatchPlan]) -> list[CheckedMatch]:
        """Play some matches at once; the bot takes the seats in turn.

        Raises:
            BotGone: if its process ends before the matches end.
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
        assert self._opponent is not None
        bots = [self._opponent] * plan.seats
        bots[seat] = self._name
        match_id = f"check-{number}"
        settings = MatchSettings(
            match_id=MatchId(match_id),
            game=plan.game,
            options=dict(plan.options),
            bots=tuple(bots),
            seed=blake2b(match_id.encode(), digest_size=SEED_BYTES).digest(),
            seed_nonce=secrets.token_bytes(SEED_BYTES),
            clock=self._settings.clock,
            strikes=self._settings.strikes,
        )
        file = MemoryFile()
        host = self._referee.host(settings, file)
        host.start()
        await host.done
        return checked_match(parse(bytes(file.data), match_id), seat)
