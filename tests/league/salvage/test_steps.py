"""A season without rounds whose journal is lost or damaged: its steps are restored."""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.league.configuration.settings import LeagueSettings, LimitsTable
from referee.league.format.ladder import Ladder
from referee.league.ledger.journal import NAME
from referee.league.ledger.journal_event import JournalEvent, RoundPlanned, StepPlanned, loads
from referee.league.running.season_finish import Finish
from referee.league.salvage.rebuild import rebuild
from tests.league.running.fake_backend import league, open_ledger, run
from tests.league.running.outcome import results

_MATCHES = 2 * 4


@pytest.fixture
def season(tmp_path: Path) -> LeagueSettings:
    """A ladder of four bots that was played to its end: two rounds of two sets."""
    limits = LimitsTable(matches=2, matches_per_bot=2)
    settings = replace(league(tmp_path, limits=limits), seats=2, format=Ladder(rounds=2))
    assert run(settings) is Finish.OVER
    return settings


def rows_of(settings: LeagueSettings) -> list[str]:
    """Return the rows of the ledger, without the position in the journal."""
    with open_ledger(settings) as ledger:
        return [line for line in ledger.dump() if '"journal"' not in line]


def events_of(lines: list[bytes]) -> list[JournalEvent]:
    return [loads(line.partition(b" ")[2].decode()) for line in lines]


def lines_of(settings: LeagueSettings) -> list[bytes]:
    return (settings.records / NAME).read_bytes().splitlines(keepends=True)


class TestSteps:
    """What is known of a season without rounds is enough to go on with it."""

    def test_a_lost_journal_is_restored_from_the_ledger(self, season: LeagueSettings) -> None:
        before = rows_of(season)
        (season.records / NAME).unlink()
        done = rebuild(season)
        assert done.salvaged is not None
        assert done.salvaged.from_ledger
        assert rows_of(season) == before

    @pytest.mark.parametrize("kind", [StepPlanned, RoundPlanned])
    def test_a_lost_line_is_restored_from_the_records(
        self, season: LeagueSettings, kind: type[JournalEvent]
    ) -> None:
        lines = lines_of(season)
        lost = next(n for n, event in enumerate(events_of(lines)) if isinstance(event, kind))
        lines[lost] = b"?" * len(lines[lost][:-1]) + b"\n"
        (season.records / NAME).write_bytes(b"".join(lines))
        (season.folder / "ledger.db").unlink()
        assert rebuild(season).records == _MATCHES
        before = results(season)
        assert len(before) == _MATCHES
        assert run(season) is Finish.OVER
        assert len(results(season)) == _MATCHES

    def test_records_that_an_older_copy_of_the_journal_lacks_are_planned_again(
        self, season: LeagueSettings
    ) -> None:
        before = results(season)
        lines = lines_of(season)
        second = [n for n, event in enumerate(events_of(lines)) if isinstance(event, StepPlanned)]
        (season.records / NAME).write_bytes(b"".join(lines[: second[1]]))
        (season.folder / "ledger.db").unlink()
        assert rebuild(season).strays == ()
        assert results(season) == before
        assert run(season) is Finish.OVER
        assert results(season) == before

    def test_a_step_is_a_compact_line_that_says_the_same(self, season: LeagueSettings) -> None:
        lines = lines_of(season)
        with open_ledger(season) as ledger:
            planned = {one.pairing.match_id: one.pairing for one in ledger.round_matches()}
        steps = [
            (event, line)
            for event, line in zip(events_of(lines), lines, strict=True)
            if isinstance(event, StepPlanned)
        ]
        assert len(steps) == 4
        for event, line in steps:
            assert all(planned[one.match_id] == one for one in event.pairings)
            assert len(line) < 400
        assert steps[0][0].pairings[0].bots[0] in {bot.name for bot in season.bots}
