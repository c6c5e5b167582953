"""A receiver of webhooks on loopback, which can fail in many ways."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.patience import PATIENCE


@dataclass
class Received:
    """One request that came whole, and its answer."""

    headers: dict[str, str]
    body: bytes
    status: int

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]


@dataclass
class Receiver:
    """What came, and how the next request is answered.

    Attributes:
        answer: returns the status of a request by its number, from 0; 0 hangs until the end.
        headers: more headers of each answer.
    """

    answer: Callable[[int], int] = lambda number: 204
    headers: dict[str, str] = field(default_factory=dict)
    requests: list[Received] = field(default_factory=list)
    port: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)
    closing: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook/secret-path"

    @property
    def delivered(self) -> list[Received]:
        """The requests that were answered well."""
        return [one for one in self.requests if 200 <= one.status < 300]

    def until(self, holds: Callable[[], object]) -> None:
        """Wait until something holds of what came."""
        with self.changed:
            assert self.changed.wait_for(holds, PATIENCE), self.requests

    def until_more(self) -> None:
        """Wait until one more request came."""
        before = len(self.requests)
        self.until(lambda: len(self.requests) > before)

    def take(self, headers: dict[str, str], body: bytes) -> int:
        with self.changed:
            status = self.answer(len(self.requests))
            self.requests.append(Received(headers, body, status))
            self.changed.notify_all()
        return status


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Print nothing: requests are cut on purpose."""


@contextmanager
def receiving(receiver: Receiver) -> Iterator[Receiver]:
    """Let a receiver listen, on its port if it has one already."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["content-length"])
            body = self.rfile.read(length)
            if len(body) < length:
                return
            names = {name.lower(): value for name, value in self.headers.items()}
            status = receiver.take(names, body)
            if status == 0:
                receiver.closing.wait(PATIENCE)
                return
            self.send_response(status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(b"ignored " * 1000)

        def log_message(self, *_: object) -> None:
            pass

    server = _Server(("127.0.0.1", receiver.port), Handler)
    receiver.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()


def soon(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)
