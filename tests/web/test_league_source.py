"""A league as a source of the pages."""

from dataclasses import replace
from pathlib import Path

from referee.league.configuration.settings import ScheduleTable
from referee.league.ledger.journal_event import RoundScheduled
from referee.web.league_source import LeagueSource
from tests.league.running.fake_backend import league, open_ledger


def test_the_pages_show_when_the_next_round_begins_in_the_zone_of_the_schedule(
    tmp_path: Path,
) -> None:
    table = ScheduleTable(at="18:00", zone="Europe/Berlin")
    settings = replace(league(tmp_path), schedule=table)
    with open_ledger(settings) as ledger:
        source = LeagueSource(settings)
        assert "Next round" not in dict(source.settings())
        ledger.write(RoundScheduled("2026-11-27T17:00:00+00:00"))
        shown = dict(source.settings())
        source.close()
    assert shown["Next round"] == "Friday, 2026-11-27 at 18:00 (UTC+0100)"
