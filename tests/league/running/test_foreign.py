"""A sound record of another match under the name of this one does not count, in any run."""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.identifier import BotName, MatchId
from referee.launch.finished_match import PlayedMatch
from referee.launch.match_task import MatchTask
from referee.league.configuration.settings import LeagueSettings, StorageTable
from referee.league.ledger.journal_event import AttemptBegun
from referee.league.running.league_event import AttemptFailedEvent, RecordForeignEvent
from referee.league.running.runner import Runner
from referee.league.running.season_finish import Finish
from referee.record.reader import read
from referee.record.signature import check_signature, make_key
from tests.league.ledger.plan import write_record
from tests.league.running.fake_backend import (
    FakeBackend,
    Killed,
    bring_back,
    league,
    open_ledger,
    run,
)
from tests.league.running.outcome import Received, plan, results

FIRST = "test-r001-s00001-1"


def cut_off(settings: LeagueSettings) -> None:
    """A season that was killed in its first match, before its record was begun."""
    with pytest.raises(Killed):
        run(settings, lambda task: "killed")


class TestRecovery:
    """What lies in the folder when a run begins."""

    @pytest.mark.parametrize(
        ("bots", "seed", "why"),
        [
            (("eve", "dan", "gil"), b"", "its seats are eve, dan, gil, and the plan has"),
            ((), bytes(32), "its seed is not that of the plan"),
        ],
    )
    def test_the_record_is_named_and_quarantined_and_its_match_is_played(
        self, bots: tuple[str, ...], seed: bytes, why: str, tmp_path: Path
    ) -> None:
        settings, received = league(tmp_path), Received()
        cut_off(settings)
        with open_ledger(settings) as ledger:
            match = ledger.find(MatchId(FIRST))
            assert match is not None
            seats = bots or match.pairing.bots
        forged = write_record(settings.records, FIRST, bots=tuple(map(BotName, seats)), seed=seed)
        assert run(settings, notify=received) is Finish.OVER
        (foreign,) = received.of(RecordForeignEvent)
        assert why in foreign.reason
        assert foreign.record == settings.records / f"{FIRST}.tianming"
        assert (settings.records / f"{FIRST}.tianming.foreign").exists()
        assert set(results(settings)) == plan(settings)
        with open_ledger(settings) as ledger:
            assert forged.digest not in {result.digest for result in ledger.results()}

    def test_a_record_of_a_later_attempt_is_recognised_by_the_seed_in_the_journal(
        self, tmp_path: Path
    ) -> None:
        settings, received = league(tmp_path), Received()
        cut_off(settings)
        with open_ledger(settings) as ledger:
            match = ledger.find(MatchId(FIRST))
            assert match is not None
            ledger.write(AttemptBegun(MatchId(FIRST), 2, bytes(32).hex()))
        write_record(settings.records, FIRST, 2, bots=match.pairing.bots)
        assert run(settings, notify=received) is Finish.OVER
        (foreign,) = received.of(RecordForeignEvent)
        assert foreign.reason == "its seed is not that of the plan"


class TestCluster:
    """What a worker of another machine returns."""

    def test_a_record_of_another_match_is_not_kept_and_its_match_is_played_again(
        self, tmp_path: Path
    ) -> None:
        settings, received, forged = league(tmp_path), Received(), []

        def play(task: MatchTask) -> PlayedMatch:
            played = bring_back(task)
            if task.settings.match_id != FIRST:
                return played
            other = write_record(tmp_path, FIRST, bots=task.settings.bots)
            forged.append(other.digest)
            data = (tmp_path / f"{other.match_id}.tianming").read_bytes()
            return replace(other, header=None, record=data)

        with open_ledger(settings) as ledger:
            place = FakeBackend(play, here=False)
            assert Runner(settings, ledger, place, received).run() is Finish.OVER
            counted = {result.digest for result in ledger.results()}
        (failed,) = received.of(AttemptFailedEvent)
        assert failed.reason == (
            "The worker returned a wrong record: its seed is not that of the plan."
        )
        assert not (settings.records / f"{FIRST}.tianming").exists()
        assert counted.isdisjoint(forged)
        assert set(results(settings)) == plan(settings)

    @pytest.mark.parametrize(
        ("spoil", "why"),
        [
            (lambda played: b"?", "is not the header of a record"),
            (lambda played: played.record[:-1], "is cut off or damaged"),
        ],
    )
    def test_bytes_that_are_no_sealed_record_are_not_kept(
        self, spoil: object, why: str, tmp_path: Path
    ) -> None:
        assert callable(spoil)
        settings, received = league(tmp_path), Received()

        def play(task: MatchTask) -> PlayedMatch:
            played = bring_back(task)
            if task.settings.match_id != FIRST:
                return played
            return replace(played, record=spoil(played))

        with open_ledger(settings) as ledger:
            place = FakeBackend(play, here=False)
            assert Runner(settings, ledger, place, received).run() is Finish.OVER
        (failed,) = received.of(AttemptFailedEvent)
        assert why in failed.reason
        assert not list(settings.records.glob("*.part"))
        assert set(results(settings)) == plan(settings)

    def test_the_league_signs_what_returns(self, tmp_path: Path) -> None:
        key = make_key(tmp_path / "signing.key")
        settings = replace(league(tmp_path), storage=StorageTable(key="signing.key"))
        with open_ledger(settings) as ledger:
            place = FakeBackend(bring_back, here=False)
            assert Runner(settings, ledger, place).run() is Finish.OVER
        for record in settings.records.glob("*.tianming"):
            check_signature(read(record), bytes.fromhex(key.public))
