"""Measure what many readers of one match cost the pages, and what one reader costs the others."""

import asyncio
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from referee.record.folder import SUFFIX
from tests.bench.sample import Result, job_of, report
from tests.bench.worker.season_pages import pages

_WARM_UP = 5
_ATTACKER, _READER = "127.0.0.1", "127.0.0.2"
_PATIENCE = 600.0
_SECOND = 1e9


@dataclass(frozen=True, slots=True)
class PageCrowd:
    """The job of the worker: a game, and numbers of readers, connections and requests."""

    game: str
    readers: int
    connections: int
    requests: int


class Season:
    """Copies of one record, each of which is a match that nobody has asked for yet."""

    def __init__(self, folder: Path, copies: int) -> None:
        self._folder = folder
        self._numbers = iter(range(copies))
        first = folder / f"first{SUFFIX}"
        for number in range(copies):
            shutil.copyfile(first, folder / f"m{number:05}{SUFFIX}")
        first.unlink()

    def cold(self) -> str:
        """Return the path of the steps of the next match."""
        return f"/api/v1/matches/m{next(self._numbers):05}/steps"


def main(job: PageCrowd) -> None:
    """Play a match, serve copies of it, and ask for them."""
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as name:
        folder = Path(name)
        record = str(folder / f"first{SUFFIX}")
        words = ["play", job.game, "greedy", "random", "random", "--seed", "7", "--record", record]
        subprocess.run(
            [sys.executable, "-m", "referee.cli.main", *words],
            stdout=subprocess.DEVNULL,
            check=True,
        )
        season = Season(folder, 2_000)
        with pages(folder, ".") as (address, process):
            report(asyncio.run(_measured(job, season, address, process.pid)))


async def _measured(job: PageCrowd, season: Season, address: str, pid: int) -> Result:
    host, _, port = address.rpartition(":")
    server = Server(host, int(port), pid)
    for _ in range(_WARM_UP):
        await server.ask(season.cold())
    singles = [await server.cost([season.cold()]) for _ in range(10)]
    crowd = await server.cost([season.cold()] * job.readers)
    alone = [await server.wait(season.cold()) for _ in range(job.requests)]
    attack = [asyncio.create_task(server.hog(season)) for _ in range(job.connections)]
    await asyncio.sleep(2)
    beside = [await server.wait(season.cold()) for _ in range(job.requests)]
    for task in attack:
        task.cancel()
    return {
        "single": median(singles),
        "crowd": crowd,
        "alone99": _p99(alone),
        "beside99": _p99(beside),
        "refused": server.refused,
    }


class Server:
    """The pages, and the clients that ask them."""

    def __init__(self, host: str, port: int, pid: int) -> None:
        self._place = (host, port)
        self._pid = pid
        self.refused = 0

    async def ask(self, target: str, source: str = _READER) -> int:
        """Ask for a page on a new connection; return the status."""
        async with asyncio.timeout(_PATIENCE):
            reader, writer = await asyncio.open_connection(*self._place, local_addr=(source, 0))
            head = f"GET {target} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n"
            writer.write(f"{head}Connection: close\r\n\r\n".encode())
            data = await reader.read()
            writer.close()
            return int(data.split(b" ", 2)[1])

    async def cost(self, targets: list[str]) -> float:
        """Return the processor time of the pages, in milliseconds, for requests at once."""
        before = self._spent()
        statuses = await asyncio.gather(*map(self.ask, targets))
        self.refused += sum(status != 200 for status in statuses)
        await asyncio.sleep(0.2)
        return (self._spent() - before) * 1e3

    async def wait(self, target: str) -> float:
        """Return the milliseconds until an answer."""
        began = time.perf_counter()
        self.refused += await self.ask(target) != 200
        return (time.perf_counter() - began) * 1e3

    async def hog(self, season: Season) -> None:
        """Ask for one match after another that nobody has asked for."""
        while True:
            await self.ask(season.cold(), _ATTACKER)

    def _spent(self) -> float:
        """Return the processor time that the threads of the pages have taken, in seconds."""
        stats = Path(f"/proc/{self._pid}/task").glob("*/schedstat")
        return sum(int(one.read_text().split()[0]) for one in stats) / _SECOND


def _p99(times: list[float]) -> float:
    return sorted(times)[min(len(times) - 1, len(times) * 99 // 100)]


if __name__ == "__main__":
    main(job_of(PageCrowd))
