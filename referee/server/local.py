"""Listeners for local bots: a separate Unix socket for each, with separate limits.

A bot that opens all its connections or streams exhausts only its own listener. A sandbox contains
the socket of its own bot only. An untrusted, sandboxed bot connects through the front, like a
remote bot. A trusted bot connects to gRPC directly.
"""

import asyncio
import contextlib
import itertools
import os
from collections.abc import Callable
from dataclasses import replace
from tempfile import TemporaryDirectory

import grpc

from referee.error import MachineError
from referee.machine_error import machine_failed, shortage, why_of
from referee.machine_sentence import MachineSentence
from referee.runtime_folder import runtime_folder
from referee.server import startup
from referee.server.address import check_address
from referee.server.calls import Calls
from referee.server.channel import server_arguments
from referee.server.front.supervisor import Front
from referee.server.limits import Limits


class LocalListeners:
    """The listeners of a referee's local bots."""

    def __init__(
        self,
        limits: Limits,
        calls: Calls,
        handler: Callable[[], grpc.GenericRpcHandler],
        front: Front,
    ) -> None:
        """Prepare the listeners.

        Args:
            limits: the limits; each listener has `max_local_connections`, `max_local_streams`.
            calls: tracks the running calls.
            handler: makes the handler of the service, the only one at these sockets.
            front: the front to which untrusted bots connect.
        """
        self._limits = replace(limits, max_connections=limits.max_local_connections)
        self._calls = calls
        self._handler = handler
        self._front = front
        self._numbers = itertools.count(1)
        self._folder: TemporaryDirectory[str] | None = None
        self._servers: dict[str, grpc.aio.Server] = {}

    async def open(self, *, trusted: bool) -> str:
        """Listen for a bot at a new socket; return its address.

        Raises:
            MachineError: when this machine or the front does not serve a socket.
            UnavailableError: when there is no folder for sockets.
            UsageError: when the path of the socket is too long.
        """
        try:
            if self._folder is None:
                self._folder = TemporaryDirectory(dir=runtime_folder())
            address = f"unix:{self._folder.name}/{next(self._numbers)}.sock"
            check_address(address)
            await self._open(address, trusted)
        except (OSError, RuntimeError) as error:  # gRPC raises the latter, without a number
            raise _no_socket(error) from None
        return address

    async def _open(self, address: str, trusted: bool) -> None:
        """Listen at an address; leave nothing open if this fails."""
        try:
            if trusted:
                await self._listen(address, address)
                return
            behind = self._front.bind(address, None, self._limits.max_connections)
            await self._listen(address, f"unix:{behind.backend}")
            await self._front.serve(behind)
        except BaseException:
            await self.close_one(address)
            raise

    async def close_one(self, address: str) -> None:
        """Stop listening at an address, and end its streams."""
        server = self._servers.pop(address, None)
        if server is not None:
            await server.stop(None)
        self._front.forget(address)
        with contextlib.suppress(OSError):
            os.unlink(address.removeprefix("unix:"))

    async def _listen(self, name: str, address: str) -> None:
        """Start the gRPC server of the listener `name` at an address."""
        server = grpc.aio.server(
            options=server_arguments(self._limits),
            interceptors=(self._calls,),
            maximum_concurrent_rpcs=self._limits.max_local_streams,
        )
        server.add_generic_rpc_handlers((self._handler(),))
        server.add_insecure_port(address)
        self._servers[name] = server
        await startup.start(server)

    async def close(self, grace: float) -> None:
        """Stop all listeners; streams have up to `grace` seconds to end."""
        servers, self._servers = self._servers, {}
        await asyncio.gather(*(server.stop(grace) for server in servers.values()))
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def _no_socket(error: OSError | RuntimeError) -> MachineError:
    """Return the error of a machine that does not let the referee listen for a local bot."""
    found = error if isinstance(error, OSError) else shortage() or error
    number = getattr(found, "errno", None)
    return machine_failed(why_of(found), MachineSentence.NO_SOCKET, number=number)
