"""The index of a folder of records follows the folder."""

from pathlib import Path

import pytest

from referee.identifier import MatchId
from referee.league.ledger.listing import MatchState
from referee.web import records_source
from referee.web.catalogue import Catalogue
from referee.web.records_source import RecordsSource
from referee.web.showing import ShowSettings
from tests.record.samples import bodies, forged, toy_record


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


def test_a_match_of_a_person_is_void_and_has_its_points(folder: Path) -> None:
    """It counts for no bot, but whoever played wants to see how it ended."""
    header, *rest = bodies(toy_record())
    header.header.people.append(0)
    (folder / "m1.tianming").write_bytes(forged([header, *rest]))
    catalogue = Catalogue(RecordsSource("season", folder, [], ShowSettings()))
    found = catalogue.find(MatchId("m1")).match
    assert found.state is MatchState.VOID
    assert found.reason == "A person had a seat, so the match is not rated."
    ends = rest[-1].seal.results
    assert [seat.score for seat in found.results] == [seat.score for seat in ends] != []
