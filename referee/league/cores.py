"""Every core: one call for each of very many things, as the records of a season are."""

import multiprocessing
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def on_every_core(
    call: Callable[[T], R], things: Sequence[T], few: int = 500, chunk: int = 100
) -> Generator[R, None, None]:
    """What the call gives for each of the things, in their order; all of it must pickle.

    Processes go on while whoever asks deals with what came before. Close it to end them.

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
    try:
        yield from pool.map(call, things, chunksize=chunk)
    finally:
        pool.shutdown(cancel_futures=True)
