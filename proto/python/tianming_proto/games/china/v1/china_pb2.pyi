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

class Region(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REGION_UNSPECIFIED: _ClassVar[Region]
    REGION_YEN: _ClassVar[Region]
    REGION_ZHAO: _ClassVar[Region]
    REGION_QI: _ClassVar[Region]
    REGION_WEI: _ClassVar[Region]
    REGION_LU: _ClassVar[Region]
    REGION_HAN: _ClassVar[Region]
    REGION_CHIN: _ClassVar[Region]
    REGION_SHU: _ClassVar[Region]
    REGION_CHU: _ClassVar[Region]

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
REGION_UNSPECIFIED: Region
REGION_YEN: Region
REGION_ZHAO: Region
REGION_QI: Region
REGION_WEI: Region
REGION_LU: Region
REGION_HAN: Region
REGION_CHIN: Region
REGION_SHU: Region
REGION_CHU: Region
DECISION_UNSPECIFIED: Decision
DECISION_TURN: Decision
DECISION_PLACE: Decision
DECISION_MORE: Decision
DECISION_DRAW: Decision

class Setup(_message.Message):
    __slots__ = ("seats", "fortifications", "deck", "board")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    FORTIFICATIONS_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    seats: int
    fortifications: bool
    deck: _containers.RepeatedScalarFieldContainer[int]
    board: Board
    def __init__(self, seats: _Optional[int] = ..., fortifications: _Optional[bool] = ..., deck: _Optional[_Iterable[int]] = ..., board: _Optional[_Union[Board, _Mapping]] = ...) -> None: ...

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
    __slots__ = ("regions", "roads", "alliances")
    REGIONS_FIELD_NUMBER: _ClassVar[int]
    ROADS_FIELD_NUMBER: _ClassVar[int]
    ALLIANCES_FIELD_NUMBER: _ClassVar[int]
    regions: _containers.RepeatedCompositeFieldContainer[BoardRegion]
    roads: _containers.RepeatedCompositeFieldContainer[Road]
    alliances: _containers.RepeatedCompositeFieldContainer[Alliance]
    def __init__(self, regions: _Optional[_Iterable[_Union[BoardRegion, _Mapping]]] = ..., roads: _Optional[_Iterable[_Union[Road, _Mapping]]] = ..., alliances: _Optional[_Iterable[_Union[Alliance, _Mapping]]] = ...) -> None: ...

class BoardRegion(_message.Message):
    __slots__ = ("region", "name", "color", "first_space", "spaces")
    REGION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    COLOR_FIELD_NUMBER: _ClassVar[int]
    FIRST_SPACE_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    region: Region
    name: str
    color: Color
    first_space: int
    spaces: int
    def __init__(self, region: _Optional[_Union[Region, str]] = ..., name: _Optional[str] = ..., color: _Optional[_Union[Color, str]] = ..., first_space: _Optional[int] = ..., spaces: _Optional[int] = ...) -> None: ...

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
    one: Region
    other: Region
    def __init__(self, one: _Optional[_Union[Region, str]] = ..., other: _Optional[_Union[Region, str]] = ...) -> None: ...

class Observation(_message.Message):
    __slots__ = ("seat", "decision", "turns", "region", "pieces_left", "hand", "display", "pile", "discards", "exhausted", "fortifications", "players", "recycled", "drawn")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    TURNS_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    PIECES_LEFT_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    EXHAUSTED_FIELD_NUMBER: _ClassVar[int]
    FORTIFICATIONS_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    RECYCLED_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    decision: Decision
    turns: int
    region: Region
    pieces_left: int
    hand: _containers.RepeatedScalarFieldContainer[Color]
    display: _containers.RepeatedScalarFieldContainer[Color]
    pile: int
    discards: _containers.RepeatedScalarFieldContainer[int]
    exhausted: int
    fortifications: _containers.RepeatedScalarFieldContainer[int]
    players: _containers.RepeatedCompositeFieldContainer[Player]
    recycled: _containers.RepeatedScalarFieldContainer[int]
    drawn: _containers.RepeatedScalarFieldContainer[Color]
    def __init__(self, seat: _Optional[int] = ..., decision: _Optional[_Union[Decision, str]] = ..., turns: _Optional[int] = ..., region: _Optional[_Union[Region, str]] = ..., pieces_left: _Optional[int] = ..., hand: _Optional[_Iterable[_Union[Color, str]]] = ..., display: _Optional[_Iterable[_Union[Color, str]]] = ..., pile: _Optional[int] = ..., discards: _Optional[_Iterable[int]] = ..., exhausted: _Optional[int] = ..., fortifications: _Optional[_Iterable[int]] = ..., players: _Optional[_Iterable[_Union[Player, _Mapping]]] = ..., recycled: _Optional[_Iterable[int]] = ..., drawn: _Optional[_Iterable[_Union[Color, str]]] = ...) -> None: ...

class Player(_message.Message):
    __slots__ = ("score", "houses", "emissaries", "houses_left", "emissaries_left", "fortifications_left", "cards", "known_cards", "first_pile_cards", "unclear_plays")
    SCORE_FIELD_NUMBER: _ClassVar[int]
    HOUSES_FIELD_NUMBER: _ClassVar[int]
    EMISSARIES_FIELD_NUMBER: _ClassVar[int]
    HOUSES_LEFT_FIELD_NUMBER: _ClassVar[int]
    EMISSARIES_LEFT_FIELD_NUMBER: _ClassVar[int]
    FORTIFICATIONS_LEFT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    KNOWN_CARDS_FIELD_NUMBER: _ClassVar[int]
    FIRST_PILE_CARDS_FIELD_NUMBER: _ClassVar[int]
    UNCLEAR_PLAYS_FIELD_NUMBER: _ClassVar[int]
    score: int
    houses: _containers.RepeatedScalarFieldContainer[int]
    emissaries: _containers.RepeatedScalarFieldContainer[int]
    houses_left: int
    emissaries_left: int
    fortifications_left: int
    cards: int
    known_cards: _containers.RepeatedScalarFieldContainer[Color]
    first_pile_cards: int
    unclear_plays: _containers.RepeatedCompositeFieldContainer[UnclearPlay]
    def __init__(self, score: _Optional[int] = ..., houses: _Optional[_Iterable[int]] = ..., emissaries: _Optional[_Iterable[int]] = ..., houses_left: _Optional[int] = ..., emissaries_left: _Optional[int] = ..., fortifications_left: _Optional[int] = ..., cards: _Optional[int] = ..., known_cards: _Optional[_Iterable[_Union[Color, str]]] = ..., first_pile_cards: _Optional[int] = ..., unclear_plays: _Optional[_Iterable[_Union[UnclearPlay, _Mapping]]] = ...) -> None: ...

class UnclearPlay(_message.Message):
    __slots__ = ("color", "drawn")
    COLOR_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    color: Color
    drawn: int
    def __init__(self, color: _Optional[_Union[Color, str]] = ..., drawn: _Optional[int] = ...) -> None: ...

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
    __slots__ = ("region", "color", "cards")
    REGION_FIELD_NUMBER: _ClassVar[int]
    COLOR_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    region: Region
    color: Color
    cards: int
    def __init__(self, region: _Optional[_Union[Region, str]] = ..., color: _Optional[_Union[Color, str]] = ..., cards: _Optional[int] = ...) -> None: ...

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
    __slots__ = ("region",)
    REGION_FIELD_NUMBER: _ClassVar[int]
    region: Region
    def __init__(self, region: _Optional[_Union[Region, str]] = ...) -> None: ...

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

class Draw(_message.Message):
    __slots__ = ("shuffle", "reshuffle")
    SHUFFLE_FIELD_NUMBER: _ClassVar[int]
    RESHUFFLE_FIELD_NUMBER: _ClassVar[int]
    shuffle: Shuffle
    reshuffle: Reshuffle
    def __init__(self, shuffle: _Optional[_Union[Shuffle, _Mapping]] = ..., reshuffle: _Optional[_Union[Reshuffle, _Mapping]] = ...) -> None: ...

class Shuffle(_message.Message):
    __slots__ = ("cards", "display")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    cards: int
    display: _containers.RepeatedScalarFieldContainer[Color]
    def __init__(self, cards: _Optional[int] = ..., display: _Optional[_Iterable[_Union[Color, str]]] = ...) -> None: ...

class Reshuffle(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, cards: _Optional[_Iterable[int]] = ...) -> None: ...
