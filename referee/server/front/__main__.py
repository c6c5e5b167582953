"""The process of the front: `python -m referee.server.front DESCRIPTOR FOLDER`.

FOLDER contains the sockets of gRPC, and only the referee's user can access it. DESCRIPTOR is a
socket to the referee, which sends the settings of each address with its listening sockets, and
those of each call to a bot that listens. The front answers `{"open": ADDRESS}`, and reports the
states of calls. It reports refused connections and changed certificates at most once a second. The
process ends when the referee closes the socket or ends.
"""

import asyncio
import contextlib
import json
import os
import resource
import signal
import socket
import sys
from typing import Final

import uvloop

from referee.server.front.listener import Listener
from referee.server.front.outgoing import OutgoingCalls
from referee.server.front.setting import CallSettings, ListenerSettings

_MESSAGE: Final = 1 << 14
"""Maximum bytes of a message of the referee."""

_SOCKETS: Final = 8
"""Maximum number of sockets of one address."""

_REPORT: Final = 1.0
"""Seconds between two reports."""

_LAST: Final = 1.0
"""Seconds for connections to end by themselves after the referee has closed the socket."""


def main() -> None:
    """Serve until the referee ends. Ignore the signals that make the referee drain."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.chdir(sys.argv[2])
    uvloop.run(serve(socket.socket(fileno=int(sys.argv[1]))))


async def serve(control: socket.socket) -> None:
    """Serve the addresses and calls that arrive over a socket, until its other end is closed."""
    loop, listeners, ended = asyncio.get_running_loop(), list[Listener](), asyncio.Event()
    control.setblocking(False)
    calls = OutgoingCalls(lambda state: _send(control, state.encode()))

    def receive() -> None:
        data, descriptors = b"", list[int]()
        with contextlib.suppress(ConnectionResetError):  # the referee left reports unread
            data, descriptors, _, _ = socket.recv_fds(control, _MESSAGE, _SOCKETS)
        if not data:
            loop.remove_reader(control)
            ended.set()
            return
        fields = json.loads(data)
        if "call" in fields:
            calls.call(CallSettings.decode(fields["call"]))
            return
        if "hang_up" in fields:
            calls.hang_up(fields["hang_up"])
            return
        settings = ListenerSettings.decode(data)
        sockets = [socket.socket(fileno=each) for each in descriptors]
        if any(listener.address == settings.address for listener in listeners):
            for each in sockets:
                each.close()
        else:
            listeners.append(Listener(settings, sockets))
        _send(control, json.dumps({"open": settings.address}).encode())

    loop.add_reader(control, receive)
    reporting = asyncio.create_task(_report(control, listeners))
    await ended.wait()
    reporting.cancel()
    for listener in listeners:
        listener.close()
    deadline = loop.time() + _LAST
    while loop.time() < deadline and not (
        calls.is_idle and all(listener.is_idle for listener in listeners)
    ):
        await asyncio.sleep(0.01)


async def _report(control: socket.socket, listeners: list[Listener]) -> None:
    """Report refused connections to the referee periodically, and certificates that changed."""
    while True:
        await asyncio.sleep(_REPORT)
        for listener in listeners:
            if listener.refused:
                reason, _ = listener.refused.most_common(1)[0]
                count = listener.refused.total()
                listener.refused.clear()
                message = {"refused": count, "reason": reason, "peer": listener.last}
                _send(control, json.dumps(message).encode())
            if (why := await asyncio.to_thread(listener.refresh)) is not None:
                _send(control, json.dumps({"certificate": listener.address, "why": why}).encode())


def _send(control: socket.socket, message: bytes) -> None:
    """Send a message to the referee; drop it if the referee reads none or has ended."""
    with contextlib.suppress(OSError):
        control.send(message)


if __name__ == "__main__":
    main()
