"""A Dask cluster of real processes: workers and scheduler may die."""

import asyncio
import logging
import signal
from collections.abc import Iterator
from concurrent.futures import Future
from types import SimpleNamespace

import pytest
import structlog

from referee.error import UnavailableError
from referee.launch.match_task import WorkerLost
from referee.league.executor.cluster import DaskCluster, _hand_on
from referee.league.executor.worker_matches import play_apart
from referee.match.entry import Origin
from referee.match.outcome import Termination
from referee.record.reader import match_settings_of, parse
from referee.record.verify import verify
from referee.server.metrics import Metrics
from tests.league.executor.cluster import LocalCluster, dragon, long
from tests.patience import PATIENCE

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """A scheduler and two workers."""
    with LocalCluster(tmp_path_factory.mktemp("cluster")) as machines:
        yield machines


@pytest.fixture
def cluster(machines: LocalCluster) -> Iterator[DaskCluster]:
    """The executor that hands matches to them."""
    cluster = DaskCluster(machines.address, patience=PATIENCE)
    yield cluster
    cluster.shutdown()


async def handler_of_sigterm() -> str:
    """What a worker does at SIGTERM; the first match of a worker sets it."""
    return str(signal.getsignal(signal.SIGTERM))


class TestEnd:
    def test_a_worker_that_plays_matches_ends_in_bounded_time(self, cluster: DaskCluster) -> None:
        for number in range(16):
            cluster.submit(play_apart, dragon(f"m{number}")).result(timeout=PATIENCE)
        found = {cluster.submit(handler_of_sigterm).result(timeout=PATIENCE) for _ in range(8)}
        assert any("bound_end" in handler for handler in found)

    def test_tracebacks_of_dask_go_to_the_log(
        self, cluster: DaskCluster, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with structlog.testing.capture_logs() as logs:
            logging.getLogger("distributed.client").error("away", exc_info=OSError("refused"))
        assert [(line["logger"], line["log_level"]) for line in logs] == [
            ("distributed.client", "warning")
        ]
        assert capsys.readouterr().err == ""


class TestCluster:
    """Matches are played by whoever is there."""

    def test_every_record_returns_and_verifies(self, cluster: DaskCluster) -> None:
        futures = [cluster.submit(play_apart, dragon(f"m{number}")) for number in range(8)]
        metrics = Metrics()
        for number, future in enumerate(futures):
            played = future.result(timeout=PATIENCE)
            metrics.add(played.metrics)
            assert played.record is not None
            record = parse(played.record, "the record")
            verify(record)
            assert (record.header.match_id, record.digest) == (f"m{number}", played.digest)
        assert metrics.sealed[Termination.FINISHED] == 8
        assert metrics.decisions[Origin.BOT] > 0

    def test_the_matches_of_a_killed_worker_are_played_by_the_other_on_the_same_draws(
        self, cluster: DaskCluster, machines: LocalCluster
    ) -> None:
        tasks = [dragon(f"m{number}") for number in range(30)]
        futures = [cluster.submit(play_apart, task) for task in tasks]
        machines.kill_worker(0)
        for task, future in zip(tasks, futures, strict=True):
            record = future.result(timeout=PATIENCE).record
            assert record is not None
            assert match_settings_of(parse(record, "the record").header).seed == task.settings.seed

    def test_what_a_killed_scheduler_forgets_is_lost_and_the_next_is_played(
        self, cluster: DaskCluster, machines: LocalCluster
    ) -> None:
        forgotten = cluster.submit(play_apart, long("forgotten"))
        machines.kill_scheduler()
        assert isinstance(forgotten.exception(timeout=PATIENCE), WorkerLost)
        assert (
            cluster.submit(play_apart, dragon("next")).result(timeout=PATIENCE).outcome is not None
        )

    def test_a_cluster_that_is_not_there_is_named(self) -> None:
        with pytest.raises(UnavailableError, match=r"no Dask scheduler answers at tcp://127"):
            DaskCluster("tcp://127.0.0.1:1", start=0.1)

    def test_a_call_whose_error_cannot_be_had_is_lost(self) -> None:
        def exception(timeout: float) -> None:
            raise TimeoutError("the scheduler does not answer")

        future: Future[str] = Future()
        _hand_on(SimpleNamespace(status="error", exception=exception), future)
        with pytest.raises(WorkerLost, match="the scheduler does not answer"):
            future.result(timeout=0)

    def test_nobody_waits_for_the_result_of_another(self) -> None:
        async def fetch() -> str:
            loop = asyncio.get_running_loop()
            results: list[asyncio.Future[str]] = [loop.create_future() for _ in range(2)]

            async def gather(done: SimpleNamespace, asynchronous: bool) -> str:
                result: str = await results[done.number]
                return result

            client = SimpleNamespace(loop=SimpleNamespace(asyncio_loop=loop), gather=gather)
            ours: list[Future[str]] = [Future(), Future()]
            for number, future in enumerate(ours):
                done = SimpleNamespace(status="finished", client=client, number=number)
                await asyncio.to_thread(_hand_on, done, future)
            results[1].set_result("the second")
            second: str = await asyncio.wrap_future(ours[1])
            assert not ours[0].done()
            results[0].set_result("the first")
            first: str = await asyncio.wrap_future(ours[0])
            return f"{second}, {first}"

        assert asyncio.run(fetch()) == "the second, the first"
