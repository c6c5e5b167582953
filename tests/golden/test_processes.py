"""A seed gives the same game in every process, whatever its hash seed."""

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("seed", ["0", "4242"])
def test_another_hash_seed_gives_the_same_games(seed: str) -> None:
    """Check every golden file in a new process with this hash seed."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.golden.write", "--check"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
