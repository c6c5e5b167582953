"""The orchestrator: a referee with the bots of its matches, for many matches at once.

An orchestrator belongs to one event loop. The commands `play` and `rehearse` run one in
their own process, a league in a thread, and each worker of a pool or cluster in its process.

A match brings in its bots in two steps. `begin` prepares each bot: it starts a local bot, dials a
listening bot, or invites a remote bot. `arrive` waits until the bot is connected. Bots stay
connected between matches, as long as few enough local ones run.
"""

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator, Container, Mapping
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import Protocol, Self

from referee.error import DataError, MachineError
from referee.identifier import BotName, MatchId
from referee.launch.finished_match import Absence, FailedMatch, FinishedMatch, PlayedMatch
from referee.launch.invitation import Invitations
from referee.launch.listening_bot import ListeningBot
from referee.launch.local_bot import LocalBot, OnCrash, OnOutput, ignore, keep_quiet
from referee.launch.machine_speed import own_machine
from referee.launch.match_task import BotMissing, LobbyLink, MatchTask, TaskBot
from referee.launch.output_text import safe_line
from referee.launch.remote_bot import RemoteBot
from referee.record.durability import Durability
from referee.record.file import MemoryFile, RecordFile
from referee.record.playing_machine import PlayingMachine
from referee.record.resume import reopen
from referee.record.signature import signing_key
from referee.runtime_folder import runtime_folder
from referee.server.environment import open_files
from referee.server.host import MatchHost
from referee.server.identity import Token
from referee.server.metrics import Metrics
from referee.server.referee import Referee, ServerSettings

_LAST_WORD = 1.0
"""Seconds that bots have to handle the last messages and to end by themselves."""


OWN_FILES = 128
"""Open descriptors that an orchestrator leaves to everything but local bots."""

FILES_PER_BOT = 8
"""Open descriptors of the referee for a local bot, at most; `docs/guarantees.md` publishes them."""

_MOST_KEPT = 64
"""The most local bots that keep running between their matches."""


