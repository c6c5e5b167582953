"""The records folder of a season contains a file that is not a record of the season."""

from pathlib import Path

import pytest

from referee.identifier import MatchId
from referee.launch.match_task import MatchTask
from referee.league.attempt import AttemptName
from referee.league.configuration.settings import LeagueSettings
from referee.league.running.league_event import (
    RecordForeignEvent,
    RecordStrayEvent,
    RecordUnsoundEvent,
)
from referee.league.running.season_finish import Finish
from referee.league.season.reading import season_of
from referee.match.settings import MatchSettings
from tests.league.ledger.plan import write_record
from tests.league.running.fake_backend import Killed, league, open_ledger, record, run
from tests.league.running.outcome import Received, plan, results
from tests.match.driver import CLOCK
from tianming_games.registry import load

FIRST = "test-r001-s00001-1"


def begun(folder: Path) -> LeagueSettings:
    """Return a league whose season was killed in its first match."""
    settings = league(folder)
    with pytest.raises(Killed):
        run(settings, lambda task: "killed")
    return settings


def goes_on(settings: LeagueSettings, received: Received) -> None:
    """Run the season to its end twice, and check its results and its table."""
    for _ in range(2):
        assert run(settings, notify=received) is Finish.OVER
        assert set(results(settings)) == plan(settings)
    with open_ledger(settings) as ledger:
        assert len(ledger.read(season_of).rows) == len(settings.bots)


class TestRecord:
    """The run names and quarantines a bad file, and continues the season."""

    def test_a_record_with_fewer_seats_than_planned(self, tmp_path: Path) -> None:
        settings, received = begun(tmp_path), Received()
        with open_ledger(settings) as ledger:
            match = ledger.find(MatchId(FIRST))
        assert match is not None
        two_seats = MatchSettings(
            match_id=MatchId(FIRST),
            game="toy",
            options=load("toy").defaults,
            bots=match.pairing.bots[:2],
            seed=match.pairing.seed,
            seed_nonce=bytes(32),
            clock=CLOCK,
            strikes=3,
        )
        _, _, data = record(MatchTask(two_seats, ()))
        (settings.records / f"{FIRST}.tianming").write_bytes(data)
        goes_on(settings, received)
        (foreign,) = received.of(RecordForeignEvent)
        assert foreign.reason.startswith("its seats are")

    @pytest.mark.parametrize("data", [b"", b"garbage", bytes(1000)])
    def test_a_file_that_is_no_record(self, data: bytes, tmp_path: Path) -> None:
        settings, received = begun(tmp_path), Received()
        file = settings.records / f"{FIRST}.tianming"
        file.write_bytes(data)
        goes_on(settings, received)
        (unsound,) = received.of(RecordUnsoundEvent)
        assert unsound.record == file
        assert file.with_name(f"{file.name}.unsound").read_bytes() == data

    @pytest.mark.parametrize("number", [99999999999999999999, 4294967296])
    @pytest.mark.parametrize("ending", ["tianming", "tianming.part"])
    def test_a_record_of_an_attempt_that_nobody_can_count(
        self, number: int, ending: str, tmp_path: Path
    ) -> None:
        settings, received = begun(tmp_path), Received()
        name = write_record(settings.records, FIRST, number).match_id
        file = settings.records / f"{name}.tianming"
        file.rename(file.with_suffix(f".{ending}"))
        goes_on(settings, received)
        strays = [fact.match for fact in received.of(RecordStrayEvent)]
        assert strays == ([name] * 2 if ending == "tianming" else [])

    @pytest.mark.parametrize("number", ["02", "0", "٣"])
    def test_a_number_that_is_spelled_in_another_way(self, number: str, tmp_path: Path) -> None:
        settings, received = begun(tmp_path), Received()
        file = settings.records / f"{write_record(settings.records, FIRST, 2).match_id}.tianming"
        file.rename(file.with_name(f"{FIRST}.{number}.tianming"))
        goes_on(settings, received)
        (unsound,) = received.of(RecordUnsoundEvent)
        assert "rename the file" in unsound.reason


class TestName:
    """Only a number that is spelled as the referee writes it marks a later attempt."""

    @pytest.mark.parametrize("number", ["2", "10", "999999999"])
    def test_numbers_of_attempts_are_read_as_they_are_written(self, number: str) -> None:
        name = AttemptName.parse(f"m.{number}")
        assert (name.match_id, name.number, str(name)) == ("m", int(number), f"m.{number}")

    @pytest.mark.parametrize("number", ["0", "1", "02", "1000000000", "٣", "²", "-1", ""])
    def test_all_others_are_part_of_the_name(self, number: str) -> None:
        assert AttemptName.parse(f"m.{number}") == AttemptName(MatchId(f"m.{number}"), 1)
