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
    ENTRY_REASON_SEASON_AWAY: _ClassVar[EntryReason]
    ENTRY_REASON_NOT_YET: _ClassVar[EntryReason]
    ENTRY_REASON_NOT_ALLOWED: _ClassVar[EntryReason]

class SubmissionState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SUBMISSION_STATE_UNSPECIFIED: _ClassVar[SubmissionState]
    SUBMISSION_STATE_QUEUED: _ClassVar[SubmissionState]
    SUBMISSION_STATE_ACCEPTED: _ClassVar[SubmissionState]
    SUBMISSION_STATE_REFUSED: _ClassVar[SubmissionState]
    SUBMISSION_STATE_UNDECIDED: _ClassVar[SubmissionState]

class SubmissionStage(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SUBMISSION_STAGE_UNSPECIFIED: _ClassVar[SubmissionStage]
    SUBMISSION_STAGE_WAITING: _ClassVar[SubmissionStage]
    SUBMISSION_STAGE_UNPACKING: _ClassVar[SubmissionStage]
    SUBMISSION_STAGE_BUILDING: _ClassVar[SubmissionStage]
    SUBMISSION_STAGE_CHECKING: _ClassVar[SubmissionStage]
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
ENTRY_REASON_SEASON_AWAY: EntryReason
ENTRY_REASON_NOT_YET: EntryReason
ENTRY_REASON_NOT_ALLOWED: EntryReason
SUBMISSION_STATE_UNSPECIFIED: SubmissionState
SUBMISSION_STATE_QUEUED: SubmissionState
SUBMISSION_STATE_ACCEPTED: SubmissionState
SUBMISSION_STATE_REFUSED: SubmissionState
SUBMISSION_STATE_UNDECIDED: SubmissionState
SUBMISSION_STAGE_UNSPECIFIED: SubmissionStage
SUBMISSION_STAGE_WAITING: SubmissionStage
SUBMISSION_STAGE_UNPACKING: SubmissionStage
SUBMISSION_STAGE_BUILDING: SubmissionStage
SUBMISSION_STAGE_CHECKING: SubmissionStage

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
    __slots__ = ("bot", "playing", "withdrawn", "friendlies", "connected", "benched", "rolled_back", "matches", "place")
    BOT_FIELD_NUMBER: _ClassVar[int]
    PLAYING_FIELD_NUMBER: _ClassVar[int]
    WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    FRIENDLIES_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_FIELD_NUMBER: _ClassVar[int]
    BENCHED_FIELD_NUMBER: _ClassVar[int]
    ROLLED_BACK_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    bot: str
    playing: int
    withdrawn: bool
    friendlies: bool
    connected: bool
    benched: str
    rolled_back: str
    matches: int
    place: int
    def __init__(self, bot: _Optional[str] = ..., playing: _Optional[int] = ..., withdrawn: _Optional[bool] = ..., friendlies: _Optional[bool] = ..., connected: _Optional[bool] = ..., benched: _Optional[str] = ..., rolled_back: _Optional[str] = ..., matches: _Optional[int] = ..., place: _Optional[int] = ...) -> None: ...

class DescribeRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DescribeResponse(_message.Message):
    __slots__ = ("league", "game", "frozen", "toolchains", "max_archive_bytes", "submissions_per_day", "waiting_submissions", "by_hand", "friendlies", "connected_bots", "announcements", "open_to_friendlies")
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    FROZEN_FIELD_NUMBER: _ClassVar[int]
    TOOLCHAINS_FIELD_NUMBER: _ClassVar[int]
    MAX_ARCHIVE_BYTES_FIELD_NUMBER: _ClassVar[int]
    SUBMISSIONS_PER_DAY_FIELD_NUMBER: _ClassVar[int]
    WAITING_SUBMISSIONS_FIELD_NUMBER: _ClassVar[int]
    BY_HAND_FIELD_NUMBER: _ClassVar[int]
    FRIENDLIES_FIELD_NUMBER: _ClassVar[int]
    CONNECTED_BOTS_FIELD_NUMBER: _ClassVar[int]
    ANNOUNCEMENTS_FIELD_NUMBER: _ClassVar[int]
    OPEN_TO_FRIENDLIES_FIELD_NUMBER: _ClassVar[int]
    league: str
    game: str
    frozen: bool
    toolchains: _containers.RepeatedScalarFieldContainer[str]
    max_archive_bytes: int
    submissions_per_day: int
    waiting_submissions: int
    by_hand: bool
    friendlies: bool
    connected_bots: bool
    announcements: _containers.RepeatedCompositeFieldContainer[Announcement]
    open_to_friendlies: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, league: _Optional[str] = ..., game: _Optional[str] = ..., frozen: _Optional[bool] = ..., toolchains: _Optional[_Iterable[str]] = ..., max_archive_bytes: _Optional[int] = ..., submissions_per_day: _Optional[int] = ..., waiting_submissions: _Optional[int] = ..., by_hand: _Optional[bool] = ..., friendlies: _Optional[bool] = ..., connected_bots: _Optional[bool] = ..., announcements: _Optional[_Iterable[_Union[Announcement, _Mapping]]] = ..., open_to_friendlies: _Optional[_Iterable[str]] = ...) -> None: ...

