"""Every core: one call for each of very many things, as the records of a season are."""

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
    """What the call gives for each of the things, in their order; all of it must pickle.

    Processes go on while whoever asks deals with what came before. Close it to end them. Where
    the system starts none, or kills one, what is left is done here.

    Args:
        call: what is to be done.
        things: what with.
        few: fewer calls are made sooner here than by processes that must be started first.
        chunk: calls that a process makes before it gives anything back.
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
    """What the processes of a pool give.

    Raises:
        BrokenProcessPool: when one of them cannot be started, or is killed.
    """
    try:
        return pool.map(call, things, chunksize=chunk)
    except OSError as error:
        raise BrokenProcessPool from error
