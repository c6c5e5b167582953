"""Notify the targets of `[[notify]]` while a season is held open: a process of its own."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from referee.event_log import structlog
from referee.import_path import own_python

if TYPE_CHECKING:
    import subprocess

    from referee.league.configuration.settings import LeagueSettings
    from referee.server.log_output import LogSettings

log = structlog.get_logger()

_GOODBYE: Final = 15.0
"""Seconds for the process to end."""
_REST: Final = 1.0
"""Seconds before the process is started again."""


@contextlib.contextmanager
def notified(settings: LeagueSettings, logs: LogSettings) -> Iterator[None]:
    """Let a process of its own notify the targets of a season inside the `with` block.

    The process is started again if it ends. A failure of it does not affect the matches.
    """
    if not settings.notify:
        yield
        return
    keeper = _Keeper(_line(settings, logs))
    try:
        yield
    finally:
        keeper.end()


def _line(settings: LeagueSettings, logs: LogSettings) -> bytes:
    """Return the settings of the process."""
    from referee.entry.entry_store import JOURNAL
    from referee.league.ledger.journal import NAME
    from referee.notify.notice_store import STATE
    from referee.notify.notify_handover import NotifyProcessSettings

    season = settings.records / NAME
    entry = settings.folder / settings.entry.store / JOURNAL
    return NotifyProcessSettings(
        league=settings.name,
        folder=str(settings.folder.absolute()),
        state=str((settings.records / STATE).absolute()),
        season=(str(season.absolute()), _size(season)),
        entry=(str(entry.absolute()), _size(entry)),
        targets=settings.notify,
        log=logs,
    ).line()


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


class _Keeper:
    """Keeps the process running."""

    def __init__(self, line: bytes) -> None:
        """Start it; `line` has its settings."""
        self._line = line
        self._ended = threading.Event()
        self._process = self._started()
        self._thread = threading.Thread(target=self._keep, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """End the process, and wait until it has ended."""
        self._ended.set()
        self._close()
        self._thread.join(_GOODBYE)
        self._process.kill()
        self._process.wait()

    def _keep(self) -> None:
        while True:
            status = self._process.wait()
            if self._ended.is_set():
                return
            log.error("notify_process_ended", status=status)
            self._close()
            if self._ended.wait(_REST):
                return
            self._process = self._started()

    def _close(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def _started(self) -> subprocess.Popen[bytes]:
        import subprocess

        process = subprocess.Popen(
            own_python("referee.notify"),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.write(self._line)
            process.stdin.flush()
        return process
