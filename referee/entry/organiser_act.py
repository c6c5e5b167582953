"""What the organiser may do with invitations, owners and submissions, as events that follow."""

from pathlib import Path

from referee.entry.entry_book import EntryBook, Submission, SubmissionState
from referee.entry.entry_event import (
    EntryEvent,
    EntryWithdrawn,
    InvitationRevoked,
    OwnerRemoved,
    OwnerTokenReplaced,
    SubmissionAccepted,
    SubmissionRefused,
)
from referee.entry.invitation_code import hash_of_code
from referee.entry.sentence import SubmissionSentence
from referee.error import UsageError
from referee.identifier import OwnerName
from referee.server.identity import hashed
from tianming_games.ground.text import did_you_mean

_ID = 8
"""Digits of an invitation's hash that name it in lists."""


def id_of(code: str) -> str:
    """Return the name of an invitation in lists; `code` is its hash."""
    return code[:_ID]


def revoke(book: EntryBook, words: tuple[str, ...]) -> list[InvitationRevoked]:
    """Return the events that revoke invitations, each named by its id or its code.

    Raises:
        UsageError: if there is no such invitation.
    """
    known = {id_of(code): code for code in book.invitations}
    events = []
    for word in words:
        code = known.get(word.strip().lower(), hash_of_code(word))
        if code not in book.invitations:
            raise UsageError(SubmissionSentence.NO_SUCH_INVITATION, word=word[:40])
        events.append(InvitationRevoked(code))
    return events


def replace_token(
    book: EntryBook, owner: OwnerName, token: str, now: int
) -> list[OwnerTokenReplaced]:
    """Return the event that gives an owner another token.

    Raises:
        UsageError: if nobody of this name has joined.
    """
    _check_joined(book, owner)
    return [OwnerTokenReplaced(owner, hashed(token), now)]


def remove_owner(book: EntryBook, owner: OwnerName, why: str, now: int) -> list[EntryEvent]:
    """Return the events that end a token, withdraw all bots, and refuse what waits.

    Raises:
        UsageError: if nobody of this name has joined.
    """
    _check_joined(book, owner)
    waiting = (SubmissionState.QUEUED, SubmissionState.UNDECIDED)
    bots = (one for one in book.entries.values() if one.owner == owner)
    return [
        OwnerRemoved(owner, why, now),
        *(EntryWithdrawn(owner, one.bot) for one in bots if not one.is_withdrawn),
        *(
            SubmissionRefused(one.taken.number, why, now)
            for one in book.of_owner(owner)
            if one.state in waiting
        ),
    ]


def accept(book: EntryBook, number: int, versions: Path, now: int) -> list[SubmissionAccepted]:
    """Return the event that accepts a version, also one that was refused.

    Args:
        book: what was submitted.
        number: the submission.
        versions: the folder of all versions.
        now: the current time.

    Raises:
        UsageError: if there is none that passed the check.
    """
    found = submission_of(book, number)
    if not found.version:
        raise UsageError(SubmissionSentence.NOT_BUILT, number=number)
    version = place_of(versions, found)
    if not version.is_dir():
        raise UsageError(SubmissionSentence.VERSION_NOT_THERE, version=version)
    if found.state is SubmissionState.ACCEPTED:
        return []
    return [SubmissionAccepted(number, found.digest, found.version, now)]


def refuse(book: EntryBook, number: int, why: str, now: int) -> list[SubmissionRefused]:
    """Return the event that refuses a submission, also one that was accepted.

    Raises:
        UsageError: if there is none.
    """
    if submission_of(book, number).state is SubmissionState.REFUSED:
        return []
    return [SubmissionRefused(number, why, now)]


def submission_of(book: EntryBook, number: int) -> Submission:
    """Return a submission.

    Raises:
        UsageError: if there is none.
    """
    found = book.submissions.get(number)
    if found is None:
        raise UsageError(SubmissionSentence.NO_SUCH_SUBMISSION, number=number)
    return found


def place_of(versions: Path, submission: Submission) -> Path:
    """Return the place of the version that a submission becomes, in the folder of all versions."""
    taken = submission.taken
    return versions / taken.owner / taken.bot / str(taken.number)


def _check_joined(book: EntryBook, owner: OwnerName) -> None:
    if owner not in book.owners:
        known = sorted(book.owners)
        hint = did_you_mean(owner, known) if known else "nobody has joined yet."
        raise UsageError(SubmissionSentence.NO_OWNER_JOINED, owner=owner[:60], hint=hint)
