"""What points are scored for in In the Year of the Dragon, as a reader sees it in two positions."""

from collections.abc import Iterator, Sequence
from typing import Final

from tianming_games.dragon.box import MONTHS, Card, EventTile, Person
from tianming_games.dragon.expansion_box import CORNER_MONTH, WALL_LENGTH, Corner, WallTile
from tianming_games.dragon.great_wall import WALL
from tianming_games.dragon.rules import PhaseKind
from tianming_games.dragon.scoring import monk_points, month_points, person_points
from tianming_games.dragon.super_event.corner import CORNER
from tianming_games.dragon.view import Observation

_LONGEST: Final = 16
"""Maximum of characters, as `Presentation.scored_for` says."""

_ALONE: Final = {"month": "the month's end", "wall": "the Great Wall"}
"""The words of a reason that stands alone."""

_ORDER: Final = (
    PhaseKind.NONE,
    PhaseKind.PREPARATION,
    PhaseKind.ACTION,
    PhaseKind.PERSON,
    PhaseKind.EVENT,
    PhaseKind.WALL,
    PhaseKind.SUPER_EVENT,
    PhaseKind.EVENT_AGAIN,
    PhaseKind.WALL_AGAIN,
    PhaseKind.WHOLE_WALL,
)
"""The phases of a month in their order; a month begins without one."""


def scored_for(before: Observation, after: Observation, is_wall_last: bool) -> str:
    """Return what points were scored for.

    Several reasons stand together if they are short enough; otherwise the time when they were
    scored stands for all. The end of the year stands for everything that is scored with it. If the
    last action of a month and its event score in one step, research is named if its group of action
    cards was chosen.

    Args:
        before: the observation before the step.
        after: the observation after it, with other points.
        is_wall_last: whether the whole wall is scored after the last month.
    """
    if not after.decision:
        return "the year's end"
    is_over = after.month != before.month or (
        is_wall_last and before.phase != after.phase == PhaseKind.WHOLE_WALL
    )
    of_month = [month_points(province) if is_over else 0 for province in after.provinces]
    reasons: list[str] = []
    if _gained(before, after) != of_month:
        reasons += (*_of_action(before, after), *_of_events(before, after))
    if any(of_month):
        reasons.append("month")
    text = ", ".join(dict.fromkeys(reasons))
    if len(text) > _LONGEST:
        return "the month's end" if is_over else "the event"
    return _ALONE.get(text, text)


def _gained(before: Observation, after: Observation) -> list[int]:
    """Return the points of each seat in the step."""
    pairs = zip(before.provinces, after.provinces, strict=True)
    return [now.score - then.score for then, now in pairs]


def _of_action(before: Observation, after: Observation) -> Iterator[str]:
    """Yield what the action of a seat itself scored for."""
    match before.decision:
        case "action":
            chosen = zip(before.groups, before.dragons, after.dragons, strict=True)
            if any(Card.RESEARCH in group and now > then for group, then, now in chosen):
                yield "research"
        case "wall":
            unused = zip(WALL.of(before).unused, WALL.of(after).unused, strict=True)
            if any(WallTile.POINTS in {*then} - {*now} for then, now in unused):
                yield "wall tile"
        case "charter":
            yield "charter"


def _of_events(before: Observation, after: Observation) -> Iterator[str]:
    """Yield what the events that began in the step scored for."""
    if not before.month:
        return
    event, corner = before.events[before.month - 1], _corner(before)
    for phase in _begun(before, after):
        match phase:
            case PhaseKind.EVENT:
                yield from _of_tile(event, before, after)
            case PhaseKind.WALL:
                yield from _of_wall(event, before.month, after)
            case PhaseKind.WHOLE_WALL if before.month == MONTHS:
                yield from _of_wall(EventTile.MONGOL_INVASION, WALL_LENGTH, after)
            case PhaseKind.SUPER_EVENT:
                yield from _of_corner(corner, after)
            case PhaseKind.EVENT_AGAIN if corner == Corner.SOLAR_ECLIPSE:
                yield from _of_tile(event, before, after)
            case PhaseKind.WALL_AGAIN if corner == Corner.SOLAR_ECLIPSE:
                yield from _of_wall(event, before.month, after)


def _begun(before: Observation, after: Observation) -> Sequence[PhaseKind]:
    """Return the phases of the month that can have begun in the step."""
    first = _ORDER.index(PhaseKind(before.phase)) + 1
    if after.month != before.month:
        return _ORDER[first:]
    return _ORDER[first : _ORDER.index(PhaseKind(after.phase)) + 1]


def _of_tile(event: int, before: Observation, after: Observation) -> Iterator[str]:
    match event:
        case EventTile.DRAGON_FESTIVAL if any(
            province.fireworks for province in (*before.provinces, *after.provinces)
        ):
            yield "fireworks"
        case EventTile.MONGOL_INVASION if any(
            province.symbols(Person.WARRIOR) for province in after.provinces
        ):
            yield "Mongols"


def _of_wall(event: int, needed: int, after: Observation) -> Iterator[str]:
    is_here = WALL.name in after.extras and event == EventTile.MONGOL_INVASION
    if is_here and len(WALL.of(after).built) >= needed:
        yield "wall"


def _of_corner(corner: int | None, after: Observation) -> Iterator[str]:
    match corner:
        case Corner.LANTERNFEST if any(map(person_points, after.provinces)):
            yield "lanternfest"
        case Corner.BUDDHA if any(map(monk_points, after.provinces)):
            yield "buddha"


def _corner(seen: Observation) -> int | None:
    """Return the super event of the month; None for none."""
    is_here = CORNER.name in seen.extras and seen.month == CORNER_MONTH
    return CORNER.of(seen).corner if is_here else None
