"""Records make a season, wherever they come from."""

from functools import partial
from pathlib import Path

import pytest

from referee.error import DataError
from referee.league.statistics import aggregation
from referee.league.statistics.aggregation import aggregate_all, season_of
from referee.parallel import on_every_core
from tests.league.ledger.plan import write_record


@pytest.fixture
def records(tmp_path: Path) -> list[Path]:
    """Records of five matches."""
    names = [f"m{number}" for number in range(5)]
    for name in names:
        write_record(tmp_path, name)
    return [tmp_path / f"{name}.tianming" for name in names]


class TestGathering:
    """Records are read, each once."""

    def test_many_processes_read_what_one_does(
        self, records: list[Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        alone = list(aggregate_all(records))
        monkeypatch.setattr(aggregation, "on_every_core", partial(on_every_core, few=2))
        heard: list[int] = []
        assert list(aggregate_all(records, heard.append)) == alone
        assert heard == [1, 2, 3, 4, 5]

    def test_a_record_that_another_process_cannot_read_is_named(
        self, records: list[Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(aggregation, "on_every_core", partial(on_every_core, few=2))
        records[3].write_bytes(records[3].read_bytes()[:-1])
        with pytest.raises(DataError, match="m3"):
            list(aggregate_all(records))

    def test_the_order_of_the_records_is_nothing_to_it(self, records: list[Path]) -> None:
        forth, back = season_of(records), season_of(records[::-1])
        assert forth.rows == back.rows
        assert forth.results.match_ids == back.results.match_ids
