"""`referee` as a user runs it: a process, its output, its exit code."""

import os
import subprocess
import sys
from pathlib import Path


def referee(
    *arguments: str | Path, cwd: Path | None = None, timeout: float = 50
) -> subprocess.CompletedProcess[str]:
    """Run `referee` with some arguments."""
    return subprocess.run(
        [sys.executable, "-m", "referee.cli.main", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=timeout,
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1"},
        check=False,
    )
