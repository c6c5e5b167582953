"""What becomes of the matches of a machine that is gone: they move, all of a set together."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import Any, cast

import pytest

from referee.error import UnavailableError
from referee.launch.match_task import MatchTask
from referee.league.executor import cluster_matches
from referee.league.executor.cluster import ClusterCall, DaskCluster
from referee.league.executor.cluster_matches import ClusterMatches
from referee.league.executor.machine_sets import SpeedPolicy
from referee.league.executor.sentence import ExecutionSentence
from referee.record.playing_machine import PlayingMachine
from tests.errors import raises
from tests.league.executor.cluster import dragon
from tests.patience import PATIENCE


class FakeCluster:
    """A cluster whose workers never answer; each worker is named after its machine and a number.

    `calls` has the machine and the task of each call, and whether the call was cancelled.
    """

    def __init__(self, *workers: str) -> None:
        self.workers = list(workers)
        self.calls: list[tuple[str, MatchTask, Future[Any]]] = []
        self.changed = threading.Condition()
        self.when_read: Callable[[], None] = lambda: None

    def threads(self) -> dict[str, int]:
        """Eight threads for each worker, or what `when_read` raises."""
        self.when_read()
        return dict.fromkeys(self.workers, 8)

    def ask(self, workers: Sequence[str], call: Callable[..., Any], game: str) -> dict[str, object]:
        """Each worker knows its machine, but for those of a machine `broken`."""
        return {
            worker: PlayingMachine(worker.split("-")[0], 100, compiled=False)
            if not worker.startswith("broken")
            else ImportError("no module named referee")
            for worker in workers
        }

    def call(
        self, workers: Sequence[str], call: Callable[..., Any], task: MatchTask
    ) -> ClusterCall:
        """Note a call."""
        future: Future[Any] = Future()
        with self.changed:
            self.calls.append((workers[0].split("-")[0], task, future))
            self.changed.notify_all()
        return ClusterCall(future, future)

    def wait(self, count: int) -> None:
        """Wait until there were so many calls."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.calls) >= count, PATIENCE)


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look at the workers often, and move matches soon."""
    monkeypatch.setattr(cluster_matches, "_LOOK", 0.01)
    monkeypatch.setattr(cluster_matches, "_GONE", 0.02)


@pytest.fixture
def cluster() -> FakeCluster:
    """Three machines, the first of which has two workers."""
    return FakeCluster("a-1", "a-2", "b-1", "c-1")


@pytest.fixture
def matches(cluster: FakeCluster) -> Iterator[ClusterMatches]:
    """The matches on them."""
    with opened(cluster) as matches:
        yield matches


def opened(
    cluster: FakeCluster, rule: str = "record", warnings: list[str] | None = None
) -> ClusterMatches:
    """The matches of a league on this cluster."""
    policy = SpeedPolicy(rule, PlayingMachine("league", 100, compiled=False))
    warn = list[str]().append if warnings is None else warnings.append
    return ClusterMatches(cast("DaskCluster", cluster), "dragon", policy, warn)


def task(number: int, turn: int) -> MatchTask:
    """One match of a set."""
    return replace(dragon(f"s{number}-{turn}"), set_number=number)


def result(future: Future[Any]) -> object:
    """The result of a match."""
    return future.result(timeout=PATIENCE)


class TestMove:
    def test_all_open_matches_of_a_set_move_to_one_machine(
        self, cluster: FakeCluster, matches: ClusterMatches
    ) -> None:
        futures = [matches.begin(task(1, turn)) for turn in range(4)]
        cluster.calls[0][2].set_result("played")
        cluster.workers = ["b-1", "c-1"]
        cluster.wait(7)
        assert [place for place, _, _ in cluster.calls[:4]] == ["a"] * 4
        moved = cluster.calls[4:]
        assert len({place for place, _, _ in moved}) == 1
        assert {one.settings.match_id for _, one, _ in moved} == {"s1-1", "s1-2", "s1-3"}
        assert {one.settings.seed for _, one, _ in moved} == {
            task(1, turn).settings.seed for turn in (1, 2, 3)
        }
        for _, _, future in moved:
            future.set_result("moved")
        assert [result(future) for future in futures] == ["played", "moved", "moved", "moved"]

    def test_what_the_lost_machine_still_says_does_not_count(
        self, cluster: FakeCluster, matches: ClusterMatches
    ) -> None:
        future = matches.begin(task(1, 1))
        cluster.workers = ["b-1"]
        cluster.wait(2)
        (_, _, old), (_, _, new) = cluster.calls
        if not old.cancelled():
            old.set_result("late")
        new.set_result("moved")
        assert result(future) == "moved"

    def test_another_worker_of_the_machine_keeps_the_matches_there(
        self, cluster: FakeCluster, matches: ClusterMatches
    ) -> None:
        matches.begin(task(1, 1))
        cluster.workers = ["a-2", "b-1"]
        for _ in range(3):
            matches._look()
            matches._move()
        assert [place for place, _, _ in cluster.calls] == ["a"]

    def test_a_machine_that_comes_back_at_another_port_gets_its_matches_again(
        self, cluster: FakeCluster, matches: ClusterMatches
    ) -> None:
        matches.begin(task(1, 1))
        cluster.workers = ["a-3", "b-1"]
        cluster.wait(2)
        assert [place for place, _, _ in cluster.calls] == ["a", "a"]

    def test_matches_wait_while_there_is_no_worker(self) -> None:
        cluster = FakeCluster()
        with opened(cluster) as matches:
            future = matches.begin(task(1, 1))
            assert cluster.calls == []
            cluster.workers = ["b-1"]
            cluster.wait(1)
            cluster.calls[0][2].set_result("played")
            assert result(future) == "played"

    def test_a_match_is_sent_once_when_its_workers_appear_as_it_begins(self) -> None:
        cluster = FakeCluster()
        with opened(cluster) as matches:

            def appear() -> None:
                cluster.when_read, cluster.workers = lambda: None, ["b-1"]
                matches._look()
                matches._move()

            cluster.when_read = appear
            matches.begin(task(1, 1))
            assert len(cluster.calls) == 1


class TestLostScheduler:
    @pytest.mark.parametrize("error", [OSError("closed"), TimeoutError(), RuntimeError("closed")])
    def test_matches_wait_until_the_scheduler_is_back(self, error: Exception) -> None:
        def fail() -> None:
            raise error

        cluster = FakeCluster("b-1")
        cluster.when_read = fail
        with opened(cluster) as matches:
            future = matches.begin(task(1, 1))
            assert cluster.calls == []
            cluster.when_read = lambda: None
            cluster.wait(1)
            cluster.calls[0][2].set_result("played")
            assert result(future) == "played"

    def test_matches_fail_with_the_sentence_when_it_does_not_come_back(self) -> None:
        def give_up() -> None:
            raise UnavailableError(ExecutionSentence.NO_SCHEDULER, address="tcp://lost:1")

        cluster = FakeCluster()
        with opened(cluster) as matches:
            future = matches.begin(task(1, 1))
            cluster.when_read = give_up
            with raises(UnavailableError, ExecutionSentence.NO_SCHEDULER, address="tcp://lost:1"):
                future.result(timeout=PATIENCE)


class TestRefused:
    def test_a_worker_that_fails_to_measure_plays_where_the_speed_is_only_recorded(self) -> None:
        cluster = FakeCluster("broken-1")
        with opened(cluster) as matches:
            matches.begin(task(1, 1))
        assert [place for place, _, _ in cluster.calls] == ["broken"]

    def test_with_refused_machines_only_the_match_fails_with_the_sentence(self) -> None:
        warnings: list[str] = []
        with opened(FakeCluster("broken-1"), "refuse", warnings) as matches:
            failed = [matches.begin(task(1, turn)) for turn in (1, 2)]
        assert len(warnings) == 1
        for future in failed:
            with raises(UnavailableError, ExecutionSentence.NO_MACHINE_LEFT, why=warnings[0]):
                future.result(timeout=PATIENCE)
