from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Decision(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECISION_UNSPECIFIED: _ClassVar[Decision]
    DECISION_PRINCE: _ClassVar[Decision]
    DECISION_NEUTRAL: _ClassVar[Decision]
    DECISION_PLACE: _ClassVar[Decision]
    DECISION_CARD: _ClassVar[Decision]
    DECISION_MOVE: _ClassVar[Decision]
    DECISION_STEP: _ClassVar[Decision]
    DECISION_DEPLOY: _ClassVar[Decision]
    DECISION_RETURN: _ClassVar[Decision]
    DECISION_WITHDRAW: _ClassVar[Decision]
    DECISION_WITHDRAW_NEUTRAL: _ClassVar[Decision]
    DECISION_START: _ClassVar[Decision]
DECISION_UNSPECIFIED: Decision
DECISION_PRINCE: Decision
DECISION_NEUTRAL: Decision
DECISION_PLACE: Decision
DECISION_CARD: Decision
DECISION_MOVE: Decision
DECISION_STEP: Decision
DECISION_DEPLOY: Decision
DECISION_RETURN: Decision
DECISION_WITHDRAW: Decision
DECISION_WITHDRAW_NEUTRAL: Decision
DECISION_START: Decision

class Setup(_message.Message):
    __slots__ = ("seats", "board")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    seats: int
    board: Board
    def __init__(self, seats: _Optional[int] = ..., board: _Optional[_Union[Board, _Mapping]] = ...) -> None: ...

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

class Board(_message.Message):
    __slots__ = ("name", "transports", "provinces", "borders")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TRANSPORTS_FIELD_NUMBER: _ClassVar[int]
    PROVINCES_FIELD_NUMBER: _ClassVar[int]
    BORDERS_FIELD_NUMBER: _ClassVar[int]
    name: str
    transports: _containers.RepeatedCompositeFieldContainer[Transport]
    provinces: _containers.RepeatedCompositeFieldContainer[Province]
    borders: _containers.RepeatedCompositeFieldContainer[Border]
    def __init__(self, name: _Optional[str] = ..., transports: _Optional[_Iterable[_Union[Transport, _Mapping]]] = ..., provinces: _Optional[_Iterable[_Union[Province, _Mapping]]] = ..., borders: _Optional[_Iterable[_Union[Border, _Mapping]]] = ...) -> None: ...

class Transport(_message.Message):
    __slots__ = ("name", "cards")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    name: str
    cards: int
    def __init__(self, name: _Optional[str] = ..., cards: _Optional[int] = ...) -> None: ...

class Province(_message.Message):
    __slots__ = ("name", "color", "districts")
    NAME_FIELD_NUMBER: _ClassVar[int]
    COLOR_FIELD_NUMBER: _ClassVar[int]
    DISTRICTS_FIELD_NUMBER: _ClassVar[int]
    name: str
    color: str
    districts: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, name: _Optional[str] = ..., color: _Optional[str] = ..., districts: _Optional[_Iterable[str]] = ...) -> None: ...

