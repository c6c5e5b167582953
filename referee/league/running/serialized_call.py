"""Calls that are sent to the workers of a cluster as bytes.

Dask unpickles the arguments of a call before it runs any code of ours. Unpickling a match imports
gRPC, which reads its settings from the environment at import. So a call is sent as bytes; the
worker first sets the environment, and then unpickles the call.
"""

import pickle
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, ParamSpec

from referee.server.environment import prepare

P = ParamSpec("P")


def pack(call: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs) -> bytes:
    """Return a call and its arguments as bytes; all of them must pickle."""
    return pickle.dumps(partial(call, *args, **kwargs))


def carry_out(packed: bytes) -> Any:
    """Carry out a packed call on a worker, and return its result."""
    return _unpack(packed)()


async def carry_out_awaited(packed: bytes) -> Any:
    """Carry out a packed coroutine function on the event loop of a worker."""
    result: Awaitable[Any] = _unpack(packed)()
    return await result


def _unpack(packed: bytes) -> Callable[[], Any]:
    prepare()
    call: Callable[[], Any] = pickle.loads(packed)
    return call
