"""A referee on a Unix socket, with the local bots that it starts, and bots that it dials."""

import asyncio
import contextlib
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from referee.error import UnavailableError
from referee.launch.arrival import missing_of, why_declined
from referee.launch.command import Bot, BotCommand
from referee.launch.process import BotProcess, bot_environment
from referee.launch.sandbox import Preset, Sandbox
from referee.match.settings import MatchSettings
from referee.record.durability import Durability
from referee.record.file import Keepable
from referee.runtime_folder import runtime_folder
from referee.server.dial import Dial
from referee.server.host import Result
from referee.server.referee import Referee, ServerSettings

_LAST_WORD = 1.0
"""Seconds that the bots have to handle the last messages, and to end by themselves."""

_HOW_TO_CONNECT = " Does it connect, in Python with tianming.run?"


class LocalReferee:
    """A referee and connected bots, for any number of matches. Use `async with`."""

    def __init__(
        self,
        bots: Sequence[Bot],
        startup: float,
        durability: Durability = Durability.PROCESS,
        sandbox: Sandbox | None = None,
    ) -> None:
        """Set the bots; entering the context starts or dials them.

        Args:
            bots: the bots.
            startup: seconds that each has to connect.
            durability: what a decision survives when the referee sends it.
            sandbox: the sandbox of each local bot; None for none.
        """
        self._durability = durability
        self._wanted = bots
        self._sandbox = sandbox or Sandbox()
        self._startup = startup
        self._bots: list[BotProcess] = []
        self._dials: list[Dial] = []
        self._watches: list[asyncio.Task[None]] = []
        self._stack = contextlib.AsyncExitStack()

    async def __aenter__(self) -> Self:
        """Listen, start or dial the bots, and wait until all are connected.

        Raises:
            UnavailableError: names the bot that does not connect, with its last output, or
                says why this machine cannot enforce the sandbox.
        """
        await asyncio.to_thread(self._sandbox.check)
        async with contextlib.AsyncExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(dir=runtime_folder()))
            address = f"unix:{Path(folder) / 'referee.sock'}"
            settings = ServerSettings(address, durability=self._durability, direct=True)
            self.referee = await stack.enter_async_context(Referee(settings))
            stack.push_async_callback(self._stop_bots)
            for bot in self._wanted:
                if isinstance(bot, BotCommand):
                    self._bots.append(await self._start(bot))
                else:
                    self._dials.append(self.referee.dial(bot))
            await self._wait_for_bots()
            self._watches = [asyncio.create_task(self._watch(bot)) for bot in self._bots]
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the bots, then the referee."""
        await self._stack.aclose()

    async def play(self, settings: MatchSettings, file: Keepable) -> Result:
        """Play one match among the bots; its `settings` name them.

        Raises:
            UnavailableError: when a bot does not play the game by these rules.
            UsageError: when the game or an option is wrong.
            StorageError: when the record cannot be kept.
        """
        self.check(settings)
        host = self.referee.host(settings, file)
        host.start()
        return await host.done

    def check(self, settings: MatchSettings) -> None:
        """Raise `UnavailableError` for a bot that does not play the game by these rules."""
        lobby = self.referee.lobby
        for bot in self._bots:
            if why := why_declined(bot.command.name, settings.game, lobby):
                raise self._absence(bot, why)
        for dial in self._dials:
            if why := why_declined(dial.bot.name, settings.game, lobby):
                raise _away(dial, why)

    @property
    def bots(self) -> dict[str, BotProcess]:
        """The processes of the local bots, by name."""
        return {bot.command.name: bot for bot in self._bots}

    async def _start(self, command: BotCommand) -> BotProcess:
        trusted = self._sandbox.preset is Preset.NONE
        access = await self.referee.admit_local(command.name, trusted=trusted)
        return await BotProcess.start(command, bot_environment(*access), self._sandbox)

    async def _wait_for_bots(self) -> None:
        names = [bot.name for bot in self._wanted]
        ends = [*(bot.exited for bot in self._bots), *(dial.ended for dial in self._dials)]
        missing = await missing_of(names, self.referee.lobby, self._startup, ends)
        for dial in self._dials:
            if dial.ended.done() or dial.bot.name in (missing or ()):
                raise _away(dial, dial.absence(self._startup))
        for bot in self._bots:
            if missing is None and bot.exited.done():
                await bot.output_read()
                ending = bot.exited.result()
                hint = _HOW_TO_CONNECT if ending.code == 0 else ""
                raise self._absence(bot, ending.cause, hint)
            if missing is not None and bot.command.name in missing:
                raise self._absence(bot, f"it did not connect within {self._startup:g} s")

    async def _watch(self, bot: BotProcess) -> None:
        """Note in the records of its matches how a bot ended."""
        ending = await asyncio.shield(bot.exited)
        name = bot.command.name
        for host in self.referee.matches:
            if name in host.settings.bots:
                host.remark(name, f"The bot is gone: {ending.cause}.")

    def _absence(self, bot: BotProcess, why: str, hint: str = "") -> UnavailableError:
        words = bot.last_words
        said = f" Its last output:\n{words}" if words else " It printed nothing."
        return UnavailableError(
            f"the bot {bot.command.name} does not play: {why} ({bot.command.line}).{hint}{said}"
        )

    async def _stop_bots(self) -> None:
        """End the bots after they have handled the ends of their matches."""
        for watch in self._watches:
            watch.cancel()
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LAST_WORD):
                    await self.referee.lobby.wait_until_heard(_LAST_WORD)
                    await self._wait_for_leaving()
        finally:
            await asyncio.gather(*(bot.stop() for bot in self._bots))

    async def _wait_for_leaving(self) -> None:
        """Let the bots that have disconnected end by themselves, with their own error."""
        here = self.referee.lobby.present
        leaving = [bot.exited for bot in self._bots if bot.command.name not in here]
        if self._watches and leaving:
            await asyncio.wait(leaving)


def _away(dial: Dial, why: str) -> UnavailableError:
    return UnavailableError(f"the bot {dial.bot.name} does not play: {why}.")
