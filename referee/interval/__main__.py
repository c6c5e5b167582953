"""Run a command, and end it with all its processes when standard input ends.

The parent holds the other end. So the command does not outlive a season that is killed. The exit
code is that of the command; 128 and the number of the signal if a signal ended it.
"""

import contextlib
import os
import select
import signal
import subprocess
import sys
from typing import Final

from referee.launch.supervisor.kernel import adopt_orphans

_GRACE: Final = 5.0
"""Seconds between SIGTERM and SIGKILL."""


def main(words: list[str]) -> int:
    """Run the command; return its exit code."""
    adopt_orphans()
    woken, wake = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, start_new_session=True)
    except OSError as error:
        print(f"{words[0]}: {error.strerror}", file=sys.stderr)
        return 127
    while process.poll() is None:
        ready, _, _ = select.select((sys.stdin.fileno(), woken), (), ())
        if woken in ready:
            os.read(woken, 100)
        else:
            _end(process)
    _kill(signal.SIGKILL, process.pid)
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


def _end(process: subprocess.Popen[bytes]) -> None:
    _kill(signal.SIGTERM, process.pid)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE)
    _kill(signal.SIGKILL, process.pid)
    process.wait()


def _kill(number: signal.Signals, leader: int) -> None:
    """Send a signal to the session of the command."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(leader, number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
