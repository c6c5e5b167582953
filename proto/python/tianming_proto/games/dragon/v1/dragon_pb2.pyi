from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Tile(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TILE_UNSPECIFIED: _ClassVar[Tile]
    TILE_CRAFTSMAN: _ClassVar[Tile]
    TILE_COURT_LADY: _ClassVar[Tile]
    TILE_PYROTECHNIST: _ClassVar[Tile]
    TILE_TAX_COLLECTOR: _ClassVar[Tile]
    TILE_WARRIOR: _ClassVar[Tile]
    TILE_MONK: _ClassVar[Tile]
    TILE_HEALER: _ClassVar[Tile]
    TILE_FARMER: _ClassVar[Tile]
    TILE_SCHOLAR: _ClassVar[Tile]
    TILE_OLD_PYROTECHNIST: _ClassVar[Tile]
    TILE_OLD_WARRIOR: _ClassVar[Tile]
    TILE_OLD_MONK: _ClassVar[Tile]
    TILE_OLD_HEALER: _ClassVar[Tile]
    TILE_OLD_FARMER: _ClassVar[Tile]
    TILE_OLD_SCHOLAR: _ClassVar[Tile]

class PersonCard(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PERSON_CARD_UNSPECIFIED: _ClassVar[PersonCard]
    PERSON_CARD_CRAFTSMAN: _ClassVar[PersonCard]
    PERSON_CARD_COURT_LADY: _ClassVar[PersonCard]
    PERSON_CARD_PYROTECHNIST: _ClassVar[PersonCard]
    PERSON_CARD_TAX_COLLECTOR: _ClassVar[PersonCard]
    PERSON_CARD_WARRIOR: _ClassVar[PersonCard]
    PERSON_CARD_MONK: _ClassVar[PersonCard]
    PERSON_CARD_HEALER: _ClassVar[PersonCard]
    PERSON_CARD_FARMER: _ClassVar[PersonCard]
    PERSON_CARD_SCHOLAR: _ClassVar[PersonCard]
    PERSON_CARD_JOKER: _ClassVar[PersonCard]

class ActionCard(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACTION_CARD_UNSPECIFIED: _ClassVar[ActionCard]
    ACTION_CARD_TAXES: _ClassVar[ActionCard]
    ACTION_CARD_BUILD: _ClassVar[ActionCard]
    ACTION_CARD_HARVEST: _ClassVar[ActionCard]
    ACTION_CARD_FIREWORKS_DISPLAY: _ClassVar[ActionCard]
    ACTION_CARD_MILITARY_PARADE: _ClassVar[ActionCard]
    ACTION_CARD_RESEARCH: _ClassVar[ActionCard]
    ACTION_CARD_PRIVILEGE: _ClassVar[ActionCard]
    ACTION_CARD_BUILDING_THE_WALL: _ClassVar[ActionCard]

class EventTile(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EVENT_TILE_UNSPECIFIED: _ClassVar[EventTile]
    EVENT_TILE_PEACE: _ClassVar[EventTile]
    EVENT_TILE_IMPERIAL_TRIBUTE: _ClassVar[EventTile]
    EVENT_TILE_DROUGHT: _ClassVar[EventTile]
    EVENT_TILE_DRAGON_FESTIVAL: _ClassVar[EventTile]
    EVENT_TILE_MONGOL_INVASION: _ClassVar[EventTile]
    EVENT_TILE_CONTAGION: _ClassVar[EventTile]

class PrivilegeSize(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PRIVILEGE_SIZE_UNSPECIFIED: _ClassVar[PrivilegeSize]
    PRIVILEGE_SIZE_SMALL: _ClassVar[PrivilegeSize]
    PRIVILEGE_SIZE_LARGE: _ClassVar[PrivilegeSize]

class WallTile(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WALL_TILE_UNSPECIFIED: _ClassVar[WallTile]
    WALL_TILE_RICE: _ClassVar[WallTile]
    WALL_TILE_FIREWORKS: _ClassVar[WallTile]
    WALL_TILE_FLOOR: _ClassVar[WallTile]
    WALL_TILE_YUAN: _ClassVar[WallTile]
    WALL_TILE_SPACES: _ClassVar[WallTile]
    WALL_TILE_POINTS: _ClassVar[WallTile]

class SuperEvent(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SUPER_EVENT_UNSPECIFIED: _ClassVar[SuperEvent]
    SUPER_EVENT_LANTERNFEST: _ClassVar[SuperEvent]
    SUPER_EVENT_BUDDHA: _ClassVar[SuperEvent]
    SUPER_EVENT_EARTHQUAKE: _ClassVar[SuperEvent]
    SUPER_EVENT_FLOOD: _ClassVar[SuperEvent]
    SUPER_EVENT_SOLAR_ECLIPSE: _ClassVar[SuperEvent]
    SUPER_EVENT_VOLCANIC_ERUPTION: _ClassVar[SuperEvent]
    SUPER_EVENT_TORNADO: _ClassVar[SuperEvent]
    SUPER_EVENT_SUNRISE: _ClassVar[SuperEvent]
    SUPER_EVENT_ASSASSINATION_ATTEMPT: _ClassVar[SuperEvent]
    SUPER_EVENT_CHARTER: _ClassVar[SuperEvent]

class Goods(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GOODS_UNSPECIFIED: _ClassVar[Goods]
    GOODS_YUAN: _ClassVar[Goods]
    GOODS_RICE: _ClassVar[Goods]
    GOODS_FIREWORKS: _ClassVar[Goods]

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    PHASE_PREPARATION: _ClassVar[Phase]
    PHASE_ACTION: _ClassVar[Phase]
    PHASE_PERSON: _ClassVar[Phase]
    PHASE_EVENT: _ClassVar[Phase]
    PHASE_WALL: _ClassVar[Phase]
    PHASE_WHOLE_WALL: _ClassVar[Phase]
    PHASE_SUPER_EVENT: _ClassVar[Phase]
    PHASE_EVENT_AGAIN: _ClassVar[Phase]
    PHASE_WALL_AGAIN: _ClassVar[Phase]

class Decision(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECISION_UNSPECIFIED: _ClassVar[Decision]
    DECISION_DRAFT: _ClassVar[Decision]
    DECISION_ACTION: _ClassVar[Decision]
    DECISION_BUILD: _ClassVar[Decision]
    DECISION_CARD: _ClassVar[Decision]
    DECISION_TILE: _ClassVar[Decision]
    DECISION_PLACE: _ClassVar[Decision]
    DECISION_RELEASE: _ClassVar[Decision]
    DECISION_WALL: _ClassVar[Decision]
    DECISION_EARTHQUAKE: _ClassVar[Decision]
    DECISION_FLOOD_YUAN: _ClassVar[Decision]
    DECISION_FLOOD_RICE: _ClassVar[Decision]
    DECISION_DISCARD: _ClassVar[Decision]
    DECISION_SUNRISE: _ClassVar[Decision]
    DECISION_CHARTER: _ClassVar[Decision]
TILE_UNSPECIFIED: Tile
TILE_CRAFTSMAN: Tile
TILE_COURT_LADY: Tile
TILE_PYROTECHNIST: Tile
TILE_TAX_COLLECTOR: Tile
TILE_WARRIOR: Tile
TILE_MONK: Tile
TILE_HEALER: Tile
TILE_FARMER: Tile
TILE_SCHOLAR: Tile
TILE_OLD_PYROTECHNIST: Tile
TILE_OLD_WARRIOR: Tile
TILE_OLD_MONK: Tile
TILE_OLD_HEALER: Tile
TILE_OLD_FARMER: Tile
TILE_OLD_SCHOLAR: Tile
PERSON_CARD_UNSPECIFIED: PersonCard
PERSON_CARD_CRAFTSMAN: PersonCard
PERSON_CARD_COURT_LADY: PersonCard
PERSON_CARD_PYROTECHNIST: PersonCard
PERSON_CARD_TAX_COLLECTOR: PersonCard
PERSON_CARD_WARRIOR: PersonCard
PERSON_CARD_MONK: PersonCard
PERSON_CARD_HEALER: PersonCard
PERSON_CARD_FARMER: PersonCard
PERSON_CARD_SCHOLAR: PersonCard
PERSON_CARD_JOKER: PersonCard
ACTION_CARD_UNSPECIFIED: ActionCard
ACTION_CARD_TAXES: ActionCard
ACTION_CARD_BUILD: ActionCard
ACTION_CARD_HARVEST: ActionCard
ACTION_CARD_FIREWORKS_DISPLAY: ActionCard
ACTION_CARD_MILITARY_PARADE: ActionCard
ACTION_CARD_RESEARCH: ActionCard
ACTION_CARD_PRIVILEGE: ActionCard
ACTION_CARD_BUILDING_THE_WALL: ActionCard
EVENT_TILE_UNSPECIFIED: EventTile
EVENT_TILE_PEACE: EventTile
EVENT_TILE_IMPERIAL_TRIBUTE: EventTile
EVENT_TILE_DROUGHT: EventTile
EVENT_TILE_DRAGON_FESTIVAL: EventTile
EVENT_TILE_MONGOL_INVASION: EventTile
EVENT_TILE_CONTAGION: EventTile
PRIVILEGE_SIZE_UNSPECIFIED: PrivilegeSize
PRIVILEGE_SIZE_SMALL: PrivilegeSize
PRIVILEGE_SIZE_LARGE: PrivilegeSize
WALL_TILE_UNSPECIFIED: WallTile
WALL_TILE_RICE: WallTile
WALL_TILE_FIREWORKS: WallTile
WALL_TILE_FLOOR: WallTile
WALL_TILE_YUAN: WallTile
WALL_TILE_SPACES: WallTile
WALL_TILE_POINTS: WallTile
SUPER_EVENT_UNSPECIFIED: SuperEvent
SUPER_EVENT_LANTERNFEST: SuperEvent
SUPER_EVENT_BUDDHA: SuperEvent
SUPER_EVENT_EARTHQUAKE: SuperEvent
SUPER_EVENT_FLOOD: SuperEvent
SUPER_EVENT_SOLAR_ECLIPSE: SuperEvent
SUPER_EVENT_VOLCANIC_ERUPTION: SuperEvent
SUPER_EVENT_TORNADO: SuperEvent
SUPER_EVENT_SUNRISE: SuperEvent
SUPER_EVENT_ASSASSINATION_ATTEMPT: SuperEvent
SUPER_EVENT_CHARTER: SuperEvent
GOODS_UNSPECIFIED: Goods
GOODS_YUAN: Goods
GOODS_RICE: Goods
GOODS_FIREWORKS: Goods
PHASE_UNSPECIFIED: Phase
PHASE_PREPARATION: Phase
PHASE_ACTION: Phase
PHASE_PERSON: Phase
PHASE_EVENT: Phase
PHASE_WALL: Phase
PHASE_WHOLE_WALL: Phase
PHASE_SUPER_EVENT: Phase
PHASE_EVENT_AGAIN: Phase
PHASE_WALL_AGAIN: Phase
DECISION_UNSPECIFIED: Decision
DECISION_DRAFT: Decision
DECISION_ACTION: Decision
DECISION_BUILD: Decision
DECISION_CARD: Decision
DECISION_TILE: Decision
DECISION_PLACE: Decision
DECISION_RELEASE: Decision
DECISION_WALL: Decision
DECISION_EARTHQUAKE: Decision
DECISION_FLOOD_YUAN: Decision
DECISION_FLOOD_RICE: Decision
DECISION_DISCARD: Decision
DECISION_SUNRISE: Decision
DECISION_CHARTER: Decision

class Setup(_message.Message):
    __slots__ = ("seats", "large_privilege_price", "tiles", "action_cards")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    LARGE_PRIVILEGE_PRICE_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    ACTION_CARDS_FIELD_NUMBER: _ClassVar[int]
    seats: int
    large_privilege_price: int
    tiles: _containers.RepeatedScalarFieldContainer[int]
    action_cards: _containers.RepeatedScalarFieldContainer[ActionCard]
    def __init__(self, seats: _Optional[int] = ..., large_privilege_price: _Optional[int] = ..., tiles: _Optional[_Iterable[int]] = ..., action_cards: _Optional[_Iterable[_Union[ActionCard, str]]] = ...) -> None: ...

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

class Draw(_message.Message):
    __slots__ = ("events", "deal", "super_event")
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    SUPER_EVENT_FIELD_NUMBER: _ClassVar[int]
    events: EventRow
    deal: Deal
    super_event: SuperEvent
    def __init__(self, events: _Optional[_Union[EventRow, _Mapping]] = ..., deal: _Optional[_Union[Deal, _Mapping]] = ..., super_event: _Optional[_Union[SuperEvent, str]] = ...) -> None: ...

class EventRow(_message.Message):
    __slots__ = ("events",)
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedScalarFieldContainer[EventTile]
    def __init__(self, events: _Optional[_Iterable[_Union[EventTile, str]]] = ...) -> None: ...

class Deal(_message.Message):
    __slots__ = ("groups",)
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    groups: _containers.RepeatedCompositeFieldContainer[ActionGroup]
    def __init__(self, groups: _Optional[_Iterable[_Union[ActionGroup, _Mapping]]] = ...) -> None: ...

class Observation(_message.Message):
    __slots__ = ("seat", "month", "phase", "decision", "left", "queue", "turn_order", "players", "display", "groups", "events", "card", "tiles", "to_return", "unsupplied", "wall", "super_event", "risen")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MONTH_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    QUEUE_FIELD_NUMBER: _ClassVar[int]
    TURN_ORDER_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    TO_RETURN_FIELD_NUMBER: _ClassVar[int]
    UNSUPPLIED_FIELD_NUMBER: _ClassVar[int]
    WALL_FIELD_NUMBER: _ClassVar[int]
    SUPER_EVENT_FIELD_NUMBER: _ClassVar[int]
    RISEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    month: int
    phase: Phase
    decision: Decision
    left: int
    queue: _containers.RepeatedScalarFieldContainer[int]
    turn_order: _containers.RepeatedScalarFieldContainer[int]
    players: _containers.RepeatedCompositeFieldContainer[Player]
    display: _containers.RepeatedScalarFieldContainer[int]
    groups: _containers.RepeatedCompositeFieldContainer[ActionGroup]
    events: _containers.RepeatedScalarFieldContainer[EventTile]
    card: PersonCard
    tiles: _containers.RepeatedScalarFieldContainer[Tile]
    to_return: int
    unsupplied: _containers.RepeatedScalarFieldContainer[int]
    wall: Wall
    super_event: SuperEvent
    risen: _containers.RepeatedScalarFieldContainer[Tile]
    def __init__(self, seat: _Optional[int] = ..., month: _Optional[int] = ..., phase: _Optional[_Union[Phase, str]] = ..., decision: _Optional[_Union[Decision, str]] = ..., left: _Optional[int] = ..., queue: _Optional[_Iterable[int]] = ..., turn_order: _Optional[_Iterable[int]] = ..., players: _Optional[_Iterable[_Union[Player, _Mapping]]] = ..., display: _Optional[_Iterable[int]] = ..., groups: _Optional[_Iterable[_Union[ActionGroup, _Mapping]]] = ..., events: _Optional[_Iterable[_Union[EventTile, str]]] = ..., card: _Optional[_Union[PersonCard, str]] = ..., tiles: _Optional[_Iterable[_Union[Tile, str]]] = ..., to_return: _Optional[int] = ..., unsupplied: _Optional[_Iterable[int]] = ..., wall: _Optional[_Union[Wall, _Mapping]] = ..., super_event: _Optional[_Union[SuperEvent, str]] = ..., risen: _Optional[_Iterable[_Union[Tile, str]]] = ...) -> None: ...

class Wall(_message.Message):
    __slots__ = ("built", "unused")
    BUILT_FIELD_NUMBER: _ClassVar[int]
    UNUSED_FIELD_NUMBER: _ClassVar[int]
    built: _containers.RepeatedScalarFieldContainer[int]
    unused: _containers.RepeatedCompositeFieldContainer[WallTiles]
    def __init__(self, built: _Optional[_Iterable[int]] = ..., unused: _Optional[_Iterable[_Union[WallTiles, _Mapping]]] = ...) -> None: ...

class WallTiles(_message.Message):
    __slots__ = ("tiles",)
    TILES_FIELD_NUMBER: _ClassVar[int]
    tiles: _containers.RepeatedScalarFieldContainer[WallTile]
    def __init__(self, tiles: _Optional[_Iterable[_Union[WallTile, str]]] = ...) -> None: ...

class ActionGroup(_message.Message):
    __slots__ = ("cards", "dragons")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    DRAGONS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[ActionCard]
    dragons: int
    def __init__(self, cards: _Optional[_Iterable[_Union[ActionCard, str]]] = ..., dragons: _Optional[int] = ...) -> None: ...

class Player(_message.Message):
    __slots__ = ("score", "track", "yuan", "rice", "fireworks", "privilege_dragons", "palaces", "hand")
    SCORE_FIELD_NUMBER: _ClassVar[int]
    TRACK_FIELD_NUMBER: _ClassVar[int]
    YUAN_FIELD_NUMBER: _ClassVar[int]
    RICE_FIELD_NUMBER: _ClassVar[int]
    FIREWORKS_FIELD_NUMBER: _ClassVar[int]
    PRIVILEGE_DRAGONS_FIELD_NUMBER: _ClassVar[int]
    PALACES_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    score: int
    track: int
    yuan: int
    rice: int
    fireworks: int
    privilege_dragons: int
    palaces: _containers.RepeatedCompositeFieldContainer[Palace]
    hand: _containers.RepeatedScalarFieldContainer[PersonCard]
    def __init__(self, score: _Optional[int] = ..., track: _Optional[int] = ..., yuan: _Optional[int] = ..., rice: _Optional[int] = ..., fireworks: _Optional[int] = ..., privilege_dragons: _Optional[int] = ..., palaces: _Optional[_Iterable[_Union[Palace, _Mapping]]] = ..., hand: _Optional[_Iterable[_Union[PersonCard, str]]] = ...) -> None: ...

class Palace(_message.Message):
    __slots__ = ("floors", "persons")
    FLOORS_FIELD_NUMBER: _ClassVar[int]
    PERSONS_FIELD_NUMBER: _ClassVar[int]
    floors: int
    persons: _containers.RepeatedScalarFieldContainer[Tile]
    def __init__(self, floors: _Optional[int] = ..., persons: _Optional[_Iterable[_Union[Tile, str]]] = ...) -> None: ...

class Option(_message.Message):
    __slots__ = ("draft", "pass_action", "take_action", "buy_privilege", "build_floor", "play_card", "take_tile", "place_tile", "replace_tile", "drop_tile", "release_person", "build_wall", "lose_floor", "return_goods", "discard_card", "choose_type")
    DRAFT_FIELD_NUMBER: _ClassVar[int]
    PASS_ACTION_FIELD_NUMBER: _ClassVar[int]
    TAKE_ACTION_FIELD_NUMBER: _ClassVar[int]
    BUY_PRIVILEGE_FIELD_NUMBER: _ClassVar[int]
    BUILD_FLOOR_FIELD_NUMBER: _ClassVar[int]
    PLAY_CARD_FIELD_NUMBER: _ClassVar[int]
    TAKE_TILE_FIELD_NUMBER: _ClassVar[int]
    PLACE_TILE_FIELD_NUMBER: _ClassVar[int]
    REPLACE_TILE_FIELD_NUMBER: _ClassVar[int]
    DROP_TILE_FIELD_NUMBER: _ClassVar[int]
    RELEASE_PERSON_FIELD_NUMBER: _ClassVar[int]
    BUILD_WALL_FIELD_NUMBER: _ClassVar[int]
    LOSE_FLOOR_FIELD_NUMBER: _ClassVar[int]
    RETURN_GOODS_FIELD_NUMBER: _ClassVar[int]
    DISCARD_CARD_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_TYPE_FIELD_NUMBER: _ClassVar[int]
    draft: Draft
    pass_action: Pass
    take_action: TakeAction
    buy_privilege: BuyPrivilege
    build_floor: BuildFloor
    play_card: PlayCard
    take_tile: TakeTile
    place_tile: PlaceTile
    replace_tile: ReplaceTile
    drop_tile: DropTile
    release_person: ReleasePerson
    build_wall: BuildWall
    lose_floor: LoseFloor
    return_goods: ReturnGoods
    discard_card: DiscardCard
    choose_type: ChooseType
    def __init__(self, draft: _Optional[_Union[Draft, _Mapping]] = ..., pass_action: _Optional[_Union[Pass, _Mapping]] = ..., take_action: _Optional[_Union[TakeAction, _Mapping]] = ..., buy_privilege: _Optional[_Union[BuyPrivilege, _Mapping]] = ..., build_floor: _Optional[_Union[BuildFloor, _Mapping]] = ..., play_card: _Optional[_Union[PlayCard, _Mapping]] = ..., take_tile: _Optional[_Union[TakeTile, _Mapping]] = ..., place_tile: _Optional[_Union[PlaceTile, _Mapping]] = ..., replace_tile: _Optional[_Union[ReplaceTile, _Mapping]] = ..., drop_tile: _Optional[_Union[DropTile, _Mapping]] = ..., release_person: _Optional[_Union[ReleasePerson, _Mapping]] = ..., build_wall: _Optional[_Union[BuildWall, _Mapping]] = ..., lose_floor: _Optional[_Union[LoseFloor, _Mapping]] = ..., return_goods: _Optional[_Union[ReturnGoods, _Mapping]] = ..., discard_card: _Optional[_Union[DiscardCard, _Mapping]] = ..., choose_type: _Optional[_Union[ChooseType, _Mapping]] = ...) -> None: ...

class Draft(_message.Message):
    __slots__ = ("first", "second")
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    first: Tile
    second: Tile
    def __init__(self, first: _Optional[_Union[Tile, str]] = ..., second: _Optional[_Union[Tile, str]] = ...) -> None: ...

class Pass(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TakeAction(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: ActionCard
    def __init__(self, card: _Optional[_Union[ActionCard, str]] = ...) -> None: ...

class BuyPrivilege(_message.Message):
    __slots__ = ("size",)
    SIZE_FIELD_NUMBER: _ClassVar[int]
    size: PrivilegeSize
    def __init__(self, size: _Optional[_Union[PrivilegeSize, str]] = ...) -> None: ...

class BuildFloor(_message.Message):
    __slots__ = ("palace",)
    PALACE_FIELD_NUMBER: _ClassVar[int]
    palace: int
    def __init__(self, palace: _Optional[int] = ...) -> None: ...

class PlayCard(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: PersonCard
    def __init__(self, card: _Optional[_Union[PersonCard, str]] = ...) -> None: ...

class TakeTile(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: Tile
    def __init__(self, tile: _Optional[_Union[Tile, str]] = ...) -> None: ...

class PlaceTile(_message.Message):
    __slots__ = ("palace",)
    PALACE_FIELD_NUMBER: _ClassVar[int]
    palace: int
    def __init__(self, palace: _Optional[int] = ...) -> None: ...

class ReplaceTile(_message.Message):
    __slots__ = ("palace", "person")
    PALACE_FIELD_NUMBER: _ClassVar[int]
    PERSON_FIELD_NUMBER: _ClassVar[int]
    palace: int
    person: Tile
    def __init__(self, palace: _Optional[int] = ..., person: _Optional[_Union[Tile, str]] = ...) -> None: ...

class DropTile(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ReleasePerson(_message.Message):
    __slots__ = ("palace", "person")
    PALACE_FIELD_NUMBER: _ClassVar[int]
    PERSON_FIELD_NUMBER: _ClassVar[int]
    palace: int
    person: Tile
    def __init__(self, palace: _Optional[int] = ..., person: _Optional[_Union[Tile, str]] = ...) -> None: ...

class BuildWall(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: WallTile
    def __init__(self, tile: _Optional[_Union[WallTile, str]] = ...) -> None: ...

class LoseFloor(_message.Message):
    __slots__ = ("palace",)
    PALACE_FIELD_NUMBER: _ClassVar[int]
    palace: int
    def __init__(self, palace: _Optional[int] = ...) -> None: ...

class ReturnGoods(_message.Message):
    __slots__ = ("goods", "count")
    GOODS_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    goods: Goods
    count: int
    def __init__(self, goods: _Optional[_Union[Goods, str]] = ..., count: _Optional[int] = ...) -> None: ...

class DiscardCard(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: PersonCard
    def __init__(self, card: _Optional[_Union[PersonCard, str]] = ...) -> None: ...

class ChooseType(_message.Message):
    __slots__ = ("person",)
    PERSON_FIELD_NUMBER: _ClassVar[int]
    person: PersonCard
    def __init__(self, person: _Optional[_Union[PersonCard, str]] = ...) -> None: ...
