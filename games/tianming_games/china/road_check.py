"""Check the roads of a board: each constraint with its own error."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

from tianming_games.china.parsed_board import ParsedBoard
from tianming_games.ground.error import DataError

_Spot = tuple[int, int]

_FOUR_WAY = {(3, 4): 0, (4, 5): 3}
"""Four-way junctions of each side."""

_MOST_ROADS = 4
"""Maximum roads of a house space: a four-way junction."""

_EXAMPLE_LANDS = ("chin", "shu")
_EXAMPLE_ROW = 5
"""Houses of the row in example 7."""


def check_roads(drawn: ParsedBoard) -> None:
    """A road joins two different house spaces, and is listed once."""
    known = {house.word for house in drawn.houses}
    seen: list[set[str]] = []
    for one, other in drawn.roads:
        sentence = None
        if one not in known or other not in known:
            sentence = f"the road {one} - {other} must join two house spaces of the board."
        elif one == other:
            sentence = f"the road {one} - {other} must join two different house spaces."
        elif {one, other} in seen:
            sentence = f"the road {one} - {other} is given twice."
        if sentence is not None:
            raise _refusal(drawn, one, other, sentence)
        seen.append({one, other})


def check_every_space_has_a_road(drawn: ParsedBoard) -> None:
    """Every house space has at least one road."""
    joined = {word for road in drawn.roads for word in road}
    for house in drawn.houses:
        if house.word not in joined:
            raise drawn.file.refusal(f"{house.word} has no road.", f'id = "{house.word}"')


def check_junctions(drawn: ParsedBoard) -> None:
    """No four-way junction on the side for 3 to 4 players, three on the other."""
    degrees = Counter(word for road in drawn.roads for word in road)
    for word, degree in degrees.items():
        if degree > _MOST_ROADS:
            raise drawn.file.refusal(
                f"{word} has {degree} roads; a house space has at most {_MOST_ROADS}.",
                f'id = "{word}"',
            )
    four_way = [word for word, degree in degrees.items() if degree == _MOST_ROADS]
    wanted = _FOUR_WAY[drawn.seats]
    if len(four_way) != wanted:
        least, most = drawn.seats
        raise drawn.file.refusal(
            f"the side for {least} to {most} players has {wanted} junctions of four roads, "
            f"not {len(four_way)}: {', '.join(four_way) or 'none'}.",
            "edges",
        )


def check_one_network(drawn: ParsedBoard) -> None:
    """All roads are one common network."""
    words = [house.word for house in drawn.houses]
    reached = _reached(words[0], drawn.roads)
    for word in words:
        if word not in reached:
            raise drawn.file.refusal(
                f"the roads are one network, but {word} is not reached from {words[0]}.",
                f'id = "{word}"',
            )


def check_joined_inside(drawn: ParsedBoard) -> None:
    """Some regions are joined up inside, some only through a neighbour."""
    land = {house.word: house.land for house in drawn.houses}
    joined = []
    for area in drawn.areas:
        inside = [road for road in drawn.roads if {land[word] for word in road} == {area.word}]
        joined.append(len(_reached(f"{area.word}-1", inside)) == area.size)
    if all(joined) or not any(joined):
        raise drawn.file.refusal(
            "some regions are joined up inside, and some only through a neighbour.", "edges"
        )


def check_borders(drawn: ParsedBoard) -> None:
    """Roads cross borders only between regions that can be allied."""
    land = {house.word: house.land for house in drawn.houses}
    allied = [set(pair) for pair in drawn.alliances]
    for one, other in drawn.roads:
        lands = {land[one], land[other]}
        if len(lands) > 1 and lands not in allied:
            raise _refusal(
                drawn,
                one,
                other,
                f"the road {one} - {other} crosses a border without an alliance.",
            )


def check_spots(drawn: ParsedBoard) -> None:
    """No two house spaces are drawn in the same place."""
    seen: dict[_Spot, str] = {}
    for house in drawn.houses:
        if house.spot in seen:
            raise drawn.file.refusal(
                f"{house.word} is drawn in the place of {seen[house.spot]}.",
                f'id = "{house.word}"',
            )
        seen[house.spot] = house.word


def check_drawing(drawn: ParsedBoard) -> None:
    """Drawn roads never cross, and run through no other house space."""
    spots = {house.word: house.spot for house in drawn.houses}
    for one, other in drawn.roads:
        for word, spot in spots.items():
            if word not in (one, other) and _lies_on(spot, spots[one], spots[other]):
                raise _refusal(
                    drawn, one, other, f"the road {one} - {other} is drawn through {word}."
                )
    for road, second in combinations(drawn.roads, 2):
        ends = [spots[word] for word in (*road, *second)]
        if not set(road) & set(second) and _cross(*ends):
            raise _refusal(
                drawn,
                *second,
                f"the roads {road[0]} - {road[1]} and {second[0]} - {second[1]} are drawn "
                "across each other.",
            )


def check_example_7(drawn: ParsedBoard) -> None:
    """Example 7: a row of five houses through Ch'in and Shu, with a branch in Ch'in."""
    lands = {house.word: house.land for house in drawn.houses if house.land in _EXAMPLE_LANDS}
    ways: dict[str, set[str]] = {word: set() for word in lands}
    for one, other in drawn.roads:
        if one in lands and other in lands:
            ways[one].add(other)
            ways[other].add(one)
    if not any(_has_branch(row, lands, ways) for row in _rows(ways)):
        raise drawn.file.refusal(
            "example 7 needs a row of five houses through Ch'in and Shu, "
            "with a sixth house in Ch'in as a branch.",
            '"chin-',
        )


def _rows(ways: dict[str, set[str]]) -> Iterator[tuple[str, ...]]:
    """Yield all simple paths of as many house spaces as the row of example 7."""
    paths: list[tuple[str, ...]] = [(word,) for word in ways]
    while paths:
        path = paths.pop()
        if len(path) == _EXAMPLE_ROW:
            yield path
        else:
            paths += [(*path, word) for word in sorted(ways[path[-1]] - {*path})]


def _has_branch(row: tuple[str, ...], lands: dict[str, str], ways: dict[str, set[str]]) -> bool:
    """Whether a row runs through both regions, and a road leaves it inside Ch'in."""
    if {lands[word] for word in row} != {*_EXAMPLE_LANDS}:
        return False
    inner = [word for word in row[1:-1] if lands[word] == "chin"]
    return any(lands[branch] == "chin" for word in inner for branch in ways[word] - {*row})


