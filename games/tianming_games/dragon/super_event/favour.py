"""Super events that give something.

If players choose, the leader on the person track begins, and the others follow in the order of the
track (ruling A60).
"""

from collections.abc import Callable, Sequence

from tianming_games.action import Action
from tianming_games.decision import Decision, Task
from tianming_games.dragon.action_phase import BUILD
from tianming_games.dragon.box import PERSON, YOUNG, Person
from tianming_games.dragon.notation import Verb
from tianming_games.dragon.person_phase import SETTLE
from tianming_games.dragon.province import Province
from tianming_games.dragon.scoring import monk_points, person_points
from tianming_games.dragon.state import DragonState
from tianming_games.dragon.super_event.corner import CORNER


def lanternfest(state: DragonState) -> None:
    """Score persons now as at the end of the game, where they score again (ruling A51)."""
    _score(state, person_points)


def buddha(state: DragonState) -> None:
    """Score monks now as at the end of the game, where they score again (ruling A51)."""
    _score(state, monk_points)


def _score(state: DragonState, points: Callable[[Province], int]) -> None:
    for seat, province in enumerate(state.provinces):
        state.provinces[seat] = province.but(score=province.score + points(province))


class _Rise(Decision[DragonState]):
    """Sunrise: the player takes a young person without playing a card (ruling A57)."""

    name = "sunrise"

    def candidates(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        return _YOUNG_TILES

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        tile = action.operands[0]
        if tile in CORNER.of(state).risen:
            return "No person who was already selected by one player may be selected by another."
        if not state.display[tile]:
            return "The person tile is no longer available on the display."
        return None

    def do(self, state: DragonState, task: Task[DragonState], action: Action) -> None:
        tile = action.operands[0]
        corner = CORNER.of(state)
        CORNER.put(state, corner._replace(risen=(*corner.risen, tile)))
        state.display[tile] -= 1
        state.next_tasks([Task(SETTLE, task.seat, tile)])


_YOUNG_TILES = tuple(Action(Verb.TILE, (tile,)) for tile in YOUNG)
RISE = _Rise()


def sunrise(state: DragonState) -> None:
    """Each player takes a young person, each type once.

    Players for whom no type is left are skipped.
    """
    state.next_tasks([Task(RISE, seat) for seat in state.turn_order()[: risers(state)]])


def risers(state: DragonState) -> int:
    """Return the number of types of young persons that a player can still take."""
    risen = CORNER.of(state).risen
    return sum(state.display[tile] > 0 and tile not in risen for tile in YOUNG)


def _craftsmen(state: DragonState, seat: int, count: int) -> None:
    state.next_tasks([Task(BUILD, seat)] * count)


def _pyrotechnists(state: DragonState, seat: int, count: int) -> None:
    province = state.provinces[seat]
    state.provinces[seat] = province.but(fireworks=province.fireworks + count)


def _tax_collectors(state: DragonState, seat: int, count: int) -> None:
    province = state.provinces[seat]
    state.provinces[seat] = province.but(yuan=province.yuan + count)


def _warriors(state: DragonState, seat: int, count: int) -> None:
    state.move_marker(seat, count)


def _healers(state: DragonState, seat: int, count: int) -> None:
    """Do nothing: healers have an effect only in a contagion."""


def _farmers(state: DragonState, seat: int, count: int) -> None:
    province = state.provinces[seat]
    state.provinces[seat] = province.but(rice=province.rice + count)


def _points(state: DragonState, seat: int, count: int) -> None:
    province = state.provinces[seat]
    state.provinces[seat] = province.but(score=province.score + count)


_ADVANTAGES: dict[Person, Callable[[DragonState, int, int], None]] = {
    Person.CRAFTSMAN: _craftsmen,
    Person.COURT_LADY: _points,
    Person.PYROTECHNIST: _pyrotechnists,
    Person.TAX_COLLECTOR: _tax_collectors,
    Person.WARRIOR: _warriors,
    Person.MONK: _points,
    Person.HEALER: _healers,
    Person.FARMER: _farmers,
    Person.SCHOLAR: _points,
}


def _advantage(province: Province, person: Person) -> int:
    """Return the symbols on a type of person; for monks, Buddhas times floors."""
    return monk_points(province) if person == Person.MONK else province.symbols(person)


class _ChooseType(Decision[DragonState]):
    """Charter: the player gains the effect of one type of their own persons (ruling A59).

    Only the symbols of the persons count, not the symbol of an action card. Of several types with
    equal effects only one is offered.
    """

    name = "charter"

    def candidates(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        province = state.provinces[task.seat]
        here = {PERSON[tile] for palace in province.palaces for tile in palace.persons}
        first: dict[tuple[object, int], Action] = {}
        for person in Person:
            if person in here:
                gain = (_ADVANTAGES[person], _advantage(province, person))
                first.setdefault(gain, Action(Verb.CHARTER, (int(person),)))
        return list(first.values())

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        return None

    def do(self, state: DragonState, task: Task[DragonState], action: Action) -> None:
        person = Person(action.operands[0])
        count = _advantage(state.provinces[task.seat], person)
        _ADVANTAGES[person](state, task.seat, count)


CHOOSE_TYPE = _ChooseType()


def charter(state: DragonState) -> None:
    """Each player gains the advantage of one type of person.

    Players without persons are skipped.
    """
    provinces = state.provinces
    seats = [seat for seat in state.turn_order() if provinces[seat].persons()]
    state.next_tasks([Task(CHOOSE_TYPE, seat) for seat in seats])
