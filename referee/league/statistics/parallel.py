"""Process many items, such as the records of a season, on all cores."""

import multiprocessing
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def on_every_core(
    call: Callable[[T], R], things: Sequence[T], few: int = 500, chunk: int = 100
) -> Generator[R, None, None]:
    """Yield the result of a call for each item, in order; everything must pickle.

    The processes continue while the caller uses earlier results. Close the generator to end them.
    If the system cannot start processes, or kills one, this process makes the remaining calls.

    Args:
        call: the function to call.
        things: the items.
        few: with fewer items, this process makes all calls, which is faster than starting others.
        chunk: how many calls a process makes before it returns their results.
    """
    if len(things) < few:
        yield from map(call, things)
        return
    pool = ProcessPoolExecutor(mp_context=multiprocessing.get_context("forkserver"))
    given = 0
    try:
        for result in _mapped(pool, call, things, chunk):
            yield result
            given += 1
    except BrokenProcessPool:
        yield from map(call, things[given:])
    finally:
        pool.shutdown(cancel_futures=True)


def _mapped(
    pool: ProcessPoolExecutor, call: Callable[[T], R], things: Sequence[T], chunk: int
) -> Iterator[R]:
    """Return an iterator over the results of a pool.

    Raises:
        BrokenProcessPool: when a process cannot be started.
    """
    try:
        return pool.map(call, things, chunksize=chunk)
    except OSError as error:
        raise BrokenProcessPool from error
