"""Kill a league on a Dask cluster, its workers and its scheduler during one season."""

import subprocess
from pathlib import Path

from tests.crash.season import Season, Tally
from tests.league.executor.cluster import LocalCluster

_WORKERS = 2


class ClusterSeason(Season):
    """A season on a cluster whose workers and scheduler are killed as well."""

    def __init__(self, folder: Path, seed: int, rounds: int, form: str = "round-robin") -> None:
        super().__init__(folder, seed, rounds, form)
        self._machines = LocalCluster(folder, _WORKERS)
        self.words = ("--cluster", self._machines.address)

    def run(self, kills: int) -> Tally:
        """Run the season on a new cluster, with `kills` kills."""
        with self._machines:
            return super().run(kills)

    def _strike(self, process: "subprocess.Popen[bytes]") -> None:
        """Kill the league, a worker, or the scheduler."""
        match self._random.randrange(3):
            case 0:
                super()._strike(process)
            case 1:
                self._machines.kill_worker(self._random.randrange(_WORKERS))
                self.tally.worker_kills += 1
            case _:
                self._machines.kill_scheduler()
                self.tally.scheduler_kills += 1
