"""After a kill at any point, a league resumes, and every match counts once."""

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.identifier import MatchId
from referee.launch.finished_match import PlayedMatch
from referee.launch.match_task import MatchTask
from referee.league.attempt import AttemptName
from referee.league.configuration.settings import LeagueSettings, LimitsTable, StorageTable
from referee.league.ledger import journal_event
from referee.league.ledger.journal import NAME
from referee.league.running.attempts import MOST_ATTEMPTS
from referee.league.running.league_event import (
    AttemptFailedEvent,
    AttemptPostponedEvent,
    MatchEndedEvent,
    RecordMissingEvent,
    RecordStrayEvent,
    RecordUnsoundEvent,
)
from referee.league.running.runner import Runner
from referee.league.running.season_finish import Finish
from referee.record.file import RecordFile
from referee.record.reader import read
from tests.league.ledger.plan import write_record
from tests.league.postgres import Postgres
from tests.league.running.fake_backend import (
    Dice,
    FakeBackend,
    Killed,
    bring_back,
    league,
    open_ledger,
    run,
)
from tests.league.running.outcome import Received, plan, results


class TestKilled:
    """Kill it anywhere and run it again: it resumes."""

    def test_every_match_has_one_result_after_kills_in_postgresql(
        self, tmp_path: Path, postgres: Postgres, fresh_seed: int
    ) -> None:
        settings = replace(league(tmp_path), storage=StorageTable(ledger=postgres.database()))
        for number in range(8):
            with contextlib.suppress(Killed):
                run(settings, Dice(fresh_seed + number, "killed", "cut", "unsaved"))
        assert run(settings) is Finish.OVER
        counts = results(settings)
        assert set(counts) == plan(settings)
        assert set(counts.values()) == {1}

    def test_a_record_that_was_sealed_before_the_kill_counts(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        with pytest.raises(Killed):
            run(settings, lambda task: "unsaved")
        (record,) = settings.records.glob("*.tianming")
        run(settings)
        with open_ledger(settings) as ledger:
            digests = {one.pairing.match_id: one.digest for one in ledger.results()}
        assert digests[MatchId(record.stem)] == read(record).digest

    def test_every_result_is_announced_once_after_kills(
        self, tmp_path: Path, fresh_seed: int
    ) -> None:
        settings, received = league(tmp_path), Received()
        for number in range(200):
            try:
                run(settings, Dice(fresh_seed + number, "killed", "unsaved", "void"), received)
                break
            except Killed:
                pass
        ended = received.of(MatchEndedEvent)
        assert sorted(one.match for one in ended) == sorted(plan(settings))
        with open_ledger(settings) as ledger:
            found = {one.pairing.match_id: one for one in ledger.results()}
        for one in ended:
            assert one.bots == found[MatchId(one.match)].pairing.bots
            places = tuple(seat.place for seat in found[MatchId(one.match)].outcome.results)
            assert one.places == places

    def test_a_match_that_was_cut_off_continues_from_its_record(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        with pytest.raises(Killed):
            run(settings, lambda task: "cut")
        again = self._tasks(settings)
        assert again["test-r001-s00001-1"].resume
        assert not any(task.resume for name, task in again.items() if not name.endswith("1-1"))
        assert set(results(settings)) == plan(settings)

    def test_it_does_so_after_a_loss_of_power(
        self, tmp_path: Path, synced: dict[Path, bytes]
    ) -> None:
        settings = league(tmp_path)
        with pytest.raises(Killed):
            run(settings, lambda task: "cut")
        journal = settings.records / NAME
        journal.write_bytes(synced[journal])
        assert self._tasks(settings)["test-r001-s00001-1"].resume
        assert set(results(settings)) == plan(settings)

    def test_it_does_so_where_the_journal_is_a_copy_from_before_it_began(
        self, tmp_path: Path
    ) -> None:
        settings = league(tmp_path)
        with pytest.raises(Killed):
            run(settings, lambda task: "cut")
        journal = settings.records / NAME
        lines = journal.read_bytes().splitlines(keepends=True)
        journal.write_bytes(b"".join(line for line in lines if b"attempt_begun" not in line))
        (tmp_path / "ledger.db").unlink()
        again = self._tasks(settings)
        assert again["test-r001-s00001-1"].resume
        assert set(results(settings)) == plan(settings)

    def test_a_match_that_was_cut_off_waits_for_a_bot_that_is_not_there(
        self, tmp_path: Path
    ) -> None:
        settings, received = league(tmp_path), Received()
        with pytest.raises(Killed):
            run(settings, lambda task: "cut")
        fates = iter(("failed", "failed"))
        run(settings, lambda task: next(fates, "played") if task.resume else "played", received)
        (first, second) = received.of(AttemptPostponedEvent)
        assert first == second
        assert first.match == "test-r001-s00001-1"
        assert received.of(AttemptFailedEvent) == []
        assert {record.stem for record in settings.records.glob("*.tianming")} == plan(settings)
        assert not list(settings.records.glob("*.part"))

    def test_a_match_that_cannot_resume_starts_again_and_its_record_is_kept(
        self, tmp_path: Path
    ) -> None:
        limits = LimitsTable(matches=4, matches_per_bot=4, bench_after=0)
        settings, received = league(tmp_path, limits=limits), Received()
        with pytest.raises(Killed):
            run(settings, lambda task: "cut")
        run(settings, lambda task: "failed" if task.resume else "played", received)
        assert len(received.of(AttemptPostponedEvent)) == MOST_ATTEMPTS - 1
        assert len(received.of(AttemptFailedEvent)) == 1
        assert results(settings)["test-r001-s00001-1"] == 1
        assert (settings.records / "test-r001-s00001-1.2.tianming").exists()
        assert not list(settings.records.glob("*.part"))
        (kept,) = settings.records.glob("*.torn")
        assert kept.read_bytes() == b"the beginning"

    @pytest.mark.parametrize("fate", ["cut", "killed"])
    @pytest.mark.parametrize("is_benched", [True, False])
    def test_the_record_of_a_match_that_became_void_is_quarantined(
        self, tmp_path: Path, fate: str, is_benched: bool
    ) -> None:
        settings = league(tmp_path)
        with pytest.raises(Killed):
            run(settings, lambda task: fate)
        with open_ledger(settings) as ledger:
            name = ledger.open_attempts()[0]
            match = ledger.find(name.match_id)
            assert match is not None
            bot = match.pairing.bots[0]
            void = journal_event.MatchVoided(name.match_id, "a test")
            ledger.write(journal_event.BotBenched(bot, "a test") if is_benched else void)
        assert run(settings) is Finish.OVER
        with open_ledger(settings) as ledger:
            assert ledger.open_attempts() == []
            assert name.match_id not in {one.pairing.match_id for one in ledger.results()}
        assert not list(settings.records.glob("*.part"))
        assert len(list(settings.records.glob("*.torn"))) == (fate == "cut")

    def test_an_interrupted_match_that_no_bot_saw_keeps_its_draws(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        with pytest.raises(Killed):
            run(settings, lambda task: "killed")
        again = self._tasks(settings)
        with open_ledger(settings) as ledger:
            seeds = {one.pairing.match_id: one.pairing.seed for one in ledger.results()}
        assert {name: task.settings.seed for name, task in again.items()} == seeds
        assert not any(task.resume for task in again.values())

    def test_a_failed_match_that_no_bot_saw_gets_new_draws(self, tmp_path: Path) -> None:
        settings, name = league(tmp_path, limits=LimitsTable(bench_after=0)), "test-r001-s00001-1"
        with pytest.raises(Killed):
            run(settings, lambda task: "killed")
        begun: list[str] = []

        def fate(task: MatchTask) -> str:
            begun.append(task.settings.match_id)
            return "failed" if begun.count(name) == 1 and begun[-1] == name else "played"

        assert run(settings, fate) is Finish.OVER
        assert [one for one in begun if one.startswith(name)] == [name, f"{name}.2"]

    def test_a_match_that_started_elsewhere_starts_again_with_new_draws(
        self, tmp_path: Path
    ) -> None:
        settings, received = league(tmp_path, limits=LimitsTable(matches=1)), Received()
        tasks: list[MatchTask] = []

        def play(task: MatchTask) -> PlayedMatch:
            tasks.append(task)
            raise Killed

        for _ in range(2):
            with open_ledger(settings) as ledger, pytest.raises(Killed):
                Runner(settings, ledger, FakeBackend(play, here=False), received).run()
        (failed,) = received.of(AttemptFailedEvent)
        assert (failed.match, failed.attempt) == ("test-r001-s00001-1", 1)
        first, second = tasks
        assert second.settings.match_id == "test-r001-s00001-1.2"
        assert second.settings.seed != first.settings.seed
        assert (first.record, second.record, second.resume) == (None, None, False)
        with open_ledger(settings) as ledger:
            assert AttemptName(MatchId("test-r001-s00001-1"), 1) not in ledger.open_attempts()

    def test_nothing_is_left_of_a_record_that_returned_and_was_not_all_written(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings = league(tmp_path, limits=LimitsTable(matches=1))

        def die(file: RecordFile) -> None:
            file.close()
            raise Killed

        with monkeypatch.context() as patch:
            patch.setattr(RecordFile, "finish", die)
            with pytest.raises(Killed):
                self._run_elsewhere(settings)
        (left,) = settings.records.glob("*.part")
        sealed = left.read_bytes()
        assert self._run_elsewhere(settings) is Finish.OVER
        assert not list(settings.records.glob("*.part"))
        (kept,) = settings.records.glob("*.torn")
        assert kept.read_bytes() == sealed
        assert set(results(settings)) == plan(settings)

    def _run_elsewhere(self, settings: LeagueSettings) -> Finish:
        """Run a league whose records come back in memory."""
        place = FakeBackend(bring_back, here=False)
        with open_ledger(settings) as ledger:
            return Runner(settings, ledger, place).run()

    def _tasks(self, settings: Any) -> dict[str, MatchTask]:
        """Run a league to its end; gives its tasks by the names of their matches."""
        tasks: dict[str, MatchTask] = {}

        def note(task: MatchTask) -> str:
            tasks[task.settings.match_id] = task
            return "played"

        assert run(settings, note) is Finish.OVER
        return tasks

    def test_a_lost_record_is_named(self, tmp_path: Path) -> None:
        settings = league(tmp_path)
        run(settings)
        (settings.records / "test-r001-s00001-1.tianming").unlink()
        received = Received()
        run(settings, notify=received)
        assert received.of(RecordMissingEvent) == [RecordMissingEvent("test-r001-s00001-1")]

    def test_files_of_no_match_of_the_league_are_named_and_unchanged(self, tmp_path: Path) -> None:
        settings, received = league(tmp_path), Received()
        run(settings)
        write_record(settings.records, "stray")
        (settings.records / "open.tianming.part").write_bytes(b"the beginning")
        damaged = settings.records / "damaged.tianming"
        damaged.write_bytes(b"?")
        assert run(settings, notify=received) is Finish.OVER
        assert received.of(RecordStrayEvent) == [RecordStrayEvent("stray")]
        (unsound,) = received.of(RecordUnsoundEvent)
        assert unsound.record == damaged
        assert str(damaged) in unsound.reason
        assert set(results(settings)) == plan(settings)
