"""A record of Ming under the name of a match of Dragon counts for no bot."""

from pathlib import Path

import pytest

from tests.cli.running import events, league, write
from tests.cli.shell import referee
from tests.record.samples import bodies, forged

NAME = "small-r001-s00001-1"


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """The folder of a season that was played to its end."""
    write(tmp_path / "league.toml", {"ann": "random", "bob": "random"})
    league(tmp_path, "run", "--json")
    return tmp_path


def forge(season: Path) -> Path:
    """Play a match of Ming, and put its record in the place of one of the season."""
    other, record = season / "ming.tianming", season / "records" / f"{NAME}.tianming"
    played = referee("play", "ming", "random", "random", "--seed", "1", "--record", str(other))
    assert played.returncode == 0, played.stderr
    changed = bodies(other.read_bytes())
    changed[0].header.match_id = NAME
    del changed[0].header.bots[:]
    changed[0].header.bots.extend(bodies(record.read_bytes())[0].header.bots)
    record.write_bytes(forged(changed))
    return record


class TestForeign:
    """Whoever reads the folder again tells the record of another match."""

    def test_rebuild_names_it_and_changes_nothing(self, season: Path) -> None:
        record, table = forge(season), referee("table", cwd=season).stdout
        refused = referee("league", "rebuild", cwd=season)
        assert refused.returncode == 65
        assert (
            f"records/{record.name}: the record is not that of the match {NAME}" in refused.stderr
        )
        assert referee("table", cwd=season).stdout == table

    def test_a_run_names_it_and_puts_it_aside_and_the_match_is_played_again(
        self, season: Path
    ) -> None:
        (season / "ledger.db").unlink()
        record = forge(season)
        lines = league(season, "run", "--events").splitlines()
        (foreign,) = events(lines, "record_foreign")
        assert foreign["record"] == f"records/{record.name}"
        assert foreign["reason"].startswith("the journal has the seal ")
        (ended,) = events(lines, "match_ended")
        assert (ended["match"], ended["attempt"]) == (NAME, 2)
        assert record.with_name(f"{record.name}.foreign").exists()

    def test_a_journal_without_its_seal_tells_it_by_the_game(self, season: Path) -> None:
        record, journal = forge(season), season / "records" / "league.journal"
        lines = journal.read_bytes().splitlines(keepends=True)
        first = next(n for n, line in enumerate(lines) if b"attempt_sealed" in line)
        journal.write_bytes(b"".join(lines[:first]))
        (season / "ledger.db").unlink()
        (foreign,) = events(league(season, "run", "--events").splitlines(), "record_foreign")
        assert foreign["record"] == f"records/{record.name}"
        assert foreign["reason"] == "it is a match of ming, and the league plays dragon"
