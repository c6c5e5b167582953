"""Run `referee` as a user does; return its output and its exit code.

Most tests run it in their own process, because a new process takes a while to start.
"""

import contextlib
import io
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.cli.main import main
from tests.patience import PATIENCE
from tests.preloaded_python import REFEREE, PreloadedPopen, run_preloaded

Done = subprocess.CompletedProcess[str]

STALLED = re.compile(r"^.* host_stalled .*\n", re.MULTILINE)
"""What the log says of a machine that is too busy: no test is about that."""

SETTINGS = {"COLUMNS": "100", "NO_COLOR": "1"}
"""The environment variables that affect the form of the output."""


def referee(*arguments: str | Path, cwd: Path | None = None) -> Done:
    """Run `referee` with some arguments in this process."""
    words = [*map(str, arguments)]
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        patch.chdir(cwd or Path.cwd())
        for name, value in SETTINGS.items():
            patch.setenv(name, value)
        try:
            code = main(words)
        except SystemExit as stop:  # of the parser
            code = int(stop.code or 0)
    return Done(words, code, _printed(out), STALLED.sub("", _printed(err)))


def referee_process(*arguments: str | Path, cwd: Path | None = None, timeout: float = 150) -> Done:
    """Run `referee` with some arguments in a new process."""
    done = run_preloaded(
        [*REFEREE, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=timeout,
        env=os.environ | SETTINGS,
        check=False,
    )
    done.stderr = STALLED.sub("", done.stderr)
    return done


def refused(*arguments: str | Path, cwd: Path | None = None) -> tuple[dict[str, Any], str]:
    """Run `referee` with `--json` and a mistake; return the error, and the line on stderr."""
    words = [*map(str, arguments)]
    words.insert(words.index("--") if "--" in words else len(words), "--json")
    done = referee(*words, cwd=cwd)
    error = json.loads(done.stdout.splitlines()[-1])["error"]
    assert error.keys() == {"code", "message", "fields", "exit_code"}
    assert done.returncode == error["exit_code"]
    assert len(done.stderr.splitlines()) == 1
    return error, done.stderr


def shown_on_terminal(stream: str, *arguments: str, cwd: Path | None = None) -> bytes:
    """Run `referee` with a terminal as its `stdout` or `stderr`; return the output there."""
    leader, follower = pty.openpty()
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: follower}
    with PreloadedPopen(
        [*REFEREE, *arguments],
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
        assert process.wait(PATIENCE) == 0
    os.close(leader)
    return shown


def typed_on_terminal(typed: str, *arguments: str) -> tuple[str, int]:
    """Run `referee` in a terminal and type on it; return the output and the exit code."""
    leader, follower = pty.openpty()
    with PreloadedPopen(
        [*REFEREE, *arguments],
        stdin=follower,
        stdout=follower,
        stderr=follower,
    ) as process:
        os.close(follower)
        os.write(leader, typed.encode())
        shown = b""
        with contextlib.suppress(OSError):
            while chunk := os.read(leader, 1 << 16):
                shown += chunk
        code = process.wait(PATIENCE)
    os.close(leader)
    return shown.decode(), code


def _printed(stream: io.TextIOWrapper) -> str:
    """Return the text in a stream."""
    stream.flush()
    stream.seek(0)
    return stream.read()
