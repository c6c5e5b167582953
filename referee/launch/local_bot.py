"""A local bot: start its process when a match needs it, watch it, and restart it after a crash.

One process serves all matches of its bot, and keeps running between them. If it ends during a
match, it is started again. The clock of an open question keeps running, and the bot is asked again
when it connects. After repeated crashes the referee gives the bot up, and forfeits its seats in the
match at once; see `crash_loop`.

If this machine cannot start the process, that is no absence of the bot. A match that has not begun
fails with `MachineError`; one that runs becomes void if several tries fail.
"""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from uuid import uuid4

from referee.error import MachineError, TianmingError, UnavailableError, UsageError
from referee.event_log import structlog
from referee.identifier import BotName, MatchId
from referee.launch.arrival import check_machine, missing_of, why_declined
from referee.launch.command import BotCommand, commands
from referee.launch.crash_loop import MOST_CRASHES, CrashLoop, Questions
from referee.launch.finished_match import Absence
from referee.launch.match_task import BotMissing, MatchTask, TaskBot
from referee.launch.preset import Preset
from referee.launch.process import KEPT, BotProcess, bot_environment
from referee.launch.program_version import program_version
from referee.launch.sandbox import Sandbox
from referee.launch.shadowing import hidden_module
from referee.launch.supervisor.exit_status import ExitStatus
from referee.machine_error import machine_error
from referee.machine_sentence import MachineSentence
from referee.server.host import MatchHost
from referee.server.referee import Referee

log = structlog.get_logger()

_LAST_WORD = 1.0
"""Seconds that a bot has to handle its last messages before it is stopped between matches."""

