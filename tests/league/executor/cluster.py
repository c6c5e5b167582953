"""A Dask cluster on this machine for tests, whose scheduler and workers can be killed."""

import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from distributed import Client

from referee.identifier import BotName, MatchId
from referee.launch.match_task import MatchTask, TaskBot
from referee.match.settings import MatchSettings
from tests.free_port import free_port
from tests.patience import PATIENCE
from tianming_games.registry import load

_SILENT = f"{sys.executable} -m tests.zoo.faulty silent"

_LOOK = 0.1
"""Seconds between two checks for processes that have to be restarted."""


async def negated(number: int) -> int:
    """Return a number with the other sign: a short call for an executor."""
    return -number


def dragon(match_id: str, command: str = "random") -> MatchTask:
    """Return the task of a short match between two bots."""
    return MatchTask(
        settings=MatchSettings(
            match_id=MatchId(match_id),
            game="dragon",
            options=load("dragon").defaults,
            bots=(BotName("ann"), BotName("bob")),
            seed=match_id.encode().ljust(32),
            seed_nonce=bytes(32),
        ),
        players=(TaskBot(BotName("ann"), command), TaskBot(BotName("bob"), command)),
        startup=PATIENCE,
    )


def long(match_id: str) -> MatchTask:
    """Return the task of a match whose bots never answer."""
    return dragon(match_id, _SILENT)


class LocalCluster:
    """A scheduler and some workers, which are restarted when they end. Use `with`."""

    def __init__(
        self,
        folder: Path,
        workers: int = 2,
        threads: int = 8,
        environment: Mapping[str, str] | None = None,
        preloads: Sequence[Path] = (),
    ) -> None:
        """Name them; a worker first runs its script of `preloads`, if there are any."""
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        scheduler = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port))
        worker = (
            *("distributed.cli.dask_worker", self.address, "--host", "127.0.0.1"),
            *("--no-nanny", "--nthreads", str(threads), "--local-directory", str(folder)),
        )
        scripts: list[tuple[str, ...]] = [("--preload", str(script)) for script in preloads]
        scripts = scripts or [()] * workers
        self._commands = [scheduler, *((*worker, *script) for script in scripts)]
        self._environment = environment
        self._errors = (folder / "cluster").open("ab")
        self._processes: list[subprocess.Popen[bytes]] = []
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._keeper = threading.Thread(target=self._keep, daemon=True)

    def __enter__(self) -> Self:
        self._processes = [self._start(tuple(map(BotName, command))) for command in self._commands]
        self._keeper.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closed.set()
        self._keeper.join()
        for process in self._processes:
            process.kill()
            process.wait()
        self._errors.close()

    def wait(self) -> None:
        """Wait until every worker has connected to the scheduler."""
        connect: Callable[..., Any] = Client
        with connect(self.address, set_as_default=False) as client:
            client.wait_for_workers(len(self._commands) - 1, timeout=PATIENCE)

    def kill_scheduler(self) -> None:
        """Kill the scheduler; a new one replaces it."""
        self._kill(0)

    def kill_worker(self, number: int) -> None:
        """Kill a worker, by its number from 0; a new one replaces it."""
        self._kill(1 + number)

    def _kill(self, place: int) -> None:
        with self._lock:
            self._processes[place].kill()

    def _keep(self) -> None:
        while not self._closed.wait(_LOOK):
            with self._lock:
                for place, process in enumerate(self._processes):
                    if process.poll() is not None:
                        self._processes[place] = self._start(
                            tuple(map(BotName, self._commands[place]))
                        )

    def _start(self, words: tuple[BotName, ...]) -> "subprocess.Popen[bytes]":
        command = (sys.executable, "-m", *words, "--no-dashboard")
        return subprocess.Popen(
            command, env=self._environment, stdout=self._errors, stderr=self._errors
        )
