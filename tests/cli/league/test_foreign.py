"""A record of Ming under the name of a match of Dragon counts for no bot."""

from pathlib import Path

import pytest

from tests.cli.running import events, league
from tests.cli.shell import referee
from tests.record.samples import bodies, forged

NAME = "small-r001-s00001-1"


@pytest.fixture(scope="module")
def ming(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a match of Ming."""
    path = tmp_path_factory.mktemp("records") / "ming.tianming"
    done = referee("play", "ming", "random", "random", "--seed", "1", "--record", path)
    assert done.returncode == 0, done.stderr
    return path


def forge(season: Path, ming: Path) -> Path:
    """Put the record of a match of Ming in the place of one of the season."""
    record = season / "records" / f"{NAME}.tianming"
    changed = bodies(ming.read_bytes())
    changed[0].header.match_id = NAME
    del changed[0].header.bots[:]
    changed[0].header.bots.extend(bodies(record.read_bytes())[0].header.bots)
    record.write_bytes(forged(changed))
    return record


class TestForeign:
    """Whoever reads the folder again tells the record of another match."""

    def test_rebuild_names_it_and_changes_nothing(self, played_league: Path, ming: Path) -> None:
        record, table = forge(played_league, ming), referee("table", cwd=played_league).stdout
        refused = referee("league", "rebuild", cwd=played_league)
        assert refused.returncode == 65
        assert (
            f"records/{record.name}: the record is not that of the match {NAME}" in refused.stderr
        )
        assert referee("table", cwd=played_league).stdout == table

    def test_a_run_names_it_and_puts_it_aside_and_the_match_is_played_again(
        self, played_league: Path, ming: Path
    ) -> None:
        (played_league / "ledger.db").unlink()
        record = forge(played_league, ming)
        lines = league(played_league, "run", "--events").splitlines()
        (foreign,) = events(lines, "record_foreign")
        assert foreign["record"] == f"records/{record.name}"
        assert foreign["reason"].startswith("the journal has the seal ")
        (ended,) = events(lines, "match_ended")
        assert (ended["match"], ended["attempt"]) == (NAME, 2)
        assert record.with_name(f"{record.name}.foreign").exists()

    def test_a_journal_without_the_seal_is_judged_by_the_game(
        self, played_league: Path, ming: Path
    ) -> None:
        record, journal = forge(played_league, ming), played_league / "records" / "league.journal"
        lines = journal.read_bytes().splitlines(keepends=True)
        first = next(n for n, line in enumerate(lines) if b"attempt_sealed" in line)
        journal.write_bytes(b"".join(lines[:first]))
        (played_league / "ledger.db").unlink()
        (foreign,) = events(league(played_league, "run", "--events").splitlines(), "record_foreign")
        assert foreign["record"] == f"records/{record.name}"
        assert foreign["reason"] == "it is a match of ming, and the league plays dragon"
