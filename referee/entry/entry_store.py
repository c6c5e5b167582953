"""The store of the entry process: its journal, and the archives that were uploaded.

An acknowledged submission is at rest: first its archive is durable, then its event. A process that
is killed in between leaves an archive without an event, which `sweep` removes. A journal was chosen
over a database because the state is small and is read whole, its lines are evidence for disputes,
and the league keeps its own state in the same way.
"""

import os
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from referee.entry.entry_book import EntryBook, EntryQuotas, Submission, SubmissionState
from referee.entry.entry_event import (
    EntryEvent,
    EntryJournal,
    InvitationMade,
    OwnerJoined,
    SubmissionTaken,
)
from referee.entry.invitation_code import hash_of_code, new_code
from referee.entry.sentence import SubmissionSentence
from referee.error import DataError, StorageError, UsageError
from referee.identifier import BotName, OwnerName
from referee.league.ledger.chained_journal import JournalPosition, sync_folder
from referee.server.identity import NAME, check_bot_name, hashed, new_token

JOURNAL: Final = "entries.journal"
UPLOADS: Final = "uploads"
_PART: Final = ".part-"


class Upload(NamedTuple):
    """An archive at rest: the SHA-256 of its content, which is also its name, and its size."""

    digest: str
    size: int


class EntryStore:
    """The journal and the archives of one season.

    Several processes may write the journal. One process receives archives.
    """

    def __init__(self, folder: Path) -> None:
        """Open the store; creates its folder if needed.

        Raises:
            DataError: if the journal is damaged.
            StorageError: if it cannot be opened.
        """
        self.folder = folder
        self._uploads = folder / UPLOADS
        with _writing(folder):
            self._uploads.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._journal = EntryJournal(folder / JOURNAL, JournalPosition())
        self.book = EntryBook()
        self.refresh()

    def close(self) -> None:
        """Close the journal."""
        self._journal.close()

    def refresh(self) -> None:
        """Read what other processes have written.

        Raises:
            DataError: if the journal is damaged.
        """
        for event in self._journal.catch_up():
            self.book.apply(event)

    def record(self, decide: Callable[[EntryBook], Sequence[EntryEvent]]) -> None:
        """Write the events that follow from the book; they are durable when this returns.

        Args:
            decide: returns the events. It is called again if another process wrote meanwhile.

        Raises:
            StorageError: if the journal cannot be written.
            DataError: if it is damaged.
        """
        while True:
            self.refresh()
            events = list(decide(self.book))
            found = self._journal.append(events, only_next=True)
            for event in found:
                self.book.apply(event)
            if not events or (found and found[-1] is events[-1]):
                return

    def invite(
        self, now: int, until: int = 0, uses: int = 1, bots: int = 1, owner: str = ""
    ) -> str:
        """Make an invitation, and return its code, which is stored nowhere.

        Raises:
            UsageError: if the name of the owner is not valid, or is taken.
        """
        code = new_code()
        self.invite_each({code: owner}, now, until, uses, bots)
        return code

    def invite_each(
        self, owners: Mapping[str, str], now: int, until: int, uses: int, bots: int
    ) -> None:
        """Make invitations, all or none.

        Args:
            owners: the name of the owner by code; empty: the owner chooses it.
            now: the current time.
            until: when they expire; 0 for never.
            uses: how many owners each may make.
            bots: how many bots each of these may have.

        Raises:
            UsageError: if the name of an owner is not valid, or is taken.
        """
        made = [
            InvitationMade(hash_of_code(code), now, until, uses, bots, checked_owner(owner))
            for code, owner in owners.items()
        ]

        def decide(book: EntryBook) -> list[InvitationMade]:
            book.check_invitations(made, now)
            return made

        self.record(decide)

    def join(
        self, code: str, name: str, now: int, reserved: Collection[str] = ()
    ) -> tuple[OwnerName, str]:
        """Make an owner from an invitation; return the name and a token, which is stored nowhere.

        Raises:
            UsageError: if the invitation or the name is not valid.
        """
        checked_owner(name)
        token = new_token()
        joined: list[OwnerName] = []

        def decide(book: EntryBook) -> list[EntryEvent]:
            joined[:] = [book.check_join(hash_of_code(code), name, now, reserved)]
            return [OwnerJoined(joined[0], hashed(token), hash_of_code(code), now)]

        self.record(decide)
        return joined[0], token

    def receive(self, pieces: Iterable[bytes], most: int) -> Upload:
        """Write an archive durably; nothing is left of one that is not complete.

        Raises:
            DataError: if it is larger than `most` bytes.
            StorageError: if it cannot be written.
        """
        incoming = self.incoming(most)
        try:
            for piece in pieces:
                incoming.write(piece)
            return incoming.finish()
        finally:
            incoming.close()

    def incoming(self, most: int) -> "IncomingUpload":
        """Return an empty archive that comes in pieces and has at most so many bytes.

        Raises:
            StorageError: if it cannot be written.
        """
        return IncomingUpload(self._uploads, most)

    def submit(
        self, owner: OwnerName, bot: BotName, upload: Upload, quotas: EntryQuotas, now: int
    ) -> Submission:
        """Take a received archive as a submission; the same archive again is the same submission.

        An archive that becomes no submission is removed.

        Raises:
            UsageError: if the owner may not submit it now, or the name of the bot is not valid.
            DataError: if the archive was removed, because another call with it was refused.
        """
        check_bot_name(bot)
        number: list[int] = []

        def decide(book: EntryBook) -> list[EntryEvent]:
            known = book.known(owner, bot, upload.digest)
            if known is not None:
                number[:] = [known.taken.number]
                return list(book.repeated(known))
            book.check_submission(owner, bot, quotas, now)
            if not (self._uploads / upload.digest).exists():
                raise DataError(SubmissionSentence.UPLOAD_CUT)
            number[:] = [max(book.submissions, default=0) + 1]
            return [SubmissionTaken(number[0], owner, bot, upload.digest, upload.size, now)]

        try:
            self.record(decide)
        except (UsageError, DataError):
            self._discard(upload)
            raise
        self._discard(upload)
        return self.book.submissions[number[0]]

    def archive(self, submission: Submission) -> Path:
        """Return the archive of a submission."""
        return self._uploads / submission.taken.upload

    def sweep(self) -> None:
        """Remove what killed processes left, and the archives of submissions that are done.

        Only the process that receives archives may call it, before it receives any.

        Raises:
            StorageError: if a file cannot be removed.
        """
        self.refresh()
        kept = self._needed()
        with _writing(self._uploads):
            for path in self._uploads.iterdir():
                if path.name not in kept:
                    path.unlink(missing_ok=True)

    def _discard(self, upload: Upload) -> None:
        """Remove an archive unless a submission waits for it."""
        if upload.digest not in self._needed():
            with _writing(self._uploads):
                (self._uploads / upload.digest).unlink(missing_ok=True)

    def _needed(self) -> set[str]:
        """Return the names of the archives of submissions that wait."""
        waiting = self.book.submissions.values()
        return {one.taken.upload for one in waiting if one.state is SubmissionState.QUEUED}


