from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Setup(_message.Message):
    __slots__ = ("seats",)
    SEATS_FIELD_NUMBER: _ClassVar[int]
    seats: int
    def __init__(self, seats: _Optional[int] = ...) -> None: ...

class Position(_message.Message):
    __slots__ = ("observation", "options")
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    observation: Observation
    options: _containers.RepeatedCompositeFieldContainer[Option]
    def __init__(self, observation: _Optional[_Union[Observation, _Mapping]] = ..., options: _Optional[_Iterable[_Union[Option, _Mapping]]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("action", "draw")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    action: Option
    draw: Draw
    def __init__(self, action: _Optional[_Union[Option, _Mapping]] = ..., draw: _Optional[_Union[Draw, _Mapping]] = ...) -> None: ...

class Observation(_message.Message):
    __slots__ = ("seat", "fields")
    class FieldsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: Numbers
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[Numbers, _Mapping]] = ...) -> None: ...
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    fields: _containers.MessageMap[str, Numbers]
    def __init__(self, seat: _Optional[int] = ..., fields: _Optional[_Mapping[str, Numbers]] = ...) -> None: ...

class Numbers(_message.Message):
    __slots__ = ("numbers", "lists")
    NUMBERS_FIELD_NUMBER: _ClassVar[int]
    LISTS_FIELD_NUMBER: _ClassVar[int]
    numbers: _containers.RepeatedScalarFieldContainer[int]
    lists: _containers.RepeatedCompositeFieldContainer[Numbers]
    def __init__(self, numbers: _Optional[_Iterable[int]] = ..., lists: _Optional[_Iterable[_Union[Numbers, _Mapping]]] = ...) -> None: ...

class Option(_message.Message):
    __slots__ = ("word", "numbers")
    WORD_FIELD_NUMBER: _ClassVar[int]
    NUMBERS_FIELD_NUMBER: _ClassVar[int]
    word: str
    numbers: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, word: _Optional[str] = ..., numbers: _Optional[_Iterable[int]] = ...) -> None: ...

class Draw(_message.Message):
    __slots__ = ("notation", "values")
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    notation: str
    values: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, notation: _Optional[str] = ..., values: _Optional[_Iterable[int]] = ...) -> None: ...
