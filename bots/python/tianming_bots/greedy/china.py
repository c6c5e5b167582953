"""The policy for China: the piece that would gain most if the game ended now.

It looks one piece ahead: at the houses and alliances of the piece's region, and at the rows of
houses along the roads.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from tianming_bots.policy import Policy
from tianming_games.action import Action
from tianming_games.china.box import EMPTY, LEAST_ROW
from tianming_games.china.map import Map
from tianming_games.china.notation import Verb
from tianming_games.china.place_pieces import PLACE, TAKE_TURN
from tianming_games.china.region import Region, without
from tianming_games.china.road import RoadSearch
from tianming_games.china.scoring import alliance_points, house_points
from tianming_games.china.state import ChinaState

_RIVAL = 0.35
"""How much a point of a rival counts against a point of one's own."""

_SECOND = 0.8
"""How much the outlook on a second piece counts."""

_PART_OF_ROW = 0.5
"""What each house next to a new one is worth in a row that is still too short."""

_CARD = 0.4
"""What a card is worth in hand."""

_HOUSES, _ALLIANCES, _ROWS = 0.9, 0.9, 1.05
"""What a point is worth that houses, alliances or rows would score if the game ended now."""

_HALF_ALLIANCE = 0.45
"""What an emissary is worth in an alliance with a majority in one of the two regions."""

_SHORT_ROW = (0.0, 0.0, 1.0, 2.5)
"""What a row is worth that is too short to score, by its houses."""


@cache
def _alliances_of(drawn: Map) -> list[list[int]]:
    """Return for each region the regions with which it has an alliance."""
    found: list[list[int]] = [[] for _ in drawn.sizes]
    for one, other in drawn.alliances:
        found[one].append(other)
        found[other].append(one)
    return found


@cache
def _reach(drawn: Map) -> list[int]:
    """Return for each region the set of spaces next to it or in it, along the roads."""
    found = [0] * len(drawn.sizes)
    for land, near in zip(drawn.land_of, drawn.neighbours, strict=True):
        found[land] |= near
    return found


@lru_cache(maxsize=1 << 14)
def _gain_of_house(counts: tuple[int, ...], seat: int) -> float:
    """Return what another house is worth in a region with these houses and no fortification."""
    after = (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])
    return _difference(seat, house_points(_region(counts)), house_points(_region(after)))


@lru_cache(maxsize=1 << 14)
def _gain_of_emissary(here: tuple[int, ...], there: tuple[int, ...], seat: int) -> float:
    """Return what another emissary is worth in a region that has an alliance with another."""
    before, other = _region((), here), _region((), there)
    after = before.with_emissary(seat)
    return _difference(seat, alliance_points(before, other), alliance_points(after, other))


@lru_cache(maxsize=1 << 10)
def _rest(hand: tuple[int, ...], color: int, cards: int) -> tuple[int, ...]:
    """Return a hand without some cards of a colour."""
    for _ in range(cards):
        hand = without(hand, color)
    return hand


def _region(counts: tuple[int, ...], emissaries: tuple[int, ...] = ()) -> Region:
    return Region((), emissaries, counts)


def _difference(seat: int, before: list[int], after: list[int]) -> float:
    """Return one's own gain, less a part of what rivals gain."""
    own = after[seat] - before[seat]
    return own - _RIVAL * (sum(after) - sum(before) - own)


def _houses(state: ChinaState, seat: int) -> int:
    """Return the set of spaces with a house of a seat."""
    found = 0
    for first, region in zip(state.map.first, state.regions, strict=True):
        if region.houses[seat]:
            for space, owner in enumerate(region.owners, first):
                if owner == seat:
                    found |= 1 << space
    return found


def _each(spaces: int) -> list[int]:
    """Return the numbers of a set of spaces."""
    found = []
    while spaces:
        low = spaces & -spaces
        found.append(low.bit_length() - 1)
        spaces ^= low
    return found


def _arm(roads: Sequence[int], houses: int, house: int) -> int:
    """Return the length of the longest row of houses that begins at one of them."""
    houses &= ~(1 << house)
    onward = roads[house] & houses
    if not onward:
        return 1
    return 1 + max([_arm(roads, houses, other) for other in _each(onward)])