class IncomingUpload:
    """An archive that is being received. Close it at the end; without `finish` nothing is left."""

    def __init__(self, folder: Path, most: int) -> None:
        self._folder = folder
        self._part = folder / f"{_PART}{secrets.token_hex(8)}"
        self._digest, self._size, self._most = sha256(), 0, most
        with _writing(folder):
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
            self._file = os.fdopen(os.open(self._part, flags, 0o600), "wb")

    def write(self, piece: bytes) -> None:
        """Add the next bytes.

        Raises:
            DataError: if there are too many.
            StorageError: if they cannot be written.
        """
        self._size += len(piece)
        if self._size > self._most:
            raise DataError(SubmissionSentence.PACKED_TOO_LARGE, size=self._size, most=self._most)
        self._digest.update(piece)
        with _writing(self._folder):
            self._file.write(piece)

    @property
    def digest(self) -> str:
        """The SHA-256 of what has come so far, in hexadecimal."""
        return self._digest.hexdigest()

    def finish(self) -> Upload:
        """Make the archive durable, and return it.

        Raises:
            StorageError: if it cannot be written.
        """
        upload = Upload(self.digest, self._size)
        with _writing(self._folder):
            self._file.flush()
            os.fsync(self._file.fileno())
            self._part.rename(self._folder / upload.digest)
            sync_folder(self._folder)
        return upload

    def close(self) -> None:
        """Close the file, and remove what was not finished."""
        with suppress(OSError):
            self._file.close()
        with suppress(OSError):
            self._part.unlink()


def checked_owner(name: str) -> OwnerName:
    """Return a name, if it is empty or a valid name of an owner.

    Raises:
        UsageError: if it is not.
    """
    if name and not NAME.fullmatch(name):
        raise UsageError(SubmissionSentence.NO_NAME_OF_OWNER, name=name[:60])
    return OwnerName(name)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageError(
            SubmissionSentence.STORE_NOT_WRITTEN, folder=folder, why=error.strerror
        ) from None
