"""The end of a child process of the season: its settings, its sockets, and messages."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Coroutine
from typing import Any, Final, Self

import uvloop

from referee.entry.handed_settings import ProcessSettings
from referee.error import TianmingError
from referee.server.environment import prepare_environment, stand_back
from referee.server.log_output import start_log

_MESSAGE: Final = 1 << 16
"""Maximum bytes of a message of the season process."""

_SOCKETS: Final = 8
"""Maximum number of sockets of an address."""


class Control:
    """The socket to the season process, which is the standard input.

    Attributes:
        settings: the settings.
        sockets: the listening sockets.
    """

    def __init__(self, control: socket.socket) -> None:
        self._socket = control
        data, descriptors, _, _ = socket.recv_fds(control, _MESSAGE, _SOCKETS)
        self.settings = ProcessSettings.decode(data)
        self.sockets = [socket.socket(fileno=each) for each in descriptors]

    @classmethod
    def of_input(cls) -> Self:
        """Return the control of this process. It ignores the signals that make a season drain."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        prepare_environment()
        stand_back()
        control = cls(socket.socket(fileno=os.dup(sys.stdin.fileno())))
        start_log(control.settings.log)
        return control

    def run(self, serve: Callable[[Self], Coroutine[Any, Any, None]]) -> int:
        """Run a coroutine; return the exit status. Send its error to the season process."""
        try:
            uvloop.run(serve(self))
        except TianmingError as error:
            self._send({"failed": str(error)})
            return error.exit_code
        return 0

    async def served(self, on_message: Callable[[dict[str, Any]], None]) -> None:
        """Notify the season process that this one serves; return when that closes the socket."""
        self._socket.setblocking(False)
        self._send({"open": self.settings.address})
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):
            while data := await loop.sock_recv(self._socket, _MESSAGE):
                on_message(json.loads(data))

    def _send(self, message: dict[str, str]) -> None:
        with contextlib.suppress(OSError):
            self._socket.send(json.dumps(message).encode())
