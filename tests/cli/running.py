"""Run a small league as a user does, in a process that the test controls."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.cli.shell import referee
from tests.patience import PATIENCE
from tests.preloaded_python import REFEREE, PreloadedPopen

LEAGUE = (*REFEREE, "league")
RUN = (*LEAGUE, "run")
ANY_PORT = ("--set", "server.listen=127.0.0.1:0")
"""What lets servers of several tests run at once."""


def write(path: Path, bots: dict[str, str], rounds: int = 1, clock: str = "") -> None:
    """Write a league's file; a busy machine makes none of its matches void.

    `clock` is TOML with more keys of its table.
    """
    head = (
        'name = "small"\ngame = "dragon"\nseats = 2\nseed = "seven"\n'
        f'[format]\nkind = "round-robin"\nrounds = {rounds}\n'
        '[sandbox]\npreset = "none"\n[clock]\nstall = 500.0\n'
    )
    tables = [
        f'[[bot]]\nname = "{name}"\ncommand = {json.dumps(line)}\n' for name, line in bots.items()
    ]
    path.write_text("".join((head, clock, *tables)))


def thinking(seconds: float) -> str:
    """Return the command of a bot that thinks for some seconds before each answer."""
    program = f"import time, tianming; tianming.run(lambda q: time.sleep({seconds}) or 0)"
    return shlex.join((sys.executable, "-c", program))


def reasoning() -> str:
    """Return the command of a bot that says why it chose, and what each choice took."""
    program = (
        "import tianming; tianming.run(lambda q: tianming.Choice(0, thought=tianming.Thought("
        "reasoning=f'so {q.number}', tokens_in=1200, tokens_out=80, cost=0.5)))"
    )
    return shlex.join((sys.executable, "-c", program))


def league(folder: Path, *words: str, code: int = 0) -> str:
    """Run a command of `referee league`; return its output."""
    done = referee("league", *words, cwd=folder)
    assert done.returncode == code, done.stderr
    return done.stdout


def events(lines: Sequence[str], kind: str) -> list[dict[str, Any]]:
    """Return the events of a kind among lines of JSON."""
    said = [json.loads(line) for line in lines]
    return [one for one in said if one["event"] == kind]


def wait_for_record(folder: Path) -> None:
    """Wait until a match has begun; the test's time limit is the bound."""
    while not list(folder.glob("records/*.part")):
        time.sleep(0.05)


class Running:
    """A league that runs while the test does something else. Use `with`."""

    def __init__(
        self,
        folder: Path,
        stderr: int = subprocess.DEVNULL,
        words: Sequence[str] = (),
        command: str = "run",
    ) -> None:
        self._folder = folder
        self._stderr = stderr
        self._words = (command, "--events", *words)
        self.lines: list[str] = []

    def __enter__(self) -> "Running":
        self.process = PreloadedPopen(
            [*LEAGUE, *self._words],
            cwd=self._folder,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            text=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        has_ended = self.lines and "league_ended" in self.lines[-1]
        if self.process.poll() is None and not has_ended:
            self.signal()
            self.until("draining")
            self.signal()
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def until(self, kind: str) -> dict[str, Any]:
        """Read events until one of this kind; return it."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            said: dict[str, Any] = json.loads(line)
            if said["event"] == kind:
                return said
        raise AssertionError(f"{kind} never came: {self.lines}")

    def signal(self, number: int = signal.SIGINT) -> None:
        """Send a signal; SIGINT by default."""
        self.process.send_signal(number)


@contextmanager
def visitor(
    address: str, token: str, bot: Sequence[str], stderr: int = subprocess.DEVNULL
) -> Iterator["subprocess.Popen[str]"]:
    """Run a remote bot as a process, and kill it at the end."""
    place = {"TIANMING_SERVER": address, "TIANMING_TOKEN": token}
    with PreloadedPopen(
        [sys.executable, "-m", *bot], env={**os.environ, **place}, stderr=stderr, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()
