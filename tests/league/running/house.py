"""A house in which matches are not played but made up: what the runner makes of it is real."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from random import Random
from typing import Any, ParamSpec

from referee.error import StorageError
from referee.identifier import BotName
from referee.launch.finished_match import Absence, FailedMatch, FinishedMatch, PlayedMatch
from referee.launch.match_task import MatchTask, WorkerLost
from referee.league.configuration.settings import BotSettings, LeagueSettings, LimitsTable
from referee.league.format.round_robin import RoundRobin
from referee.league.ledger import Ledger
from referee.league.running.execution_backend import ExecutionBackend
from referee.league.running.league_event import Notify, ignore
from referee.league.running.progress import Look, ignore_status
from referee.league.running.runner import Finish, Runner
from referee.match import entry
from referee.match.outcome import Outcome, SeatResult, Termination
from referee.match.settings import MatchSettings
from referee.record.file import MemoryFile, RecordFile
from referee.record.writer import RecordWriter
from referee.sentence.record import RecordSentence
from tests.match.driver import START
from tianming_games.registry import load

P = ParamSpec("P")

BOTS = ("ann", "bob", "cat", "eve")

Fate = Callable[[MatchTask], str]
"""What becomes of a task: `played`, `void`, `failed`, `gone NAME`, `broken`, `lost` or `full`;
`killed` before its record is begun, `cut` before it is sealed, or `unsaved` after that; the
same for its worker alone, `lost` before, `left` before it is sealed, and `untold` after."""


class Killed(BaseException):
    """The process is no more."""


class AtOnce(Executor):
    """Carries a call out before anybody asks."""

    def submit(self, call: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(call(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def in_turn(*fates: str) -> Fate:
    """One fate after the other."""
    left = iter(fates)
    return lambda task: next(left)


def always(task: MatchTask) -> str:
    """Every match is played."""
    return "played"


def league(
    folder: Path, rounds: int = 2, bots: Sequence[str] = BOTS, limits: LimitsTable | None = None
) -> LeagueSettings:
    """A league of the toy game between some bots, three a match."""
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
    """The ledger of a league."""
    return Ledger(
        settings.ledger_url,
        settings.records,
        settings.name,
        begin=True,
        game=settings.game,
        variants=settings.variants,
    )


def run(settings: LeagueSettings, fate: Fate = always, notify: Notify = ignore) -> Finish:
    """Run a league until its plan is finished."""
    with open_ledger(settings) as ledger, ledger.running():
        return runner(settings, ledger, fate, notify).run()


def runner(
    settings: LeagueSettings,
    ledger: Ledger,
    fate: Fate = always,
    notify: Notify = ignore,
    read_bots: Callable[[], Sequence[BotSettings]] | None = None,
    look: Look = ignore_status,
) -> Runner:
    """A runner in the house."""
    place = ExecutionBackend(AtOnce(), lambda task: make_up(task, fate(task)), here=True)
    return Runner(settings, ledger, place, notify, look, read_bots)


def make_up(task: MatchTask, fate: str) -> PlayedMatch:
    """Give a task what fate wants."""
    word, _, bot = fate.partition(" ")
    if word == "failed":
        absence = Absence(BotName(bot or task.settings.bots[0]), "it did not come")
        match_id = task.settings.match_id
        return FailedMatch(match_id, "A bot did not come.", absences=(absence,))
    if word == "broken":
        raise ZeroDivisionError("a bug")
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
    outcome, digest = write(task, is_void=word == "void")
    if word == "unsaved":
        raise Killed
    if word == "untold":
        raise WorkerLost("its worker is gone")
    absences = (Absence(BotName(bot), "it crashed", "Traceback"),) if word == "gone" else ()
    return FinishedMatch(task.settings.match_id, outcome, digest, absences=absences)


def write(task: MatchTask, is_void: bool = False) -> tuple[Outcome, bytes]:
    """Write the record of a match into the folder of its league."""
    outcome, digest, data = record(task, is_void)
    assert task.record is not None
    if task.resume:
        task.record.with_name(f"{task.record.name}.part").unlink()
    file = RecordFile(task.record)
    file.append(data)
    file.finish()
    return outcome, digest


def bring_back(task: MatchTask) -> FinishedMatch:
    """Return the record of a match in memory, as a worker on another machine does."""
    outcome, digest, data = record(task)
    return FinishedMatch(task.settings.match_id, outcome, digest, record=data)


def record(task: MatchTask, is_void: bool = False) -> tuple[Outcome, bytes, bytes]:
    """Make up a match; whoever comes first in the alphabet wins.

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
    writer.header(settings, load(settings.game), 0.0)
    writer.write(entry.Sealed(outcome, START))
    writer.flush()
    return outcome, writer.digest, bytes(memory.data)


class Dice:
    """Fates by chance, from a seed; in the end every match is played."""

    def __init__(self, seed: int, *fates: str) -> None:
        self._dice = Random(seed)
        self._fates = fates

    def __call__(self, task: MatchTask) -> str:
        return self._dice.choice((*self._fates, *["played"] * 3))
