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

from tests.games.plug_in import write_distribution
from tests.patience import PATIENCE
from tianming_learn import policy_file

pytestmark = [pytest.mark.full, pytest.mark.needs("torch")]

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


def content(out: Path) -> tuple[dict[str, str], dict[str, bytes]]:
    """Return the metadata and the numbers of a policy, which stand in any order in its file."""
    metadata, arrays = policy_file.read(out)
    return metadata, {name: array.tobytes() for name, array in arrays.items()}


def test_self_play_teaches_to_win_against_a_random_rival(
    environment: Mapping[str, str], tmp_path: Path
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
    environment: Mapping[str, str], tmp_path: Path
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    words = ("--rounds", "1", "--seed", "7", "--processes")
    for out, processes in ((one, "1"), (two, "2")):
        assert trained(environment, out, *words, processes).returncode == 0
    assert content(one) == content(two)
    assert trained(environment, one, *words, "1").returncode == 0
    assert content(one) != content(two)
    assert len(curve(one)) == 2


def test_an_interrupt_leaves_a_policy_and_no_process(
    environment: Mapping[str, str], tmp_path: Path
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
