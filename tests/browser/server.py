"""Serve pages in a thread of the tests."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.request import urlopen

import uvicorn

from referee.web.app import application
from referee.web.assets import Assets
from referee.web.public_address import PublicAddress
from referee.web.service import Service
from referee.web.source import Source
from tests.patience import PATIENCE


@contextmanager
def served(source: Source, root: str = "/") -> Iterator[str]:
    """Serve a season below a root; yield the address of its first page, without a final slash."""
    with socket.create_server(("127.0.0.1", 0)) as endpoint:
        app = application(Service(source), Assets(root=root), PublicAddress(root))
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, ws="none"))
        started = threading.Event()
        thread = threading.Thread(target=_serve, args=(server, endpoint, started))
        thread.start()
        try:
            started.wait()
            address = f"http://127.0.0.1:{endpoint.getsockname()[1]}{root}".rstrip("/")
            deadline = time.monotonic() + PATIENCE
            while not has_table(address):
                assert time.monotonic() < deadline
                time.sleep(0.1)
            yield address
        finally:
            server.should_exit = True
            thread.join()


def has_table(address: str) -> bool:
    """Return whether the table of the season is computed."""
    with urlopen(f"{address}/api/v1/league") as answer:  # noqa: S310
        return not json.load(answer).get("pending")


def _serve(server: uvicorn.Server, endpoint: socket.socket, started: threading.Event) -> None:
    async def serve() -> None:
        serving = asyncio.create_task(server.serve([endpoint]))
        while not (server.started or serving.done()):
            await asyncio.sleep(0.01)
        started.set()
        await serving

    asyncio.run(serve())
