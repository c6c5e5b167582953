"""The worker process of a Dask cluster: unpack its calls, and end in bounded time.

Dask unpickles the arguments of a call before it runs any code of ours. Unpickling a match imports
gRPC, which reads its settings from the environment at import. So a call is sent as bytes; the
worker first sets the environment, and then unpickles the call. This module must not import gRPC.

When its scheduler dies, a worker of Dask ends by itself, and SIGTERM ends it as well. If both
happen at once, Dask may wait forever, or threads may wait for bots that do not end. The bots end
with the process, so the process ends after a few seconds in any case.
"""

import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from functools import partial
from types import FrameType
from typing import Any, ParamSpec

from referee.server.environment import prepare_environment

P = ParamSpec("P")

_GRACE = 5.0
"""Seconds that a worker has to end by itself."""


def pack(call: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs) -> bytes:
    """Return a coroutine function and its arguments as bytes; all of them must pickle."""
    return pickle.dumps(partial(call, *args, **kwargs))


async def carry_out(packed: bytes) -> Any:
    """Carry out a packed coroutine function on the event loop of a worker."""
    prepare_environment()
    call: Callable[[], Awaitable[Any]] = pickle.loads(packed)
    return await call()


def bound_end(grace: float = _GRACE) -> None:
    """End this process at most `grace` seconds after SIGTERM or the end of its main thread.

    Call it on the main thread. Handlers that were set before are still called.
    """
    threading.Thread(target=_end_with_main_thread, args=(grace,), daemon=True).start()
    if threading.current_thread() is not threading.main_thread():
        return
    before = signal.getsignal(signal.SIGTERM)

    def handle(number: int, frame: FrameType | None) -> None:
        threading.Thread(target=_end_after, args=(grace, 128 + number), daemon=True).start()
        if callable(before):
            before(number, frame)
        else:
            _end(128 + number)

    signal.signal(signal.SIGTERM, handle)


def _end_with_main_thread(grace: float) -> None:
    threading.main_thread().join()
    _end_after(grace, 1)


def _end_after(grace: float, status: int) -> None:
    time.sleep(grace)
    _end(status)


def _end(status: int) -> None:
    """End the process without waiting for its threads; its supervisors then end the bots."""
    sys.stderr.flush()
    os._exit(status)
