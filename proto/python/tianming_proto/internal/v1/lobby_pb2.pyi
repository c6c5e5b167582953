from tianming_proto.v1 import play_pb2 as _play_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class InviteRequest(_message.Message):
    __slots__ = ("bot", "invitation")
    BOT_FIELD_NUMBER: _ClassVar[int]
    INVITATION_FIELD_NUMBER: _ClassVar[int]
    bot: str
    invitation: _play_pb2.Invitation
    def __init__(self, bot: _Optional[str] = ..., invitation: _Optional[_Union[_play_pb2.Invitation, _Mapping]] = ...) -> None: ...

class InviteResponse(_message.Message):
    __slots__ = ("is_here",)
    IS_HERE_FIELD_NUMBER: _ClassVar[int]
    is_here: bool
    def __init__(self, is_here: _Optional[bool] = ...) -> None: ...
