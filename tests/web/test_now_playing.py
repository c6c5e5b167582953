"""What is played now: positions of running matches, hidden matches, and what comes next."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from referee.league.configuration.settings import ScheduleTable
from referee.league.ledger.journal_event import RoundPlanned, RoundScheduled
from referee.record.reader import parse
from referee.record.replay import Replay
from referee.web import live, season_view
from referee.web.catalogue import Catalogue
from referee.web.keeper import Kept
from referee.web.league_source import LeagueSource
from referee.web.standings import Standings
from tests.league.ledger.plan import BOTS, planned
from tests.league.running.fake_backend import league, open_ledger
from tests.record.samples import bodies, dragon_record, forged, toy_record
from tests.web.browser import get
from tests.web.conftest import Pages
from tests.web.test_api import assert_valid
from tianming_games.registry import load
from tianming_games.scene import scene_json

POSITION = "/api/v1/matches/m1/position"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the records without a pause."""
    monkeypatch.setattr(live, "LOOK", 0.001)


def drawn(data: bytes) -> dict[str, Any]:
    """The scene after the last entry of a record, as the rules draw it."""
    record = parse(data, "m1")
    replay, names = Replay(record), tuple(record.header.bots)
    for entry in record.entries[1:]:
        state = replay.step(entry).state
    settings = replay.machine.settings
    shown = load(record.header.game).presentation(len(names), settings.options, names)
    return dict(scene_json(shown.scene(state.observation(None))))


class TestPosition:
    """A picture of a running match needs one small answer."""

    @pytest.mark.parametrize("entries", [3, 40, 200])
    def test_it_is_what_the_rules_draw_after_the_last_entry(
        self, folder: Path, pages: Pages, entries: int
    ) -> None:
        data = forged(list(islice(bodies(dragon_record()), entries)))
        (folder / "m1.tianming.part").write_bytes(data)
        found = get(pages(live=True), POSITION).json()
        assert_valid("LivePosition", found)
        assert found["scene"] == drawn(data)
        steps = get(pages(live=True), "/api/v1/matches/m1/steps").json()
        assert found["last"] == steps["last"]
        assert found["words"] == steps["steps"][-1]["words"]

    def test_the_board_comes_to_those_who_ask_for_it(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming.part").write_bytes(dragon_record()[:-250])
        board = get(pages(live=True), "/api/v1/matches/m1/steps").json()["board"]
        assert get(pages(live=True), f"{POSITION}?board=1").json()["board"] == board
        assert "board" not in get(pages(live=True), POSITION).json()
        assert get(pages(live=True), f"{POSITION}?board=2").status == 400

    def test_a_match_that_is_over_has_steps_instead(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        reply = get(pages(), POSITION)
        assert (reply.status, reply.json()["error"]) == (404, "not_live")

    def test_a_hidden_match_has_none(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming.part").write_bytes(toy_record()[:-250])
        (folder / "m2.tianming.part").write_bytes(toy_record()[:-250])
        reply = get(pages(same_draws=True), POSITION)
        assert (reply.status, reply.json()["error"]) == (403, "shown_after_set")


class TestHidden:
    """A hidden match that is played says who plays, since when, and when it is shown."""

    def test_it_has_the_time_that_such_matches_took(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        for name in ("m2", "m3"):
            (folder / f"{name}.tianming.part").write_bytes(toy_record()[:-250])
        season = get(pages(same_draws=True), "/api/v1/league").json()
        assert_valid("League", season)
        line = season["live"][0]
        assert line["hidden"]["reason"] == "until_set_is_over"
        assert (line["hidden"]["over"], line["hidden"]["of"]) == (1, 3)
        over = get(pages(same_draws=True), "/api/v1/matches/m1").json()
        took = datetime.fromisoformat(over["ended"]) - datetime.fromisoformat(over["started"])
        assert line["hidden"]["typical"] == pytest.approx(took.total_seconds(), abs=0.001)
        view = get(pages(same_draws=True), f"/api/v1/matches/{line['id']}").json()
        assert view["hidden"] == line["hidden"]

    def test_without_a_match_that_is_over_it_has_none(self, folder: Path, pages: Pages) -> None:
        (folder / "m2.tianming.part").write_bytes(toy_record()[:-250])
        (folder / "m3.tianming.part").write_bytes(toy_record()[:-250])
        lines = get(pages(same_draws=True), "/api/v1/league").json()["live"]
        assert ["typical" in line["hidden"] for line in lines] == [False, False]

    def test_a_match_that_is_shown_is_not_hidden(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming.part").write_bytes(toy_record()[:-250])
        (line,) = get(pages(), "/api/v1/league").json()["live"]
        assert "hidden" not in line


class TestNext:
    """A season says which matches come next, and when."""

    def test_the_first_planned_matches_come_first(self, tmp_path: Path) -> None:
        settings = replace(league(tmp_path, bots=BOTS), schedule=ScheduleTable(at="18:00"))
        pairings = tuple(replace(one, variant=0) for one in planned(matches=9).pairings)
        with open_ledger(settings) as ledger:
            ledger.write(RoundPlanned(1, BOTS, pairings))
            ledger.write(RoundScheduled("2026-11-27T18:00:00+00:00"))
            source = LeagueSource(settings)
            kept = Kept(Standings(), None, pending=True)
            season = season_view.league(Catalogue(source), kept)
            source.close()
        assert [line.id for line in season.next] == [one.match_id for one in pairings[:6]]
        assert season.next_round == datetime(2026, 11, 27, 18, tzinfo=UTC)

    def test_a_folder_of_records_has_none(self, folder: Path, pages: Pages) -> None:
        (folder / "m1.tianming").write_bytes(toy_record())
        season = get(pages(), "/api/v1/league").json()
        assert (season["next"], season.get("next_round")) == ([], None)


def test_the_page_for_a_projector_has_an_address(pages: Pages) -> None:
    assert get(pages(), "/tv").status == 200
