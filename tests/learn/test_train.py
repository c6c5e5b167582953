"""One command trains a policy: it gets better, goes on after a stop, and writes its curve."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.errors import raises
from tests.games.plug_in import write_distribution
from tests.patience import PATIENCE
from tianming_games.ground.error import DataError, UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.registry import load
from tianming_learn import train
from tianming_learn.new_policy import new_policy
from tianming_learn.sentence import LearnSentence

TINY = Path(__file__).with_name("tiny_game.py")


@pytest.fixture
def environment(tmp_path: Path) -> Mapping[str, str]:
    """The environment variables of a process in which the tiny game is installed."""
    library = tmp_path / "library"
    points = {"tianming.games": {"tiny": "tiny_game:GAME"}}
    write_distribution(library, "tiny", points, {"tiny_game": TINY.read_text()})
    return {**os.environ, "PYTHONPATH": str(library)}


def command(out: Path, *words: str) -> list[str]:
    """Return the command of a training."""
    return [sys.executable, "-m", "tianming_learn.train", "tiny", "--out", str(out), *words]


def trained(
    environment: Mapping[str, str], out: Path, *words: str
) -> subprocess.CompletedProcess[str]:
    """Train in a new process."""
    return subprocess.run(
        command(out, *words),
        capture_output=True,
        text=True,
        env=environment,
        timeout=PATIENCE,
        check=False,
    )


def curve(out: Path) -> list[dict[str, float]]:
    """Return the rows of a learning curve."""
    return [json.loads(line) for line in Path(f"{out}.jsonl").read_text().splitlines()]


@pytest.mark.full
@pytest.mark.needs("torch")
class TestTraining:
    """With PyTorch, on the tiny game."""

    def test_self_play_teaches_to_win_against_a_random_rival(
        self, environment: Mapping[str, str], tmp_path: Path
    ) -> None:
        out = tmp_path / "policy"
        done = trained(environment, out, "--rounds", "25", "--seed", "1", "--json")
        assert done.returncode == 0, done.stderr
        rows = curve(out)
        assert [row["number"] for row in rows] == list(range(1, 26))
        assert json.loads(done.stdout) == rows[-1]
        first, last = (sum(row["wins"] for row in part) / 5 for part in (rows[:5], rows[-5:]))
        assert first < 0.75
        assert last > 0.9
        assert done.stderr.startswith("seed 1, processes ")

    def test_processes_do_not_change_the_policy_and_training_goes_on_from_a_file(
        self, environment: Mapping[str, str], tmp_path: Path
    ) -> None:
        one, two = tmp_path / "one", tmp_path / "two"
        words = ("--rounds", "1", "--seed", "7", "--processes")
        for out, processes in ((one, "1"), (two, "2")):
            assert trained(environment, out, *words, processes).returncode == 0
        assert one.read_bytes() == two.read_bytes()
        assert trained(environment, one, *words, "1").returncode == 0
        assert one.read_bytes() != two.read_bytes()
        assert len(curve(one)) == 2

    def test_an_interrupt_leaves_a_policy_and_no_process(
        self, environment: Mapping[str, str], tmp_path: Path
    ) -> None:
        out = tmp_path / "policy"
        words = command(out, "--minutes", "60", "--json")
        with subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        ) as process:
            end = time.monotonic() + PATIENCE
            while not Path(f"{out}.jsonl").exists() or not curve(out):
                assert time.monotonic() < end, "no round ended"
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            printed, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert f"{out} has the last whole round" in errors
        assert "Traceback" not in errors
        assert json.loads(printed) == curve(out)[-1]


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
