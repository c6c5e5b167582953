"""A small reverse proxy: it serves pages below a root, as a web server in front of them does."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

ROOT = "/tianming/"


@asynccontextmanager
async def proxied(port: int, host: str, removes_root: bool) -> AsyncIterator[int]:
    """Forward requests below `ROOT` to a port; yield the port of the proxy.

    Args:
        port: the port of the pages.
        host: the `Host` that the proxy sends.
        removes_root: whether it removes the root from the path.
    """
    tasks: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(_forward(reader, writer, port, host, removes_root))
        tasks.add(task)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _forward(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    port: int,
    host: str,
    removes_root: bool,
) -> None:
    """Forward one request, and the answer until either end closes."""
    with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
        async with _closing(writer):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            changed = _changed(head, host, removes_root)
            if changed is None:
                writer.write(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n")
                return
            pages, upstream = await asyncio.open_connection("127.0.0.1", port)
            async with _closing(upstream):
                upstream.write(changed.encode())
                while data := await pages.read(1 << 16):
                    writer.write(data)
                    await writer.drain()


@asynccontextmanager
async def _closing(writer: asyncio.StreamWriter) -> AsyncIterator[None]:
    """Close a connection on exit."""
    try:
        yield
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


def _changed(head: str, host: str, removes_root: bool) -> str | None:
    """Return the head of a request as it is sent to the pages; None for one outside the root."""
    first, *headers = head.rstrip("\r\n").split("\r\n")
    method, target, version = first.split(" ")
    if not target.startswith(ROOT.rstrip("/")):
        return None
    if removes_root:
        target = "/" + target.removeprefix(ROOT.rstrip("/")).removeprefix("/")
    kept = [one for one in headers if not one.lower().startswith(("host:", "connection:"))]
    lines = [f"{method} {target} {version}", f"Host: {host}", "Connection: close", *kept]
    return "\r\n".join((*lines, "", ""))
