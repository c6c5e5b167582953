"""The crash loop: run real processes, and kill them at random times."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.cli.shell import referee
from tests.crash.model import Findings, compare
from tests.patience import PATIENCE
from tests.processes import marked

GAMES = ("dragon", "ming", "china")
"""A restarted referee pairs its bots for another game; open matches resume."""

SEATS = 3

BOTS = 6

_LONGEST_LIFE = 1.2
"""Maximum seconds from a referee's start, or from when it listens, to its kill."""

_TO_THE_LOBBY = 0.75
"""Fraction of lives in which the loop first waits until the referee listens or writes a record."""

_DAWDLER = (
    "import random, time, tianming; "
    "tianming.run(lambda q: time.sleep(0.01) or random.randrange(q.option_count))"
)
"""A slow local bot, which gives the loop time to kill its referee."""

_MARK = "CRASH_LOOP"
"""Environment variable of all processes of a loop, to find those of a killed referee."""


@dataclass(slots=True)
class Tally:
    """The counts and findings of a loop."""

    seed: int
    durable: str
    kills: int = 0
    bot_kills: int = 0
    play_kills: int = 0
    play_matches: int = 0
    seconds: float = 0.0
    findings: Findings = field(default_factory=Findings)


class Loop:
    """Kills `referee serve` and its bots repeatedly, then compares the records with the bots' logs.

    `play` does the same to `referee play --resume` with local bots.
    """

    def __init__(self, folder: Path, seed: int, durable: str) -> None:
        self.tally = Tally(seed, durable)
        self._folder = folder
        self._random = random.Random(seed)
        self._game = self._random.choice(GAMES)
        self._environment = {**os.environ, _MARK: f"{os.getpid()}-{seed}"}
        self._records = folder / "records"
        self._socket = f"unix:{folder / 'referee.sock'}"
        self._tokens = [
            referee("token", f"bot {n}", "--tokens", folder / "tokens.txt").stdout.strip()
            for n in range(BOTS)
        ]
        self._bots: dict[int, subprocess.Popen[bytes]] = {}

    @property
    def _logs(self) -> list[Path]:
        return sorted(self._folder.glob("bot-*.jsonl"))

    def run(self, kills: int) -> Tally:
        """Kill `referee serve` `kills` times, let open matches end, and compare."""
        began = time.monotonic()
        try:
            for number in range(BOTS):
                self._start_bot(number)
            while self.tally.kills < kills:
                self._live_and_die()
            self._come_to_an_end()
            self.tally.findings = compare(self._records, self._logs)
        finally:
            for process in self._bots.values():
                _kill(process)
            self.tally.seconds = time.monotonic() - began
        return self.tally

    def _live_and_die(self) -> None:
        """Run a referee, and kill it at a random time; sometimes kill a bot as well."""
        process = self._serve()
        try:
            if self._random.random() < _TO_THE_LOBBY:
                self._wait_until_it_listens(process)
            time.sleep(self._random.uniform(0, _LONGEST_LIFE))
            if self._random.random() < 0.2:
                number = self._random.randrange(BOTS)
                _kill(self._bots[number])
                self._start_bot(number)
                self.tally.bot_kills += 1
                time.sleep(self._random.uniform(0, _LONGEST_LIFE / 2))
            if process.poll() is not None:
                raise AssertionError(f"the referee ended by itself:\n{self._said()}")
        finally:
            _kill(process)
        self.tally.kills += 1

    def _wait_until_it_listens(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + PATIENCE
        while "referee_listening" not in self._said() and process.poll() is None:
            if time.monotonic() > deadline:
                raise AssertionError(f"the referee does not begin:\n{self._said()}")
            time.sleep(0.01)

    def _come_to_an_end(self) -> None:
        """Run a last referee until all open matches are over, and stop it with SIGTERM.

        It also ends at least one more match, so that there is one even if every life was short.
        """
        left = set(self._records.glob("*.part"))
        sealed = len(list(self._records.glob("*.tianming")))
        process = self._serve()
        try:
            deadline = time.monotonic() + PATIENCE
            while (
                any(path.exists() for path in left)
                or len(list(self._records.glob("*.tianming"))) <= sealed
            ):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise AssertionError(f"what was left open does not end:\n{self._said()}")
                time.sleep(0.05)
            process.send_signal(signal.SIGTERM)
            if process.wait(PATIENCE) != 0:
                raise AssertionError(f"the referee did not end well:\n{self._said()}")
        finally:
            _kill(process)

    def _serve(self) -> subprocess.Popen[bytes]:
        command = ("serve", self._game, "--seats", str(SEATS), "--tokens", "tokens.txt")
        with (self._folder / "serve.log").open("wb") as log:
            return subprocess.Popen(
                [
                    *(sys.executable, "-m", "referee.cli.main", *command),
                    *("--records", "records", "--listen", self._socket),
                    *("--durable", self.tally.durable),
                ],
                cwd=self._folder,
                env=self._environment,
                stdout=log,
                stderr=log,
            )

    def _said(self) -> str:
        return (self._folder / "serve.log").read_text()[-4000:]

    def _start_bot(self, number: int) -> None:
        place = {"TIANMING_SERVER": self._socket, "TIANMING_TOKEN": self._tokens[number]}
        log = self._folder / f"bot-{number}.jsonl"
        seed = str(self._random.randrange(1 << 32))
        self._bots[number] = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.witness", str(log), seed],
            env={**self._environment, **place},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    # -- one match between local bots

    def play(self, kills: int) -> None:
        """Kill `referee play --resume` `kills` times; resume each match until it is over."""
        folder = self._folder / "plays"
        folder.mkdir()
        while self.tally.play_kills < kills:
            self._play(folder / f"play-{self.tally.play_matches}.tianming", kills)
            self.tally.play_matches += 1
        findings = compare(folder, [])
        self.tally.findings.matches_lost += findings.matches_lost
        self.tally.findings.unsound += findings.unsound
        if findings.matches != self.tally.play_matches:
            self.tally.findings.matches_lost.append("a match of `referee play` has no record")

    def _play(self, record: Path, kills: int) -> None:
        bot = f'"{sys.executable}" -c "{_DAWDLER}"'
        command = [
            *(sys.executable, "-m", "referee.cli.main", "play", "dragon", bot, bot, "--json"),
            *("--seed", str(self.tally.play_matches), "--record", str(record), "--resume"),
        ]
        while True:
            with subprocess.Popen(
                command, env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            ) as process:
                try:
                    life = self._random.uniform(0, _LONGEST_LIFE)
                    life = life if self.tally.play_kills < kills else PATIENCE
                    if self._random.random() < _TO_THE_LOBBY:
                        _wait_until_it_writes(process, record.with_name(f"{record.name}.part"))
                    out, err = process.communicate(timeout=life)
                except subprocess.TimeoutExpired:
                    _kill(process)
                    self.tally.play_kills += 1
                    continue
                finally:
                    _end_orphans(self._environment)
            self._check(record, process.returncode, out, err)
            return

    def _check(self, record: Path, code: int, out: bytes, err: bytes) -> None:
        """Check the exit status, and that the printed digest is that of the record."""
        if code != 0:
            raise AssertionError(f"`referee play` ended with {code}: {err.decode()}")
        printed = json.loads(out)["digest"]
        kept = json.loads(referee("verify", record, "--json").stdout)["digest"]
        if printed != kept:
            self.tally.findings.results_lost.append(f"{record.name}: another result was printed")


def _wait_until_it_writes(process: "subprocess.Popen[bytes]", part: Path) -> None:
    """Wait until a record grows or its referee has ended."""

    def size() -> int:
        return part.stat().st_size if part.exists() else 0

    before = size()
    while process.poll() is None and size() <= before:
        time.sleep(0.01)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()


def _end_orphans(environment: Mapping[str, str]) -> None:
    """Kill the local bots of a killed referee, but not the witnesses."""
    for pid, command in marked(_MARK, environment):
        if b"tianming.run" in command:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
