"""Write-ahead: send a match's notices only after their entries are durable enough.

Every entry goes to the record before its notice goes to a stream. If the record must survive a loss
of power, it is first synced to disk, together with the records of other matches. Steps of the match
that arrive meanwhile are deferred.
"""

from collections.abc import Callable
from functools import partial

from referee.error import StorageError
from referee.match.match import Notice
from referee.record.file import Keepable
from referee.record.writer import RecordWriter
from referee.server.commit import GroupCommit

Show = Callable[[list[Notice], bool], None]
"""Sends the notices of a match; the flag says whether they waited for the disk."""


class WriteAhead:
    """Writes the record of one match before its notices are sent."""

    def __init__(
        self,
        writer: RecordWriter,
        file: Keepable,
        commits: GroupCommit | None,
        show: Show,
        fail: Callable[[Exception], None],
    ) -> None:
        """Write the entries that the writer has already.

        Args:
            writer: writes the record.
            file: the record's file.
            commits: syncs files to disk; None if notices need not wait for the disk.
            show: called with the notices that can be sent.
            fail: called when the record cannot be written; the notices are then dropped.
        """
        self.is_waiting = False
        """Whether notices wait for the disk. The caller must then `defer` new steps."""
        self._writer = writer
        self._file = file
        self._commits = commits
        self._show = show
        self._fail = fail
        self._deferred: list[Callable[[], None]] = []  # mostly empty, and an empty deque is large
        writer.flush()
        if commits is not None:
            self._commit(commits, [])

    def defer(self, step: Callable[[], None]) -> None:
        """Call `step` after the waiting notices have been shown."""
        self._deferred.append(step)

    def flush(self) -> bool:
        """Append all written entries to the file; return whether that worked."""
        try:
            self._writer.flush()
        except StorageError as error:
            self._fail(error)
            return False
        return True

    def show(self, notices: list[Notice]) -> None:
        """Write the match's entries, and show its notices once the entries are durable enough."""
        if not self.flush():
            return
        if self._commits is None or not notices:
            self._show(notices, False)
        else:
            self._commit(self._commits, notices)

    def close(self) -> None:
        """Drop all later notices, and release the functions that show them."""
        self._show, self._fail = _drop, _ignore

    def _commit(self, commits: GroupCommit, notices: list[Notice]) -> None:
        self.is_waiting = True
        commits.request(self._file, partial(self._committed, notices))

    def _committed(self, notices: list[Notice], failure: Exception | None) -> None:
        """Show the notices and run the deferred steps, or call `fail` if the disk has failed."""
        self.is_waiting = False
        if failure is not None:
            self._fail(failure)
            return
        self._show(notices, True)
        while self._deferred and not self.is_waiting:
            self._deferred.pop(0)()


def _drop(notices: list[Notice], has_waited: bool) -> None:
    """Show nothing: the match is over."""


def _ignore(error: Exception) -> None:
    """Report nothing: the match is over."""
