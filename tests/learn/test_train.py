"""The command of a training refuses what it cannot use, before it needs PyTorch."""

import sys
from pathlib import Path

import pytest

from tests.errors import raises
from tianming_games.ground.error import DataError, UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.registry import load
from tianming_learn import train
from tianming_learn.new_policy import new_policy
from tianming_learn.sentence import LearnSentence


def started(out: Path, *words: str) -> None:
    """Prepare a training, as the command does before it needs PyTorch."""
    train.start(train.parser().parse_args(["ming", "--out", str(out), *words]), 1)


def test_a_new_policy_is_written_before_the_first_round(tmp_path: Path) -> None:
    started(tmp_path / "policy", "--seats", "3")
    assert (tmp_path / "policy").exists()


def test_a_policy_of_another_training_is_kept(tmp_path: Path) -> None:
    out = tmp_path / "policy"
    new_policy(load("ming"), 2, {}, 1).save(out)
    data = out.read_bytes()
    with raises(UsageError, LearnSentence.OTHER_MATCH, path=out):
        started(out, "--seats", "3")
    assert out.read_bytes() == data


def test_a_file_that_is_no_policy_is_kept(tmp_path: Path) -> None:
    out = tmp_path / "notes"
    out.write_text("my notes")
    with raises(DataError, LearnSentence.NO_POLICY, path=out):
        started(out)
    assert out.read_text() == "my notes"


def test_a_place_where_no_policy_can_be_written_is_named_before_training(tmp_path: Path) -> None:
    with raises(UsageError, LearnSentence.POLICY_NOT_WRITTEN):
        started(tmp_path / "lost" / "policy")


def test_wrong_seats_and_options_are_those_of_the_game(tmp_path: Path) -> None:
    with raises(UsageError, GameSentence.WRONG_NUMBER_OF_SEATS, seats=9):
        started(tmp_path / "policy", "--seats", "9")
    with raises(UsageError, GameSentence.NO_SUCH_OPTION, name="wall"):
        started(tmp_path / "policy", "--option", "wall=yes")
    assert not (tmp_path / "policy").exists()


def test_without_pytorch_the_command_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(train, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["train", "ming", "--out", str(tmp_path / "policy")])
    assert train.main() == 2
    assert "pip install 'tianming-bots[torch]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["--minutes", "0"], ["--minutes", "nan"], ["--rounds", "-1"], ["--processes", "x"]]
)
def test_a_number_out_of_range_is_refused(words: list[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="2"):
        started(tmp_path / "policy", *words)