class _ChinaView:
    """What a seat sees, arranged for evaluation; the value of each piece is computed once."""

    def __init__(self, state: ChinaState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.map = state.map
        self.me = state.players[seat]
        self.hand = state.hands[seat]
        self.houses = _houses(state, seat)
        self.kind = None if state.task is None else state.task.kind
        self.open: dict[int, list[float]] = {}

    def worth(self, option: Action) -> float:
        """Return what an option promises."""
        verb, about = option
        if verb == Verb.PLAY:
            return self._play(*about)
        if verb == Verb.HOUSE:
            return self._house(about[0], about[1] - 1)
        if verb == Verb.EMISSARY:
            return self._emissary(about[0])
        if verb == Verb.FORTIFICATION:
            return self._fort(about[0], about[1] - 1, self.hand)
        if verb == Verb.EXCHANGE:
            return -self._use(about[0])
        if verb == Verb.TAKE:
            return self._use(about[0])
        return 1.0 if verb == Verb.DRAW else 0.0

    def _play(self, land: int, color: int, cards: int) -> float:
        """Return the best piece there, and the best that the other cards could add to it."""
        rest = _rest(self.hand, color, cards)
        pieces = self._pieces(land, rest)
        worth = pieces[0] if pieces else 0.0
        if len(pieces) > 1 and self._may_add_second(land) and self._can_pay(land, rest):
            worth += _SECOND * pieces[1]
        return worth - _CARD * cards + 1

    def _may_add_second(self, land: int) -> bool:
        """Whether two pieces are allowed; a region without pieces takes only one in a turn."""
        return self.kind is TAKE_TURN and not self.state.regions[land].is_empty()

    def _can_pay(self, land: int, hand: tuple[int, ...]) -> bool:
        """Whether some cards pay for a piece in a region."""
        return self.map.colours[land] in hand or len(set(hand)) < len(hand)

    def _pieces(self, land: int, rest: tuple[int, ...]) -> list[float]:
        """Return the values of all pieces that could be placed in a region, the best first."""
        values = self._open_pieces(land)
        if not self.me.fortifications:
            return values
        region = self.state.regions[land]
        forts = [
            self._fort(land, space, rest)
            for space, owner in enumerate(region.owners)
            if owner < 0 and space not in region.forts
        ]
        return sorted(values + forts, reverse=True)

    def _open_pieces(self, land: int) -> list[float]:
        """Return the values of an emissary and of houses in a region; two of equal ones."""
        known = self.open.get(land)
        if known is None:
            region = self.state.regions[land]
            known = self._open_houses(land, region) if self.me.houses else []
            if self.me.emissaries and region.has_room_for_emissary():
                known.append(self._emissary(land))
            known.sort(reverse=True)
            self.open[land] = known
        return known

    def _open_houses(self, land: int, region: Region) -> list[float]:
        if region.forts:
            return [self._house(land, n) for n, who in enumerate(region.owners) if who < 0]
        free = region.owners.count(EMPTY)
        if not free:
            return []
        gain = _gain_of_house(region.houses, self.seat)
        if not _reach(self.map)[land] & self.houses:
            return [gain] * min(2, free)
        spaces = enumerate(region.owners, self.map.first[land])
        return [gain + self._row(space) for space, who in spaces if who < 0]

    def _house(self, land: int, space: int) -> float:
        """Return what a house adds to its region and to its row."""
        region = self.state.regions[land]
        if region.forts:
            gain = self._gain(region, region.with_house(space, self.seat))
        else:
            gain = _gain_of_house(region.houses, self.seat)
        return gain + self._row(self.map.first[land] + space)

    def _fort(self, land: int, space: int, rest: tuple[int, ...]) -> float:
        """Return the worth of a fortification, which is good if a house can follow at once."""
        if not (self._may_follow(land) and self._can_pay(land, rest)):
            return -1.0
        region = self.state.regions[land]
        return self._gain(region, region.with_fort(space).with_house(space, self.seat)) - 4

    def _may_follow(self, land: int) -> bool:
        if self.kind is PLACE:
            return self.state.left > 1
        return self._may_add_second(land)

    def _emissary(self, land: int) -> float:
        """Return what an emissary adds to the alliances of its region."""
        regions = self.state.regions
        here, seat, gain = regions[land].emissaries, self.seat, 0.0
        for other in _alliances_of(self.map)[land]:
            gain += _gain_of_emissary(here, regions[other].emissaries, seat)
        return gain + (1.5 if here[seat] + 1 >= max(here) else 0.0)

    def _gain(self, before: Region, after: Region) -> float:
        return _difference(self.seat, house_points(before), house_points(after))

    def _row(self, space: int) -> float:
        """Return what a house adds to the longest row through it."""
        roads, houses = self.map.neighbours, self.houses
        arms = sorted([_arm(roads, houses, end) for end in _each(roads[space] & houses)])
        if not arms:
            return 0.0
        length = 1 + sum(arms[-2:])
        if length < LEAST_ROW:
            return _PART_OF_ROW * (length - 1)
        return 1.0 if arms[-1] >= LEAST_ROW else float(LEAST_ROW)

    def _use(self, color: int) -> float:
        """Return what a card is good for with the hand: open regions, and pairs."""
        lands = [land for land, own in enumerate(self.map.colours) if own == color]
        pieces = [self._pieces(land, ()) for land in lands]
        outlooks = [values[0] if values else 0.0 for values in pieces]
        places = sum(outlook > 0 for outlook in outlooks)
        return 0.2 * max(outlooks) + 0.3 * places + 0.5 * (color in self.hand)


def _worths(state: ChinaState, seat: int, options: Sequence[Action]) -> list[float]:
    view = _ChinaView(state, seat)
    return [view.worth(option) for option in options]


# -- the value of a state


def _values(state: ChinaState) -> list[float]:
    """Return the points by seat if the game ended now, and a part of what may come.

    The weights are a fit to the final points of 400 games of this policy.
    """
    points = [float(score) for score in state.returns()]
    if state.over:
        return points
    for region in state.regions:
        if not region.scored:
            for seat, more in enumerate(_house_points(region)):
                points[seat] += _HOUSES * more
    _add_alliances(state, points)
    _add_rows(state, points)
    for seat, player in enumerate(state.players):
        points[seat] += _CARD * player.cards
    return points


def _house_points(region: Region) -> list[int]:
    if region.forts:
        return house_points(region)
    return _points_of_houses(region.houses)


@lru_cache(maxsize=1 << 14)
def _points_of_houses(houses: tuple[int, ...]) -> list[int]:
    return house_points(_region(houses))


def _add_alliances(state: ChinaState, points: list[float]) -> None:
    """Add the alliances, and a hope for those of which a seat has the majority in one region."""
    regions, hope = state.regions, _HALF_ALLIANCE * _left(state)
    for one, other in state.map.alliances:
        here, there = regions[one].emissaries, regions[other].emissaries
        if any(here) or any(there):
            worth, most, more = sum(here) + sum(there), max(here), max(there)
            for seat, own in enumerate(here):
                lead, second = 0 < own == most, 0 < there[seat] == more
                if lead and second:
                    points[seat] += _ALLIANCES * worth
                elif lead or second:
                    points[seat] += hope * (own + there[seat])


def _add_rows(state: ChinaState, points: list[float]) -> None:
    """Add the rows along roads, and a hope for rows that are still too short."""
    houses, hope, forts = [_houses(state, seat) for seat in range(state.seats)], _left(state), 0
    taken, roads = 0, state.map.neighbours
    for own in houses:
        taken |= own
    for first, region in zip(state.map.first, state.regions, strict=True):
        for space in region.forts:
            forts |= 1 << first + space
    for seat, own in enumerate(houses):
        points[seat] += _ROWS * _row_points(roads, forts, own)
        for size, border in _short_rows(roads, own):
            if border & ~taken:
                points[seat] += hope * _SHORT_ROW[size]


@lru_cache(maxsize=1 << 14)
def _row_points(roads: tuple[int, ...], forts: int, houses: int) -> int:
    """Return the points of the best rows."""
    return RoadSearch(roads, forts).best(houses) if houses.bit_count() >= LEAST_ROW else 0


@lru_cache(maxsize=1 << 14)
def _short_rows(roads: tuple[int, ...], houses: int) -> list[tuple[int, int]]:
    """Return the size and the border of each group of houses that is too small for a row."""
    found, left = [], houses
    while left:
        group, border = _group(roads, left)
        left &= ~group
        if 1 < group.bit_count() < LEAST_ROW:
            found.append((group.bit_count(), border))
    return found


def _group(roads: tuple[int, ...], houses: int) -> tuple[int, int]:
    """Return the houses that roads connect with the first one, and all spaces next to them."""
    group, border = 0, houses & -houses
    while border & houses & ~group:
        group |= border & houses
        border = 0
        for house in _each(group):
            border |= roads[house]
    return group, border


def _left(state: ChinaState) -> float:
    """Return how much may still come: 1 until a quarter of the cards is left, 0 at the end."""
    if not state.exhausted:
        return 1.0
    if state.exhausted > 1:
        return 0.0
    return min(1.0, 2 * (len(state.pile) - state.top) / len(state.deck))


def _turn(state: ChinaState) -> float:
    """Return the rounds that have been played."""
    return state.turns / state.seats


POLICY = Policy(
    worths=_worths,
    spread=2.0,
    values=_values,
    scale=10.0,
    clock=_turn,
    horizon=2,
    noise=0.0,
)
