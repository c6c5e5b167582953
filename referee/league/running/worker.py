"""A worker: a process that plays the matches that come to it, many at once.

It reads calls from a connection and answers each when it is done. When nobody holds the
other end any more it ends, and with it the bots of its runner.
"""

import contextlib
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from referee.league.running import match_runner
from referee.server.environment import prepare


class Answering:
    """One connection, on which many threads answer."""

    def __init__(self, connection: "Connection[Any, Any]") -> None:
        self._connection = connection
        self._lock = threading.Lock()

    def serve(self, at_once: int) -> None:
        """Answer calls until the other end is closed; up to so many are worked at at once.

        Those that are worked at then may never end: nobody waits for them.
        """
        threads = ThreadPoolExecutor(at_once, "match")
        while True:
            try:
                number, call = self._connection.recv()
            except (EOFError, OSError):
                threads.shutdown(wait=False, cancel_futures=True)
                match_runner.close()
                return
            threads.submit(self._answer, number, call)

    def _answer(self, number: int, call: Callable[[], Any]) -> None:
        result, error = None, None
        try:
            result = call()
        except Exception as raised:
            error = raised
        with self._lock, contextlib.suppress(OSError):
            try:
                self._connection.send((number, result, error))
            except (TypeError, AttributeError, pickle.PicklingError):
                word = RuntimeError(f"{type(error or result).__name__}: {error or result}")
                self._connection.send((number, None, word))


def main() -> None:
    """Serve the descriptor that is the first argument."""
    prepare()
    descriptor, at_once = map(int, sys.argv[1:])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Answering(Connection(descriptor)).serve(at_once)
    os._exit(0)


if __name__ == "__main__":
    main()