def _refusal(drawn: ParsedBoard, one: str, other: str, sentence: str) -> DataError:
    return drawn.file.refusal(sentence, f'["{one}"', f'"{other}"]')


def _reached(start: str, roads: tuple[tuple[str, str], ...] | list[tuple[str, str]]) -> set[str]:
    """Return the house spaces that roads connect with one, which is among them."""
    reached, border = {start}, [start]
    while border:
        here = border.pop()
        for road in roads:
            if here in road:
                border += [word for word in road if word not in reached]
                reached |= set(road)
    return reached


def _turn(a: _Spot, b: _Spot, c: _Spot) -> int:
    """Return the turn at `b`: positive to one side, negative to the other, 0 for none."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _lies_on(spot: _Spot, a: _Spot, b: _Spot) -> bool:
    """Whether a spot lies on the line from `a` to `b`."""
    return (
        _turn(a, b, spot) == 0
        and min(a[0], b[0]) <= spot[0] <= max(a[0], b[0])
        and min(a[1], b[1]) <= spot[1] <= max(a[1], b[1])
    )


def _cross(a: _Spot, b: _Spot, c: _Spot, d: _Spot) -> bool:
    """Whether the lines from `a` to `b` and from `c` to `d` cross between their ends."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


ROAD_CHECKS: tuple[Callable[[ParsedBoard], None], ...] = (
    check_roads,
    check_every_space_has_a_road,
    check_junctions,
    check_one_network,
    check_joined_inside,
    check_borders,
    check_spots,
    check_drawing,
    check_example_7,
)
"""All checks of roads; each may rely on the checks before it."""
