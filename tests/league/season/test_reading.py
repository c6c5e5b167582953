"""A season comes from a ledger, in both databases, or from records."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from referee.error import DataError
from referee.identifier import BotName
from referee.league.ledger import Ledger
from referee.league.ledger.journal_event import MatchVoided
from referee.league.season import reading
from referee.league.season.reading import season_of, season_of_records
from referee.league.season.season import Season
from referee.league.statistics.results_table import results_of
from referee.league.statistics.sentence import StatisticsSentence
from referee.parallel import on_every_core
from tests.errors import raises
from tests.league.ledger.plan import BOTS, planned, sealed, void, write_record

IDS = [pairing.match_id for pairing in planned().pairings]


def season_in(ledger: Ledger) -> Season:
    """Return the season of a ledger."""
    return ledger.read(partial(season_of, record_of=lambda name: name.record(ledger.folder)))


@pytest.fixture
def ledger(address: str, tmp_path: Path) -> Iterator[Ledger]:
    """A ledger with a round of six matches."""
    with Ledger(address, tmp_path, "test", begin=True) as ledger:
        ledger.write(planned())
        yield ledger


class TestSeason:
    """What a table is made of."""

    def test_its_table_is_that_of_the_results(self, ledger: Ledger) -> None:
        ledger.seal([sealed(match_id) for match_id in reversed(IDS)])
        found, expected = season_in(ledger).results, results_of(ledger.results())
        assert found.names == expected.names == BOTS
        assert found.match_ids == expected.match_ids
        for column in ("sets", "starts", "bots", "places", "scores", "strikes", "forfeited"):
            assert getattr(found, column).tolist() == getattr(expected, column).tolist()
            assert getattr(found, column).dtype == getattr(expected, column).dtype

    def test_void_attempts_and_annulled_matches_count_for_nobody(self, ledger: Ledger) -> None:
        ledger.seal([sealed(IDS[0], 1, void()), sealed(IDS[0], 2), sealed(IDS[1])])
        ledger.write(MatchVoided(IDS[1], "It was a mistake."))
        season = season_in(ledger)
        assert season.results.match_ids == (IDS[0],)
        assert season.void == 1
        assert [str(one.match_id) for one in season.overview.voids] == [IDS[0], IDS[1]]

    def test_a_match_that_was_given_up_is_one_void_match_with_all_its_attempts(
        self, ledger: Ledger
    ) -> None:
        ledger.seal([sealed(IDS[0], attempt, void()) for attempt in (1, 2, 3)])
        ledger.write(MatchVoided(IDS[0], "Given up after 3 attempts."))
        season = season_in(ledger)
        assert (season.void, len(season.overview.voids)) == (1, 3)

    def test_a_match_leads_to_the_record_of_the_attempt_that_counts(
        self, ledger: Ledger, tmp_path: Path
    ) -> None:
        ledger.seal([write_record(tmp_path, IDS[0], 1, is_void=True)])
        ledger.seal([write_record(tmp_path, IDS[0], 2)])
        (match,) = season_in(ledger).matches_of(BotName("ann"))
        assert match.record == tmp_path / f"{IDS[0]}.2.tianming"
        assert match.record.is_file()

    def test_faults_and_times_need_no_records(self, ledger: Ledger, tmp_path: Path) -> None:
        ledger.seal([write_record(tmp_path, IDS[0])])
        (tmp_path / f"{IDS[0]}.tianming").unlink()
        assert set(season_in(ledger).statistics or ()) == set(BOTS)

    def test_a_season_without_results_is_empty(self, ledger: Ledger) -> None:
        assert season_in(ledger).rows == []


@pytest.fixture
def records(tmp_path: Path) -> list[Path]:
    """The records of five matches."""
    names = [f"m{number}" for number in range(5)]
    for name in names:
        write_record(tmp_path, name)
    return [tmp_path / f"{name}.tianming" for name in names]


class TestRecords:
    """Records make a season without a ledger."""

    def test_many_processes_read_what_one_does(
        self, records: list[Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        alone, _ = season_of_records(records)
        monkeypatch.setattr(reading, "on_every_core", partial(on_every_core, few=2))
        numbers: list[int] = []
        together, _ = season_of_records(records, numbers.append)
        assert together.data() == alone.data()
        assert numbers == [1, 2, 3, 4, 5]

    def test_a_damaged_record_is_named_and_left_out(
        self, records: list[Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(reading, "on_every_core", partial(on_every_core, few=2))
        records[3].write_bytes(records[3].read_bytes()[:-1])
        season, (error,) = season_of_records(records)
        assert season.results.match_ids == ("m0", "m1", "m2", "m4")
        assert "m3" in str(error)

    def test_the_order_of_the_records_does_not_matter(self, records: list[Path]) -> None:
        (forth, _), (back, _) = season_of_records(records), season_of_records(records[::-1])
        assert forth.data() == back.data()
        assert forth.results.match_ids == back.results.match_ids

    def test_a_copy_counts_once_and_another_record_of_the_match_is_refused(
        self, records: list[Path], tmp_path: Path
    ) -> None:
        copy = tmp_path / "copy" / records[0].name
        copy.parent.mkdir()
        copy.write_bytes(records[0].read_bytes())
        assert season_of_records([*records, copy])[0].matches == 5
        copy.unlink()
        write_record(copy.parent, "m0", is_void=True)
        with raises(DataError, StatisticsSentence.RECORDS_DIFFER, match="m0"):
            season_of_records([*records, copy])
