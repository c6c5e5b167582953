"""Bots that play by the rules but cause problems in a league; each is a separate program.

python -m tests.zoo.untidy slow|messy|deaf|crashing|dying|busy|misnamed
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import tianming

KEPT: list[bytearray] = []

ADDRESS = ("127.0.0.1", 9)
"""An address at which nobody listens."""


def first(_: tianming.Question) -> int:
    """Choose the first option."""
    return 0


def slow() -> None:
    """Think for longer than a short clock allows."""

    def choose(_: tianming.Question) -> int:
        time.sleep(0.2)
        return 0

    tianming.run(choose)


def messy() -> None:
    """Keep 2 MiB for each match, write to a forbidden file, dial an address, start a program."""
    with contextlib.suppress(OSError):
        Path("diary.txt").write_text("Dear diary", encoding="utf-8")
    Path(os.environ["TMPDIR"], "scratch.txt").write_text("allowed", encoding="utf-8")
    with contextlib.suppress(OSError):
        socket.create_connection(ADDRESS, timeout=1)
    subprocess.run([sys.executable, "-S", "-c", ""], check=True)

    class Bot:
        def start(self, _: tianming.Match) -> None:
            KEPT.append(bytearray(os.urandom(2 << 20)))

        def choose(self, question: tianming.Question) -> int:
            return first(question)

    tianming.run(Bot())


def deaf() -> None:
    """Ignore SIGTERM."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    tianming.run(first)


def crashing() -> None:
    """Play correctly, and exit with 3 when `run` is over."""
    try:
        tianming.run(first)
    finally:
        print("cannot save the diary", flush=True)
        os._exit(3)


def dying() -> None:
    """Exit with 7 during the first match."""

    def choose(question: tianming.Question) -> int:
        if question.number > 4:
            print("cannot go on", flush=True)
            os._exit(7)
        return 0

    tianming.run(choose)


def busy() -> None:
    """Use a processor all the time, also between questions."""

    def spin() -> None:
        while True:
            sum(range(1000))

    threading.Thread(target=spin, daemon=True).start()
    tianming.run(first)


def misnamed() -> None:
    """Name a game that does not exist."""
    tianming.run(first, games=["dargon"])


BOTS: dict[str, Callable[[], None]] = {
    each.__name__: each for each in (slow, messy, deaf, crashing, dying, busy, misnamed)
}

if __name__ == "__main__":
    BOTS[sys.argv[1]]()
