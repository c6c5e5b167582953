"""`referee` as a user runs it: a process, its output, its exit code."""

import os
import pty
import subprocess
import sys
from pathlib import Path


def referee(
    *arguments: str | Path, cwd: Path | None = None, timeout: float = 150
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


def shown_on_terminal(stream: str, *arguments: str, cwd: Path | None = None) -> bytes:
    """What `referee` shows on a terminal that is its `stdout` or `stderr`; it must succeed."""
    leader, follower = pty.openpty()
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: follower}
    with subprocess.Popen(
        [sys.executable, "-m", "referee.cli.main", *arguments],
        cwd=cwd,
        stdout=streams["stdout"],
        stderr=streams["stderr"],
    ) as process:
        os.close(follower)
        shown = b""
        try:
            while chunk := os.read(leader, 1 << 16):
                shown += chunk
        except OSError:
            pass
        assert process.wait(60) == 0
    os.close(leader)
    return shown
