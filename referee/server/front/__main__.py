"""The process of the front: `python -m referee.server.front DESCRIPTOR FOLDER`.

FOLDER contains the sockets of gRPC, and only the referee's user can access it. DESCRIPTOR is a
socket to the referee, which sends the settings of each address with its listening sockets, and
those of each call to a listening bot. It also sends `{"close": ADDRESS}` when nobody needs an
address any more. The front answers `{"open": ADDRESS}`, or `{"failed": ADDRESS, "why": ERRNO}`
without descriptors for it, and reports the states of calls. It reports refused connections and
changed certificates at most once a second. The process ends when the referee closes the socket or
ends.
"""

import asyncio
import contextlib
import errno
import json
import os
import signal
import socket
import sys
from typing import Final

import uvloop

from referee.server.environment import raise_open_files
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
    raise_open_files()
    os.chdir(sys.argv[2])
    uvloop.run(serve(socket.socket(fileno=int(sys.argv[1]))))


async def serve(control: socket.socket) -> None:
    """Serve the addresses and calls that arrive over a socket, until its other end is closed."""
    loop, listeners, ended = asyncio.get_running_loop(), list[Listener](), asyncio.Event()
    control.setblocking(False)
    calls = OutgoingCalls(lambda state: _send(control, state.encode()))

    def receive() -> None:
        data, descriptors, flags = b"", list[int](), 0
        with contextlib.suppress(ConnectionResetError):  # the referee left reports unread
            data, descriptors, flags, _ = socket.recv_fds(control, _MESSAGE, _SOCKETS)
        if not data:
            loop.remove_reader(control)
            ended.set()
            return
        fields = json.loads(data)
        if "close" in fields:
            _close(listeners, fields["close"])
            return
        if "call" in fields:
            calls.call(CallSettings.decode(fields["call"]))
            return
        if "hang_up" in fields:
            calls.hang_up(fields["hang_up"])
            return
        settings = ListenerSettings.decode(data)
        sockets = [socket.socket(fileno=each) for each in descriptors]
        if flags & socket.MSG_CTRUNC:  # this process may not open as many
            for each in sockets:
                each.close()
            failed = {"failed": settings.address, "why": errno.EMFILE}
            _send(control, json.dumps(failed).encode())
            return
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


def _close(listeners: list[Listener], address: str) -> None:
    """Stop serving an address."""
    for listener in [one for one in listeners if one.address == address]:
        listener.close()
        listeners.remove(listener)


async def _report(control: socket.socket, listeners: list[Listener]) -> None:
    """Report to the referee periodically.

    It reports refused connections, connections that it could not accept, and changed certificates.
    Of the refused ones it reports the number, the main reason and the last peer.
    """
    while True:
        await asyncio.sleep(_REPORT)
        for listener in tuple(listeners):
            if listener.starved:
                _send(control, json.dumps({"starved": listener.starved}).encode())
                listener.starved = 0
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
