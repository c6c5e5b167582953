"""Kill a league on a pool of processes, its workers and its bots during one season."""

import contextlib
import os
import signal
import subprocess
from pathlib import Path

from tests.crash.season import MARK, Season, Tally
from tests.processes import marked


class PoolSeason(Season):
    """A season on two worker processes, which are killed as well.

    After a kill of the league, its workers and their bots must end by themselves.
    """

    def __init__(self, folder: Path, seed: int, rounds: int, form: str = "round-robin") -> None:
        super().__init__(folder, seed, rounds, form)
        self.words = ("--set", "executor.kind=processes", "--set", "executor.workers=2")

    def run(self, kills: int) -> Tally:
        """Run the season with `kills` kills; at its end, kill the remaining processes."""
        try:
            return super().run(kills)
        finally:
            super()._end_orphans()

    def _end_orphans(self) -> None:
        """Do nothing: the processes must end by themselves."""

    def _strike(self, process: "subprocess.Popen[bytes]") -> None:
        """Kill the league, or a worker if it has one."""
        workers = [
            pid
            for pid, command in marked(MARK, self._environment)
            if b"referee.league.executor.worker" in command
        ]
        if not workers or self._random.random() < 0.5:
            super()._strike(process)
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._random.choice(workers), signal.SIGKILL)
            self.tally.worker_kills += 1
