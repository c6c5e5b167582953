import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class RecordDurability(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RECORD_DURABILITY_UNSPECIFIED: _ClassVar[RecordDurability]
    RECORD_DURABILITY_PROCESS: _ClassVar[RecordDurability]
    RECORD_DURABILITY_POWER: _ClassVar[RecordDurability]

class RecordOrigin(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RECORD_ORIGIN_UNSPECIFIED: _ClassVar[RecordOrigin]
    RECORD_ORIGIN_BOT: _ClassVar[RecordOrigin]
    RECORD_ORIGIN_SUBSTITUTE: _ClassVar[RecordOrigin]
    RECORD_ORIGIN_HOUSE: _ClassVar[RecordOrigin]
    RECORD_ORIGIN_FORCED: _ClassVar[RecordOrigin]

class RecordFaultKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RECORD_FAULT_KIND_UNSPECIFIED: _ClassVar[RecordFaultKind]
    RECORD_FAULT_KIND_LATE: _ClassVar[RecordFaultKind]
    RECORD_FAULT_KIND_ILLEGAL: _ClassVar[RecordFaultKind]
    RECORD_FAULT_KIND_MALFORMED: _ClassVar[RecordFaultKind]
    RECORD_FAULT_KIND_DISCONNECTED: _ClassVar[RecordFaultKind]
    RECORD_FAULT_KIND_FLOOD: _ClassVar[RecordFaultKind]
    RECORD_FAULT_KIND_RESIGNED: _ClassVar[RecordFaultKind]

class RecordTermination(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RECORD_TERMINATION_UNSPECIFIED: _ClassVar[RecordTermination]
    RECORD_TERMINATION_FINISHED: _ClassVar[RecordTermination]
    RECORD_TERMINATION_FORFEITED: _ClassVar[RecordTermination]
    RECORD_TERMINATION_VOID: _ClassVar[RecordTermination]
RECORD_DURABILITY_UNSPECIFIED: RecordDurability
RECORD_DURABILITY_PROCESS: RecordDurability
RECORD_DURABILITY_POWER: RecordDurability
RECORD_ORIGIN_UNSPECIFIED: RecordOrigin
RECORD_ORIGIN_BOT: RecordOrigin
RECORD_ORIGIN_SUBSTITUTE: RecordOrigin
RECORD_ORIGIN_HOUSE: RecordOrigin
RECORD_ORIGIN_FORCED: RecordOrigin
RECORD_FAULT_KIND_UNSPECIFIED: RecordFaultKind
RECORD_FAULT_KIND_LATE: RecordFaultKind
RECORD_FAULT_KIND_ILLEGAL: RecordFaultKind
RECORD_FAULT_KIND_MALFORMED: RecordFaultKind
RECORD_FAULT_KIND_DISCONNECTED: RecordFaultKind
RECORD_FAULT_KIND_FLOOD: RecordFaultKind
RECORD_FAULT_KIND_RESIGNED: RecordFaultKind
RECORD_TERMINATION_UNSPECIFIED: RecordTermination
RECORD_TERMINATION_FINISHED: RecordTermination
RECORD_TERMINATION_FORFEITED: RecordTermination
RECORD_TERMINATION_VOID: RecordTermination

class RecordEntry(_message.Message):
    __slots__ = ("body", "digest")
    BODY_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    body: bytes
    digest: bytes
    def __init__(self, body: _Optional[bytes] = ..., digest: _Optional[bytes] = ...) -> None: ...

class RecordBody(_message.Message):
    __slots__ = ("header", "drawn", "asked", "chosen", "fault", "note", "seal", "resumed", "stall", "signature")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    CHOSEN_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    SEAL_FIELD_NUMBER: _ClassVar[int]
    RESUMED_FIELD_NUMBER: _ClassVar[int]
    STALL_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    header: RecordHeader
    drawn: RecordDrawn
    asked: RecordAsked
    chosen: RecordChosen
    fault: RecordFault
    note: RecordNote
    seal: RecordSeal
    resumed: RecordResumed
    stall: RecordStall
    signature: RecordSignature
    def __init__(self, header: _Optional[_Union[RecordHeader, _Mapping]] = ..., drawn: _Optional[_Union[RecordDrawn, _Mapping]] = ..., asked: _Optional[_Union[RecordAsked, _Mapping]] = ..., chosen: _Optional[_Union[RecordChosen, _Mapping]] = ..., fault: _Optional[_Union[RecordFault, _Mapping]] = ..., note: _Optional[_Union[RecordNote, _Mapping]] = ..., seal: _Optional[_Union[RecordSeal, _Mapping]] = ..., resumed: _Optional[_Union[RecordResumed, _Mapping]] = ..., stall: _Optional[_Union[RecordStall, _Mapping]] = ..., signature: _Optional[_Union[RecordSignature, _Mapping]] = ...) -> None: ...

class RecordHeader(_message.Message):
    __slots__ = ("format", "match_id", "game", "rules_version", "wire_version", "options", "bots", "clock", "strikes", "seed", "seed_nonce", "start_time", "writer", "durability", "seed_commitment", "machine", "people")
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    WIRE_VERSION_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    SEED_NONCE_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    WRITER_FIELD_NUMBER: _ClassVar[int]
    DURABILITY_FIELD_NUMBER: _ClassVar[int]
    SEED_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    MACHINE_FIELD_NUMBER: _ClassVar[int]
    PEOPLE_FIELD_NUMBER: _ClassVar[int]
    format: int
    match_id: str
    game: str
    rules_version: int
    wire_version: int
    options: _containers.RepeatedCompositeFieldContainer[RecordOption]
    bots: _containers.RepeatedScalarFieldContainer[str]
    clock: RecordClock
    strikes: int
    seed: bytes
    seed_nonce: bytes
    start_time: _timestamp_pb2.Timestamp
    writer: str
    durability: RecordDurability
    seed_commitment: bytes
    machine: RecordMachine
    people: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, format: _Optional[int] = ..., match_id: _Optional[str] = ..., game: _Optional[str] = ..., rules_version: _Optional[int] = ..., wire_version: _Optional[int] = ..., options: _Optional[_Iterable[_Union[RecordOption, _Mapping]]] = ..., bots: _Optional[_Iterable[str]] = ..., clock: _Optional[_Union[RecordClock, _Mapping]] = ..., strikes: _Optional[int] = ..., seed: _Optional[bytes] = ..., seed_nonce: _Optional[bytes] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., writer: _Optional[str] = ..., durability: _Optional[_Union[RecordDurability, str]] = ..., seed_commitment: _Optional[bytes] = ..., machine: _Optional[_Union[RecordMachine, _Mapping]] = ..., people: _Optional[_Iterable[int]] = ...) -> None: ...

class RecordMachine(_message.Message):
    __slots__ = ("name", "decisions_per_second", "compiled", "clock_factor")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_PER_SECOND_FIELD_NUMBER: _ClassVar[int]
    COMPILED_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FACTOR_FIELD_NUMBER: _ClassVar[int]
    name: str
    decisions_per_second: int
    compiled: bool
    clock_factor: float
    def __init__(self, name: _Optional[str] = ..., decisions_per_second: _Optional[int] = ..., compiled: _Optional[bool] = ..., clock_factor: _Optional[float] = ...) -> None: ...

class RecordOption(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...

class RecordClock(_message.Message):
    __slots__ = ("decision_ns", "bank_ns", "increment_ns", "grace_ns", "first_ns", "stall_ns")
    DECISION_NS_FIELD_NUMBER: _ClassVar[int]
    BANK_NS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_NS_FIELD_NUMBER: _ClassVar[int]
    GRACE_NS_FIELD_NUMBER: _ClassVar[int]
    FIRST_NS_FIELD_NUMBER: _ClassVar[int]
    STALL_NS_FIELD_NUMBER: _ClassVar[int]
    decision_ns: int
    bank_ns: int
    increment_ns: int
    grace_ns: int
    first_ns: int
    stall_ns: int
    def __init__(self, decision_ns: _Optional[int] = ..., bank_ns: _Optional[int] = ..., increment_ns: _Optional[int] = ..., grace_ns: _Optional[int] = ..., first_ns: _Optional[int] = ..., stall_ns: _Optional[int] = ...) -> None: ...

class RecordDrawn(_message.Message):
    __slots__ = ("index", "values")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    index: int
    values: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, index: _Optional[int] = ..., values: _Optional[_Iterable[int]] = ...) -> None: ...

class RecordAsked(_message.Message):
    __slots__ = ("number", "seat", "option_count", "at_ns", "budget_ns", "question_digest", "state_digest")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OPTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    AT_NS_FIELD_NUMBER: _ClassVar[int]
    BUDGET_NS_FIELD_NUMBER: _ClassVar[int]
    QUESTION_DIGEST_FIELD_NUMBER: _ClassVar[int]
    STATE_DIGEST_FIELD_NUMBER: _ClassVar[int]
    number: int
    seat: int
    option_count: int
    at_ns: int
    budget_ns: int
    question_digest: bytes
    state_digest: bytes
    def __init__(self, number: _Optional[int] = ..., seat: _Optional[int] = ..., option_count: _Optional[int] = ..., at_ns: _Optional[int] = ..., budget_ns: _Optional[int] = ..., question_digest: _Optional[bytes] = ..., state_digest: _Optional[bytes] = ...) -> None: ...

class RecordChosen(_message.Message):
    __slots__ = ("seat", "number", "option", "origin", "at_ns", "note", "handed_at_ns", "network_ns", "option_count", "thought")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    OPTION_FIELD_NUMBER: _ClassVar[int]
    ORIGIN_FIELD_NUMBER: _ClassVar[int]
    AT_NS_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    HANDED_AT_NS_FIELD_NUMBER: _ClassVar[int]
    NETWORK_NS_FIELD_NUMBER: _ClassVar[int]
    OPTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    THOUGHT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    number: int
    option: int
    origin: RecordOrigin
    at_ns: int
    note: str
    handed_at_ns: int
    network_ns: int
    option_count: int
    thought: RecordThought
    def __init__(self, seat: _Optional[int] = ..., number: _Optional[int] = ..., option: _Optional[int] = ..., origin: _Optional[_Union[RecordOrigin, str]] = ..., at_ns: _Optional[int] = ..., note: _Optional[str] = ..., handed_at_ns: _Optional[int] = ..., network_ns: _Optional[int] = ..., option_count: _Optional[int] = ..., thought: _Optional[_Union[RecordThought, _Mapping]] = ...) -> None: ...

class RecordThought(_message.Message):
    __slots__ = ("value", "nodes", "depth", "principal_line", "reasoning_digest", "reasoning_bytes", "tokens_in", "tokens_out", "cost_micros")
    VALUE_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_LINE_FIELD_NUMBER: _ClassVar[int]
    REASONING_DIGEST_FIELD_NUMBER: _ClassVar[int]
    REASONING_BYTES_FIELD_NUMBER: _ClassVar[int]
    TOKENS_IN_FIELD_NUMBER: _ClassVar[int]
    TOKENS_OUT_FIELD_NUMBER: _ClassVar[int]
    COST_MICROS_FIELD_NUMBER: _ClassVar[int]
    value: float
    nodes: int
    depth: int
    principal_line: _containers.RepeatedScalarFieldContainer[str]
    reasoning_digest: bytes
    reasoning_bytes: int
    tokens_in: int
    tokens_out: int
    cost_micros: int
    def __init__(self, value: _Optional[float] = ..., nodes: _Optional[int] = ..., depth: _Optional[int] = ..., principal_line: _Optional[_Iterable[str]] = ..., reasoning_digest: _Optional[bytes] = ..., reasoning_bytes: _Optional[int] = ..., tokens_in: _Optional[int] = ..., tokens_out: _Optional[int] = ..., cost_micros: _Optional[int] = ...) -> None: ...

class RecordReasoning(_message.Message):
    __slots__ = ("text",)
    TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    def __init__(self, text: _Optional[str] = ...) -> None: ...

class RecordFault(_message.Message):
    __slots__ = ("seat", "number", "fault", "at_ns", "reason", "strikes", "forfeit")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    AT_NS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    FORFEIT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    number: int
    fault: RecordFaultKind
    at_ns: int
    reason: str
    strikes: int
    forfeit: bool
    def __init__(self, seat: _Optional[int] = ..., number: _Optional[int] = ..., fault: _Optional[_Union[RecordFaultKind, str]] = ..., at_ns: _Optional[int] = ..., reason: _Optional[str] = ..., strikes: _Optional[int] = ..., forfeit: _Optional[bool] = ...) -> None: ...

class RecordNote(_message.Message):
    __slots__ = ("at_ns", "seat", "text")
    AT_NS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    at_ns: int
    seat: int
    text: str
    def __init__(self, at_ns: _Optional[int] = ..., seat: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class RecordResumed(_message.Message):
    __slots__ = ("at_ns", "time", "torn_bytes", "writer")
    AT_NS_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    TORN_BYTES_FIELD_NUMBER: _ClassVar[int]
    WRITER_FIELD_NUMBER: _ClassVar[int]
    at_ns: int
    time: _timestamp_pb2.Timestamp
    torn_bytes: int
    writer: str
    def __init__(self, at_ns: _Optional[int] = ..., time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., torn_bytes: _Optional[int] = ..., writer: _Optional[str] = ...) -> None: ...

class RecordStall(_message.Message):
    __slots__ = ("at_ns", "span_ns")
    AT_NS_FIELD_NUMBER: _ClassVar[int]
    SPAN_NS_FIELD_NUMBER: _ClassVar[int]
    at_ns: int
    span_ns: int
    def __init__(self, at_ns: _Optional[int] = ..., span_ns: _Optional[int] = ...) -> None: ...

class RecordSeal(_message.Message):
    __slots__ = ("termination", "results", "reason", "state_digest", "at_ns")
    TERMINATION_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    STATE_DIGEST_FIELD_NUMBER: _ClassVar[int]
    AT_NS_FIELD_NUMBER: _ClassVar[int]
    termination: RecordTermination
    results: _containers.RepeatedCompositeFieldContainer[RecordResult]
    reason: str
    state_digest: bytes
    at_ns: int
    def __init__(self, termination: _Optional[_Union[RecordTermination, str]] = ..., results: _Optional[_Iterable[_Union[RecordResult, _Mapping]]] = ..., reason: _Optional[str] = ..., state_digest: _Optional[bytes] = ..., at_ns: _Optional[int] = ...) -> None: ...

class RecordSignature(_message.Message):
    __slots__ = ("public_key", "signature")
    PUBLIC_KEY_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    public_key: bytes
    signature: bytes
    def __init__(self, public_key: _Optional[bytes] = ..., signature: _Optional[bytes] = ...) -> None: ...

class RecordResult(_message.Message):
    __slots__ = ("place", "score", "strikes", "forfeited")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    FORFEITED_FIELD_NUMBER: _ClassVar[int]
    place: int
    score: int
    strikes: int
    forfeited: bool
    def __init__(self, place: _Optional[int] = ..., score: _Optional[int] = ..., strikes: _Optional[int] = ..., forfeited: _Optional[bool] = ...) -> None: ...
