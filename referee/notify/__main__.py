"""The notify process. Its first line of standard input has its settings.

It ends at SIGTERM, and when its standard input ends, because then its parent has ended.
"""

import os
import select
import signal
import sys
import time
from pathlib import Path
from typing import Final

from referee.error import StorageError, TianmingError
from referee.event_log import structlog
from referee.notify.notify_handover import NotifyProcessSettings
from referee.notify.notify_run import notifying
from referee.notify.watcher import JournalWatcher
from referee.runtime_folder import path_claimed
from referee.server.log_output import start_log

log = structlog.get_logger()

_POLL: Final = 1.0
"""Seconds between two looks at the journals."""


def main() -> None:
    """Follow the journals until standard input ends."""
    settings = NotifyProcessSettings.of(sys.stdin.buffer.readline())
    start_log(settings.log)
    os.nice(10)
    stop, stopped = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    signal.set_wakeup_fd(stopped)
    signal.signal(signal.SIGTERM, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ends = (sys.stdin.fileno(), stop)
    while not select.select(ends, (), (), 0)[0]:
        try:
            with path_claimed(Path(settings.state)), notifying(settings) as watcher:
                while not select.select(ends, (), (), _POLL)[0]:
                    _look(watcher)
            return
        except BlockingIOError:  # the process of a season that was killed has not ended yet
            time.sleep(_POLL)


def _look(watcher: JournalWatcher) -> None:
    try:
        watcher.look()
    except StorageError as error:
        log.error("notify_state_not_written", why=str(error))


if __name__ == "__main__":
    try:
        main()
    except TianmingError as error:
        log.error("notify_ended", why=str(error))
        sys.exit(error.exit_code)
