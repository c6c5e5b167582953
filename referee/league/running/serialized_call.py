"""Calls that travel to the workers of a cluster as bytes.

Dask unpacks what a worker is handed before the worker does anything, and to unpack a match
is to import gRPC, which has to have been told its settings by then. These calls are unpacked
by what is handed over, when it has told it.
"""

import pickle
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, ParamSpec

from referee.server.environment import prepare

P = ParamSpec("P")


def pack(call: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs) -> bytes:
    """A call and its arguments, all of which must pickle, as bytes."""
    return pickle.dumps(partial(call, *args, **kwargs))


def carry_out(packed: bytes) -> Any:
    """Do, on a worker, what was packed."""
    return _unpack(packed)()


async def carry_out_awaited(packed: bytes) -> Any:
    """The same for what is to be awaited, on the worker's event loop."""
    result: Awaitable[Any] = _unpack(packed)()
    return await result


def _unpack(packed: bytes) -> Callable[[], Any]:
    prepare()
    call: Callable[[], Any] = pickle.loads(packed)
    return call
