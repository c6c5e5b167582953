"""The season of a ledger is the one of its results, in both databases."""

from pathlib import Path

from referee.error import DataError
from referee.identifier import BotName
from referee.league.ledger import Ledger
from referee.league.ledger.index_season import season_of
from referee.league.ledger.journal_event import MatchVoided
from referee.league.statistics.aggregation import with_statistics
from referee.league.statistics.results_table import results_of
from referee.sentence.record import RecordSentence
from tests.errors import raises
from tests.league.ledger.plan import BOTS, planned, sealed, void, write_record

IDS = [pairing.match_id for pairing in planned().pairings]


class TestSeason:
    """What a table is made of."""

    def test_its_table_is_that_of_the_results(self, address: str, tmp_path: Path) -> None:
        with Ledger(address, tmp_path, "test", begin=True) as ledger:
            ledger.write(planned())
            ledger.seal([sealed(match_id) for match_id in reversed(IDS)])
            found, expected = season_of(ledger).results, results_of(ledger.results())
            assert found.names == expected.names == BOTS
            assert found.match_ids == expected.match_ids
            for column in ("sets", "starts", "bots", "places", "scores", "strikes", "forfeited"):
                assert getattr(found, column).tolist() == getattr(expected, column).tolist()
                assert getattr(found, column).dtype == getattr(expected, column).dtype

    def test_void_attempts_and_annulled_matches_count_for_nobody(
        self, address: str, tmp_path: Path
    ) -> None:
        with Ledger(address, tmp_path, "test", begin=True) as ledger:
            ledger.write(planned())
            ledger.seal([sealed(IDS[0], 1, void()), sealed(IDS[0], 2), sealed(IDS[1])])
            ledger.write(MatchVoided(IDS[1], "It was a mistake."))
            season = season_of(ledger)
            assert season.results.match_ids == (IDS[0],)
            assert season.void == 2

    def test_a_match_that_was_given_up_is_void_as_often_as_it_was_played(
        self, address: str, tmp_path: Path
    ) -> None:
        with Ledger(address, tmp_path, "test", begin=True) as ledger:
            ledger.write(planned())
            ledger.seal([sealed(IDS[0], attempt, void()) for attempt in (1, 2, 3)])
            ledger.write(MatchVoided(IDS[0], "Given up after 3 attempts."))
            assert season_of(ledger).void == 3

    def test_a_match_leads_to_the_record_of_the_attempt_that_counts(
        self, address: str, tmp_path: Path
    ) -> None:
        with Ledger(address, tmp_path, "test", begin=True) as ledger:
            ledger.write(planned())
            ledger.seal([write_record(tmp_path, IDS[0], 1, is_void=True)])
            ledger.seal([write_record(tmp_path, IDS[0], 2)])
            (match,) = season_of(ledger).matches_of(BotName("ann"))
            assert match.record == tmp_path / f"{IDS[0]}.2.tianming"
            assert match.record.is_file()

    def test_records_are_read_only_where_they_are_wanted(
        self, address: str, tmp_path: Path
    ) -> None:
        with Ledger(address, tmp_path, "test", begin=True) as ledger:
            ledger.write(planned())
            ledger.seal([write_record(tmp_path, IDS[0])])
            assert season_of(ledger).statistics is None
            assert set(with_statistics(season_of(ledger)).statistics or ()) == set(BOTS)
            (tmp_path / f"{IDS[0]}.tianming").unlink()
            assert season_of(ledger).rows
            with raises(DataError, RecordSentence.RECORD_NOT_READ):
                with_statistics(season_of(ledger))

    def test_a_season_without_results_is_empty(self, address: str, tmp_path: Path) -> None:
        with Ledger(address, tmp_path, "test", begin=True) as ledger:
            assert season_of(ledger).rows == []
