"""Run the command after a round, and wait for the submissions that it made."""

import contextlib
import shlex
import subprocess
from collections.abc import Callable, Iterator
from typing import Final

from referee.entry.entry_book import EntryBook, SubmissionState
from referee.error import StorageError, UsageError
from referee.import_path import own_python, shell_environment
from referee.interval.round_folder import RoundFolder
from referee.interval.sentence import IntervalSentence
from referee.league.configuration.settings import LeagueSettings

FOLDER: Final = "rounds"
"""The name of the folder with the folders of rounds, beside the league file."""
_LOG: Final = "command.log"
_GOODBYE: Final = 20.0


class CommandWork:
    """Runs one command at a time."""

    def __init__(self, settings: LeagueSettings, book: Callable[[], EntryBook]) -> None:
        """`book` returns what the journal of entries says now."""
        self._book = book
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        self._number = 0

    def begin(self, number: int, command: str, until: float) -> None:
        """Write the folder of a round, and start the command, unless it runs already.

        Raises:
            UsageError: if the command is no command line.
            StorageError: if the folder cannot be written, or no process starts.
        """
        if self._process is not None and self._number == number:
            return
        self.stop()
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise UsageError(IntervalSentence.COMMAND_BROKEN, why=error) from None
        settings = self._settings
        folder = settings.folder.absolute()
        place = RoundFolder(settings, folder / FOLDER).write(number)
        names = {
            "TIANMING_ROUND": str(number),
            "TIANMING_ROUND_FOLDER": str(place),
            "TIANMING_ROUND_UNTIL": str(int(until)),
        }
        try:
            with (place / _LOG).open("ab") as log:
                self._process = subprocess.Popen(
                    own_python("referee.interval", *words),
                    cwd=folder,
                    env=shell_environment() | names,
                    stdin=subprocess.PIPE,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
        except OSError as error:
            raise StorageError(IntervalSentence.NOT_STARTED, why=error.strerror) from None
        self._number = number

    def problem(self) -> str | None:
        """Return how the command failed; empty if it ended well; None if the interval goes on."""
        if self._process is None:
            return "was ended"
        status = self._process.poll()
        if status is None or self._submissions_wait():
            return None
        self.stop()
        log = f"{FOLDER}/{self._number:03}/{_LOG}"
        return f"ended with status {status}: see {log}" if status else ""

    def stop(self) -> None:
        """End the command and its processes."""
        if self._process is None:
            return
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(_GOODBYE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def _submissions_wait(self) -> bool:
        """Whether a submission is neither accepted nor refused yet."""
        states = {one.state for one in self._book().submissions.values()}
        return SubmissionState.QUEUED in states


@contextlib.contextmanager
def command_work(settings: LeagueSettings, book: Callable[[], EntryBook]) -> Iterator[CommandWork]:
    """Let commands run inside the block, and end them with it."""
    work = CommandWork(settings, book)
    try:
        yield work
    finally:
        work.stop()
