"""3rd phase: event and decay."""

from collections.abc import Sequence
from functools import cache

from tianming_games.action import Action
from tianming_games.decision import Decision, Task
from tianming_games.dragon.box import EventTile, Person
from tianming_games.dragon.notation import Verb
from tianming_games.dragon.province import Palace
from tianming_games.dragon.state import DragonState


@cache
def _release(palace: int, person: int) -> Action:
    return Action(Verb.RELEASE, (palace, person))


class Release(Decision[DragonState]):
    """The player releases one person of their choice from any of their palaces."""

    name = "release"

    def candidates(self, state: DragonState, task: Task[DragonState]) -> Sequence[Action]:
        seen: dict[tuple[Palace, int, bool], Action] = {}
        for index, palace in enumerate(state.provinces[task.seat].palaces):
            supplied = index not in state.unsupplied
            for person in palace.persons:
                seen.setdefault((palace, person, supplied), _release(index, person))
        return list(seen.values())

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        return None

    def do(self, state: DragonState, task: Task[DragonState], action: Action) -> None:
        index, person = action.operands
        province = state.provinces[task.seat]
        palace = province.palaces[index].without_person(person)
        state.provinces[task.seat] = province.with_palace(index, palace)
        state.removed += 1


class _ReleaseUnsupplied(Release):
    """The player releases one person from a palace without supply."""

    name = "release"

    def violation(self, state: DragonState, task: Task[DragonState], action: Action) -> str | None:
        if action.operands[0] in state.unsupplied:
            return "One person is released from each palace that is not supplied."
        return None

    def do(self, state: DragonState, task: Task[DragonState], action: Action) -> None:
        super().do(state, task, action)
        more = bool(state.agenda) and state.agenda[-1].seat == task.seat
        state.unsupplied = (*state.unsupplied, action.operands[0]) if more else ()


RELEASE = Release()
RELEASE_UNSUPPLIED = _ReleaseUnsupplied()


def release_in_order(
    state: DragonState, due: dict[int, int], decision: Decision[DragonState] = RELEASE
) -> None:
    """Let players release persons, in the order of the person track (ruling A29).

    `due` is the number of persons to release by seat. Releases beyond the last person vanish
    (ruling A21).
    """
    tasks: list[Task[DragonState]] = []
    for seat in state.turn_order():
        count = min(due.get(seat, 0), state.provinces[seat].persons())
        tasks += [Task(decision, seat)] * count
    state.next_tasks(tasks)


def peace(state: DragonState) -> None:
    """Do nothing."""


def imperial_tribute(state: DragonState) -> None:
    """Each player pays 4 yuan, and releases 1 person for each yuan that is missing."""
    due = {}
    for seat, province in enumerate(state.provinces):
        paid = min(4, province.yuan)
        state.provinces[seat] = province.but(yuan=province.yuan - paid)
        due[seat] = 4 - paid
    release_in_order(state, due)


def drought(state: DragonState) -> None:
    """Each player pays 1 rice for each inhabited palace, or releases 1 person from it."""
    due = {}
    for seat, province in enumerate(state.provinces):
        inhabited = sum(bool(palace.persons) for palace in province.palaces)
        paid = min(inhabited, province.rice)
        state.provinces[seat] = province.but(rice=province.rice - paid)
        due[seat] = inhabited - paid
    release_in_order(state, due, RELEASE_UNSUPPLIED)


def dragon_festival(state: DragonState) -> None:
    """Score 6 points for the most fireworks and 3 for the second most; scorers return half."""
    ranks = sorted({p.fireworks for p in state.provinces if p.fireworks}, reverse=True)
    points = dict(zip(ranks, (6, 3), strict=False))
    for seat, province in enumerate(state.provinces):
        gained = points.get(province.fireworks, 0)
        if gained:
            state.provinces[seat] = province.but(
                score=province.score + gained, fireworks=province.fireworks // 2
            )


def mongol_invasion(state: DragonState) -> None:
    """Score 1 point for each helmet; each player with the fewest releases 1 person."""
    helmets = [province.symbols(Person.WARRIOR) for province in state.provinces]
    for seat, province in enumerate(state.provinces):
        state.provinces[seat] = province.but(score=province.score + helmets[seat])
    fewest = min(helmets)
    release_in_order(state, {seat: 1 for seat, count in enumerate(helmets) if count == fewest})


def contagion(state: DragonState) -> None:
    """Each player releases 3 persons, 1 fewer for each mortar (ruling A23)."""
    release_in_order(
        state,
        {
            seat: max(0, 3 - province.symbols(Person.HEALER))
            for seat, province in enumerate(state.provinces)
        },
    )


EVENTS = {
    EventTile.PEACE: peace,
    EventTile.IMPERIAL_TRIBUTE: imperial_tribute,
    EventTile.DROUGHT: drought,
    EventTile.DRAGON_FESTIVAL: dragon_festival,
    EventTile.MONGOL_INVASION: mongol_invasion,
    EventTile.CONTAGION: contagion,
}


def month_event(state: DragonState) -> None:
    """Apply the event of the month."""
    EVENTS[EventTile(state.events[state.month - 1])](state)


def decay(state: DragonState) -> None:
    """Remove 1 floor of each uninhabited palace, in every month (ruling A18)."""
    for seat, province in enumerate(state.provinces):
        if all(palace.persons for palace in province.palaces):
            continue
        palaces = [
            palace if palace.persons else Palace(palace.floors - 1) for palace in province.palaces
        ]
        state.provinces[seat] = province.but(
            palaces=tuple(palace for palace in palaces if palace.floors)
        )
