"""The index of a folder of records follows the folder."""

from pathlib import Path

import pytest

from referee.identifier import MatchId
from referee.league.ledger.listing import MatchState
from referee.web import records_source
from referee.web.catalogue import Catalogue
from referee.web.records_source import RecordsSource
from referee.web.showing import ShowSettings
from tests.record.samples import toy_record


@pytest.mark.parametrize("written", [0, 1, 100])
def test_a_match_is_live_once_its_record_has_begun(
    folder: Path, written: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the folder was looked at while the header was being written."""
    monkeypatch.setattr(records_source, "_REST", 0.0)
    part = folder / "m1.tianming.part"
    part.write_bytes(toy_record()[:written])
    catalogue = Catalogue(RecordsSource("season", folder, [], ShowSettings()))
    assert catalogue.find(MatchId("m1")).match.state is MatchState.VOID
    part.write_bytes(toy_record()[:-200])
    assert catalogue.find(MatchId("m1")).match.state is MatchState.LIVE
