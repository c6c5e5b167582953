"""A competition in a test: the organiser with a season that is served, and authors.

Each command is a process of its own, as it is for a user. Owners and bots connect over TLS.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.cli.running import thinking
from tests.entry.short_check import start_season
from tests.free_port import free_port
from tests.patience import PATIENCE
from tests.preloaded_python import REFEREE, PreloadedPopen, run_preloaded
from tests.processes import command_line, everybody_below

LEAGUE = """
name = "autumn"
game = "dragon"
seats = 2
seed = "the secret of the season"

[format]
kind = "ladder"

[clock]
decision = 100.0
stall = 500.0

[match]
startup = 400.0

[limits]
matches = 1

[sandbox]
preset = "strict"

[server]
listen = "127.0.0.1:{bots}"
certificate = "tls/server.pem"
key = "tls/server-key.pem"

[entry]
listen = "127.0.0.1:{owners}"
address = "https://localhost:{owners}"
certificate = "tls/server.pem"
key = "tls/server-key.pem"
toolchains = "{toolchains}"
builds = 2
connected = true
friendlies = true

[[bot]]
name = "house"
command = {house}
"""

_THOUGHT = 0.05
"""Seconds that the organiser's bot thinks, so that its matches leave compilers a processor."""


def soon(is_so: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.1)


class Organiser:
    """Whoever runs the season, in a folder of its own."""

    def __init__(self, folder: Path, toolchains: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.authority = folder / "tls/authority.pem"
        self.events: list[dict[str, Any]] = []
        self._file = folder / "events.jsonl"
        self._read = 0
        self.command("certificate", "tls", "--host", "localhost", "--host", "127.0.0.1")
        owners = free_port()
        house = json.dumps(thinking(_THOUGHT))
        text = LEAGUE.format(owners=owners, bots=free_port(), toolchains=toolchains, house=house)
        (folder / "league.toml").write_text(text)
        self.address = f"https://localhost:{owners}"
        self.league("check")

    def command(self, *words: str | Path) -> str:
        """Run a command; return what it prints."""
        return run(words, self.folder, os.environ)

    def league(self, *words: str) -> str:
        """Run a command of `referee league`; return what it prints."""
        return self.command("league", *words)

    def table(self, *words: str) -> dict[str, Any]:
        """Return the table as JSON."""
        found: dict[str, Any] = json.loads(self.command("table", *words, "--json"))
        return found

    # -- the season

    def serve(self) -> None:
        """Start the season; return when owners can connect."""
        words = ("league", "serve", "--no-wait", "--events")
        self.season = start_season(
            *words, folder=self.folder, events=self._file, log=self.folder / "log"
        )
        self.until("listening")

    def close(self) -> None:
        """Let the season end in order."""
        self.season.send_signal(signal.SIGTERM)
        self.until("league_ended")
        assert self.season.wait(PATIENCE) == 0

    def kill_season(self) -> None:
        """Kill the season process; those below it end by themselves."""
        self.season.kill()
        self.season.wait()
        self._read = self._file.stat().st_size  # the last line may be cut

    def kill_below(self, module: str) -> None:
        """Kill the process of the season that runs a module, with SIGKILL."""

        def found() -> list[int]:
            below = everybody_below(self.season.pid)
            return [pid for pid in below if module.encode() in command_line(pid).split(b"\0")]

        soon(found)
        os.kill(found()[-1], signal.SIGKILL)

    def until(self, kind: str, **facts: object) -> dict[str, Any]:
        """Read events until one of this kind with these facts; return it."""
        return self.when(kind, lambda one: facts.items() <= one.items())

    def when(self, kind: str, suits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read events until one of this kind suits; return it."""
        end = time.monotonic() + PATIENCE
        while True:
            for one in self._new_events():
                if one["event"] == kind and suits(one):
                    return one
            assert time.monotonic() < end, (self.folder / "log").read_text()
            assert self.season.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.1)

    def until_played(self, *bots: str) -> None:
        """Wait until each of these bots has ended another match."""
        missing = set(bots)

        def all_have(ended: dict[str, Any]) -> bool:
            missing.difference_update(ended["bots"])
            return not missing

        self.when("match_ended", all_have)

    def _new_events(self) -> Iterator[dict[str, Any]]:
        """Yield the events that were written since the last call, one at a time."""
        with self._file.open("rb") as file:
            file.seek(self._read)
            for line in file:
                if not line.endswith(b"\n"):
                    return
                self._read += len(line)
                self.events.append(json.loads(line))
                yield self.events[-1]


class Author:
    """An owner of one bot, on a machine of their own."""

    def __init__(self, folder: Path, organiser: Organiser, name: str) -> None:
        folder.mkdir(parents=True)
        self.name = name
        self.bot = f"{name}-bot"
        self.folder = folder
        self._environment = {
            **os.environ,
            "XDG_CONFIG_HOME": str(folder / "config"),
            "TIANMING_CA": str(organiser.authority),
        }

    def command(self, *words: str | Path, code: int = 0) -> str:
        """Run a command; return what it prints."""
        return run(words, self.folder, self._environment, code)

    def begin(self, *words: str | Path) -> "subprocess.Popen[str]":
        """Start a command; it prints into a file."""
        with (self.folder / "printed").open("wb") as out:
            return PreloadedPopen(
                (*REFEREE, *map(str, words)),
                cwd=self.folder,
                env=self._environment,
                stdout=out,
                stderr=out,
                text=True,
            )

    def write(self, program: str) -> None:
        """Write the bot as a program in Python."""
        self.write_files({"main.py": program.encode()}, "python3 main.py")

    def write_files(self, files: dict[str, bytes], start: str) -> None:
        """Write the bot as files, with the command that starts it."""
        place = self.folder / self.bot
        shutil.rmtree(place, ignore_errors=True)
        for name, data in files.items():
            path = place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        (place / "bot.toml").write_text(f'name = "{self.bot}"\nrun = {json.dumps(start)}\n')

    def submit(self) -> "subprocess.Popen[str]":
        """Begin to submit the bot; the command ends when the season has decided."""
        return self.begin("submit", self.bot, "--json")

    def entered(self, submitting: "subprocess.Popen[str]") -> int:
        """Wait until a submission is accepted; return its number."""
        returned = submitting.wait(PATIENCE)
        printed = (self.folder / "printed").read_text()
        assert returned == 0, f"{self.name}: {printed}"
        steps = [json.loads(line) for line in printed.splitlines() if line.startswith("{")]
        return int(steps[-1]["submission"]["number"])

    def mine(self) -> dict[str, Any]:
        """Return what `referee mine` says of the one bot."""
        found: dict[str, Any] = json.loads(self.command("mine", "--json"))
        return found

    def connect(self, organiser: Organiser) -> "subprocess.Popen[bytes]":
        """Run the bot on the author's machine, with a new token, once the season knows it."""
        made = json.loads(self.command("mine", "token", self.bot, "--json"))
        soon(lambda: self.bot in organiser.league("status"))
        place = {"TIANMING_SERVER": made["address"], "TIANMING_TOKEN": made["token"]}
        words = (sys.executable, "-m", "tianming_bots.random_bot")
        with (self.folder / "log").open("ab") as log:
            return PreloadedPopen(words, env={**self._environment, **place}, stderr=log)


def run(
    words: Sequence[str | Path], folder: Path, environment: Mapping[str, str], code: int = 0
) -> str:
    """Run `referee` in a new process; return what it prints."""
    done = run_preloaded(
        (*REFEREE, *map(str, words)),
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == code, f"{words}: {done.stdout}{done.stderr}"
    return str(done.stdout)
