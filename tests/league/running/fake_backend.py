"""An execution backend that fakes the results of matches, to test the real runner."""

import os
import queue
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from random import Random
from typing import Any, ParamSpec

from referee.error import MachineError, StorageError
from referee.identifier import BotName, SessionId
from referee.launch.finished_match import Absence, FailedMatch, FinishedMatch, PlayedMatch
from referee.launch.local_bot import Crash
from referee.launch.match_task import MatchTask, WorkerLost
from referee.league.configuration.settings import BotSettings, LeagueSettings, LimitsTable
from referee.league.executor.execution_backend import NetworkBots
from referee.league.format.round_robin import RoundRobin
from referee.league.ledger import Ledger
from referee.league.running.league_event import Notify, ignore
from referee.league.running.progress import Look, ignore_status
from referee.league.running.runner import Runner
from referee.league.running.season_finish import Finish
from referee.machine_sentence import MachineSentence
from referee.match import entry
from referee.match.outcome import Outcome, SeatResult, Termination
from referee.match.settings import MatchSettings
from referee.record.file import MemoryFile, RecordFile
from referee.record.sentence import RecordSentence
from referee.record.writer import RecordWriter
from referee.server.bench_notice import BenchNotice
from referee.server.dial import DialTarget
from referee.server.lobby import BarredSession
from referee.server.metrics import Metrics
from referee.server.referee import Referee
from tests.match.driver import START
from tianming_games.registry import load

P = ParamSpec("P")

BOTS = ("ann", "bob", "cat", "eve")

Fate = Callable[[MatchTask], str]
"""Returns the outcome of a task, as a word:

- `played`: the match has a result;
- `void`: the match is void;
- `failed`: no match, because a bot did not come; `failed NAME` names the bot;
- `gone NAME`: the match has a result, but this bot was absent;
- `broken`: the task raises an unexpected error;
- `full`: the disk is full;
- `starved`: this machine cannot start a bot; `starved NUMBER`: it fails with this error number;
- `killed`, `cut`, `unsaved`: the whole process ends: before the record begins, before it is
  sealed, or after that;
- `lost`, `left`, `untold`: the same for the worker only.
"""


class Killed(BaseException):
    """Simulates the end of the process."""


