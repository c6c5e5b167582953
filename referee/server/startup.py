"""Start a gRPC server whole, even if the caller is cancelled."""

from grpc import aio

from referee.whole_task import whole


async def start(server: aio.Server) -> None:
    """Start a server; a cancellation takes effect once it has started.

    If `aio.Server.start` is cancelled, grpcio prints a traceback and the server cannot be stopped.
    """
    await whole(server.start())