_PAUSES = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds before each try to start a bot again that this machine could not start."""


@dataclass(frozen=True, slots=True)
class Crash:
    """The process of a bot ended by itself during a match.

    Attributes:
        absence: the bot, the reason and its last output.
        matches: the names of the matches that it played.
        questions: the numbers of its open questions.
        given_up: the names of the matches in which the referee forfeits its seats.
        is_restarted: whether the bot is started again for its other matches.
    """

    absence: Absence
    matches: tuple[str, ...]
    questions: tuple[int, ...]
    given_up: tuple[str, ...]
    is_restarted: bool


OnCrash = Callable[[Crash], None]
"""Called at each crash of a bot during a match."""


def ignore(_: Crash) -> None:
    """Ignore a crash."""


OnOutput = Callable[[BotName, bytes], None]
"""Called with the name of a bot and what it has just printed."""


def keep_quiet(_: BotName, __: bytes) -> None:
    """Ignore what a bot prints; the last of it is kept in any case."""


@dataclass(slots=True)
class _Attendance:
    """A match of the bot.

    Attributes:
        since: how many bytes the bot had printed before it.
        has_arrived: whether the bot has connected for it.
        crashes: its crashes during it.
    """

    since: int = 0
    has_arrived: bool = False
    crashes: list[Absence] = field(default_factory=list)


class LocalBot:
    """One local bot of a referee: its process, if it runs, and its matches."""

    def __init__(
        self,
        referee: Referee,
        name: BotName,
        on_crash: OnCrash = ignore,
        on_output: OnOutput = keep_quiet,
    ) -> None:
        self.name = name
        self.crashed = asyncio.Event()
        """Set when its process ends by itself for the first time."""
        self.version = ""
        """The version of the running program, computed from its files."""
        self._referee = referee
        self._words = ""
        self._command: BotCommand | None = None
        self._sandbox = Sandbox()
        self._access: tuple[str, str] | None = None
        self._process: BotProcess | None = None
        self._run = ""
        self._has_connected = False
        self._on_crash = on_crash
        self._on_output = partial(on_output, name)
        self._crash: Absence | None = None
        self._loop = CrashLoop()
        self._setbacks = 0
        self._printed, self._gone = b"", 0
        """The last output of ended processes, and how much they have printed."""
        self._seen = 0
        """How much had been printed when `output_of` was last called."""
        self._matches: dict[str, _Attendance] = {}
        self._left = asyncio.Event()
        self._starting = asyncio.Lock()
        self._watch: asyncio.Task[None] | None = None

    # -- state

    @property
    def is_running(self) -> bool:
        """Whether its process is running."""
        return self._process is not None and not self._process.exited.done()

    @property
    def absence(self) -> Absence | None:
        """The absence after its last crash; None while its process runs, or without a crash."""
        return None if self.is_running else self._crash

    @property
    def ending(self) -> ExitStatus | None:
        """How its process ended by itself, at its last crash if any; None if it did not."""
        if self._crash is not None:
            return self._crash.ending
        return None if self._process is None else self._process.ending

    @property
    def last_words(self) -> str:
        """The last lines of output, before its last crash if any, made safe for a terminal."""
        if self._crash is not None:
            return self._crash.last_words
        return "" if self._process is None else self._process.last_words

    @property
    def output(self) -> bytes:
        """The last `KEPT` bytes of the output of all its processes."""
        last = b"" if self._process is None else self._process.output
        return (self._printed + last)[-KEPT:]

    def output_of(self, match_id: MatchId) -> bytes:
        """Return what the bot printed since a match began, at most the last `KEPT` bytes.

        It has what was printed for other matches meanwhile. What was printed after the end of an
        earlier match belongs to the next one.
        """
        attendance = self._matches.get(match_id)
        if attendance is None:
            return b""
        if self._process is not None:
            self._process.look_at_output()
        self._seen = self._total
        length = self._seen - attendance.since
        return self.output[-length:] if length else b""

    @property
    def _total(self) -> int:
        return self._gone + (0 if self._process is None else self._process.printed)

    # -- matches

    async def begin(self, player: TaskBot, task: MatchTask) -> None:
        """Add a match, and start the process with the command, folder and sandbox of the match.

        If these differ from the current ones, wait until the earlier matches are over.

        Raises:
            BotMissing: when the command is invalid, or the process cannot be started.
            MachineError: when this machine cannot start the process.
        """
        words = player.command or ""
        folder = task.folder if player.folder is None else player.folder
        await self._change(self._named(words, folder), player.sandbox or task.sandbox)
        since = self._total
        if not self._matches:
            self._setbacks, since = 0, self._seen
        self._words = words
        self._matches[task.settings.match_id] = _Attendance(since)
        if (absence := await self._start()) is not None:
            raise BotMissing(absence)

    async def arrive(self, task: MatchTask) -> Absence | None:
        """Wait until the bot is connected; return why it is not, or None.

        Raises:
            MachineError: when it is not connected because of a fault of this machine.
        """
        process, run, lobby = self._process, self._run, self._referee.lobby
        assert process is not None
        missing = await missing_of([self.name], lobby, task.startup, [process.exited])
        if missing is None:
            if process.fault is not None:
                raise process.fault
            return await self._crash_of(process, run)
        if missing:
            check_machine(self.name, self._referee)
            reason = f"it did not connect within {task.startup:g} s"
            return self._absence(reason, process.last_words)
        if why := why_declined(self.name, task.settings.game, lobby):
            return self._absence(why, process.last_words)
        self._matches[task.settings.match_id].has_arrived = self._has_connected = True
        return None

    def end(self, match_id: MatchId) -> list[Absence]:
        """Remove a match; return the last absence of the bot in it, if there was one."""
        attendance = self._matches.pop(match_id, None)
        if attendance is None:
            return []
        self._left.set()
        if attendance.crashes:
            return attendance.crashes[-1:]
        if self.name not in self._referee.lobby.present and not self._setbacks:
            return [Absence(self.name, "it was not connected at the end of the match")]
        return []

    async def leaving(self) -> None:
        """If the bot has disconnected, wait for its process, which then ends by itself."""
        process, here = self._process, self._referee.lobby.present
        if process is not None and self._has_connected and self.name not in here:
            await asyncio.wait((process.exited,))

    def unwatch(self) -> None:
        """Stop restarting the process."""
        if self._watch is not None:
            self._watch.cancel()

    async def stop(self) -> None:
        """End the process and everything that it started, within 3 seconds."""
        self.unwatch()
        if self._process is not None:
            await self._process.stop()

    async def rest(self) -> bool:
        """End the process and close its socket if the bot is in no match; return whether it did.

        The next match starts it again.
        """
        async with self._starting:
            if self._matches or self._process is None:
                return False
            await self._referee.lobby.wait_until_handled(_LAST_WORD, (self.name,))
            if self._matches:
                return False
            await self._put_away()
            await self._dismiss()
        return True

    # -- inside

    def _named(self, words: str, folder: Path) -> BotCommand:
        """Return the command of a command line; a running bot keeps its resolved program."""
        if self.is_running and self._command is not None and self._words == words:
            return replace(self._command, folder=folder)
        try:
            return replace(commands([words], folder)[0], name=self.name)
        except (UnavailableError, UsageError) as error:
            raise BotMissing(Absence(self.name, str(error).rstrip("."))) from None

    async def _change(self, command: BotCommand, sandbox: Sandbox) -> None:
        """Change the command or the sandbox, after all current matches are over."""
        while (self._command, self._sandbox) != (command, sandbox):
            while self._matches:
                self._left.clear()
                await self._left.wait()
            async with self._starting:
                if not self._matches:
                    kind = self._sandbox.preset
                    self._command, self._sandbox = command, sandbox
                    await self._put_away()
                    if kind is not sandbox.preset:
                        await self._dismiss()  # the next process needs another kind of socket

    async def _put_away(self) -> None:
        """End the process, if there is one, and keep its output."""
        process, self._process = self._process, None
        if process is not None:
            if not process.exited.done():
                self.unwatch()
            await process.stop()
            self._printed = (self._printed + process.output)[-KEPT:]
            self._gone += process.printed

    async def _dismiss(self) -> None:
        """Close the socket of the bot, if there is one."""
        access, self._access = self._access, None
        if access is not None:
            await self._referee.dismiss_local(*access)

    async def _admitted(self) -> tuple[str, str]:
        """Return the address of the bot's socket and its token; open the socket if it has none."""
        if self._access is None:
            trusted = self._sandbox.preset is Preset.NONE
            self._access = await self._referee.admit_local(self.name, trusted=trusted)
        return self._access

    async def _start(self) -> Absence | None:
        """Start the process if it does not run; return why it cannot be started, or None.

        Raises:
            MachineError: when this machine cannot start it.
            UsageError: when the path of its socket would be too long.
        """
        async with self._starting:
            if self.is_running or self._command is None:
                return None
            await self._put_away()
            access = await self._admitted()
            try:
                self.version = await asyncio.to_thread(program_version, self._command)
                environment = bot_environment(*access)
                process = await BotProcess.start(
                    self._command, environment, self._sandbox, self._on_output
                )
            except MachineError:
                raise
            except TianmingError as error:
                return Absence(self.name, str(error).rstrip("."))
            except (OSError, MemoryError, RuntimeError) as error:
                sentence = MachineSentence.CANNOT_START_BOT
                raise machine_error(error, sentence, bot=self.name) or error from None
            self._process, self._run, self._has_connected = process, uuid4().hex, False
            self._watch = asyncio.create_task(self._keep(process, self._run))
        return None

    async def _keep(self, process: BotProcess, run: str) -> None:
        """Wait until a process ends, note the crash in its matches, and restart or give up."""
        await asyncio.shield(process.exited)
        if process.fault is not None:
            await self._try_again(process.fault)
            return
        crash = self._crash = await self._crash_of(process, run)
        self._setbacks = 0
        self.crashed.set()
        for attendance in self._matches.values():
            attendance.crashes.append(crash)
        hosts = self._hosts()
        for host in hosts:
            host.crash(self.name, crash.reason)
        questions = self._questions(hosts)
        log.info("bot_crashed", bot=self.name, cause=crash.reason, questions=questions)
        hopeless = self._loop.crashed(questions)
        why = f"{crash.reason}, {MOST_CRASHES} times without an answer in between"
        fault, absence = None, None
        try:
            absence = await self._start() if questions.keys() > hopeless else None
        except MachineError as error:
            fault = error
        if absence is not None:
            hopeless, why = frozenset(questions), absence.reason
        self._give_up(hosts, hopeless, why)
        if hosts:
            numbers = sorted({number for each in questions.values() for number in each})
            matches = tuple(sorted(host.settings.match_id for host in hosts))
            given_up = tuple(sorted(hopeless))
            is_restarted = questions.keys() > hopeless
            self._on_crash(Crash(crash, matches, tuple(numbers), given_up, is_restarted))
        if fault is not None:
            await self._try_again(fault)

    async def _try_again(self, fault: MachineError) -> None:
        """Start a bot in running matches that this machine could not start; else void them."""
        while hosts := self._hosts():
            if self._setbacks >= len(_PAUSES):
                for host in hosts:
                    host.void(str(fault))
                return
            log.warning("bot_not_started", bot=self.name, reason=str(fault))
            await asyncio.sleep(_PAUSES[self._setbacks])
            self._setbacks += 1
            try:
                absence = await self._start()
            except MachineError as error:
                fault = error
                continue
            if absence is not None:
                self._give_up(hosts, frozenset(self._questions(hosts)), absence.reason)
            return

    def _hosts(self) -> list[MatchHost]:
        """Return the running matches in which the bot has a seat that is not forfeited."""
        return [host for host in self._referee.matches if host.is_played_by(self.name)]

    def _questions(self, hosts: Iterable[MatchHost]) -> dict[str, Questions]:
        """Return the open questions of the bot by match.

        Matches that have not started are included if the bot has connected for them.
        """
        running = {host.settings.match_id for host in self._referee.matches}
        questions: dict[str, Questions] = {
            match_id: ()
            for match_id, attendance in self._matches.items()
            if attendance.has_arrived and match_id not in running
        }
        for host in hosts:
            questions[host.settings.match_id] = host.open_questions(self.name)
        return questions

    def _give_up(self, hosts: Iterable[MatchHost], hopeless: frozenset[str], why: str) -> None:
        """Forfeit the seats of the bot in its `hopeless` matches."""
        for host in hosts:
            if host.settings.match_id in hopeless:
                host.give_up(self.name, f"The bot is given up: {why}.")

    async def _crash_of(self, process: BotProcess, run: str) -> Absence:
        """Return the absence of a bot whose process has ended."""
        await process.output_read()
        ending = process.exited.result()
        reason = ending.cause
        if not self._has_connected and self._command is not None:
            reason += hidden_module(self._command, process.output)
        return self._absence(reason, process.last_words, run, ending)

    def _absence(
        self, reason: str, words: str, run: str = "", ending: ExitStatus | None = None
    ) -> Absence:
        line = "" if self._command is None else self._command.line
        return Absence(self.name, reason, words, run, line, ending)
