"""The bot supervisor: keeps local bots running between their matches, one process each.

A bot is started when a match first needs it. When its process ends while it is in a match
it is started again, for as long as it has not crashed too often in a row. A bot that listens is
dialled when a match first needs it, and from then on whenever its stream has ended.
"""

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from pathlib import Path
from uuid import uuid4

import structlog

from referee.error import TianmingError, UnavailableError, UsageError
from referee.launch.arrival import missing_of, why_declined
from referee.launch.command import BotCommand, commands
from referee.launch.invitation import Invitations
from referee.launch.match_task import Absence, LobbyLink, MatchTask, Player
from referee.launch.process import BotProcess, bot_environment
from referee.launch.sandbox import Preset, Sandbox
from referee.server.dial import Dial, ListeningBot
from referee.server.identity import Token
from referee.server.referee import Referee

log = structlog.get_logger()

MOST_STARTS = 5
"""Times a bot is started again within its open matches, all in a row."""

_LAST_WORD = 1.0
"""Seconds the bots have to deal with the last that was said to them."""


class Missing(UnavailableError):
    """A bot is not there, and its match cannot begin."""

    def __init__(self, absence: Absence) -> None:
        super().__init__(f"the bot {absence.bot} does not play: {absence.reason}.")
        self.absence = absence


@dataclass(slots=True)
class _Member:
    """One bot: its process if it runs, and the matches it is in, with its crashes in each.

    `words` are what its command was found by. `access` is the address it connects to, with its
    token, once it has been started. `run` names the process, and so its crash.
    """

    words: str
    command: BotCommand
    sandbox: Sandbox
    access: tuple[str, str] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    process: BotProcess | None = None
    run: str = ""
    watch: asyncio.Task[None] | None = None
    matches: dict[str, list[Absence]] = field(default_factory=dict)
    crashes: int = 0

    @property
    def is_running(self) -> bool:
        """Whether its process is there."""
        return self.process is not None and not self.process.exited.done()


