"""Wherever matches are played, it is an executor of the standard library."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from typing import Any

import pytest

from referee.league.executor.cluster import DaskCluster
from referee.league.executor.match_runner import MatchRunner
from referee.league.executor.pool import WorkerPool
from tests.league.executor.cluster import LocalCluster
from tests.patience import PATIENCE

AnyExecutor = MatchRunner | WorkerPool | DaskCluster

KINDS = ("here", "processes", pytest.param("dask", marks=pytest.mark.full))


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], str]]:
    """The address of a Dask cluster, which starts when it is first asked for."""
    with ExitStack() as stack:

        @cache
        def address() -> str:
            folder = tmp_path_factory.mktemp("dask")
            return stack.enter_context(LocalCluster(folder)).address

        yield address


@pytest.fixture(scope="module", params=KINDS)
def executor(request: pytest.FixtureRequest, dask: Callable[[], str]) -> Iterator[AnyExecutor]:
    """What a league plays with, by its word for it; it is left in the end."""
    with opened(request.param, dask) as executor:
        yield executor


def opened(kind: str, dask: Callable[[], str]) -> AnyExecutor:
    """An executor of that kind."""
    match kind:
        case "here":
            return MatchRunner()
        case "processes":
            return WorkerPool(1)
        case _:
            return DaskCluster(dask())


async def called(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Return what a function returns."""
    await asyncio.sleep(0)
    return function(*args, **kwargs)


class TestExecutor:
    """It does what `concurrent.futures.Executor` says."""

    def test_a_call_has_a_result(self, executor: AnyExecutor) -> None:
        assert executor.submit(called, divmod, 7, 2).result(timeout=PATIENCE) == (3, 1)
        assert executor.submit(called, int, "ff", base=16).result(timeout=PATIENCE) == 255

    def test_an_error_is_raised_where_the_result_is_asked_for(self, executor: AnyExecutor) -> None:
        with pytest.raises(ValueError, match="invalid literal"):
            executor.submit(called, int, "none").result(timeout=PATIENCE)

    def test_two_calls_that_are_alike_are_two_calls(self, executor: AnyExecutor) -> None:
        first, second = (executor.submit(called, os.urandom, 8) for _ in range(2))
        assert first.result(timeout=PATIENCE) != second.result(timeout=PATIENCE)


class TestShutdown:
    """What was shut down takes no call."""

    @pytest.mark.parametrize("kind", KINDS)
    def test_it_refuses(self, kind: str, dask: Callable[[], str]) -> None:
        with opened(kind, dask) as executor:
            executor.shutdown()
            with pytest.raises(RuntimeError):
                executor.submit(called, abs, -1)
