"""What points are scored for in Ming Dynasty, as a reader sees it in two positions.

A step scores at most one city, whose families have decided. It goes on through the provinces whose
cities are empty, up to the next decision.
"""

from collections.abc import Collection
from typing import Final

from tianming_games.ming.box import CLOISTER_POINTS, PROVINCES, SET_POINTS, province_of
from tianming_games.ming.notation import province_text
from tianming_games.ming.view import CITY_DECISIONS, Observation

_LONGEST: Final = 16
"""Maximum of characters, as `Presentation.scored_for` says."""


def scored_for(before: Observation, after: Observation) -> str:
    """Return what points were scored for: a city, cloisters, a set of tiles, or the end.

    The name of a province stands for its city and its cloisters.
    """
    if not after.decision:
        return "the end"
    first = before.subject if before.decision in CITY_DECISIONS else 0
    last = after.subject if after.decision in CITY_DECISIONS else PROVINCES
    seats = range(before.seats)
    monks = [
        [province_of(at) for at in after.families[seat].monks if first <= province_of(at) < last]
        for seat in seats
    ]
    colour = first if first != last else (last + 1) % PROVINCES  # only the last city has new tiles
    sets = [
        before.families[seat].tiles[colour] - after.families[seat].tiles[colour] for seat in seats
    ]
    rest = [
        after.families[seat].score
        - before.families[seat].score
        - CLOISTER_POINTS * len(monks[seat])
        - SET_POINTS[before.round] * sets[seat]
        for seat in seats
    ]
    cities = {first} if any(rest) else set()
    return _in_words(cities, {one for own in monks for one in own}, any(sets))


def _in_words(cities: Collection[int], cloisters: Collection[int], has_set: bool) -> str:
    """Return the provinces that scored, and whether a set of tiles did."""
    provinces = sorted({*cities, *cloisters})
    if not provinces:
        return "a set of tiles"
    kind = "province" if cities and cloisters else "city" if cities else "cloister"
    several = {"province": "provinces", "cloister": "cloisters"}
    word = several[kind] if len(provinces) > 1 else kind
    tiles = ", a set" if has_set else ""
    text = f"{word} {', '.join(map(province_text, provinces))}{tiles}"
    return text if len(text) <= _LONGEST else f"{several.get(kind, kind)}{tiles}"
