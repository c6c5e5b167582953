from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Color(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COLOR_UNSPECIFIED: _ClassVar[Color]
    COLOR_RED: _ClassVar[Color]
    COLOR_YELLOW: _ClassVar[Color]
    COLOR_GREEN: _ClassVar[Color]
    COLOR_ORANGE: _ClassVar[Color]
    COLOR_PURPLE: _ClassVar[Color]

class Land(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LAND_UNSPECIFIED: _ClassVar[Land]
    LAND_YEN: _ClassVar[Land]
    LAND_ZHAO: _ClassVar[Land]
    LAND_QI: _ClassVar[Land]
    LAND_WEI: _ClassVar[Land]
    LAND_LU: _ClassVar[Land]
    LAND_HAN: _ClassVar[Land]
    LAND_CHIN: _ClassVar[Land]
    LAND_SHU: _ClassVar[Land]
    LAND_CHU: _ClassVar[Land]

class Decision(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECISION_UNSPECIFIED: _ClassVar[Decision]
    DECISION_TURN: _ClassVar[Decision]
    DECISION_PLACE: _ClassVar[Decision]
    DECISION_MORE: _ClassVar[Decision]
    DECISION_DRAW: _ClassVar[Decision]
COLOR_UNSPECIFIED: Color
COLOR_RED: Color
COLOR_YELLOW: Color
COLOR_GREEN: Color
COLOR_ORANGE: Color
COLOR_PURPLE: Color
LAND_UNSPECIFIED: Land
LAND_YEN: Land
LAND_ZHAO: Land
LAND_QI: Land
LAND_WEI: Land
LAND_LU: Land
LAND_HAN: Land
LAND_CHIN: Land
LAND_SHU: Land
LAND_CHU: Land
DECISION_UNSPECIFIED: Decision
DECISION_TURN: Decision
DECISION_PLACE: Decision
DECISION_MORE: Decision
DECISION_DRAW: Decision

class Setup(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Position(_message.Message):
    __slots__ = ("observation", "options")
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    observation: Observation
    options: _containers.RepeatedCompositeFieldContainer[Option]
    def __init__(self, observation: _Optional[_Union[Observation, _Mapping]] = ..., options: _Optional[_Iterable[_Union[Option, _Mapping]]] = ...) -> None: ...

class Observation(_message.Message):
    __slots__ = ("seat", "decision", "turn", "turns", "region", "left", "hand", "display", "pile", "discards", "exhausted", "players", "regions", "deck", "fortifications", "board")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    EXHAUSTED_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    REGIONS_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    FORTIFICATIONS_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    decision: Decision
    turn: int
    turns: int
    region: Land
    left: int
    hand: _containers.RepeatedScalarFieldContainer[Color]
    display: _containers.RepeatedScalarFieldContainer[Color]
    pile: int
    discards: _containers.RepeatedScalarFieldContainer[int]
    exhausted: int
    players: _containers.RepeatedCompositeFieldContainer[Player]
    regions: _containers.RepeatedCompositeFieldContainer[Region]
    deck: _containers.RepeatedScalarFieldContainer[int]
    fortifications: bool
    board: Board
    def __init__(self, seat: _Optional[int] = ..., decision: _Optional[_Union[Decision, str]] = ..., turn: _Optional[int] = ..., turns: _Optional[int] = ..., region: _Optional[_Union[Land, str]] = ..., left: _Optional[int] = ..., hand: _Optional[_Iterable[_Union[Color, str]]] = ..., display: _Optional[_Iterable[_Union[Color, str]]] = ..., pile: _Optional[int] = ..., discards: _Optional[_Iterable[int]] = ..., exhausted: _Optional[int] = ..., players: _Optional[_Iterable[_Union[Player, _Mapping]]] = ..., regions: _Optional[_Iterable[_Union[Region, _Mapping]]] = ..., deck: _Optional[_Iterable[int]] = ..., fortifications: _Optional[bool] = ..., board: _Optional[_Union[Board, _Mapping]] = ...) -> None: ...

class Board(_message.Message):
    __slots__ = ("areas", "roads", "alliances")
    AREAS_FIELD_NUMBER: _ClassVar[int]
    ROADS_FIELD_NUMBER: _ClassVar[int]
    ALLIANCES_FIELD_NUMBER: _ClassVar[int]
    areas: _containers.RepeatedCompositeFieldContainer[Area]
    roads: _containers.RepeatedCompositeFieldContainer[Road]
    alliances: _containers.RepeatedCompositeFieldContainer[Alliance]
    def __init__(self, areas: _Optional[_Iterable[_Union[Area, _Mapping]]] = ..., roads: _Optional[_Iterable[_Union[Road, _Mapping]]] = ..., alliances: _Optional[_Iterable[_Union[Alliance, _Mapping]]] = ...) -> None: ...

class Area(_message.Message):
    __slots__ = ("land", "color", "first_space", "spaces")
    LAND_FIELD_NUMBER: _ClassVar[int]
    COLOR_FIELD_NUMBER: _ClassVar[int]
    FIRST_SPACE_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    land: Land
    color: Color
    first_space: int
    spaces: int
    def __init__(self, land: _Optional[_Union[Land, str]] = ..., color: _Optional[_Union[Color, str]] = ..., first_space: _Optional[int] = ..., spaces: _Optional[int] = ...) -> None: ...

class Road(_message.Message):
    __slots__ = ("one", "other")
    ONE_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    one: int
    other: int
    def __init__(self, one: _Optional[int] = ..., other: _Optional[int] = ...) -> None: ...

class Alliance(_message.Message):
    __slots__ = ("one", "other")
    ONE_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    one: Land
    other: Land
    def __init__(self, one: _Optional[_Union[Land, str]] = ..., other: _Optional[_Union[Land, str]] = ...) -> None: ...

class Player(_message.Message):
    __slots__ = ("seat", "score", "houses", "emissaries", "fortifications", "cards", "known_cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    HOUSES_FIELD_NUMBER: _ClassVar[int]
    EMISSARIES_FIELD_NUMBER: _ClassVar[int]
    FORTIFICATIONS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    KNOWN_CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    score: int
    houses: int
    emissaries: int
    fortifications: int
    cards: int
    known_cards: _containers.RepeatedScalarFieldContainer[Color]
    def __init__(self, seat: _Optional[int] = ..., score: _Optional[int] = ..., houses: _Optional[int] = ..., emissaries: _Optional[int] = ..., fortifications: _Optional[int] = ..., cards: _Optional[int] = ..., known_cards: _Optional[_Iterable[_Union[Color, str]]] = ...) -> None: ...

class Region(_message.Message):
    __slots__ = ("land", "spaces", "emissaries", "houses", "emissary_limit", "scored")
    LAND_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    EMISSARIES_FIELD_NUMBER: _ClassVar[int]
    HOUSES_FIELD_NUMBER: _ClassVar[int]
    EMISSARY_LIMIT_FIELD_NUMBER: _ClassVar[int]
    SCORED_FIELD_NUMBER: _ClassVar[int]
    land: Land
    spaces: _containers.RepeatedCompositeFieldContainer[Space]
    emissaries: _containers.RepeatedScalarFieldContainer[int]
    houses: _containers.RepeatedScalarFieldContainer[int]
    emissary_limit: int
    scored: bool
    def __init__(self, land: _Optional[_Union[Land, str]] = ..., spaces: _Optional[_Iterable[_Union[Space, _Mapping]]] = ..., emissaries: _Optional[_Iterable[int]] = ..., houses: _Optional[_Iterable[int]] = ..., emissary_limit: _Optional[int] = ..., scored: _Optional[bool] = ...) -> None: ...

class Space(_message.Message):
    __slots__ = ("house", "fortification")
    HOUSE_FIELD_NUMBER: _ClassVar[int]
    FORTIFICATION_FIELD_NUMBER: _ClassVar[int]
    house: int
    fortification: bool
    def __init__(self, house: _Optional[int] = ..., fortification: _Optional[bool] = ...) -> None: ...

class Option(_message.Message):
    __slots__ = ("play_cards", "stop", "exchange_card", "place_house", "place_emissary", "place_fortification", "take_card", "draw_card")
    PLAY_CARDS_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_CARD_FIELD_NUMBER: _ClassVar[int]
    PLACE_HOUSE_FIELD_NUMBER: _ClassVar[int]
    PLACE_EMISSARY_FIELD_NUMBER: _ClassVar[int]
    PLACE_FORTIFICATION_FIELD_NUMBER: _ClassVar[int]
    TAKE_CARD_FIELD_NUMBER: _ClassVar[int]
    DRAW_CARD_FIELD_NUMBER: _ClassVar[int]
    play_cards: PlayCards
    stop: Stop
    exchange_card: ExchangeCard
    place_house: PlaceHouse
    place_emissary: PlaceEmissary
    place_fortification: PlaceFortification
    take_card: TakeCard
    draw_card: DrawCard
    def __init__(self, play_cards: _Optional[_Union[PlayCards, _Mapping]] = ..., stop: _Optional[_Union[Stop, _Mapping]] = ..., exchange_card: _Optional[_Union[ExchangeCard, _Mapping]] = ..., place_house: _Optional[_Union[PlaceHouse, _Mapping]] = ..., place_emissary: _Optional[_Union[PlaceEmissary, _Mapping]] = ..., place_fortification: _Optional[_Union[PlaceFortification, _Mapping]] = ..., take_card: _Optional[_Union[TakeCard, _Mapping]] = ..., draw_card: _Optional[_Union[DrawCard, _Mapping]] = ...) -> None: ...

class PlayCards(_message.Message):
    __slots__ = ("land", "color", "cards")
    LAND_FIELD_NUMBER: _ClassVar[int]
    COLOR_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    land: Land
    color: Color
    cards: int
    def __init__(self, land: _Optional[_Union[Land, str]] = ..., color: _Optional[_Union[Color, str]] = ..., cards: _Optional[int] = ...) -> None: ...

class Stop(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ExchangeCard(_message.Message):
    __slots__ = ("color",)
    COLOR_FIELD_NUMBER: _ClassVar[int]
    color: Color
    def __init__(self, color: _Optional[_Union[Color, str]] = ...) -> None: ...

class PlaceHouse(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: int
    def __init__(self, space: _Optional[int] = ...) -> None: ...

class PlaceEmissary(_message.Message):
    __slots__ = ("land",)
    LAND_FIELD_NUMBER: _ClassVar[int]
    land: Land
    def __init__(self, land: _Optional[_Union[Land, str]] = ...) -> None: ...

class PlaceFortification(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: int
    def __init__(self, space: _Optional[int] = ...) -> None: ...

class TakeCard(_message.Message):
    __slots__ = ("color",)
    COLOR_FIELD_NUMBER: _ClassVar[int]
    color: Color
    def __init__(self, color: _Optional[_Union[Color, str]] = ...) -> None: ...

class DrawCard(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
