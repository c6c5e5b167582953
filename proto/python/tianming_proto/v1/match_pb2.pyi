import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Fault(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_UNSPECIFIED: _ClassVar[Fault]
    FAULT_LATE: _ClassVar[Fault]
    FAULT_ILLEGAL: _ClassVar[Fault]
    FAULT_MALFORMED: _ClassVar[Fault]
    FAULT_DISCONNECTED: _ClassVar[Fault]
    FAULT_FLOOD: _ClassVar[Fault]
    FAULT_RESIGNED: _ClassVar[Fault]

class Termination(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TERMINATION_UNSPECIFIED: _ClassVar[Termination]
    TERMINATION_FINISHED: _ClassVar[Termination]
    TERMINATION_FORFEITED: _ClassVar[Termination]
    TERMINATION_VOID: _ClassVar[Termination]
FAULT_UNSPECIFIED: Fault
FAULT_LATE: Fault
FAULT_ILLEGAL: Fault
FAULT_MALFORMED: Fault
FAULT_DISCONNECTED: Fault
FAULT_FLOOD: Fault
FAULT_RESIGNED: Fault
TERMINATION_UNSPECIFIED: Termination
TERMINATION_FINISHED: Termination
TERMINATION_FORFEITED: Termination
TERMINATION_VOID: Termination

class Seat(_message.Message):
    __slots__ = ("index", "bot")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    index: int
    bot: str
    def __init__(self, index: _Optional[int] = ..., bot: _Optional[str] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("decision", "bank", "increment", "grace", "first")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_FIELD_NUMBER: _ClassVar[int]
    GRACE_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    decision: _duration_pb2.Duration
    bank: _duration_pb2.Duration
    increment: _duration_pb2.Duration
    grace: _duration_pb2.Duration
    first: _duration_pb2.Duration
    def __init__(self, decision: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., increment: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., grace: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., first: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("index", "seat", "notation", "detail")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    index: int
    seat: int
    notation: str
    detail: bytes
    def __init__(self, index: _Optional[int] = ..., seat: _Optional[int] = ..., notation: _Optional[str] = ..., detail: _Optional[bytes] = ...) -> None: ...

class SeatResult(_message.Message):
    __slots__ = ("seat", "place", "score", "strikes", "forfeited")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    FORFEITED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    place: int
    score: int
    strikes: int
    forfeited: bool
    def __init__(self, seat: _Optional[int] = ..., place: _Optional[int] = ..., score: _Optional[int] = ..., strikes: _Optional[int] = ..., forfeited: _Optional[bool] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("termination", "results", "reason")
    TERMINATION_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    termination: Termination
    results: _containers.RepeatedCompositeFieldContainer[SeatResult]
    reason: str
    def __init__(self, termination: _Optional[_Union[Termination, str]] = ..., results: _Optional[_Iterable[_Union[SeatResult, _Mapping]]] = ..., reason: _Optional[str] = ...) -> None: ...
