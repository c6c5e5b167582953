"""2nd phase: person."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from tianming_games.action import Action
from tianming_games.decision import Decision, Task
from tianming_games.dragon.box import JOKER, PERSON, TILES_OF, VALUE
from tianming_games.dragon.notation import Verb
from tianming_games.dragon.province import Palace, distinct
from tianming_games.dragon.state import DragonState

_CARD_ACTIONS: Final = tuple(Action(Verb.CARD, (card,)) for card in range(JOKER + 1))
_TILE_ACTIONS: Final = tuple(Action(Verb.TILE, (tile,)) for tile in range(len(VALUE)))
_PLACE, _REPLACE, _DROP = Verb.PLACE, Verb.REPLACE, Action(Verb.DROP)


@cache
def _plays(hand: tuple[int, ...]) -> tuple[Action, ...]:
    """Return the cards of a sorted hand, each kind once."""
    return tuple([_CARD_ACTIONS[card] for card in dict.fromkeys(hand)])


class _PlayCard(Decision[DragonState]):
    """A player plays one person card from the hand."""

    name = "card"

    def is_due(self, state: DragonState, task: Task[DragonState]) -> bool:
        """Whether the player has a card; in the 12th month nobody has."""
        return bool(state.provinces[task.seat].hand)

    def candidates(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        return _CARD_ACTIONS

    def legal(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        return _plays(state.provinces[task.seat].hand)

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        if action.operands[0] not in state.provinces[task.seat].hand:
            return "A person card is played from the hand."
        return None

    def do(self, state: DragonState, task: Task[DragonState], action: Action) -> None:
        card = action.operands[0]
        state.provinces[task.seat] = state.provinces[task.seat].without_card(card)
        state.next_tasks([Task(TAKE_TILE, task.seat, card)])


class _TakeTile(Decision[DragonState]):
    """The player takes a matching tile from the display, young or old."""

    name = "tile"

    def is_due(self, state: DragonState, task: Task[DragonState]) -> bool:
        """Whether a tile is available for the card; if not, it gets nothing (ruling A4)."""
        if task.subject == JOKER:
            return any(state.display)
        return any(state.display[tile] for tile in TILES_OF[task.subject])

    def candidates(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        return _TILE_ACTIONS

    def legal(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        tiles = range(len(VALUE)) if task.subject == JOKER else TILES_OF[task.subject]
        return [_TILE_ACTIONS[tile] for tile in tiles if state.display[tile]]

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        tile = action.operands[0]
        if task.subject != JOKER and task.subject != PERSON[tile]:
            return "The person tile matches the person card."
        if not state.display[tile]:
            return "The person tile is no longer available on the display."
        return None

    def do(self, state: DragonState, task: Task[DragonState], action: Action) -> None:
        tile = action.operands[0]
        state.display[tile] -= 1
        state.next_tasks([Task(SETTLE, task.seat, tile)])


class _Settle(Decision[DragonState]):
    """The player puts the tile below a palace with room; if all are full, it may replace a person.

    The replacement of a person by an equal one moves only the marker, wherever it takes place. So
    it is offered once, for the first palace.
    """

    name = "place"

    def candidates(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        palaces = distinct(state.provinces[task.seat].palaces)
        places = [_settling(_PLACE, index) for index, _ in palaces]
        return [*places, *_without_room(palaces, task.subject)]

    def legal(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        province = state.provinces[task.seat]
        if not province.has_room():
            return _without_room(distinct(province.palaces), task.subject)
        places: dict[Palace, Action] = {}
        for index, palace in enumerate(province.palaces):
            floors, persons = palace
            if len(persons) < floors:
                places.setdefault(palace, _settling(_PLACE, index))
        return list(places.values())

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        province = state.provinces[task.seat]
        if action.verb != _PLACE:
            if province.has_room():
                return "As long as a player has room, he must summon new persons to his court."
        elif not province.palaces[action.operands[0]].has_room():
            return "A palace may only contain 1 person per floor."
        return None

    def do(self, state: DragonState, task: Task[DragonState], action: Action) -> None:
        if action.verb != _PLACE:
            state.removed += 1
        if action == _DROP:
            return
        tile, index = task.subject, action.operands[0]
        province = state.provinces[task.seat]
        palace = province.palaces[index]
        if action.verb == _REPLACE:
            palace = palace.without_person(action.operands[1])
        state.provinces[task.seat] = province.with_palace(index, palace.with_person(tile))
        state.move_marker(task.seat, VALUE[tile])


def _without_room(palaces: list[tuple[int, Palace]], tile: int) -> list[Action]:
    """Return the choices if all palaces are full: replace a person, or drop the tile."""
    choices, has_twin = list[Action](), False
    for index, palace in palaces:
        choices += [
            _settling(_REPLACE, index, person)
            for person in dict.fromkeys(palace.persons)
            if person != tile or not has_twin
        ]
        has_twin = has_twin or tile in palace.persons
    return [*choices, _DROP]


@cache
def _settling(verb: Verb, *operands: int) -> Action:
    return Action(verb, operands)


PLAY_CARD: Final = _PlayCard()
TAKE_TILE: Final = _TakeTile()
SETTLE: Final = _Settle()


def summon_persons(state: DragonState) -> None:
    """Let each player play a person card, in the order of the person track."""
    state.next_tasks([Task(PLAY_CARD, seat) for seat in state.turn_order()])