def most_kept(files: int) -> int:
    """Return how many local bots may keep running, with a limit of `files` open descriptors."""
    return min(_MOST_KEPT, max(0, files - OWN_FILES) // FILES_PER_BOT)


class Attendant(Protocol):
    """Brings one bot to its matches."""

    async def begin(self, player: TaskBot, task: MatchTask) -> None:
        """Prepare the bot for a match."""

    async def arrive(self, task: MatchTask) -> Absence | None:
        """Wait until the bot is connected for a match; return why it is not, or None."""

    def end(self, match_id: MatchId) -> list[Absence]:
        """Note the end of a match; return the absences of the bot in it."""


class Orchestrator:
    """A listening referee and its bots. Use it with `async with`."""

    def __init__(
        self,
        server: ServerSettings | None = None,
        durability: Durability = Durability.PROCESS,
        lobby: LobbyLink | None = None,
        remote: Mapping[BotName, Token] | None = None,
        metrics: Metrics | None = None,
        on_crash: OnCrash = ignore,
        on_output: OnOutput = keep_quiet,
    ) -> None:
        """Create an orchestrator; entering the context makes it listen.

        Args:
            server: the listener for remote bots; None if there are none.
            durability: what a decision survives before the referee sends it.
            lobby: the lobby that invites remote bots; None if they connect by themselves.
            remote: the remote bots that it knows before it listens, with their tokens.
            metrics: the counters of matches.
            on_crash: called at each crash of a local bot during a match.
            on_output: called with what a local bot prints, when it does.
        """
        self._server = server
        self._durability = durability
        self._lobby = lobby
        self._remote = remote
        self._metrics = metrics
        self._on_crash = on_crash
        self._on_output = on_output
        self._invitations: Invitations | None = None
        self._local: dict[BotName, LocalBot] = {}
        """The local bots, those that have not played for the longest time first."""
        self._resting = asyncio.Lock()
        self._measuring = asyncio.Lock()
        self._dialled: dict[str, ListeningBot] = {}
        self._stack = contextlib.AsyncExitStack()
        self.referee: Referee

    async def __aenter__(self) -> Self:
        """Start to listen.

        Raises:
            UnavailableError: when the address is taken or belongs to another machine.
        """
        async with contextlib.AsyncExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(dir=runtime_folder()))
            local = f"unix:{Path(folder) / 'referee.sock'}"
            server = ServerSettings(local, direct=True)
            if self._server is not None:
                invites = bool(self._server.secret)
                server = replace(self._server, local=local if invites else None)
            settings = replace(server, durability=self._durability)
            self.referee = Referee(settings, metrics=self._metrics)
            if self._remote is not None:
                self.admit(self._remote)
            if self._lobby is not None:
                self._invitations = Invitations(self.referee, self._lobby)
            await stack.enter_async_context(self.referee)
            stack.push_async_callback(self._close_bots)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        """End the bots, then the referee. Open matches can resume from their records."""
        await self._stack.aclose()

    @property
    def bots(self) -> Mapping[BotName, LocalBot]:
        """The local bots of all matches so far, by name."""
        return self._local

    def admit(self, remote: Mapping[BotName, Token]) -> None:
        """Admit these remote bots, by their tokens, and no others."""
        self.referee.identities.replace(remote)

    def hold(self, versions: Mapping[BotName, str]) -> None:
        """Let these bots play with these versions only, and all others with any version."""
        self.referee.lobby.hold(versions)

    # -- matches

    async def play(self, task: MatchTask) -> PlayedMatch:
        """Play a match from its beginning, or resume it from its record.

        Raises:
            MachineError: when this machine cannot start or connect a bot.
            StorageError: when its record cannot be written.
            UnavailableError: when this machine cannot enforce the sandbox.
            UsageError: when the game rejects the settings.
        """
        memory, match_id = MemoryFile(), task.settings.match_id
        try:
            async with self.attended(task) as absences:
                host = await self._host(task, memory)
                host.start()
                versions = self._versions(task)
                result = await host.done
                outputs = self._outputs(task) if task.keeps_output else {}
        except BotMissing as missing:
            present = self.referee.lobby.present
            return FailedMatch(
                match_id,
                str(missing.absence),
                absences=(missing.absence,),
                connected=tuple(bot for bot in task.settings.bots if bot in present),
            )
        except DataError as error:
            reason = f"It cannot resume from its record: {error}"
            return FailedMatch(match_id, reason, absences=tuple(absences))
        return FinishedMatch(
            match_id=match_id,
            outcome=result.outcome,
            digest=result.digest,
            versions=versions if any(versions) else (),
            absences=tuple(absences),
            record=bytes(memory.data) if task.record is None else None,
            reasoning=bytes(memory.reasoning),
            outputs=outputs,
        )

    def _outputs(self, task: MatchTask) -> dict[BotName, bytes]:
        """Return what the local bots of a match have printed."""
        names = (player.name for player in task.players if player.command is not None)
        printed = {name: self._local[name].output_of(task.settings.match_id) for name in names}
        return {name: output for name, output in printed.items() if output}

    @contextlib.asynccontextmanager
    async def attended(self, task: MatchTask) -> AsyncIterator[list[Absence]]:
        """Bring all bots of a match here for the duration of the context.

        Yields:
            A list, which receives the absences of bots when the context is left.

        Raises:
            BotMissing: when a bot is absent.
            MachineError: when this machine cannot start or connect a bot.
            UnavailableError: when this machine cannot enforce the sandbox.
        """
        for sandbox in {task.sandbox, *(player.sandbox or task.sandbox for player in task.players)}:
            await asyncio.to_thread(sandbox.check)
        # All matches begin their bots in the same order, so that no deadlock is possible.
        players = sorted(task.players, key=attrgetter("name"))
        attendants = [self._attendant(player) for player in players]
        absences: list[Absence] = []
        try:
            await self._make_room(players)
            for attendant, player in zip(attendants, players, strict=True):
                await self._begin(attendant, player, task)
            await _arrive(attendants, task)
            self._check_running(players)
            yield absences
        finally:
            for attendant in attendants:
                absences += attendant.end(task.settings.match_id)
        if task.sandbox.limits.cores:  # another worker may need the cores of idle bots
            await self._rest(len(self._local))

    async def _begin(self, attendant: Attendant, player: TaskBot, task: MatchTask) -> None:
        """Prepare a bot for a match; if this machine cannot, stop idle bots and try once more."""
        try:
            await attendant.begin(player, task)
        except MachineError:
            if not await self._rest(len(self._local)):
                raise
            await attendant.begin(player, task)

    async def _make_room(self, players: list[TaskBot]) -> None:
        """Stop local bots that are in no match if there would be too many with those of a match."""
        wanted = {player.name for player in players if player.command is not None}
        running = {name for name, bot in self._local.items() if bot.is_running}
        await self._rest(len(running | wanted) - most_kept(open_files()), wanted)

    async def _rest(self, number: int, needed: Container[BotName] = ()) -> int:
        """Stop up to `number` local bots that are in no match and not needed.

        It begins with those that have not played for the longest time. The next match of such a
        bot starts it again. Returns how many were stopped.
        """
        stopped = 0
        async with self._resting:
            for name, bot in tuple(self._local.items()):
                if stopped >= number:
                    break
                if name not in needed and bot.is_running:
                    stopped += await bot.rest()
        return stopped

    def _versions(self, task: MatchTask) -> tuple[str, ...]:
        """Return the versions of the bots of a match by seat; empty for unknown ones."""
        hosted = {player.name: player.version for player in task.players}
        return tuple(hosted.get(bot) or self._version(bot) for bot in task.settings.bots)

    def _version(self, bot: BotName) -> str:
        """Return the version that a bot announces, or that of its program; empty if unknown.

        Characters that could control a terminal are replaced.
        """
        announced = self.referee.lobby.version(bot)
        if announced:
            return safe_line(announced)
        return self._local[bot].version if bot in self._local else ""

    def _attendant(self, player: TaskBot) -> Attendant:
        """Return the attendant of a bot."""
        name = player.name
        if player.command is not None:
            bot = self._local.pop(name, None)
            bot = bot or LocalBot(self.referee, name, self._on_crash, self._on_output)
            self._local[name] = bot  # the last one in the order
            return bot
        if player.address is not None:
            return self._dialled.setdefault(name, ListeningBot(self.referee, name))
        return RemoteBot(self.referee, name, self._invitations)

    def _check_running(self, players: list[TaskBot]) -> None:
        """Raise `BotMissing` if a local bot crashed while it waited for the other bots."""
        for player in players:
            bot = self._local.get(player.name) if player.command is not None else None
            if bot is not None and bot.absence is not None:
                raise BotMissing(bot.absence)

    async def _host(self, task: MatchTask, memory: MemoryFile) -> MatchHost:
        """Host a match, from its beginning or from its record.

        If this fails, the file of the record is closed.
        """
        machine = await self._machine(task)
        if task.record is None:
            return self.referee.host(task.settings, memory, machine)
        key = None if task.key is None else signing_key(task.key)
        left = await asyncio.to_thread(reopen, task.record, key) if task.resume else None
        if left is not None:
            try:
                return self.referee.resume(left)
            except BaseException:
                left.file.close()
                raise
        file = RecordFile(task.record, key)
        try:
            return self.referee.host(task.settings, file, machine)
        except BaseException:
            file.abandon()
            raise

    async def _machine(self, task: MatchTask) -> PlayingMachine:
        """Return this machine for the record of a match; its speed is measured only once."""
        async with self._measuring:
            machine = await asyncio.to_thread(own_machine, task.settings.game)
        return replace(machine, clock_factor=task.clock_factor)

    async def _close_bots(self) -> None:
        """End the bots, after they had time to handle the ends of their matches."""
        if self._invitations is not None:
            self._invitations.close()
        bots = tuple(self._local.values())
        for bot in bots:
            bot.unwatch()
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_LAST_WORD):
                    await self.referee.lobby.wait_until_handled(_LAST_WORD)
                    await asyncio.gather(*(bot.leaving() for bot in bots))
        finally:
            await asyncio.gather(*(bot.stop() for bot in bots))


async def _arrive(attendants: list[Attendant], task: MatchTask) -> None:
    """Wait until all bots are connected.

    Raises:
        BotMissing: as soon as one bot is known to be absent.
        MachineError: when this machine is why a bot is not connected.
    """
    arrivals = [asyncio.create_task(attendant.arrive(task)) for attendant in attendants]
    try:
        while not all(arrival.done() for arrival in arrivals):
            waiting = [arrival for arrival in arrivals if not arrival.done()]
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            done = [arrival for arrival in arrivals if arrival.done()]
            # The faults of this machine come first, because they may explain absences.
            for arrival in sorted(done, key=lambda one: one.exception() is None):
                if (absence := arrival.result()) is not None:
                    raise BotMissing(absence)
    finally:
        for arrival in arrivals:
            arrival.cancel()
        await asyncio.gather(*arrivals, return_exceptions=True)
