"""`referee check-bot`: its output, its exit codes, and its errors."""

import json
import sys
from pathlib import Path

import pytest

from referee.cli.main import main

DEAD = [sys.executable, "-c", "print('no such model'); raise SystemExit(3)"]


def test_a_bot_that_does_not_start_is_not_ready(capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code is 1, and its output is shown."""
    assert main(["check-bot", "--", *DEAD]) == 1
    said = capsys.readouterr().out
    assert said.startswith("FAILURE  start: ")
    assert "no such model" in said
    assert said.endswith("is not ready, with 1 failure.\n")


def test_programs_read_the_findings(capsys: pytest.CaptureFixture[str]) -> None:
    """As one document."""
    assert main(["check-bot", "--json", "--", *DEAD]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["verdict"] == "not_ready"
    assert [finding["subject"] for finding in data["findings"]] == ["start"]


def test_game_and_sandbox_of_a_league_are_those_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bot that lies among what the league hides is refused, as the league does."""
    monkeypatch.chdir(tmp_path)
    assert main(["league", "new"]) == 0
    (tmp_path / "records").mkdir()
    (tmp_path / "records" / "bot.py").write_text("")
    capsys.readouterr()
    command = [sys.executable, "records/bot.py"]
    assert main(["check-bot", "--league", "league.toml", "--", *command]) == 2
    assert "records" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--game", "dargon", "--", "greedy"], 2),
        (["--matches", "0", "--", "greedy"], 2),
        (["--seconds", "-1", "--", "greedy"], 2),
        (["--league", "nowhere.toml", "--", "greedy"], 2),
        (["--league", "league.toml", "--game", "ming", "--", "greedy"], 2),
        (["--league", "league.toml", "--sandbox", "strict", "--", "greedy"], 2),
        (["--", "./nowhere"], 69),
    ],
)
def test_a_mistake_is_one_sentence(
    words: list[str], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the exit code that it has in other commands."""
    assert main(["check-bot", *words]) == code
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert said.err.startswith("referee check-bot: ")
