"""Write ahead: show nothing before its record is durable enough.

Everything that a match emits goes to its record before it goes to any stream. If the record must
survive a loss of power, it also goes to disk first, together with records of other matches. Events
of the match meanwhile are deferred until then.
"""

from collections import deque
from collections.abc import Callable
from functools import partial

from referee.error import StorageError
from referee.match.match import Notice
from referee.record.file import Keepable
from referee.record.writer import RecordWriter
from referee.server.commit import GroupCommit

Show = Callable[[list[Notice], bool], None]
"""Shows the notices of a match; the flag says whether they had to wait for the disk."""


class WriteAhead:
    """The order of writing and showing, for one match."""

    def __init__(
        self,
        writer: RecordWriter,
        file: Keepable,
        commits: GroupCommit | None,
        show: Show,
        fail: Callable[[Exception], None],
    ) -> None:
        """Begin with what the writer holds already.

        Args:
            writer: writes the record.
            file: the record's file.
            commits: brings files to disk; None where entries need not be there to be shown.
            show: shows what is safe.
            fail: called when the record cannot be kept; nothing is shown then.
        """
        self.is_waiting = False
        """Whether notices wait for the disk, so that new steps must be deferred."""
        self._writer = writer
        self._file = file
        self._commits = commits
        self._show = show
        self._fail = fail
        self._deferred: deque[Callable[[], None]] = deque()
        writer.flush()
        if commits is not None:
            self._commit(commits, [])

    def defer(self, step: Callable[[], None]) -> None:
        """Call `step` when the disk has what is shown before it."""
        self._deferred.append(step)

    def flush(self) -> bool:
        """Hand everything that was written to the file; return whether it took it."""
        try:
            self._writer.flush()
        except StorageError as error:
            self._fail(error)
            return False
        return True

    def show(self, notices: list[Notice]) -> None:
        """Write the notices of the match, and show them once they are durable enough."""
        if not self.flush():
            return
        if self._commits is None or not notices:
            self._show(notices, False)
        else:
            self._commit(self._commits, notices)

    def _commit(self, commits: GroupCommit, notices: list[Notice]) -> None:
        self.is_waiting = True
        commits.request(self._file, partial(self._committed, notices))

    def _committed(self, notices: list[Notice], failure: Exception | None) -> None:
        """The disk has it, or has failed: show it, then do what was deferred."""
        self.is_waiting = False
        if failure is not None:
            self._fail(failure)
            return
        self._show(notices, True)
        while self._deferred and not self.is_waiting:
            self._deferred.popleft()()
