"""The process of the front: `python -m referee.server.front DESCRIPTOR FOLDER`.

FOLDER contains the sockets of gRPC, and only the referee's user can access it. DESCRIPTOR is a
socket to the referee, which sends the settings of each address with its listening sockets. The
front answers `{"open": ADDRESS}`, and reports refused connections at most once a second. The
process ends when the referee closes the socket or ends.
"""

import asyncio
import json
import os
import resource
import signal
import socket
import sys
from typing import Final

import uvloop

from referee.server.front.listener import Listener
from referee.server.front.setting import ListenerSettings

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
    """Serve the addresses that arrive over a socket, until its other end is closed."""
    loop, listeners, ended = asyncio.get_running_loop(), list[Listener](), asyncio.Event()
    control.setblocking(False)

    def receive() -> None:
        data, descriptors, _, _ = socket.recv_fds(control, _MESSAGE, _SOCKETS)
        if not data:
            loop.remove_reader(control)
            ended.set()
            return
        settings = ListenerSettings.decode(data)
        sockets = [socket.socket(fileno=each) for each in descriptors]
        if any(listener.address == settings.address for listener in listeners):
            for each in sockets:
                each.close()
        else:
            listeners.append(Listener(settings, sockets))
        control.send(json.dumps({"open": settings.address}).encode())

    loop.add_reader(control, receive)
    reporting = asyncio.create_task(_report(control, listeners))
    await ended.wait()
    reporting.cancel()
    for listener in listeners:
        listener.close()
    deadline = loop.time() + _LAST
    while loop.time() < deadline and not all(listener.is_idle for listener in listeners):
        await asyncio.sleep(0.01)


async def _report(control: socket.socket, listeners: list[Listener]) -> None:
    """Report refused connections to the referee periodically: number, main reason, last peer."""
    while True:
        await asyncio.sleep(_REPORT)
        for listener in listeners:
            if listener.refused:
                reason, _ = listener.refused.most_common(1)[0]
                count = listener.refused.total()
                listener.refused.clear()
                message = {"refused": count, "reason": reason, "peer": listener.last}
                try:
                    control.send(json.dumps(message).encode())
                except BlockingIOError:
                    continue


if __name__ == "__main__":
    main()
