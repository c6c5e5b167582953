import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class EntryReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ENTRY_REASON_UNSPECIFIED: _ClassVar[EntryReason]
    ENTRY_REASON_TOKEN_INVALID: _ClassVar[EntryReason]
    ENTRY_REASON_INVITATION_INVALID: _ClassVar[EntryReason]
    ENTRY_REASON_NAME_TAKEN: _ClassVar[EntryReason]
    ENTRY_REASON_FROZEN: _ClassVar[EntryReason]
    ENTRY_REASON_QUOTA: _ClassVar[EntryReason]
    ENTRY_REASON_NOT_YOURS: _ClassVar[EntryReason]
    ENTRY_REASON_REQUEST_MALFORMED: _ClassVar[EntryReason]
    ENTRY_REASON_UPLOAD_MALFORMED: _ClassVar[EntryReason]
    ENTRY_REASON_INTERNAL: _ClassVar[EntryReason]

class SubmissionState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SUBMISSION_STATE_UNSPECIFIED: _ClassVar[SubmissionState]
    SUBMISSION_STATE_QUEUED: _ClassVar[SubmissionState]
    SUBMISSION_STATE_ACCEPTED: _ClassVar[SubmissionState]
    SUBMISSION_STATE_REFUSED: _ClassVar[SubmissionState]
ENTRY_REASON_UNSPECIFIED: EntryReason
ENTRY_REASON_TOKEN_INVALID: EntryReason
ENTRY_REASON_INVITATION_INVALID: EntryReason
ENTRY_REASON_NAME_TAKEN: EntryReason
ENTRY_REASON_FROZEN: EntryReason
ENTRY_REASON_QUOTA: EntryReason
ENTRY_REASON_NOT_YOURS: EntryReason
ENTRY_REASON_REQUEST_MALFORMED: EntryReason
ENTRY_REASON_UPLOAD_MALFORMED: EntryReason
ENTRY_REASON_INTERNAL: EntryReason
SUBMISSION_STATE_UNSPECIFIED: SubmissionState
SUBMISSION_STATE_QUEUED: SubmissionState
SUBMISSION_STATE_ACCEPTED: SubmissionState
SUBMISSION_STATE_REFUSED: SubmissionState

class Submission(_message.Message):
    __slots__ = ("number", "bot", "state", "taken", "archive_bytes", "begun", "version_digest", "why")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    ARCHIVE_BYTES_FIELD_NUMBER: _ClassVar[int]
    BEGUN_FIELD_NUMBER: _ClassVar[int]
    VERSION_DIGEST_FIELD_NUMBER: _ClassVar[int]
    WHY_FIELD_NUMBER: _ClassVar[int]
    number: int
    bot: str
    state: SubmissionState
    taken: _timestamp_pb2.Timestamp
    archive_bytes: int
    begun: _timestamp_pb2.Timestamp
    version_digest: str
    why: str
    def __init__(self, number: _Optional[int] = ..., bot: _Optional[str] = ..., state: _Optional[_Union[SubmissionState, str]] = ..., taken: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., archive_bytes: _Optional[int] = ..., begun: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., version_digest: _Optional[str] = ..., why: _Optional[str] = ...) -> None: ...

class EnteredBot(_message.Message):
    __slots__ = ("bot", "playing", "withdrawn")
    BOT_FIELD_NUMBER: _ClassVar[int]
    PLAYING_FIELD_NUMBER: _ClassVar[int]
    WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    bot: str
    playing: int
    withdrawn: bool
    def __init__(self, bot: _Optional[str] = ..., playing: _Optional[int] = ..., withdrawn: _Optional[bool] = ...) -> None: ...

class DescribeRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DescribeResponse(_message.Message):
    __slots__ = ("league", "game", "frozen", "toolchains", "max_archive_bytes", "submissions_per_day", "waiting_submissions")
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    FROZEN_FIELD_NUMBER: _ClassVar[int]
    TOOLCHAINS_FIELD_NUMBER: _ClassVar[int]
    MAX_ARCHIVE_BYTES_FIELD_NUMBER: _ClassVar[int]
    SUBMISSIONS_PER_DAY_FIELD_NUMBER: _ClassVar[int]
    WAITING_SUBMISSIONS_FIELD_NUMBER: _ClassVar[int]
    league: str
    game: str
    frozen: bool
    toolchains: _containers.RepeatedScalarFieldContainer[str]
    max_archive_bytes: int
    submissions_per_day: int
    waiting_submissions: int
    def __init__(self, league: _Optional[str] = ..., game: _Optional[str] = ..., frozen: _Optional[bool] = ..., toolchains: _Optional[_Iterable[str]] = ..., max_archive_bytes: _Optional[int] = ..., submissions_per_day: _Optional[int] = ..., waiting_submissions: _Optional[int] = ...) -> None: ...

class JoinRequest(_message.Message):
    __slots__ = ("invitation", "owner")
    INVITATION_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    invitation: str
    owner: str
    def __init__(self, invitation: _Optional[str] = ..., owner: _Optional[str] = ...) -> None: ...

class JoinResponse(_message.Message):
    __slots__ = ("owner", "token")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    owner: str
    token: str
    def __init__(self, owner: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class SubmitRequest(_message.Message):
    __slots__ = ("header", "piece")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    header: SubmissionHeader
    piece: bytes
    def __init__(self, header: _Optional[_Union[SubmissionHeader, _Mapping]] = ..., piece: _Optional[bytes] = ...) -> None: ...

class SubmissionHeader(_message.Message):
    __slots__ = ("bot", "archive_bytes", "archive_digest")
    BOT_FIELD_NUMBER: _ClassVar[int]
    ARCHIVE_BYTES_FIELD_NUMBER: _ClassVar[int]
    ARCHIVE_DIGEST_FIELD_NUMBER: _ClassVar[int]
    bot: str
    archive_bytes: int
    archive_digest: bytes
    def __init__(self, bot: _Optional[str] = ..., archive_bytes: _Optional[int] = ..., archive_digest: _Optional[bytes] = ...) -> None: ...

class SubmitResponse(_message.Message):
    __slots__ = ("submission",)
    SUBMISSION_FIELD_NUMBER: _ClassVar[int]
    submission: Submission
    def __init__(self, submission: _Optional[_Union[Submission, _Mapping]] = ...) -> None: ...

class FollowRequest(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class FollowResponse(_message.Message):
    __slots__ = ("submission",)
    SUBMISSION_FIELD_NUMBER: _ClassVar[int]
    submission: Submission
    def __init__(self, submission: _Optional[_Union[Submission, _Mapping]] = ...) -> None: ...

class ListEntriesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListEntriesResponse(_message.Message):
    __slots__ = ("entries",)
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.RepeatedCompositeFieldContainer[EnteredBot]
    def __init__(self, entries: _Optional[_Iterable[_Union[EnteredBot, _Mapping]]] = ...) -> None: ...

class ListSubmissionsRequest(_message.Message):
    __slots__ = ("before", "limit")
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    before: int
    limit: int
    def __init__(self, before: _Optional[int] = ..., limit: _Optional[int] = ...) -> None: ...

class ListSubmissionsResponse(_message.Message):
    __slots__ = ("submissions",)
    SUBMISSIONS_FIELD_NUMBER: _ClassVar[int]
    submissions: _containers.RepeatedCompositeFieldContainer[Submission]
    def __init__(self, submissions: _Optional[_Iterable[_Union[Submission, _Mapping]]] = ...) -> None: ...

class ChooseVersionRequest(_message.Message):
    __slots__ = ("bot", "number")
    BOT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    bot: str
    number: int
    def __init__(self, bot: _Optional[str] = ..., number: _Optional[int] = ...) -> None: ...

class ChooseVersionResponse(_message.Message):
    __slots__ = ("entry",)
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    entry: EnteredBot
    def __init__(self, entry: _Optional[_Union[EnteredBot, _Mapping]] = ...) -> None: ...

class WithdrawRequest(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    def __init__(self, bot: _Optional[str] = ...) -> None: ...

class WithdrawResponse(_message.Message):
    __slots__ = ("entry",)
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    entry: EnteredBot
    def __init__(self, entry: _Optional[_Union[EnteredBot, _Mapping]] = ...) -> None: ...
