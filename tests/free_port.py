"""Choose a port for a program that cannot choose one itself."""

import contextlib
import random
import socket
from pathlib import Path

_RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")


def free_port() -> int:
    """Return a port that no program has.

    It is below the ports that the system assigns, so no connection of another test takes it before
    the program listens.
    """
    lowest = int(_RANGE.read_text().split()[0])
    while True:
        port = random.SystemRandom().randrange(lowest // 2, lowest)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