class AtOnce(Executor):
    """An executor that runs each call immediately, in `submit`."""

    def submit(self, call: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(call(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Slow(AtOnce):
    """Plays the matches of a bot only when nothing else is left to play."""

    def __init__(self, *bots: str) -> None:
        self.bots = {BotName(bot) for bot in bots}
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, call: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        task: MatchTask = args[0]
        if self.bots.isdisjoint(task.settings.bots):
            return super().submit(call, *args)
        future: Future[PlayedMatch] = Future()
        self.waiting.append((future, lambda: call(*args)))
        return future

    def finish(self) -> None:
        """Play one of the waiting matches."""
        if self.waiting:
            future, play = self.waiting.pop(0)
            future.set_result(play())


class FakeNetwork:
    """The connected remote bots, the tokens that were admitted, and the notices that were sent."""

    def __init__(self, **streams: str) -> None:
        self.address = "127.0.0.1:1"
        self.connected = {BotName(bot): SessionId(stream) for bot, stream in streams.items()}
        self.announced: dict[BotName, str] = {}
        self.held: dict[BotName, str] = {}
        self.barred_streams: dict[BotName, BarredSession] = {}
        self.admitted: list[Mapping[BotName, str]] = []
        self.notices: list[tuple[str, BenchNotice]] = []

    def admit(self, remote: Mapping[BotName, str]) -> None:
        self.admitted.append(remote)

    def streams(self) -> Mapping[BotName, SessionId]:
        return self.connected

    def versions(self) -> Mapping[BotName, str]:
        return {bot: self.announced.get(bot, "") for bot in self.connected}

    def hold(self, versions: Mapping[BotName, str]) -> None:
        self.held = dict(versions)

    def barred(self) -> Mapping[BotName, BarredSession]:
        return self.barred_streams

    def wanted(self, bot: BotName) -> int:
        return 0

    def send_notice(self, bot: BotName, notice: BenchNotice) -> None:
        self.notices.append((bot, notice))

    def dial(self, bot: DialTarget) -> None:
        raise NotImplementedError

    def drain(self, grace: float) -> None:
        raise NotImplementedError


class FakeBackend:
    """An execution backend that calls a function for each match; at once, or on an executor."""

    def __init__(
        self,
        play: Callable[[MatchTask], PlayedMatch],
        here: bool = True,
        executor: Executor | None = None,
        network: NetworkBots | None = None,
    ) -> None:
        self.here = here
        self.network = network
        self.referee: Referee | None = None
        self.metrics = Metrics()
        self.crashes = queue.SimpleQueue[Crash]()
        self._play = play
        self._executor = executor or AtOnce()

    def begin(self, task: MatchTask) -> Future[PlayedMatch]:
        return self._executor.submit(self._play, task)


def in_turn(*fates: str) -> Fate:
    """Return a function that returns one fate after the other."""
    left = iter(fates)
    return lambda task: next(left)


def always(task: MatchTask) -> str:
    """Let every match be played."""
    return "played"


def league(
    folder: Path, rounds: int = 2, bots: Sequence[str] = BOTS, limits: LimitsTable | None = None
) -> LeagueSettings:
    """Return a league of the toy game between some bots, with three seats."""
    return LeagueSettings(
        name="test",
        game="toy",
        seats=3,
        seed="seed",
        format=RoundRobin(rounds=rounds),
        limits=limits or LimitsTable(matches=4, matches_per_bot=4),
        bots=tuple(BotSettings(name=BotName(bot), command="random") for bot in bots),
        folder=folder,
    )


def open_ledger(settings: LeagueSettings) -> Ledger:
    """Return the ledger of a league, and create it if necessary."""
    return Ledger.of(settings, begin=True)


def run(settings: LeagueSettings, fate: Fate = always, notify: Notify = ignore) -> Finish:
    """Run a league until its plan is finished."""
    with open_ledger(settings) as ledger, ledger.running():
        return runner(settings, ledger, fate, notify).run()


def runner(
    settings: LeagueSettings,
    ledger: Ledger,
    fate: Fate = always,
    notify: Notify = ignore,
    read_file: Callable[[], LeagueSettings] | None = None,
    look: Look = ignore_status,
) -> Runner:
    """Return a runner whose matches are faked by `make_up`."""
    backend = FakeBackend(lambda task: make_up(task, fate(task)))
    return Runner(settings, ledger, backend, notify, look, read_file)


def make_up(task: MatchTask, fate: str, wall: float = 0.0) -> PlayedMatch:
    """Fake a task with this fate, which starts at `wall`; return its result or raise."""
    word, _, bot = fate.partition(" ")
    if word == "failed":
        absence = Absence(BotName(bot or task.settings.bots[0]), "it did not come")
        match_id = task.settings.match_id
        return FailedMatch(match_id, "A bot did not come.", absences=(absence,))
    if word == "broken":
        raise ZeroDivisionError("a bug")
    if fate == "starved":
        raise MachineError(MachineSentence.CANNOT_START_BOT, bot="eve", why="no files", cure="-n")
    if word == "starved":
        raise OSError(int(bot), os.strerror(int(bot)))
    if word == "full":
        raise StorageError(RecordSentence.RECORD_DISK_FULL, path=task.record)
    if word in ("cut", "left") and not task.resume:
        assert task.record is not None
        file = RecordFile(task.record)
        file.append(b"the beginning")
        file.close()
    if word in ("lost", "left"):
        raise WorkerLost("its worker is gone")
    if word in ("cut", "killed"):
        raise Killed
    outcome, digest = write(task, is_void=word == "void", wall=wall)
    if word == "unsaved":
        raise Killed
    if word == "untold":
        raise WorkerLost("its worker is gone")
    absences = (Absence(BotName(bot), "it crashed", "Traceback"),) if word == "gone" else ()
    return FinishedMatch(task.settings.match_id, outcome, digest, absences=absences)


def write(task: MatchTask, is_void: bool = False, wall: float = 0.0) -> tuple[Outcome, bytes]:
    """Write the record of a faked match into the records folder; return its outcome and digest."""
    outcome, digest, data = record(task, is_void, wall)
    assert task.record is not None
    if task.resume:
        task.record.with_name(f"{task.record.name}.part").unlink()
    file = RecordFile(task.record)
    file.append(data)
    file.finish()
    return outcome, digest


def bring_back(task: MatchTask) -> FinishedMatch:
    """Return a faked match with its record as bytes, as from a worker on another machine."""
    outcome, digest, data = record(task)
    return FinishedMatch(task.settings.match_id, outcome, digest, record=data)


def record(
    task: MatchTask, is_void: bool = False, wall: float = 0.0
) -> tuple[Outcome, bytes, bytes]:
    """Fake a match, whose bots are placed in alphabetical order.

    Returns:
        Its outcome, and the digest and the bytes of its record.
    """
    settings: MatchSettings = task.settings
    order = sorted(settings.bots)
    seats = tuple(SeatResult(1 + order.index(bot), 0, 0, False) for bot in settings.bots)
    outcome = Outcome(Termination.FINISHED, seats, "It is over.")
    if is_void:
        outcome = Outcome(Termination.VOID, (), "The referee failed.")
    memory = MemoryFile()
    writer = RecordWriter(memory, START)
    writer.header(settings, load(settings.game), wall)
    writer.write(entry.Sealed(outcome, START))
    writer.flush()
    return outcome, writer.digest, bytes(memory.data)


class Dice:
    """Random fates from a seed; `played` is always possible, so each match is played at last."""

    def __init__(self, seed: int, *fates: str) -> None:
        self._dice = Random(seed)
        self._fates = fates

    def __call__(self, task: MatchTask) -> str:
        return self._dice.choice((*self._fates, *["played"] * 3))
