"""Expansion II: The Super Events.

One of ten corners lies on the event tile of month 7. Its effect comes after the normal event and
before decay and scoring (ruling A50). The corner is drawn before the game begins, or chosen by an
option, and everybody sees it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from tianming_games.chance import Chance
from tianming_games.decision import Draw, Task
from tianming_games.dragon.event_phase import decay
from tianming_games.dragon.expansion_box import CORNER_MONTH, Corner
from tianming_games.dragon.notation import CORNER_WORDS
from tianming_games.dragon.preparation import lay_events
from tianming_games.dragon.rules import REPEATED, Phase, PhaseKind, Rules
from tianming_games.dragon.state import DragonState
from tianming_games.dragon.super_event import disaster, favour
from tianming_games.dragon.super_event.corner import CORNER, SuperEvent
from tianming_games.state import CHANCE


def _nothing(state: DragonState) -> None:
    """Do nothing: the phases that follow repeat the event."""


_EFFECTS: dict[Corner, Callable[[DragonState], None]] = {
    Corner.LANTERNFEST: favour.lanternfest,
    Corner.BUDDHA: favour.buddha,
    Corner.EARTHQUAKE: disaster.earthquake,
    Corner.FLOOD: disaster.flood,
    Corner.SOLAR_ECLIPSE: _nothing,
    Corner.VOLCANIC_ERUPTION: disaster.volcanic_eruption,
    Corner.TORNADO: disaster.tornado,
    Corner.SUNRISE: favour.sunrise,
    Corner.ASSASSINATION_ATTEMPT: disaster.assassination_attempt,
    Corner.CHARTER: favour.charter,
}


class _CornerDraw(Draw[DragonState]):
    """The draw of one of the ten corners."""

    name = "super-event"

    def sample(self, state: DragonState, chance: Chance) -> tuple[int, ...]:
        return (chance.below(len(Corner)),)

    def urn(self, state: DragonState) -> tuple[Sequence[int], int]:
        return range(len(Corner)), 1

    def violation(self, state: DragonState, values: tuple[int, ...]) -> str | None:
        if len(values) != 1 or not 0 <= values[0] < len(Corner):
            return "One of the ten super events is chosen."
        return None

    def do(self, state: DragonState, values: tuple[int, ...]) -> None:
        CORNER.put(state, SuperEvent(values[0]))

    def notation(self, values: tuple[int, ...]) -> str:
        return f"super-event {CORNER_WORDS[values[0]]}"


_DRAW = _CornerDraw()


def draw_corner(state: DragonState) -> None:
    """Draw a corner for month 7."""
    state.next_tasks([Task(_DRAW, CHANCE)])


def take_effect(state: DragonState) -> None:
    """Apply the super event in its month."""
    corner = CORNER.of(state).corner
    if state.month == CORNER_MONTH and corner is not None:
        _EFFECTS[Corner(corner)](state)


def repeat(phase: Phase[DragonState], state: DragonState) -> None:
    """Solar eclipse: execute a phase of the event a second time (ruling A54)."""
    if state.month == CORNER_MONTH and CORNER.of(state).corner == Corner.SOLAR_ECLIPSE:
        phase(state)


def _agreed(corner: int | None, players: int) -> SuperEvent:
    return SuperEvent(corner)


def expand(rules: Rules[DragonState], corner: Corner | None) -> Rules[DragonState]:
    """Return the rules with a super event; if `corner` is None, it is drawn."""
    rules = rules.with_extra(CORNER.name, partial(_agreed, corner))
    again: dict[Phase[DragonState], PhaseKind] = {}
    for phase in rules.event:
        again[partial(repeat, phase)] = REPEATED[rules.kinds[phase]]
    rules = rules.before(decay, {take_effect: PhaseKind.SUPER_EVENT, **again})
    if corner is not None:
        return rules
    at = rules.preparation.index(lay_events) + 1
    preparation = (*rules.preparation[:at], draw_corner, *rules.preparation[at:])
    return replace(rules, preparation=preparation)