class Announcement(_message.Message):
    __slots__ = ("made", "text")
    MADE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    made: _timestamp_pb2.Timestamp
    text: str
    def __init__(self, made: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., text: _Optional[str] = ...) -> None: ...

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
    __slots__ = ("submission", "stage", "output")
    SUBMISSION_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    OUTPUT_FIELD_NUMBER: _ClassVar[int]
    submission: Submission
    stage: SubmissionStage
    output: str
    def __init__(self, submission: _Optional[_Union[Submission, _Mapping]] = ..., stage: _Optional[_Union[SubmissionStage, str]] = ..., output: _Optional[str] = ...) -> None: ...

class ListEntriesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListEntriesResponse(_message.Message):
    __slots__ = ("entries", "owner")
    ENTRIES_FIELD_NUMBER: _ClassVar[int]
    OWNER_FIELD_NUMBER: _ClassVar[int]
    entries: _containers.RepeatedCompositeFieldContainer[EnteredBot]
    owner: str
    def __init__(self, entries: _Optional[_Iterable[_Union[EnteredBot, _Mapping]]] = ..., owner: _Optional[str] = ...) -> None: ...

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

class ListMatchesRequest(_message.Message):
    __slots__ = ("bot", "before", "limit")
    BOT_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    before: int
    limit: int
    def __init__(self, bot: _Optional[str] = ..., before: _Optional[int] = ..., limit: _Optional[int] = ...) -> None: ...

class ListMatchesResponse(_message.Message):
    __slots__ = ("matches",)
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[OwnedMatch]
    def __init__(self, matches: _Optional[_Iterable[_Union[OwnedMatch, _Mapping]]] = ...) -> None: ...

class OwnedMatch(_message.Message):
    __slots__ = ("number", "match_id", "ended", "seats", "friendly", "record_open")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    FRIENDLY_FIELD_NUMBER: _ClassVar[int]
    RECORD_OPEN_FIELD_NUMBER: _ClassVar[int]
    number: int
    match_id: str
    ended: _timestamp_pb2.Timestamp
    seats: _containers.RepeatedCompositeFieldContainer[OwnedSeat]
    friendly: bool
    record_open: bool
    def __init__(self, number: _Optional[int] = ..., match_id: _Optional[str] = ..., ended: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[OwnedSeat, _Mapping]]] = ..., friendly: _Optional[bool] = ..., record_open: _Optional[bool] = ...) -> None: ...

class OwnedSeat(_message.Message):
    __slots__ = ("bot", "version", "yours", "place", "points", "faults", "forfeited", "longest_answer", "all_answers")
    BOT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    YOURS_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    FORFEITED_FIELD_NUMBER: _ClassVar[int]
    LONGEST_ANSWER_FIELD_NUMBER: _ClassVar[int]
    ALL_ANSWERS_FIELD_NUMBER: _ClassVar[int]
    bot: str
    version: str
    yours: bool
    place: int
    points: int
    faults: int
    forfeited: str
    longest_answer: float
    all_answers: float
    def __init__(self, bot: _Optional[str] = ..., version: _Optional[str] = ..., yours: _Optional[bool] = ..., place: _Optional[int] = ..., points: _Optional[int] = ..., faults: _Optional[int] = ..., forfeited: _Optional[str] = ..., longest_answer: _Optional[float] = ..., all_answers: _Optional[float] = ...) -> None: ...

class ReadOutputRequest(_message.Message):
    __slots__ = ("match_id", "bot")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    bot: str
    def __init__(self, match_id: _Optional[str] = ..., bot: _Optional[str] = ...) -> None: ...

class ReadOutputResponse(_message.Message):
    __slots__ = ("piece",)
    PIECE_FIELD_NUMBER: _ClassVar[int]
    piece: bytes
    def __init__(self, piece: _Optional[bytes] = ...) -> None: ...

class ReadRecordRequest(_message.Message):
    __slots__ = ("match_id", "reasoning")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    REASONING_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    reasoning: bool
    def __init__(self, match_id: _Optional[str] = ..., reasoning: _Optional[bool] = ...) -> None: ...

class ReadRecordResponse(_message.Message):
    __slots__ = ("piece",)
    PIECE_FIELD_NUMBER: _ClassVar[int]
    piece: bytes
    def __init__(self, piece: _Optional[bytes] = ...) -> None: ...

class MakeBotTokenRequest(_message.Message):
    __slots__ = ("bot",)
    BOT_FIELD_NUMBER: _ClassVar[int]
    bot: str
    def __init__(self, bot: _Optional[str] = ...) -> None: ...

class MakeBotTokenResponse(_message.Message):
    __slots__ = ("token", "address", "entry")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    token: str
    address: str
    entry: EnteredBot
    def __init__(self, token: _Optional[str] = ..., address: _Optional[str] = ..., entry: _Optional[_Union[EnteredBot, _Mapping]] = ...) -> None: ...

class AllowFriendliesRequest(_message.Message):
    __slots__ = ("bot", "allowed")
    BOT_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_FIELD_NUMBER: _ClassVar[int]
    bot: str
    allowed: bool
    def __init__(self, bot: _Optional[str] = ..., allowed: _Optional[bool] = ...) -> None: ...

class AllowFriendliesResponse(_message.Message):
    __slots__ = ("entry",)
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    entry: EnteredBot
    def __init__(self, entry: _Optional[_Union[EnteredBot, _Mapping]] = ...) -> None: ...

class ChallengeRequest(_message.Message):
    __slots__ = ("bot", "opponents")
    BOT_FIELD_NUMBER: _ClassVar[int]
    OPPONENTS_FIELD_NUMBER: _ClassVar[int]
    bot: str
    opponents: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, bot: _Optional[str] = ..., opponents: _Optional[_Iterable[str]] = ...) -> None: ...

class ChallengeResponse(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...
