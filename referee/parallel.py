"""Process many items, such as the records of a season, on all cores."""

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, TypeVar

from referee.error import TianmingError

T = TypeVar("T")
R = TypeVar("R")

_AHEAD: Final = 4
"""Maximum chunks per core that are made before the caller uses them, which bounds the memory."""


def on_every_core(
    call: Callable[[T], R], things: Sequence[T], few: int = 500, chunk: int = 100
) -> Generator[R, None, None]:
    """Yield the result of a call for each item, in order; everything must pickle.

    The processes continue while the caller uses earlier results, but only some chunks ahead. Close
    the generator to end them.
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
        for results in _chunks(pool, call, things, chunk):
            for result in results:
                yield result
                given += 1
    except BrokenProcessPool:
        yield from map(call, things[given:])
    finally:
        pool.shutdown(cancel_futures=True)


# Not `pool.map`: it cancels its futures if a process dies. If the pool fails them at the same time,
# Python 3.11 leaves the other processes running, and this one waits for them at its end.
def _chunks(
    pool: ProcessPoolExecutor, call: Callable[[T], R], things: Sequence[T], chunk: int
) -> Iterator[list[R]]:
    """Yield the results of each chunk, in order.

    Raises:
        BrokenProcessPool: when a process cannot be started, or ends.
    """
    ahead = _AHEAD * (os.cpu_count() or 1)
    waiting: deque[Future[list[R]]] = deque()
    for at in range(0, len(things), chunk):
        try:
            waiting.append(pool.submit(_results, call, things[at : at + chunk]))
        except OSError as error:
            raise BrokenProcessPool from error
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _results(call: Callable[[T], R], things: Sequence[T]) -> list[R]:
    return [call(thing) for thing in things]


def or_error(call: Callable[[T], R], thing: T) -> R | TianmingError:
    """Return the result of a call, or its error, so that one bad item does not end the others."""
    try:
        return call(thing)
    except TianmingError as error:
        return error
