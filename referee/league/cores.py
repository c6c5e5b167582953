"""Every core: one call for each of very many things, as the records of a season are."""

import multiprocessing
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

_FEW = 500
"""Calls that are made sooner here than by processes that must be started first."""

_CHUNK = 100
"""Calls that a process makes before it gives anything back."""


def on_every_core(call: Callable[[T], R], things: Sequence[T]) -> Generator[R, None, None]:
    """What the call gives for each of the things, in their order; all of it must pickle.

    Processes go on while whoever asks deals with what came before. Close it to end them.
    """
    if len(things) < _FEW:
        yield from map(call, things)
        return
    pool = ProcessPoolExecutor(mp_context=multiprocessing.get_context("forkserver"))
    try:
        yield from pool.map(call, things, chunksize=_CHUNK)
    finally:
        pool.shutdown(cancel_futures=True)
