from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor

class StreamReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STREAM_REASON_UNSPECIFIED: _ClassVar[StreamReason]
    STREAM_REASON_TOKEN_INVALID: _ClassVar[StreamReason]
    STREAM_REASON_TOKEN_REVOKED: _ClassVar[StreamReason]
    STREAM_REASON_STREAM_LIMIT: _ClassVar[StreamReason]
    STREAM_REASON_REVISION_UNSUPPORTED: _ClassVar[StreamReason]
    STREAM_REASON_HELLO_MISSING: _ClassVar[StreamReason]
    STREAM_REASON_FRAME_MALFORMED: _ClassVar[StreamReason]
    STREAM_REASON_FRAME_TOO_LARGE: _ClassVar[StreamReason]
    STREAM_REASON_MESSAGE_TOO_LARGE: _ClassVar[StreamReason]
    STREAM_REASON_FRAME_UNEXPECTED: _ClassVar[StreamReason]
    STREAM_REASON_RATE_LIMIT: _ClassVar[StreamReason]
    STREAM_REASON_SLOW_CONSUMER: _ClassVar[StreamReason]
    STREAM_REASON_SESSION_SUPERSEDED: _ClassVar[StreamReason]
    STREAM_REASON_DRAINING: _ClassVar[StreamReason]
    STREAM_REASON_INTERNAL: _ClassVar[StreamReason]
    STREAM_REASON_SEAT_NOT_OWNED: _ClassVar[StreamReason]
STREAM_REASON_UNSPECIFIED: StreamReason
STREAM_REASON_TOKEN_INVALID: StreamReason
STREAM_REASON_TOKEN_REVOKED: StreamReason
STREAM_REASON_STREAM_LIMIT: StreamReason
STREAM_REASON_REVISION_UNSUPPORTED: StreamReason
STREAM_REASON_HELLO_MISSING: StreamReason
STREAM_REASON_FRAME_MALFORMED: StreamReason
STREAM_REASON_FRAME_TOO_LARGE: StreamReason
STREAM_REASON_MESSAGE_TOO_LARGE: StreamReason
STREAM_REASON_FRAME_UNEXPECTED: StreamReason
STREAM_REASON_RATE_LIMIT: StreamReason
STREAM_REASON_SLOW_CONSUMER: StreamReason
STREAM_REASON_SESSION_SUPERSEDED: StreamReason
STREAM_REASON_DRAINING: StreamReason
STREAM_REASON_INTERNAL: StreamReason
STREAM_REASON_SEAT_NOT_OWNED: StreamReason
