from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DescribeRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DescribeResponse(_message.Message):
    __slots__ = ("games", "max_states", "max_operations", "max_rollouts", "policies")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    MAX_STATES_FIELD_NUMBER: _ClassVar[int]
    MAX_OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    MAX_ROLLOUTS_FIELD_NUMBER: _ClassVar[int]
    POLICIES_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[Game]
    max_states: int
    max_operations: int
    max_rollouts: int
    policies: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, games: _Optional[_Iterable[_Union[Game, _Mapping]]] = ..., max_states: _Optional[int] = ..., max_operations: _Optional[int] = ..., max_rollouts: _Optional[int] = ..., policies: _Optional[_Iterable[str]] = ...) -> None: ...

class Game(_message.Message):
    __slots__ = ("name", "title", "rules_version", "least_seats", "most_seats", "options")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    LEAST_SEATS_FIELD_NUMBER: _ClassVar[int]
    MOST_SEATS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    rules_version: int
    least_seats: int
    most_seats: int
    options: _containers.RepeatedCompositeFieldContainer[GameOption]
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., rules_version: _Optional[int] = ..., least_seats: _Optional[int] = ..., most_seats: _Optional[int] = ..., options: _Optional[_Iterable[_Union[GameOption, _Mapping]]] = ...) -> None: ...

class GameOption(_message.Message):
    __slots__ = ("name", "choices", "default_value", "help")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_VALUE_FIELD_NUMBER: _ClassVar[int]
    HELP_FIELD_NUMBER: _ClassVar[int]
    name: str
    choices: _containers.RepeatedScalarFieldContainer[str]
    default_value: str
    help: str
    def __init__(self, name: _Optional[str] = ..., choices: _Optional[_Iterable[str]] = ..., default_value: _Optional[str] = ..., help: _Optional[str] = ...) -> None: ...

class WorkRequest(_message.Message):
    __slots__ = ("operations",)
    OPERATIONS_FIELD_NUMBER: _ClassVar[int]
    operations: _containers.RepeatedCompositeFieldContainer[Operation]
    def __init__(self, operations: _Optional[_Iterable[_Union[Operation, _Mapping]]] = ...) -> None: ...

class WorkResponse(_message.Message):
    __slots__ = ("results",)
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    results: _containers.RepeatedCompositeFieldContainer[OperationResult]
    def __init__(self, results: _Optional[_Iterable[_Union[OperationResult, _Mapping]]] = ...) -> None: ...

class Operation(_message.Message):
    __slots__ = ("begin", "read", "look", "apply", "clone", "release", "rollout")
    BEGIN_FIELD_NUMBER: _ClassVar[int]
    READ_FIELD_NUMBER: _ClassVar[int]
    LOOK_FIELD_NUMBER: _ClassVar[int]
    APPLY_FIELD_NUMBER: _ClassVar[int]
    CLONE_FIELD_NUMBER: _ClassVar[int]
    RELEASE_FIELD_NUMBER: _ClassVar[int]
    ROLLOUT_FIELD_NUMBER: _ClassVar[int]
    begin: Begin
    read: Read
    look: Look
    apply: Apply
    clone: Clone
    release: Release
    rollout: Rollout
    def __init__(self, begin: _Optional[_Union[Begin, _Mapping]] = ..., read: _Optional[_Union[Read, _Mapping]] = ..., look: _Optional[_Union[Look, _Mapping]] = ..., apply: _Optional[_Union[Apply, _Mapping]] = ..., clone: _Optional[_Union[Clone, _Mapping]] = ..., release: _Optional[_Union[Release, _Mapping]] = ..., rollout: _Optional[_Union[Rollout, _Mapping]] = ...) -> None: ...

class OperationResult(_message.Message):
    __slots__ = ("error", "view", "values")
    ERROR_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    error: str
    view: View
    values: Values
    def __init__(self, error: _Optional[str] = ..., view: _Optional[_Union[View, _Mapping]] = ..., values: _Optional[_Union[Values, _Mapping]] = ...) -> None: ...

class Begin(_message.Message):
    __slots__ = ("state", "game", "seats", "options", "seed")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    STATE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    state: int
    game: str
    seats: int
    options: _containers.ScalarMap[str, str]
    seed: int
    def __init__(self, state: _Optional[int] = ..., game: _Optional[str] = ..., seats: _Optional[int] = ..., options: _Optional[_Mapping[str, str]] = ..., seed: _Optional[int] = ...) -> None: ...

class Read(_message.Message):
    __slots__ = ("state", "game", "options", "setup", "position", "seed")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    STATE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SETUP_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    state: int
    game: str
    options: _containers.ScalarMap[str, str]
    setup: bytes
    position: bytes
    seed: int
    def __init__(self, state: _Optional[int] = ..., game: _Optional[str] = ..., options: _Optional[_Mapping[str, str]] = ..., setup: _Optional[bytes] = ..., position: _Optional[bytes] = ..., seed: _Optional[int] = ...) -> None: ...

class Look(_message.Message):
    __slots__ = ("state",)
    STATE_FIELD_NUMBER: _ClassVar[int]
    state: int
    def __init__(self, state: _Optional[int] = ...) -> None: ...

class Apply(_message.Message):
    __slots__ = ("state", "seat", "option")
    STATE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OPTION_FIELD_NUMBER: _ClassVar[int]
    state: int
    seat: int
    option: int
    def __init__(self, state: _Optional[int] = ..., seat: _Optional[int] = ..., option: _Optional[int] = ...) -> None: ...

class Clone(_message.Message):
    __slots__ = ("state", "copy", "seed")
    STATE_FIELD_NUMBER: _ClassVar[int]
    COPY_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    state: int
    copy: int
    seed: int
    def __init__(self, state: _Optional[int] = ..., copy: _Optional[int] = ..., seed: _Optional[int] = ...) -> None: ...

class Release(_message.Message):
    __slots__ = ("state",)
    STATE_FIELD_NUMBER: _ClassVar[int]
    state: int
    def __init__(self, state: _Optional[int] = ...) -> None: ...

class Rollout(_message.Message):
    __slots__ = ("state", "seat", "count", "policy", "limit", "deal")
    STATE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    POLICY_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    state: int
    seat: int
    count: int
    policy: str
    limit: int
    deal: bool
    def __init__(self, state: _Optional[int] = ..., seat: _Optional[int] = ..., count: _Optional[int] = ..., policy: _Optional[str] = ..., limit: _Optional[int] = ..., deal: _Optional[bool] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("acting", "points", "places")
    ACTING_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    acting: _containers.RepeatedCompositeFieldContainer[ActingSeat]
    points: _containers.RepeatedScalarFieldContainer[int]
    places: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, acting: _Optional[_Iterable[_Union[ActingSeat, _Mapping]]] = ..., points: _Optional[_Iterable[int]] = ..., places: _Optional[_Iterable[int]] = ...) -> None: ...

class ActingSeat(_message.Message):
    __slots__ = ("seat", "option_count", "options")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OPTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    option_count: int
    options: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., option_count: _Optional[int] = ..., options: _Optional[_Iterable[str]] = ...) -> None: ...

class Values(_message.Message):
    __slots__ = ("options",)
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    options: _containers.RepeatedCompositeFieldContainer[MeanPoints]
    def __init__(self, options: _Optional[_Iterable[_Union[MeanPoints, _Mapping]]] = ...) -> None: ...

class MeanPoints(_message.Message):
    __slots__ = ("points",)
    POINTS_FIELD_NUMBER: _ClassVar[int]
    points: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, points: _Optional[_Iterable[float]] = ...) -> None: ...
