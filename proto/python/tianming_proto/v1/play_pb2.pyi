import datetime

from google.protobuf import any_pb2 as _any_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from tianming_proto.v1 import match_pb2 as _match_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Capability(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CAPABILITY_UNSPECIFIED: _ClassVar[Capability]
    CAPABILITY_EVENTS: _ClassVar[Capability]

class WayBack(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WAY_BACK_UNSPECIFIED: _ClassVar[WayBack]
    WAY_BACK_RECONNECT: _ClassVar[WayBack]
    WAY_BACK_ORGANISER: _ClassVar[WayBack]
CAPABILITY_UNSPECIFIED: Capability
CAPABILITY_EVENTS: Capability
WAY_BACK_UNSPECIFIED: WayBack
WAY_BACK_RECONNECT: WayBack
WAY_BACK_ORGANISER: WayBack

class PlayRequest(_message.Message):
    __slots__ = ("messages",)
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    messages: _containers.RepeatedCompositeFieldContainer[BotMessage]
    def __init__(self, messages: _Optional[_Iterable[_Union[BotMessage, _Mapping]]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("messages",)
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    messages: _containers.RepeatedCompositeFieldContainer[RefereeMessage]
    def __init__(self, messages: _Optional[_Iterable[_Union[RefereeMessage, _Mapping]]] = ...) -> None: ...

class ServeRequest(_message.Message):
    __slots__ = ("messages",)
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    messages: _containers.RepeatedCompositeFieldContainer[RefereeMessage]
    def __init__(self, messages: _Optional[_Iterable[_Union[RefereeMessage, _Mapping]]] = ...) -> None: ...

class ServeResponse(_message.Message):
    __slots__ = ("messages",)
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    messages: _containers.RepeatedCompositeFieldContainer[BotMessage]
    def __init__(self, messages: _Optional[_Iterable[_Union[BotMessage, _Mapping]]] = ...) -> None: ...

class BotMessage(_message.Message):
    __slots__ = ("hello", "choose", "pong", "resign", "goodbye")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_FIELD_NUMBER: _ClassVar[int]
    PONG_FIELD_NUMBER: _ClassVar[int]
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    choose: Choose
    pong: Pong
    resign: Resign
    goodbye: Goodbye
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., choose: _Optional[_Union[Choose, _Mapping]] = ..., pong: _Optional[_Union[Pong, _Mapping]] = ..., resign: _Optional[_Union[Resign, _Mapping]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ...) -> None: ...

class RefereeMessage(_message.Message):
    __slots__ = ("welcome", "match_started", "question", "fault_notice", "match_ended", "ping", "invitation", "draining", "match_events", "rejection", "bench_notice")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    MATCH_STARTED_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    FAULT_NOTICE_FIELD_NUMBER: _ClassVar[int]
    MATCH_ENDED_FIELD_NUMBER: _ClassVar[int]
    PING_FIELD_NUMBER: _ClassVar[int]
    INVITATION_FIELD_NUMBER: _ClassVar[int]
    DRAINING_FIELD_NUMBER: _ClassVar[int]
    MATCH_EVENTS_FIELD_NUMBER: _ClassVar[int]
    REJECTION_FIELD_NUMBER: _ClassVar[int]
    BENCH_NOTICE_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    match_started: MatchStarted
    question: Question
    fault_notice: FaultNotice
    match_ended: MatchEnded
    ping: Ping
    invitation: Invitation
    draining: Draining
    match_events: MatchEvents
    rejection: Rejection
    bench_notice: BenchNotice
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., match_started: _Optional[_Union[MatchStarted, _Mapping]] = ..., question: _Optional[_Union[Question, _Mapping]] = ..., fault_notice: _Optional[_Union[FaultNotice, _Mapping]] = ..., match_ended: _Optional[_Union[MatchEnded, _Mapping]] = ..., ping: _Optional[_Union[Ping, _Mapping]] = ..., invitation: _Optional[_Union[Invitation, _Mapping]] = ..., draining: _Optional[_Union[Draining, _Mapping]] = ..., match_events: _Optional[_Union[MatchEvents, _Mapping]] = ..., rejection: _Optional[_Union[Rejection, _Mapping]] = ..., bench_notice: _Optional[_Union[BenchNotice, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("revision_min", "revision_max", "bot_name", "user_agent", "games", "max_matches", "resume", "capabilities", "bot_version")
    REVISION_MIN_FIELD_NUMBER: _ClassVar[int]
    REVISION_MAX_FIELD_NUMBER: _ClassVar[int]
    BOT_NAME_FIELD_NUMBER: _ClassVar[int]
    USER_AGENT_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MAX_MATCHES_FIELD_NUMBER: _ClassVar[int]
    RESUME_FIELD_NUMBER: _ClassVar[int]
    CAPABILITIES_FIELD_NUMBER: _ClassVar[int]
    BOT_VERSION_FIELD_NUMBER: _ClassVar[int]
    revision_min: int
    revision_max: int
    bot_name: str
    user_agent: str
    games: _containers.RepeatedCompositeFieldContainer[SupportedGame]
    max_matches: int
    resume: _containers.RepeatedCompositeFieldContainer[ResumePoint]
    capabilities: _containers.RepeatedScalarFieldContainer[Capability]
    bot_version: str
    def __init__(self, revision_min: _Optional[int] = ..., revision_max: _Optional[int] = ..., bot_name: _Optional[str] = ..., user_agent: _Optional[str] = ..., games: _Optional[_Iterable[_Union[SupportedGame, _Mapping]]] = ..., max_matches: _Optional[int] = ..., resume: _Optional[_Iterable[_Union[ResumePoint, _Mapping]]] = ..., capabilities: _Optional[_Iterable[_Union[Capability, str]]] = ..., bot_version: _Optional[str] = ...) -> None: ...

class SupportedGame(_message.Message):
    __slots__ = ("name", "rules_versions")
    NAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSIONS_FIELD_NUMBER: _ClassVar[int]
    name: str
    rules_versions: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, name: _Optional[str] = ..., rules_versions: _Optional[_Iterable[int]] = ...) -> None: ...

class ResumePoint(_message.Message):
    __slots__ = ("match_id", "next_event")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    NEXT_EVENT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    next_event: int
    def __init__(self, match_id: _Optional[str] = ..., next_event: _Optional[int] = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("revision", "limits", "session_id", "bot", "capabilities", "user_agent")
    REVISION_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    CAPABILITIES_FIELD_NUMBER: _ClassVar[int]
    USER_AGENT_FIELD_NUMBER: _ClassVar[int]
    revision: int
    limits: Limits
    session_id: str
    bot: str
    capabilities: _containers.RepeatedScalarFieldContainer[Capability]
    user_agent: str
    def __init__(self, revision: _Optional[int] = ..., limits: _Optional[_Union[Limits, _Mapping]] = ..., session_id: _Optional[str] = ..., bot: _Optional[str] = ..., capabilities: _Optional[_Iterable[_Union[Capability, str]]] = ..., user_agent: _Optional[str] = ...) -> None: ...

class Limits(_message.Message):
    __slots__ = ("max_frame_bytes", "messages_per_second", "message_burst", "max_note_characters", "max_message_bytes", "max_response_bytes", "max_resume_points", "max_reasoning_bytes")
    MAX_FRAME_BYTES_FIELD_NUMBER: _ClassVar[int]
    MESSAGES_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_BURST_FIELD_NUMBER: _ClassVar[int]
    MAX_NOTE_CHARACTERS_FIELD_NUMBER: _ClassVar[int]
    MAX_MESSAGE_BYTES_FIELD_NUMBER: _ClassVar[int]
    MAX_RESPONSE_BYTES_FIELD_NUMBER: _ClassVar[int]
    MAX_RESUME_POINTS_FIELD_NUMBER: _ClassVar[int]
    MAX_REASONING_BYTES_FIELD_NUMBER: _ClassVar[int]
    max_frame_bytes: int
    messages_per_second: int
    message_burst: int
    max_note_characters: int
    max_message_bytes: int
    max_response_bytes: int
    max_resume_points: int
    max_reasoning_bytes: int
    def __init__(self, max_frame_bytes: _Optional[int] = ..., messages_per_second: _Optional[int] = ..., message_burst: _Optional[int] = ..., max_note_characters: _Optional[int] = ..., max_message_bytes: _Optional[int] = ..., max_response_bytes: _Optional[int] = ..., max_resume_points: _Optional[int] = ..., max_reasoning_bytes: _Optional[int] = ...) -> None: ...

class MatchStarted(_message.Message):
    __slots__ = ("match_id", "game", "rules_version", "options", "seats", "seat", "clock", "seed_commitment", "strikes", "strikes_left", "bank", "setup", "bot_seed", "event_count")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    SEED_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    STRIKES_LEFT_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    BOT_SEED_FIELD_NUMBER: _ClassVar[int]
    EVENT_COUNT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    game: str
    rules_version: int
    options: _containers.ScalarMap[str, str]
    seats: _containers.RepeatedCompositeFieldContainer[_match_pb2.Seat]
    seat: int
    clock: _match_pb2.Clock
    seed_commitment: bytes
    strikes: int
    strikes_left: int
    bank: _duration_pb2.Duration
    setup: _any_pb2.Any
    bot_seed: bytes
    event_count: int
    def __init__(self, match_id: _Optional[str] = ..., game: _Optional[str] = ..., rules_version: _Optional[int] = ..., options: _Optional[_Mapping[str, str]] = ..., seats: _Optional[_Iterable[_Union[_match_pb2.Seat, _Mapping]]] = ..., seat: _Optional[int] = ..., clock: _Optional[_Union[_match_pb2.Clock, _Mapping]] = ..., seed_commitment: _Optional[bytes] = ..., strikes: _Optional[int] = ..., strikes_left: _Optional[int] = ..., bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., setup: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., bot_seed: _Optional[bytes] = ..., event_count: _Optional[int] = ...) -> None: ...

class Question(_message.Message):
    __slots__ = ("match_id", "number", "seat", "budget", "since", "position", "option_count")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BUDGET_FIELD_NUMBER: _ClassVar[int]
    SINCE_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    OPTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    number: int
    seat: int
    budget: _duration_pb2.Duration
    since: _containers.RepeatedCompositeFieldContainer[_match_pb2.Event]
    position: _any_pb2.Any
    option_count: int
    def __init__(self, match_id: _Optional[str] = ..., number: _Optional[int] = ..., seat: _Optional[int] = ..., budget: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., since: _Optional[_Iterable[_Union[_match_pb2.Event, _Mapping]]] = ..., position: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., option_count: _Optional[int] = ...) -> None: ...

class Choose(_message.Message):
    __slots__ = ("match_id", "number", "option", "note", "thought")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    OPTION_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    THOUGHT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    number: int
    option: int
    note: str
    thought: Thought
    def __init__(self, match_id: _Optional[str] = ..., number: _Optional[int] = ..., option: _Optional[int] = ..., note: _Optional[str] = ..., thought: _Optional[_Union[Thought, _Mapping]] = ...) -> None: ...

class Thought(_message.Message):
    __slots__ = ("value", "nodes", "depth", "principal_line", "reasoning", "tokens_in", "tokens_out", "cost_micros")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_LINE_FIELD_NUMBER: _ClassVar[int]
    REASONING_FIELD_NUMBER: _ClassVar[int]
    TOKENS_IN_FIELD_NUMBER: _ClassVar[int]
    TOKENS_OUT_FIELD_NUMBER: _ClassVar[int]
    COST_MICROS_FIELD_NUMBER: _ClassVar[int]
    value: float
    nodes: int
    depth: int
    principal_line: _containers.RepeatedScalarFieldContainer[str]
    reasoning: str
    tokens_in: int
    tokens_out: int
    cost_micros: int
    def __init__(self, value: _Optional[float] = ..., nodes: _Optional[int] = ..., depth: _Optional[int] = ..., principal_line: _Optional[_Iterable[str]] = ..., reasoning: _Optional[str] = ..., tokens_in: _Optional[int] = ..., tokens_out: _Optional[int] = ..., cost_micros: _Optional[int] = ...) -> None: ...

class FaultNotice(_message.Message):
    __slots__ = ("match_id", "seat", "number", "fault", "substituted", "strikes_left", "reason")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    SUBSTITUTED_FIELD_NUMBER: _ClassVar[int]
    STRIKES_LEFT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    number: int
    fault: _match_pb2.Fault
    substituted: bool
    strikes_left: int
    reason: str
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., number: _Optional[int] = ..., fault: _Optional[_Union[_match_pb2.Fault, str]] = ..., substituted: _Optional[bool] = ..., strikes_left: _Optional[int] = ..., reason: _Optional[str] = ...) -> None: ...

class MatchEvents(_message.Message):
    __slots__ = ("match_id", "events")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    events: _containers.RepeatedCompositeFieldContainer[_match_pb2.Event]
    def __init__(self, match_id: _Optional[str] = ..., events: _Optional[_Iterable[_Union[_match_pb2.Event, _Mapping]]] = ...) -> None: ...

class MatchEnded(_message.Message):
    __slots__ = ("match_id", "outcome", "seed", "seed_nonce", "record_digest", "since")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    SEED_NONCE_FIELD_NUMBER: _ClassVar[int]
    RECORD_DIGEST_FIELD_NUMBER: _ClassVar[int]
    SINCE_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    outcome: _match_pb2.Outcome
    seed: bytes
    seed_nonce: bytes
    record_digest: bytes
    since: _containers.RepeatedCompositeFieldContainer[_match_pb2.Event]
    def __init__(self, match_id: _Optional[str] = ..., outcome: _Optional[_Union[_match_pb2.Outcome, _Mapping]] = ..., seed: _Optional[bytes] = ..., seed_nonce: _Optional[bytes] = ..., record_digest: _Optional[bytes] = ..., since: _Optional[_Iterable[_Union[_match_pb2.Event, _Mapping]]] = ...) -> None: ...

class Ping(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: int
    def __init__(self, id: _Optional[int] = ...) -> None: ...

class Pong(_message.Message):
    __slots__ = ("id",)
    ID_FIELD_NUMBER: _ClassVar[int]
    id: int
    def __init__(self, id: _Optional[int] = ...) -> None: ...

class Invitation(_message.Message):
    __slots__ = ("address", "ticket", "valid_for")
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    TICKET_FIELD_NUMBER: _ClassVar[int]
    VALID_FOR_FIELD_NUMBER: _ClassVar[int]
    address: str
    ticket: str
    valid_for: _duration_pb2.Duration
    def __init__(self, address: _Optional[str] = ..., ticket: _Optional[str] = ..., valid_for: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Draining(_message.Message):
    __slots__ = ("grace",)
    GRACE_FIELD_NUMBER: _ClassVar[int]
    grace: _duration_pb2.Duration
    def __init__(self, grace: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Rejection(_message.Message):
    __slots__ = ("match_id", "number", "reason")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    number: int
    reason: str
    def __init__(self, match_id: _Optional[str] = ..., number: _Optional[int] = ..., reason: _Optional[str] = ...) -> None: ...

class BenchNotice(_message.Message):
    __slots__ = ("league", "reason", "way_back", "advice")
    LEAGUE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    WAY_BACK_FIELD_NUMBER: _ClassVar[int]
    ADVICE_FIELD_NUMBER: _ClassVar[int]
    league: str
    reason: str
    way_back: WayBack
    advice: str
    def __init__(self, league: _Optional[str] = ..., reason: _Optional[str] = ..., way_back: _Optional[_Union[WayBack, str]] = ..., advice: _Optional[str] = ...) -> None: ...

class Resign(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class Goodbye(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: str
    def __init__(self, reason: _Optional[str] = ...) -> None: ...
