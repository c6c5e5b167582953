"""Editors on Windows begin a text file with a byte order mark; the referee accepts it."""

import codecs
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.server.token_file import read_tokens
from tests.cli.running import league


def mark(path: Path) -> None:
    """Put a byte order mark at the start of a file."""
    path.write_bytes(codecs.BOM_UTF8 + path.read_bytes())


class TestByteOrderMark:
    def test_a_league_file_may_have_one(
        self, season: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        mark(season / "league.toml")
        assert main(["league", "check", str(season / "league.toml")]) == 0
        assert "is valid" in capsys.readouterr().out

    def test_a_token_file_may_have_one(self, tmp_path: Path) -> None:
        tokens = tmp_path / "tokens.txt"
        assert main(["token", "ann", "--tokens", str(tokens)]) == 0
        mark(tokens)
        assert set(read_tokens(tokens)) == {"ann"}


class TestBotsNotInFile:
    """A bot that the file does not name any more plays on, and the commands say so."""

    def test_check_counts_it_and_status_marks_it(self, played_league: Path) -> None:
        file = played_league / "league.toml"
        file.write_text(file.read_text().replace('"eve"', '"eva"'))
        said = league(played_league, "check")
        assert "for 4 bots" in said
        assert "eve still play, though not in the file" in said
        assert "eve        4  plays; not in the league file" in league(played_league, "status")
