"""Super events that take something away.

If players choose, the leader on the person track begins, and the others follow in the order of the
track (ruling A60).
"""

from collections.abc import Sequence

from tianming_games.action import Action
from tianming_games.decision import Decision, Task
from tianming_games.dragon.box import JOKER
from tianming_games.dragon.event_phase import Release
from tianming_games.dragon.expansion_box import Goods
from tianming_games.dragon.notation import Verb
from tianming_games.dragon.province import Palace, Province, distinct
from tianming_games.dragon.state import DragonState


class _LoseSection(Decision[DragonState]):
    """Earthquake: the player loses one section of any palace (ruling A52).

    The subject of the task is the number of sections that the player loses after this one. After
    the last, persons leave the palaces that have become too small. If a palace disappears, its
    persons leave the game.
    """

    name = "earthquake"

    def candidates(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        palaces = state.provinces[task.seat].palaces
        return [Action(Verb.LOSE, (index,)) for index, _ in distinct(palaces)]

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        return None

    def do(self, state: DragonState, task: Task[DragonState], action: Action) -> None:
        index = action.operands[0]
        province = state.provinces[task.seat]
        floors, persons = province.palaces[index]
        if floors > 1:
            province = province.with_palace(index, Palace(floors - 1, persons))
        else:
            province = province.without_palace(index)
            state.removed += len(persons)
        state.provinces[task.seat] = province
        if not task.subject:
            crowd = sum(max(0, len(p.persons) - p.floors) for p in province.palaces)
            state.next_tasks([Task(RELEASE_CROWDED, task.seat)] * crowd)


class _ReleaseCrowded(Release):
    """Earthquake: persons leave a palace that has become too small for them."""

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        floors, persons = state.provinces[task.seat].palaces[action.operands[0]]
        if len(persons) <= floors:
            return "Persons leave only a palace that has become too small for them."
        return None


LOSE_SECTION = _LoseSection()
RELEASE_CROWDED = _ReleaseCrowded()


def earthquake(state: DragonState) -> None:
    """Let each player lose any two palace sections; a player with fewer loses all."""
    state.next_tasks(
        [
            Task(LOSE_SECTION, seat, more)
            for seat in state.turn_order()
            for more in reversed(range(sections_lost(state.provinces[seat])))
        ]
    )


def sections_lost(province: Province) -> int:
    """Return the number of palace sections that a player loses in the earthquake."""
    return min(2, sum(palace.floors for palace in province.palaces))


_FLOOD = "Half of all yuan, rice and fireworks is returned, rounded down."


class _FloodYuan(Decision[DragonState]):
    """Flood: the player returns some yuan; the subject is the number of all goods to return."""

    name = "flood-yuan"

    def candidates(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        most = min(task.subject, state.provinces[task.seat].yuan)
        return [Action(Verb.RETURN, (Goods.YUAN, count)) for count in range(most + 1)]

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        province = state.provinces[task.seat]
        rest = task.subject - action.operands[1]
        return _FLOOD if rest > province.rice + province.fireworks else None

    def do(self, state: DragonState, task: Task[DragonState], action: Action) -> None:
        count = action.operands[1]
        province = state.provinces[task.seat]
        state.provinces[task.seat] = province.but(yuan=province.yuan - count)
        if count < task.subject:
            state.next_tasks([Task(FLOOD_RICE, task.seat, task.subject - count)])


class _FloodRice(Decision[DragonState]):
    """Flood: the player returns some rice, and fireworks for the rest of the subject."""

    name = "flood-rice"

    def candidates(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        most = min(task.subject, state.provinces[task.seat].rice)
        return [Action(Verb.RETURN, (Goods.RICE, count)) for count in range(most + 1)]

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        rest = task.subject - action.operands[1]
        return _FLOOD if rest > state.provinces[task.seat].fireworks else None

    def do(self, state: DragonState, task: Task[DragonState], action: Action) -> None:
        count = action.operands[1]
        province = state.provinces[task.seat]
        state.provinces[task.seat] = province.but(
            rice=province.rice - count, fireworks=province.fireworks - task.subject + count
        )


FLOOD_YUAN = _FloodYuan()
FLOOD_RICE = _FloodRice()


def flood(state: DragonState) -> None:
    """Let each player return half of their yuan, rice and fireworks together (ruling A53)."""
    tasks = []
    for seat in state.turn_order():
        province = state.provinces[seat]
        half = (province.yuan + province.rice + province.fireworks) // 2
        if half:
            tasks.append(Task(FLOOD_YUAN, seat, half))
    state.next_tasks(tasks)


def volcanic_eruption(state: DragonState) -> None:
    """Move all markers to space 0, in the same order (ruling A55)."""
    for seat in reversed(state.turn_order()):
        state.arrivals += 1
        state.provinces[seat] = state.provinces[seat].but(track=0, arrival=state.arrivals)


class _Discard(Decision[DragonState]):
    """Tornado: the player discards a person card."""

    name = "discard"

    def is_due(self, state: DragonState, task: Task[DragonState]) -> bool:
        """Whether the player has cards to discard."""
        return bool(state.provinces[task.seat].hand)

    def candidates(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        return _DISCARDS

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        if action.operands[0] not in state.provinces[task.seat].hand:
            return "A person card is discarded from the hand."
        return None

    def do(self, state: DragonState, task: Task[DragonState], action: Action) -> None:
        province = state.provinces[task.seat]
        state.provinces[task.seat] = province.without_card(action.operands[0])


_DISCARDS = tuple(Action(Verb.DISCARD, (card,)) for card in range(JOKER + 1))
DISCARD = _Discard()


def tornado(state: DragonState) -> None:
    """Let each player discard two person cards of their choice (ruling A56)."""
    state.next_tasks([Task(DISCARD, seat) for seat in state.turn_order() for _ in range(2)])


def assassination_attempt(state: DragonState) -> None:
    """Discard all privileges, before this month is scored (ruling A58)."""
    for seat, province in enumerate(state.provinces):
        state.provinces[seat] = province.but(dragons=0)
