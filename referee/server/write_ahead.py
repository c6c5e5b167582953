"""Write ahead: nothing is shown before the record that holds it is safe enough.

Whatever a match emits goes to its record before it goes to any stream. Where the record has to
survive a loss of power, it also goes to disk first, together with those of other matches; what
happens to the match meanwhile is deferred until then.
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
"""What shows what a match emitted; the flag says whether it had to wait for the disk."""


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
        """Whether something waits for the disk: what happens now has to be deferred."""
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
        """Write what the match emitted, and show it as soon as it is safe enough."""
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
