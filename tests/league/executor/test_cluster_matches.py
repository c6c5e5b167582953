"""A cluster of real workers that seem to be of two machines, one of half the speed."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from referee.launch.match_task import MatchTask
from referee.league.executor.cluster import DaskCluster
from referee.league.executor.cluster_matches import ClusterMatches
from referee.league.executor.machine_sets import SpeedPolicy
from referee.record.playing_machine import PlayingMachine, machine_of
from referee.record.reader import parse
from referee.record.verify import verify
from tests.league.executor.cluster import LocalCluster, dragon
from tests.patience import PATIENCE

pytestmark = pytest.mark.full

REFERENCE = PlayingMachine("league", 1_000, compiled=False)

_DISGUISE = """
import socket
from referee.launch import machine_speed

socket.gethostname = lambda: {host!r}
machine_speed._timed_walk = lambda game: {slowness} * machine_speed._DECISIONS * 10**6
"""


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """A scheduler and two workers, whose machines have the speeds 1,000 and 500."""
    folder, scripts = tmp_path_factory.mktemp("cluster"), []
    for host, slowness in (("fast", 1), ("slow", 2)):
        script = folder / f"{host}.py"
        script.write_text(_DISGUISE.format(host=host, slowness=slowness))
        scripts.append(script)
    with LocalCluster(folder, preloads=scripts) as workers:
        workers.wait()
        yield workers


@contextmanager
def opened(workers: LocalCluster, rule: str, warnings: list[str]) -> Iterator[ClusterMatches]:
    """The matches of a league with this `executor.speed`."""
    policy = SpeedPolicy(rule, REFERENCE)
    with (
        DaskCluster(workers.address, patience=PATIENCE) as cluster,
        ClusterMatches(cluster, "dragon", policy, warnings.append) as matches,
    ):
        yield matches


def tasks(sets: int) -> list[MatchTask]:
    """Four matches of each set."""
    return [
        replace(dragon(f"s{number}-{turn}"), set_number=number)
        for turn in range(4)
        for number in range(1, sets + 1)
    ]


def machine(future: Future[Any]) -> PlayingMachine:
    """The machine in the record of a match, which verifies."""
    data = future.result(timeout=PATIENCE).record
    assert data is not None
    record = parse(data, "the record")
    verify(record)
    found = machine_of(record.header)
    assert found is not None
    clock = record.header.clock
    assert clock.decision_ns == dragon("m").settings.clock.decision * (found.clock_factor or 1)
    return found


class TestClusterMatches:
    def test_one_machine_plays_a_set_and_its_records_state_speed_and_clock(
        self, workers: LocalCluster
    ) -> None:
        with opened(workers, "scale", []) as matches:
            played = [(task, matches.begin(task)) for task in tasks(6)]
            found: dict[int, set[PlayingMachine]] = {}
            for task, future in played:
                found.setdefault(task.set_number, set()).add(machine(future))
        assert {len(machines) for machines in found.values()} == {1}
        both = {(one.speed, one.clock_factor) for machines in found.values() for one in machines}
        assert both == {(1_000, 1.0), (500, 2.0)}

    def test_a_slow_machine_is_refused_and_the_other_plays_everything(
        self, workers: LocalCluster
    ) -> None:
        warnings: list[str] = []
        with opened(workers, "refuse", warnings) as matches:
            speeds = {machine(future).speed for future in map(matches.begin, tasks(3))}
        assert speeds == {1_000}
        assert [("50% of the speed" in text) for text in warnings] == [True]

    def test_every_match_of_a_killed_worker_is_played(self, workers: LocalCluster) -> None:
        with opened(workers, "record", []) as matches:
            begun = [matches.begin(task) for task in tasks(4)]
            workers.kill_worker(0)
            assert {machine(future).speed for future in begun} <= {1_000, 500}
