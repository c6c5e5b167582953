"""The committed test vectors are what the script writes."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "proto/vectors/generate.py"


def test_the_committed_vectors_are_current() -> None:
    check = subprocess.run(
        [sys.executable, SCRIPT, "--check"], capture_output=True, text=True, check=False
    )
    assert check.stdout == ""
    assert check.returncode == 0