class BotSupervisor:
    """The bots of a referee, by name."""

    def __init__(self, referee: Referee, lobby: LobbyLink | None = None) -> None:
        """Gather them; network bots come from the lobby, where there is one."""
        self._referee = referee
        self._invitations = None if lobby is None else Invitations(referee, lobby)
        self._members: dict[str, _Member] = {}
        self._dials: dict[str, Dial] = {}
        self._left = asyncio.Event()

    async def join(self, task: MatchTask) -> None:
        """See that all bots of a match are here, and stay while it is played.

        Raises:
            Missing: names one that is not.
            UnavailableError: when this machine cannot keep the sandbox.
        """
        await asyncio.to_thread(task.sandbox.check)
        # All matches enlist in one order, so that none waits for another that waits for it.
        players = sorted(task.players, key=attrgetter("name"))
        for player in players:
            if player.command is not None:
                await self._enlist(player, task)
            elif player.address is not None:
                self._dial(player, player.address)
            elif self._invitations is not None:
                self._invitations.begin(player.name, task.settings.match_id)
        async with asyncio.TaskGroup() as group:
            arrivals = [group.create_task(self._arrive(p.name, task)) for p in players]
        for arrival in arrivals:
            absence = arrival.result()
            if absence is not None:
                raise Missing(absence)

    def admit(self, guests: Mapping[str, str]) -> None:
        """Let these network bots in, by the hashes of their tokens, and no others any more."""
        tokens = {name: Token(token) for name, token in guests.items()}
        self._referee.identities.replace(tokens)

    def leave(self, match_id: str, names: Sequence[str]) -> list[Absence]:
        """A match is over; gives the bots that were gone in it."""
        absences = []
        for name in dict.fromkeys(names):
            member = self._members.get(name)
            gone = member.matches.pop(match_id, []) if member is not None else []
            if not gone and name not in self._referee.lobby.present:
                gone = [Absence(name, "it was not connected at the end of the match")]
            if member is not None and not gone:
                member.crashes = 0
            absences += gone[-1:]
            if self._invitations is not None:
                self._invitations.end(name, match_id)
        self._left.set()
        return absences

    async def close(self) -> None:
        """End all bots, once they have heard how their matches ended."""
        if self._invitations is not None:
            self._invitations.close()
        members = list(self._members.values())
        for member in members:
            if member.watch is not None:
                member.watch.cancel()
        try:
            await self._referee.lobby.wait_until_heard(_LAST_WORD)
        finally:
            running = [one.process for one in members if one.process is not None]
            await asyncio.gather(*(process.stop() for process in running))

    # -- inside

    async def _enlist(self, player: Player, task: MatchTask) -> None:
        """Have a local bot run by the right command, and note that it is in a match.

        Raises:
            Missing: when there is no such command.
        """
        words = player.command or ""
        member = self._members.get(player.name)
        command = self._command(player.name, words, task.folder)
        if member is None:
            member = self._members[player.name] = _Member(words, command, task.sandbox)
        await self._change(member, command, task.sandbox)
        member.words = words
        member.matches[task.settings.match_id] = []

    def _command(self, name: str, words: str, folder: Path) -> BotCommand:
        """The command of a bot; one that runs by these words goes on, whatever they name by now."""
        member = self._members.get(name)
        if member is not None and member.is_running and member.words == words:
            return replace(member.command, folder=folder)
        try:
            return replace(commands([words], folder)[0], name=name)
        except (UnavailableError, UsageError) as error:
            raise Missing(Absence(name, str(error).rstrip("."))) from None

    async def _change(self, member: _Member, command: BotCommand, sandbox: Sandbox) -> None:
        """Run a bot by another command, or held otherwise, once its matches are over."""
        while (member.command, member.sandbox) != (command, sandbox):
            while member.matches:
                self._left.clear()
                await self._left.wait()
            async with member.lock:
                if not member.matches:
                    if member.sandbox.preset is not sandbox.preset:
                        member.access = None  # the next process gets a socket of its kind
                    member.command, member.sandbox, member.crashes = command, sandbox, 0
                    await self._stop(member)

    async def _stop(self, member: _Member) -> None:
        process, member.process = member.process, None
        if process is not None:
            if member.watch is not None and not process.exited.done():
                member.watch.cancel()
            await process.stop()

    def _dial(self, player: Player, address: str) -> None:
        """See that a bot that listens is dialled, unless it is already.

        Raises:
            Missing: when this process does not know its token.
        """
        token = os.environ.get(player.token_env, "") if player.token_env else ""
        if player.token_env and not token:
            reason = f"there is no variable {player.token_env} with its token"
            raise Missing(Absence(player.name, reason))
        bot = ListeningBot(player.name, address, token)
        dial = self._dials.get(player.name)
        if dial is not None and dial.bot != bot:
            dial.ended.cancel()
        if dial is None or dial.bot != bot or dial.ended.done():
            self._dials[player.name] = self._referee.dial(bot)

    async def _arrive(self, name: str, task: MatchTask) -> Absence | None:
        """Wait until a bot is here for its match; return why it is not."""
        member = self._members.get(name)
        if member is not None:
            absence = await self._start(member)
            if absence is not None:
                return absence
        process, run = (member.process, member.run) if member is not None else (None, "")
        dial = self._dials.get(name) if member is None else None
        ends = [one.exited for one in (process,) if one] + [one.ended for one in (dial,) if one]
        missing = await missing_of([name], self._referee.lobby, task.startup, ends)
        if missing is None and process is not None:
            return await _crash(name, process, run)
        if dial is not None and missing != frozenset():
            return Absence(name, dial.absence(task.startup))
        if not missing:
            why = why_declined(name, task.settings.game, self._referee.lobby)
            return Absence(name, why) if why else None
        words = process.last_words if process is not None else ""
        return Absence(name, f"it did not connect within {task.startup:g} s", words)

    async def _start(self, member: _Member) -> Absence | None:
        """Start a bot that does not run; gives why it cannot be started."""
        async with member.lock:
            if member.is_running:
                return None
            await self._stop(member)
            name = member.command.name
            try:
                if member.access is None:
                    trusted = member.sandbox.preset is Preset.NONE
                    member.access = await self._referee.admit_local(name, trusted=trusted)
                environment = bot_environment(*member.access)
                member.process = await BotProcess.start(member.command, environment, member.sandbox)
            except TianmingError as error:
                return Absence(member.command.name, str(error).rstrip("."))
            member.run = uuid4().hex
            member.watch = asyncio.create_task(self._watch(member, member.process, member.run))
        return None

    async def _watch(self, member: _Member, process: BotProcess, run: str) -> None:
        """Wait for the end of a bot's process: note it in its matches, and start it again."""
        await asyncio.shield(process.exited)
        name = member.command.name
        crash = await _crash(name, process, run)
        member.crashes += 1
        log.warning("bot_crashed", bot=name, cause=crash.reason, crashes=member.crashes)
        for absences in member.matches.values():
            absences.append(crash)
        if member.matches and member.crashes <= MOST_STARTS:
            await self._start(member)


async def _crash(name: str, process: BotProcess, run: str) -> Absence:
    """How a bot is gone whose process has ended."""
    await process.output_read()
    return Absence(name, process.exited.result().cause, process.last_words, run)
