"""The process of the front: `python -m referee.server.front DESCRIPTOR FOLDER`.

The folder has the sockets of gRPC, and belongs to the referee's user alone. The descriptor is
a socket to the referee. It carries the settings of each address with its listening sockets;
the front answers `{"open": ADDRESS}`, and reports at most once a second whom it refused. The
process ends when the referee closes its end, or is killed.
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
"""Bytes of a message of the referee, at most."""

_SOCKETS: Final = 8
"""Sockets of one address, at most."""

_REPORT: Final = 1.0
"""Seconds between two reports."""

_LAST: Final = 1.0
"""Seconds for connections to end by themselves after the end of the referee."""


def main() -> None:
    """Serve until the referee ends. Signals are for the referee, which drains first."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.chdir(sys.argv[2])
    uvloop.run(serve(socket.socket(fileno=int(sys.argv[1]))))


async def serve(control: socket.socket) -> None:
    """Serve the addresses that come over a socket, until its other end is closed."""
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
    """Report refused connections to the referee at times, by address and main reason."""
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
