"""Process many items, such as the records of a season, on all cores."""

import multiprocessing
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from referee.error import TianmingError

T = TypeVar("T")
R = TypeVar("R")


def on_every_core(
    call: Callable[[T], R], things: Sequence[T], few: int = 500, chunk: int = 100
) -> Generator[R, None, None]:
    """Yield the result of a call for each item, in order; everything must pickle.

    The processes continue while the caller uses earlier results. Close the generator to end them.
    If the system cannot start processes, or kills one, or if a result does not unpickle, this
    process makes the remaining calls.

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
        chunks = _submit(pool, call, things, chunk)
        while chunks:
            for result in chunks.popleft().result():
                yield result
                given += 1
    except BrokenProcessPool:
        yield from map(call, things[given:])
    finally:
        pool.shutdown(cancel_futures=True)


# Not `pool.map`: it cancels its futures if a process dies. If the pool fails them at the same time,
# Python 3.11 leaves the other processes running, and this one waits for them at its end.
def _submit(
    pool: ProcessPoolExecutor, call: Callable[[T], R], things: Sequence[T], chunk: int
) -> deque[Future[list[R]]]:
    """Submit the calls, and return the results of each chunk, in order.

    Raises:
        BrokenProcessPool: when a process cannot be started.
    """
    starts = range(0, len(things), chunk)
    try:
        return deque(pool.submit(_results, call, things[at : at + chunk]) for at in starts)
    except OSError as error:
        raise BrokenProcessPool from error


def _results(call: Callable[[T], R], things: Sequence[T]) -> list[R]:
    return [call(thing) for thing in things]


def or_error(call: Callable[[T], R], thing: T) -> R | TianmingError:
    """Return the result of a call, or its error, so that one bad item does not end the others."""
    try:
        return call(thing)
    except TianmingError as error:
        return error
