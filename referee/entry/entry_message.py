"""Submissions and entries as messages of the contract, and refused calls as statuses."""

import grpc
from google.protobuf.timestamp_pb2 import Timestamp

from referee.entry.entry_book import EnteredBot, Submission, SubmissionState
from referee.entry.entry_event import Announced
from referee.entry.sentence import SubmissionSentence as Why
from referee.error import Sentence, TianmingError
from referee.server.refusal import StreamRefused
from referee.server.sentence import ServerSentence
from tianming_proto.entry.v1 import entry_pb2 as pb

_STATES = {
    SubmissionState.QUEUED: pb.SUBMISSION_STATE_QUEUED,
    SubmissionState.UNDECIDED: pb.SUBMISSION_STATE_UNDECIDED,
    SubmissionState.ACCEPTED: pb.SUBMISSION_STATE_ACCEPTED,
    SubmissionState.REFUSED: pb.SUBMISSION_STATE_REFUSED,
}

_Code = grpc.StatusCode
_INVITATION = (_Code.PERMISSION_DENIED, pb.ENTRY_REASON_INVITATION_INVALID)
_TAKEN = (_Code.ALREADY_EXISTS, pb.ENTRY_REASON_NAME_TAKEN)
_QUOTA = (_Code.RESOURCE_EXHAUSTED, pb.ENTRY_REASON_QUOTA)
_YOURS = (_Code.NOT_FOUND, pb.ENTRY_REASON_NOT_YOURS)
_MALFORMED = (_Code.INVALID_ARGUMENT, pb.ENTRY_REASON_REQUEST_MALFORMED)
_NOT_YET = (_Code.FAILED_PRECONDITION, pb.ENTRY_REASON_NOT_YET)
_NOT_ALLOWED = (_Code.FAILED_PRECONDITION, pb.ENTRY_REASON_NOT_ALLOWED)
_UPLOAD = (_Code.INVALID_ARGUMENT, pb.ENTRY_REASON_UPLOAD_MALFORMED)

_STATUSES: dict[Sentence, tuple[grpc.StatusCode, pb.EntryReason]] = {
    Why.TOKEN_UNKNOWN: (_Code.UNAUTHENTICATED, pb.ENTRY_REASON_TOKEN_INVALID),
    Why.INVITATION_UNKNOWN: _INVITATION,
    Why.INVITATION_USED: _INVITATION,
    Why.INVITATION_EXPIRED: _INVITATION,
    Why.INVITATION_OF_OTHER: _INVITATION,
    Why.OWNER_TAKEN: _TAKEN,
    Why.ENTRY_TAKEN: _TAKEN,
    Why.SUBMISSIONS_FROZEN: (_Code.FAILED_PRECONDITION, pb.ENTRY_REASON_FROZEN),
    Why.QUOTA_OF_BOTS: _QUOTA,
    Why.QUOTA_OF_DAY: _QUOTA,
    Why.QUOTA_WAITING: _QUOTA,
    Why.NOT_YOUR_SUBMISSION: _YOURS,
    Why.NOT_YOUR_ENTRY: _YOURS,
    Why.NO_SUCH_VERSION: _YOURS,
    Why.OWNER_WITHOUT_NAME: _MALFORMED,
    Why.NO_NAME_OF_OWNER: _MALFORMED,
    Why.REQUEST_MALFORMED: _MALFORMED,
    ServerSentence.NO_BOT_NAME: _MALFORMED,
    Why.PACKED_TOO_LARGE: _UPLOAD,
    Why.UPLOAD_CUT: _UPLOAD,
    Why.UPLOAD_SLOW: _UPLOAD,
    Why.DISK_FULL: _QUOTA,
    Why.TOO_MANY_CALLS: _QUOTA,
    Why.REQUEST_LATE: _MALFORMED,
    Why.SEASON_AWAY: (_Code.UNAVAILABLE, pb.ENTRY_REASON_SEASON_AWAY),
    Why.NOT_YOUR_MATCH: _YOURS,
    Why.NOT_YOUR_SEAT: _YOURS,
    Why.MATCH_NOT_OVER: _NOT_YET,
    Why.SET_NOT_OVER: _NOT_YET,
    Why.CONNECTED_OFF: _NOT_ALLOWED,
    Why.FRIENDLIES_OFF: _NOT_ALLOWED,
    Why.FRIENDLY_SEATS: _MALFORMED,
    Why.FRIENDLY_WITHOUT: _NOT_ALLOWED,
    Why.FRIENDLY_NOT_OPEN: _NOT_ALLOWED,
    Why.FRIENDLIES_WAIT: _QUOTA,
}

_INTERNAL = (_Code.INTERNAL, pb.ENTRY_REASON_INTERNAL)


def is_for_owner(error: TianmingError) -> bool:
    """Return whether an error is one that the caller can mend."""
    return error.sentence in _STATUSES


def refusal_of(error: TianmingError) -> StreamRefused:
    """Return the status with which a call ends; faults of the service say no more than that."""
    code, reason = _STATUSES.get(error.sentence, _INTERNAL)
    text = str(error) if is_for_owner(error) else "the service failed: try again later."
    return StreamRefused(code, pb.EntryReason.Name(reason).removeprefix("ENTRY_REASON_"), text)


def submission_message(submission: Submission) -> pb.Submission:
    """Return a submission as a message."""
    taken = submission.taken
    return pb.Submission(
        number=taken.number,
        bot=taken.bot,
        state=_STATES[submission.state],
        taken=Timestamp(seconds=taken.at),
        archive_bytes=taken.size,
        begun=None if submission.begun is None else Timestamp(seconds=submission.begun),
        version_digest=submission.version,
        why=submission.why,
    )


def entry_message(entry: EnteredBot) -> pb.EnteredBot:
    """Return an entry as a message."""
    return pb.EnteredBot(
        bot=entry.bot,
        playing=entry.number or None,
        withdrawn=entry.is_withdrawn,
        friendlies=entry.friendlies,
        connected=bool(entry.token),
    )


def announcement_message(announced: Announced) -> pb.Announcement:
    """Return words of the organiser as a message."""
    return pb.Announcement(made=Timestamp(seconds=announced.at), text=announced.text)