class Border(_message.Message):
    __slots__ = ("one", "other", "card")
    ONE_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    one: int
    other: int
    card: int
    def __init__(self, one: _Optional[int] = ..., other: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class Observation(_message.Message):
    __slots__ = ("seat", "decision", "round", "start", "city", "left", "queue", "display", "stack", "discards", "dragons", "tiles", "players", "neutral")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    CITY_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    QUEUE_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    STACK_FIELD_NUMBER: _ClassVar[int]
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    DRAGONS_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    NEUTRAL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    decision: Decision
    round: int
    start: int
    city: int
    left: int
    queue: _containers.RepeatedScalarFieldContainer[int]
    display: _containers.RepeatedScalarFieldContainer[int]
    stack: _containers.RepeatedScalarFieldContainer[int]
    discards: _containers.RepeatedScalarFieldContainer[int]
    dragons: int
    tiles: _containers.RepeatedScalarFieldContainer[int]
    players: _containers.RepeatedCompositeFieldContainer[Family]
    neutral: Family
    def __init__(self, seat: _Optional[int] = ..., decision: _Optional[_Union[Decision, str]] = ..., round: _Optional[int] = ..., start: _Optional[int] = ..., city: _Optional[int] = ..., left: _Optional[int] = ..., queue: _Optional[_Iterable[int]] = ..., display: _Optional[_Iterable[int]] = ..., stack: _Optional[_Iterable[int]] = ..., discards: _Optional[_Iterable[int]] = ..., dragons: _Optional[int] = ..., tiles: _Optional[_Iterable[int]] = ..., players: _Optional[_Iterable[_Union[Family, _Mapping]]] = ..., neutral: _Optional[_Union[Family, _Mapping]] = ...) -> None: ...

class Family(_message.Message):
    __slots__ = ("score", "prince", "supply", "spaces", "members", "monks", "out_of_game", "hand", "tiles", "in_city", "returning")
    SCORE_FIELD_NUMBER: _ClassVar[int]
    PRINCE_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    MONKS_FIELD_NUMBER: _ClassVar[int]
    OUT_OF_GAME_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    IN_CITY_FIELD_NUMBER: _ClassVar[int]
    RETURNING_FIELD_NUMBER: _ClassVar[int]
    score: int
    prince: int
    supply: int
    spaces: _containers.RepeatedScalarFieldContainer[int]
    members: _containers.RepeatedScalarFieldContainer[int]
    monks: _containers.RepeatedScalarFieldContainer[int]
    out_of_game: int
    hand: _containers.RepeatedScalarFieldContainer[int]
    tiles: _containers.RepeatedScalarFieldContainer[int]
    in_city: _containers.RepeatedScalarFieldContainer[int]
    returning: int
    def __init__(self, score: _Optional[int] = ..., prince: _Optional[int] = ..., supply: _Optional[int] = ..., spaces: _Optional[_Iterable[int]] = ..., members: _Optional[_Iterable[int]] = ..., monks: _Optional[_Iterable[int]] = ..., out_of_game: _Optional[int] = ..., hand: _Optional[_Iterable[int]] = ..., tiles: _Optional[_Iterable[int]] = ..., in_city: _Optional[_Iterable[int]] = ..., returning: _Optional[int] = ...) -> None: ...

class Option(_message.Message):
    __slots__ = ("place_prince", "place_neutral", "place_member", "take_card", "take_dragon", "pass_turn", "stay", "step", "halt", "deploy", "lay_return", "withdraw", "choose_start")
    PLACE_PRINCE_FIELD_NUMBER: _ClassVar[int]
    PLACE_NEUTRAL_FIELD_NUMBER: _ClassVar[int]
    PLACE_MEMBER_FIELD_NUMBER: _ClassVar[int]
    TAKE_CARD_FIELD_NUMBER: _ClassVar[int]
    TAKE_DRAGON_FIELD_NUMBER: _ClassVar[int]
    PASS_TURN_FIELD_NUMBER: _ClassVar[int]
    STAY_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    HALT_FIELD_NUMBER: _ClassVar[int]
    DEPLOY_FIELD_NUMBER: _ClassVar[int]
    LAY_RETURN_FIELD_NUMBER: _ClassVar[int]
    WITHDRAW_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_START_FIELD_NUMBER: _ClassVar[int]
    place_prince: PlacePrince
    place_neutral: PlaceNeutral
    place_member: PlaceMember
    take_card: TakeCard
    take_dragon: TakeDragon
    pass_turn: Pass
    stay: Stay
    step: Step
    halt: Halt
    deploy: Deploy
    lay_return: LayReturn
    withdraw: Withdraw
    choose_start: ChooseStart
    def __init__(self, place_prince: _Optional[_Union[PlacePrince, _Mapping]] = ..., place_neutral: _Optional[_Union[PlaceNeutral, _Mapping]] = ..., place_member: _Optional[_Union[PlaceMember, _Mapping]] = ..., take_card: _Optional[_Union[TakeCard, _Mapping]] = ..., take_dragon: _Optional[_Union[TakeDragon, _Mapping]] = ..., pass_turn: _Optional[_Union[Pass, _Mapping]] = ..., stay: _Optional[_Union[Stay, _Mapping]] = ..., step: _Optional[_Union[Step, _Mapping]] = ..., halt: _Optional[_Union[Halt, _Mapping]] = ..., deploy: _Optional[_Union[Deploy, _Mapping]] = ..., lay_return: _Optional[_Union[LayReturn, _Mapping]] = ..., withdraw: _Optional[_Union[Withdraw, _Mapping]] = ..., choose_start: _Optional[_Union[ChooseStart, _Mapping]] = ...) -> None: ...

class PlacePrince(_message.Message):
    __slots__ = ("district",)
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    district: int
    def __init__(self, district: _Optional[int] = ...) -> None: ...

class PlaceNeutral(_message.Message):
    __slots__ = ("district",)
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    district: int
    def __init__(self, district: _Optional[int] = ...) -> None: ...

class PlaceMember(_message.Message):
    __slots__ = ("province",)
    PROVINCE_FIELD_NUMBER: _ClassVar[int]
    province: int
    def __init__(self, province: _Optional[int] = ...) -> None: ...

class TakeCard(_message.Message):
    __slots__ = ("province",)
    PROVINCE_FIELD_NUMBER: _ClassVar[int]
    province: int
    def __init__(self, province: _Optional[int] = ...) -> None: ...

class TakeDragon(_message.Message):
    __slots__ = ("province",)
    PROVINCE_FIELD_NUMBER: _ClassVar[int]
    province: int
    def __init__(self, province: _Optional[int] = ...) -> None: ...

class Pass(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Stay(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: int
    def __init__(self, card: _Optional[int] = ...) -> None: ...

class Step(_message.Message):
    __slots__ = ("district", "card")
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    district: int
    card: int
    def __init__(self, district: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...

class Halt(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Deploy(_message.Message):
    __slots__ = ("members", "monk")
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    MONK_FIELD_NUMBER: _ClassVar[int]
    members: int
    monk: bool
    def __init__(self, members: _Optional[int] = ..., monk: _Optional[bool] = ...) -> None: ...

class LayReturn(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class Withdraw(_message.Message):
    __slots__ = ("numbers",)
    NUMBERS_FIELD_NUMBER: _ClassVar[int]
    numbers: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, numbers: _Optional[_Iterable[int]] = ...) -> None: ...

class ChooseStart(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class Draw(_message.Message):
    __slots__ = ("display", "turn_up")
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    TURN_UP_FIELD_NUMBER: _ClassVar[int]
    display: Display
    turn_up: TurnUp
    def __init__(self, display: _Optional[_Union[Display, _Mapping]] = ..., turn_up: _Optional[_Union[TurnUp, _Mapping]] = ...) -> None: ...

class Display(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cards: _Optional[_Iterable[int]] = ...) -> None: ...

class TurnUp(_message.Message):
    __slots__ = ("province", "card")
    PROVINCE_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    province: int
    card: int
    def __init__(self, province: _Optional[int] = ..., card: _Optional[int] = ...) -> None: ...
