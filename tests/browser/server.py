"""The server of the pages, in a thread of the tests."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from referee.web.app import application
from referee.web.assets import Assets
from referee.web.service import Service
from referee.web.source import Source


@contextmanager
def served(source: Source) -> Iterator[str]:
    """Serve a season; gives the address of its first page, without the slash at its end."""
    with socket.create_server(("127.0.0.1", 0)) as endpoint:
        server = uvicorn.Server(
            uvicorn.Config(application(Service(source), Assets()), log_config=None, ws="none")
        )
        started = threading.Event()
        thread = threading.Thread(target=_serve, args=(server, endpoint, started))
        thread.start()
        try:
            started.wait()
            yield f"http://127.0.0.1:{endpoint.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def _serve(server: uvicorn.Server, endpoint: socket.socket, started: threading.Event) -> None:
    async def serve() -> None:
        serving = asyncio.create_task(server.serve([endpoint]))
        while not (server.started or serving.done()):
            await asyncio.sleep(0.01)
        started.set()
        await serving

    asyncio.run(serve())
