"""Start a gRPC server whole, even if the caller is cancelled."""

import asyncio

from grpc import aio


async def start(server: aio.Server) -> None:
    """Start a server; a cancellation takes effect once it has started.

    If `aio.Server.start` is cancelled, grpcio prints a traceback and the server cannot be stopped.
    """
    starting = asyncio.create_task(server.start())
    try:
        await asyncio.shield(starting)
    except asyncio.CancelledError:
        await asyncio.wait((starting,))
        raise
