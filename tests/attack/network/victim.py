"""Measure a referee under attack: latency for honest bots, memory and processor time.

python -m tests.attack.network.victim [--seconds N] [--one-core] [ATTACK ...]

It prints a row of the table in `docs/guarantees.md` for each attack.
"""

import argparse
import asyncio
import contextlib
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import tianming
from referee.record.reader import read
from referee.record.verify import verify
from tests.attack.network.flood import ATTACKS
from tests.cli.shell import referee
from tests.patience import PATIENCE
from tests.processes import everybody_below

NAMES = ("ann", "bob", "eve")
"""Two honest bots, and the bot whose token an attack may use."""

WARM_UP = 0.5
"""Seconds of play before the measurement."""

ONE_CORE = ("taskset", "--cpu-list", "0")


@dataclass
class Report:
    """The measurements of an attack. Times are in seconds, memory is in bytes.

    Attributes:
        quiet: the referee's time for each decision before the attack.
        loud: the same during the attack.
        before: memory before the attack.
        most: maximum memory during the attack.
        played: number of finished records.
    """

    quiet: list[float] = field(default_factory=list)
    loud: list[float] = field(default_factory=list)
    before: int = 0
    most: int = 0
    processor: float = 0.0
    """Number of processors that the referee and its front kept busy."""
    changed: int = 0
    """Number of matches that were void or forfeited, or had a strike."""
    played: int = 0

    def row(self, what: str) -> str:
        """Return the measurements as a row of the table; `what` describes the attack."""
        quiet, loud = (1000 * quantile(each) for each in (self.quiet, self.loud))
        grown = (self.most - self.before) / (1 << 20)
        return (
            f"| {what} | {quiet:.1f} ms | {loud:.1f} ms | {grown:+.0f} MiB "
            f"| {100 * self.processor:.0f} % | {self.changed} of {self.played} |"
        )


def quantile(times: list[float]) -> float:
    """Return the 99th percentile of some times."""
    return statistics.quantiles(times, n=100)[98]


class Honest:
    """A bot that answers at once; `times` has the seconds from each answer to the next question."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self._answered = time.monotonic()

    def choose(self, question: tianming.Question) -> int:
        """Return an option, and note the time since the last answer."""
        now = time.monotonic()
        self.times.append(now - self._answered)
        self._answered = now
        return question.number % question.option_count


class Victim:
    """A running `referee serve` with its child processes."""

    def __init__(self, folder: Path, *words: str, before: tuple[str, ...] = ()) -> None:
        self.records = folder / "records"
        tokens = folder / "tokens.txt"
        self.tokens = {
            name: referee("token", name, "--tokens", tokens).stdout.strip() for name in NAMES
        }
        self._log = folder / "log"
        command = (
            *(*before, sys.executable, "-m", "referee.cli.main", "serve", "dragon"),
            *("--seats", "2", "--tokens", str(tokens), "--records", str(self.records)),
            *("--decision", "2", "--bank", "0", "--first", "5", *words),
        )
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        while (found := re.search(r"address=(\S+)", self._log.read_text())) is None:
            assert self._process.poll() is None, self._log.read_text()
            time.sleep(0.02)
        self.address = found[1]

    @property
    def _processes(self) -> list[int]:
        return list(everybody_below(self._process.pid))

    @property
    def memory(self) -> int:
        """Resident bytes of the referee and its front."""
        return sum(_status(pid, "VmRSS") << 10 for pid in self._processes)

    @property
    def processor(self) -> float:
        """Seconds of processor time that the referee and its front have used."""
        fields = [
            Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            for pid in self._processes
        ]
        ticks = sum(int(each[11]) + int(each[12]) for each in fields)
        return ticks / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """Stop the referee with SIGINT, and check that it exits with 0."""
        self._process.send_signal(signal.SIGINT)
        assert self._process.wait(PATIENCE) == 0, self._log.read_text()

    async def has_record(self) -> None:
        """Wait until a match is over."""
        while not list(self.records.glob("*.tianming")):
            await asyncio.sleep(0.05)

    def verdicts(self, report: Report) -> None:
        """Count all matches, and those that are not finished or have strikes."""
        for path in self.records.glob("*.tianming"):
            outcome = verify(read(path)).outcome
            report.played += 1
            report.changed += outcome.termination.name != "FINISHED" or any(
                result.strikes for result in outcome.results
            )


def _status(pid: int, name: str) -> int:
    found = re.search(rf"{name}:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) if found else 0


@contextmanager
def victim(*words: str, before: tuple[str, ...] = ()) -> Iterator[Victim]:
    """Start a referee, and kill it at the end of the context."""
    with tempfile.TemporaryDirectory(prefix="tianming-attack-") as folder:
        made = Victim(Path(folder), *words, before=before)
        try:
            yield made
        finally:
            with contextlib.suppress(ProcessLookupError):
                made._process.kill()
            made._process.wait()


async def attacked(
    name: str, seconds: float, *, quiet: float = 0, one_core: bool = False, unix: str = ""
) -> Report:
    """Let honest bots play for `quiet` seconds without an attack, and `seconds` with attack `name`.

    `one_core` runs the referee and the attack on one processor. `unix` is an address of a Unix
    socket for the referee to listen at; if empty, it listens at a TCP port.
    """
    before = ONE_CORE if one_core else ()
    with victim("--listen", unix or "127.0.0.1:0", before=before) as server:
        report, honest = Report(), Honest()
        bots = [
            asyncio.create_task(tianming.run_async(honest, server.address, server.tokens[bot]))
            for bot in NAMES[:2]
        ]
        while not honest.times:
            await asyncio.sleep(0.02)
        await asyncio.sleep(WARM_UP)
        report.quiet = await _listen(honest, quiet)
        report.before, used, begun = server.memory, server.processor, time.monotonic()
        words = (name, server.address, str(seconds), server.tokens["eve"])
        flood = await asyncio.create_subprocess_exec(
            *(*before, sys.executable, "-m", "tests.attack.network.flood", *words),
            stdout=subprocess.DEVNULL,
        )
        watching = asyncio.create_task(watch(server, report))
        honest.times.clear()
        assert await flood.wait() == 0
        report.loud = honest.times.copy()
        report.processor = (server.processor - used) / (time.monotonic() - begun)
        await server.has_record()
        watching.cancel()
        await asyncio.to_thread(server.stop)
        for bot in bots:
            bot.cancel()
        await asyncio.gather(*bots, return_exceptions=True)
        server.verdicts(report)
        return report


async def _listen(honest: Honest, seconds: float) -> list[float]:
    honest.times.clear()
    await asyncio.sleep(seconds)
    return honest.times.copy()


async def watch(server: Victim, report: Report) -> None:
    """Keep the maximum memory of a referee, until it is cancelled."""
    while True:
        report.most = max(report.most, server.memory)
        await asyncio.sleep(0.05)


def main() -> None:
    """Run the attacks of the command line, and print a row for each."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack.network.victim")
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], metavar="ATTACK")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--one-core", action="store_true")
    args = parser.parse_args()
    for name in args.attacks or ATTACKS:
        report = asyncio.run(
            attacked(name, args.seconds, quiet=args.seconds, one_core=args.one_core)
        )
        print(report.row(ATTACKS[name].what), flush=True)


if __name__ == "__main__":
    main()
