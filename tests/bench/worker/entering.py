"""Measure a season before and while many owners submit a bot over TLS.

Times come from the metrics of the season, as the difference between two looks.
"""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path

from referee.entry.entry_book import SubmissionState
from referee.entry.entry_store import EntryStore
from referee.entry_client.entry_client import EntryClient
from referee.error import UnavailableError
from referee.server.certificate import Authority
from tests.bench.sample import Result, job_of, report
from tests.entry.archives import zip_of
from tests.entry.entered import GOOD
from tests.free_port import free_port

_MICRO = 1e6
_WARM_UP = 10.0
"""Seconds of play before the first measurement."""

_BUCKET = re.compile(r'tianming_overhead_seconds_bucket\{le="([^"]+)"\} (\S+)')

_LEAGUE = """name = "season"
game = "dragon"
seats = 2
seed = "seven"
[format]
kind = "ladder"
[sandbox]
preset = "none"
[entry]
listen = "127.0.0.1:%d"
certificate = "door.pem"
key = "door-key.pem"
"""

Counts = list[tuple[float, float]]
"""The upper bound of each bucket, and the number of decisions up to it."""


@dataclass(frozen=True, slots=True)
class Entering:
    """The job of the worker.

    Attributes:
        owners: number of owners; each submits one bot.
        seconds: how long the first waits for the last one; also the length of the quiet part.
    """

    owners: int
    seconds: float


@dataclass(frozen=True, slots=True)
class EnteredSeason:
    """A running season.

    Attributes:
        folder: its folder.
        address: where owners submit.
        metrics: the address of its metrics.
    """

    folder: Path
    address: str
    metrics: str

    def counts(self) -> Counts:
        """Return the decisions so far, by the referee's own time."""
        host, _, port = self.metrics.rpartition(":")
        page = HTTPConnection(host, int(port))
        page.request("GET", "/metrics")
        text = page.getresponse().read().decode()
        page.close()
        return [(float(bound), float(count)) for bound, count in _BUCKET.findall(text)]


async def main(job: Entering) -> Result:
    """Measure both parts of a season."""
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as name, _season(Path(name)) as one:
        store = EntryStore(one.folder / "entry")
        tokens = [
            store.join(store.invite(0, owner=f"owner-{n}"), "", 0)[1] for n in range(job.owners)
        ]
        await _served(one)
        await asyncio.sleep(_WARM_UP)
        first = one.counts()
        await asyncio.sleep(job.seconds)
        second, began = one.counts(), time.monotonic()
        calls = await asyncio.gather(
            *(_submit(one, job, number, token) for number, token in enumerate(tokens))
        )
        all_taken = time.monotonic() - began
        third, lasted = one.counts(), time.monotonic() - began
        store.refresh()
        known = store.book.submissions
        lost = [number for number, _ in calls if number not in known]
        queued = sum(each.state is SubmissionState.QUEUED for each in known.values())
        store.close()
    quiet, loud = _between(first, second), _between(second, third)
    return {
        "lost": len(lost) + len(calls) - len({number for number, _ in calls}),
        "all_taken": all_taken,
        "call99": sorted(seconds for _, seconds in calls)[int(0.99 * len(calls))],
        "done": len(known) - queued,
        "rate": quiet[-1][1] / job.seconds,
        "loud_rate": loud[-1][1] / lasted,
        **{f"quiet{part}": _quantile(quiet, part / 100) * _MICRO for part in (50, 99)},
        **{f"loud{part}": _quantile(loud, part / 100) * _MICRO for part in (50, 99)},
    }


@contextmanager
def _season(folder: Path) -> Iterator[EnteredSeason]:
    """Serve a season of random bots, with a certificate that this process trusts."""
    authority = Authority.new("owners")
    authority.issue_server(["127.0.0.1"], 1).write(folder, "door")
    (folder / "ca.pem").write_bytes(authority.certificate)
    os.environ["TIANMING_CA"] = str(folder / "ca.pem")
    door, metrics = free_port(), f"127.0.0.1:{free_port()}"
    bots = "".join(f'[[bot]]\nname = "bot-{n}"\ncommand = "random"\n' for n in range(4))
    (folder / "league.toml").write_text(_LEAGUE % door + bots)
    words = ("league", "serve", "--no-wait", "--metrics", metrics)
    process = subprocess.Popen(
        [sys.executable, "-m", "referee.cli.main", *words],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        env={name: value for name, value in os.environ.items() if name != "TIANMING_CA"},
    )
    try:
        yield EnteredSeason(folder, f"https://127.0.0.1:{door}", metrics)
    finally:
        process.kill()
        process.wait()


async def _served(season: EnteredSeason) -> None:
    """Wait until the season serves owners and its metrics."""
    end = time.monotonic() + 60
    async with EntryClient(season.address) as client:
        while True:
            try:
                await client.describe()
                season.counts()
            except (UnavailableError, OSError):
                assert time.monotonic() < end
                await asyncio.sleep(0.2)
            else:
                return


async def _submit(
    season: EnteredSeason, job: Entering, number: int, token: str
) -> tuple[int, float]:
    """Submit the bot of an owner at its time; return its number and the seconds of the call."""
    archive = season.folder / f"{number}.zip"
    archive.write_bytes(
        zip_of(
            {"main.py": f"{GOOD}# {number}\n".encode(), "bot.toml": b'run = "python3 main.py"\n'}
        )
    )
    await asyncio.sleep(job.seconds * number / job.owners)
    began = time.monotonic()
    async with EntryClient(season.address, token) as client:
        taken = await client.submit(archive, f"bot of {number}")
    return taken.number, time.monotonic() - began


def _between(before: Counts, after: Counts) -> Counts:
    return [(bound, now - then) for (bound, then), (_, now) in zip(before, after, strict=True)]


def _quantile(counts: Counts, part: float) -> float:
    """Return the value that a part of the decisions does not exceed, between two bounds."""
    rank = part * counts[-1][1]
    for (low, below), (high, up_to) in pairwise([(0.0, 0.0), *counts]):
        if up_to >= rank and up_to > below:
            end = low if high == float("inf") else high
            return low + (end - low) * (rank - below) / (up_to - below)
    return 0.0


if __name__ == "__main__":
    report(asyncio.run(main(job_of(Entering))))
