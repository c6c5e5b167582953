"""The policy for China: the piece that would gain most if the game ended now.

It looks one piece ahead: at the houses and alliances of the piece's region, and at the rows of
houses along the roads.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

from tianming_bots.policy import Policy
from tianming_games.action import Action
from tianming_games.china.box import LEAST_ROW
from tianming_games.china.map import Map
from tianming_games.china.notation import Verb
from tianming_games.china.place_pieces import PLACE, TAKE_TURN
from tianming_games.china.region import Region
from tianming_games.china.scoring import alliance_points, house_points, road_points
from tianming_games.china.state import ChinaState

_RIVAL = 0.35
"""How much a point of a rival counts against a point of one's own."""

_SECOND = 0.8
"""How much the outlook on a second piece counts."""

_PART_OF_ROW = 0.5
"""What each house next to a new one is worth in a row that is still too short."""

_CARD = 0.4
"""What a card is worth in hand."""


@cache
def _alliances_of(drawn: Map) -> list[list[int]]:
    """Return for each region the regions with which it has an alliance."""
    found: list[list[int]] = [[] for _ in drawn.sizes]
    for one, other in drawn.alliances:
        found[one].append(other)
        found[other].append(one)
    return found


@cache
def _roads(drawn: Map) -> list[list[int]]:
    """Return for each space the spaces to which a road leads, in the order of the board."""
    found: list[list[int]] = [[] for _ in drawn.land_of]
    for one, other in drawn.roads:
        found[one].append(other)
        found[other].append(one)
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


def _region(counts: tuple[int, ...], emissaries: tuple[int, ...] = ()) -> Region:
    return Region((), emissaries, counts)


def _difference(seat: int, before: list[int], after: list[int]) -> float:
    """Return one's own gain, less a part of what rivals gain."""
    own = after[seat] - before[seat]
    return own - _RIVAL * (sum(after) - sum(before) - own)


class _ChinaView:
    """What a seat sees, arranged for evaluation; the value of each piece is computed once."""

    def __init__(self, state: ChinaState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.map = state.map
        self.me = state.players[seat]
        self.hand = state.hands[seat]
        self.owners = [owner for region in state.regions for owner in region.owners]
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
        hand = list(self.hand)
        for _ in range(cards):
            hand.remove(color)
        rest = tuple(hand)
        pieces = sorted(self._pieces(land, rest), reverse=True)
        first = pieces[0] if pieces else 0.0
        second = 0.0
        if len(pieces) > 1 and self._may_add_second(land) and self._can_pay(land, rest):
            second = _SECOND * pieces[1]
        return first + second - _CARD * cards + 1

    def _may_add_second(self, land: int) -> bool:
        """Whether two pieces are allowed; a region without pieces takes only one in a turn."""
        return self.kind is TAKE_TURN and not self.state.regions[land].is_empty()

    def _can_pay(self, land: int, hand: tuple[int, ...]) -> bool:
        """Whether some cards pay for a piece in a region."""
        return self.map.colours[land] in hand or len(set(hand)) < len(hand)

    def _pieces(self, land: int, rest: tuple[int, ...]) -> list[float]:
        """Return the values of all pieces that could be placed in a region."""
        region = self.state.regions[land]
        values = [*self._open_pieces(land)]
        if self.me.fortifications:
            values += [
                self._fort(land, space, rest)
                for space, owner in enumerate(region.owners)
                if owner < 0 and space not in region.forts
            ]
        return values

    def _open_pieces(self, land: int) -> list[float]:
        """Return the values of houses and an emissary in a region."""
        known = self.open.get(land)
        if known is None:
            region = self.state.regions[land]
            known = self.open[land] = []
            if self.me.houses and region.forts:
                known += [self._house(land, n) for n, who in enumerate(region.owners) if who < 0]
            elif self.me.houses:
                gain, first = _gain_of_house(region.houses, self.seat), self.map.first[land]
                spaces = enumerate(region.owners, first)
                known += [gain + self._row(space) for space, who in spaces if who < 0]
            if self.me.emissaries and region.has_room_for_emissary():
                known.append(self._emissary(land))
        return known

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
        roads, owners, seat = _roads(self.map), self.owners, self.seat
        ends = [other for other in roads[space] if owners[other] == seat]
        if not ends:
            return 0.0
        arms = sorted([self._arm(end, (space,)) for end in ends], reverse=True)
        length = 1 + sum(arms[:2])
        if length < LEAST_ROW:
            return _PART_OF_ROW * (length - 1)
        return 1.0 if arms[0] >= LEAST_ROW else float(LEAST_ROW)

    def _arm(self, house: int, gone: tuple[int, ...]) -> int:
        """Return the length of the longest row of own houses that begins at one of them."""
        longest, gone = 0, (*gone, house)
        for other in _roads(self.map)[house]:
            if self.owners[other] == self.seat and other not in gone:
                longest = max(longest, self._arm(other, gone))
        return 1 + longest

    def _use(self, color: int) -> float:
        """Return what a card is good for with the hand: open regions, and pairs."""
        outlooks = [
            max(self._pieces(land, ()), default=0.0)
            for land, own in enumerate(self.map.colours)
            if own == color
        ]
        places = sum(outlook > 0 for outlook in outlooks)
        return 0.2 * max(outlooks) + 0.3 * places + 0.5 * (color in self.hand)


def _worths(state: ChinaState, seat: int, options: Sequence[Action]) -> list[float]:
    view = _ChinaView(state, seat)
    return [view.worth(option) for option in options]


def _values(state: ChinaState) -> list[float]:
    """Return the points by seat if the game ended now, and something for cards in hand."""
    points = [float(score) for score in state.returns()]
    if state.over:
        return points
    gains = [road_points(state)]
    gains += [house_points(region) for region in state.regions if not region.scored]
    regions = state.regions
    gains += [alliance_points(regions[one], regions[other]) for one, other in state.map.alliances]
    for gain in gains:
        for seat, more in enumerate(gain):
            points[seat] += more
    for seat, player in enumerate(state.players):
        points[seat] += _CARD * player.cards
    return points


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
)
