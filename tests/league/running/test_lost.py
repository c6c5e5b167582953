"""A worker that dies while its league lives: its matches go on where they were cut off."""

import os
import signal
import threading
from collections import Counter
from pathlib import Path

from referee.identifier import BotName, MatchId
from referee.launch.finished_match import PlayedMatch
from referee.launch.match_task import MatchTask, WorkerLost
from referee.league.configuration.settings import (
    BotSettings,
    ExecutorTable,
    LeagueSettings,
    SandboxTable,
)
from referee.league.executor.execution_backend import PoolBackend, open_backend
from referee.league.format.round_robin import RoundRobin
from referee.league.running.attempts import MOST_LOSSES
from referee.league.running.league_event import (
    AttemptFailedEvent,
    AttemptPostponedEvent,
    MatchVoidedEvent,
)
from referee.league.running.runner import Runner
from referee.league.running.season_finish import Finish
from referee.record.reader import read
from referee.record.verify import verify
from tests.cli.running import LEAGUE, thinking, write
from tests.cli.running import league as league_command
from tests.league.running.fake_backend import (
    Dice,
    FakeBackend,
    Killed,
    league,
    make_up,
    open_ledger,
    run,
)
from tests.league.running.outcome import Received, plan, results
from tests.preloaded_python import PreloadedPopen

FIRST = "test-r001-s00001-1"


class TestLost:
    """What its worker has written counts, to the last entry."""

    def test_a_match_that_was_cut_off_continues_from_its_record(self, tmp_path: Path) -> None:
        settings, received = league(tmp_path), Received()
        tasks: dict[str, list[MatchTask]] = {}

        def once(task: MatchTask) -> str:
            seen = tasks.setdefault(task.settings.match_id, [])
            seen.append(task)
            return "left" if len(seen) == 1 else "played"

        assert run(settings, once, received) is Finish.OVER
        assert set(tasks) == set(results(settings)) == plan(settings)
        for first, second in tasks.values():
            assert (first.resume, second.resume) == (False, True)
            assert first.record == second.record
        assert received.of(AttemptFailedEvent) == []
        assert len(received.of(AttemptPostponedEvent)) == len(tasks)

    def test_one_whose_record_was_sealed_before_has_its_result(self, tmp_path: Path) -> None:
        settings, tries = league(tmp_path), Counter[str]()

        def untold(task: MatchTask) -> str:
            tries[task.settings.match_id] += 1
            return "untold"

        assert run(settings, untold) is Finish.OVER
        assert set(results(settings)) == plan(settings)
        assert set(tries.values()) == {1}

    def test_a_match_whose_sealed_record_is_damaged_starts_again(self, tmp_path: Path) -> None:
        settings = league(tmp_path)

        def damage(task: MatchTask) -> PlayedMatch:
            if task.settings.match_id != FIRST:
                return make_up(task, "played")
            assert task.record is not None
            task.record.write_bytes(b"?")
            raise WorkerLost("its worker is gone")

        with open_ledger(settings) as ledger, ledger.running():
            place = FakeBackend(damage)
            assert Runner(settings, ledger, place).run() is Finish.OVER
            attempts = {result.pairing.match_id: result.digest for result in ledger.results()}
        again = read(settings.records / f"{FIRST}.2.tianming")
        assert attempts[MatchId(FIRST)] == again.digest

    def test_one_that_loses_every_worker_is_given_up_and_its_record_is_kept(
        self, tmp_path: Path
    ) -> None:
        settings, received, tries = league(tmp_path), Received(), Counter[str]()

        def fate(task: MatchTask) -> str:
            tries[task.settings.match_id] += 1
            return "left" if task.settings.match_id == FIRST else "played"

        assert run(settings, fate, received) is Finish.OVER
        assert set(results(settings)) == plan(settings) - {FIRST}
        assert tries[FIRST] == MOST_LOSSES
        (given_up,) = received.of(MatchVoidedEvent)
        assert given_up.reason == "Given up after 20 attempts: its worker is gone"
        assert (settings.records / f"{FIRST}.tianming.torn").exists()

    def test_whatever_is_killed_when_each_match_has_one_result(
        self, tmp_path: Path, fresh_seed: int
    ) -> None:
        settings = league(tmp_path)
        fates = ("lost", "left", "untold", "killed", "cut", "unsaved", "void")
        for number in range(200):
            try:
                run(settings, Dice(fresh_seed + number, *fates))
                break
            except Killed:
                pass
        counts = results(settings)
        assert set(counts) == plan(settings)
        assert set(counts.values()) == {1}


def wait_for_entries(folder: Path) -> Path:
    """Wait until the record of an open match has some; gives the name it will have.

    The test's time limit is the bound.
    """
    while True:
        for part in folder.glob("*.part"):
            if part.stat().st_size > 1000:
                return part.with_suffix("")
        threading.Event().wait(0.001)


def went_on(record: Path) -> bool:
    """Whether a valid record shows that its match was interrupted and resumed."""
    verify(read(record))
    return any(entry.body.HasField("resumed") for entry in read(record).entries)


class TestPool:
    """It is so with real workers, and where their league dies before them."""

    def test_the_matches_of_a_killed_worker_are_played_on_by_another(self, tmp_path: Path) -> None:
        settings = LeagueSettings(
            name="test",
            game="dragon",
            seats=2,
            seed="seed",
            format=RoundRobin(rounds=4),
            sandbox=SandboxTable(preset="none"),
            executor=ExecutorTable(kind="processes", workers=1),
            bots=tuple(BotSettings(name=BotName(bot), command="random") for bot in ("ann", "bob")),
            folder=tmp_path,
        )
        received = Received()
        with (
            open_ledger(settings) as ledger,
            ledger.running(),
            open_backend(settings, None) as place,
        ):
            assert isinstance(place, PoolBackend)
            (doomed,) = place.pool.pids

            def kill() -> None:
                wait_for_entries(settings.records)
                os.kill(doomed, signal.SIGKILL)

            killer = threading.Thread(target=kill)
            killer.start()
            assert Runner(settings, ledger, place, received).run() is Finish.OVER
            killer.join()
        put_off = {one.match for one in received.of(AttemptPostponedEvent)}
        assert put_off
        assert all(went_on(settings.records / f"{name}.tianming") for name in put_off)

    def test_those_of_a_killed_league_are_played_on_by_the_workers_of_the_next(
        self, tmp_path: Path
    ) -> None:
        words = ("--set", "executor.kind=processes", "--set", "executor.workers=2")
        write(tmp_path / "league.toml", {"ann": thinking(0.01), "bob": thinking(0.01)}, rounds=2)
        with PreloadedPopen((*LEAGUE, "run", *words), cwd=tmp_path) as process:
            cut_off = wait_for_entries(tmp_path / "records")
            process.kill()
        assert league_command(tmp_path, "run", *words, "--json")
        records = sorted((tmp_path / "records").glob("*.tianming"))
        assert [path.stem for path in records] == [
            f"small-r00{number}-s0000{number}-{turn}" for number in (1, 2) for turn in (1, 2)
        ]
        assert went_on(cut_off)
