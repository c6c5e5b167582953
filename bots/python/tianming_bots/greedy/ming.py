"""The policy for Ming Dynasty.

It values a family member in a cloister by the scorings that remain, and members in the open by the
houses and tiles that their majority would bring at the next scoring. A card is worth what the best
row of moves with it brings; of that row the first move is made.
"""

from collections.abc import Sequence
from functools import cache

from tianming_bots.policy import Policy
from tianming_games.action import Action
from tianming_games.ming.box import DRAGON, PROVINCES
from tianming_games.ming.majority import moves_to_city
from tianming_games.ming.notation import Verb
from tianming_games.ming.scoring import tile_points
from tianming_games.ming.state import MingState

_MONK = 3.5
"""Worth of a member in a cloister, for each scoring that remains."""

_TILE, _NEW_TILE = 2.0, 5.0
"""Worth of a province tile of a colour already owned, and of a colour that is missing."""

_MEMBER = 1.2
"""Worth of a member that can still be deployed."""

_CARDS_AHEAD = 3
"""How many cards a row of moves may have."""

_FIGURE = (0.0, 0.0, 3.0, 4.0)
"""Points for a house, by the scorings that remain."""


@cache
def houses(own: int, others: tuple[int, ...]) -> int:
    """Return how many of a player's members in a district would move into the city."""
    return moves_to_city((own, *others))[0]


class _MingView:
    """What a seat sees, arranged for evaluation; each district's visits are valued once."""

    def __init__(self, state: MingState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.me = state.families[seat]
        self.others = [family for other, family in enumerate(state.families) if other != seat]
        self.princes = {
            family.prince for other, family in enumerate(state.families) if other != seat
        }
        self.ways = state.rules.map.ways
        self.scorings = (8 - max(1, state.round)) // 2
        self.hand = list(self.me.hand)
        self.spaces = list(self.me.spaces)
        self.done = set(self.me.monks)
        self.visits: dict[tuple[int, int], tuple[float, int]] = {}

    def worth(self, option: Action) -> float:
        """Return how good an option looks."""
        verb, about = option
        if verb == Verb.PRINCE:
            return len(self.ways[about[0]])
        if verb == Verb.NEUTRAL:
            return self._neutral(about[0])
        if verb == Verb.PLACE:
            return self._place(about[0])
        if verb == Verb.TAKE:
            return self._with_card(self.state.display[about[0]])
        if verb == Verb.DRAGON:
            return self._with_dragon(about[0])
        if verb == Verb.STAY:
            return self._after(self.me.prince, about[0], _CARDS_AHEAD)
        if verb == Verb.STEP:
            return self._after(about[0], about[1], _CARDS_AHEAD)
        if verb == Verb.HALT:
            return self._visit(self.me.prince)[0]
        if verb == Verb.DEPLOY:
            return self._deployed(self.me.prince, *about)
        if verb == Verb.RETURN:
            return float(-about[0])
        if verb == Verb.WITHDRAW:
            return self._withdrawn(about)
        return float(verb == Verb.START and about[0] == self.seat)

    def _neutral(self, district: int) -> float:
        """Place a neutral member where it costs the others most and this seat least."""
        rivals = sum(family.members[district] for family in self.others)
        return rivals - 2.0 * self.me.members[district]

    def _place(self, province: int) -> float:
        """Members stand on all spaces, more of them where cloisters are still to be had."""
        me, districts = self.me, range(3 * province, 3 * province + 3)
        near = any(other // 3 == province for other, _ in self.ways[me.prince])
        open_ = sum(district not in me.monks for district in districts)
        return open_ / 3 + near / 2 + (me.prince in districts) / 2 - me.spaces[province]

    def _with_card(self, card: int) -> float:
        """Return what the best row of moves brings with another card."""
        self.hand[card] += 1
        found = self._best(self.me.prince, _CARDS_AHEAD)
        self.hand[card] -= 1
        return found

    def _with_dragon(self, province: int) -> float:
        """Return what it brings to pay a member for a dragon card."""
        self.spaces[province] -= 1
        found = self._with_card(DRAGON)
        self.spaces[province] += 1
        return found - _MEMBER

    def _best(self, district: int, cards: int) -> float:
        """Return what the best row of moves from a district brings."""
        found, hand = 0.0, self.hand
        if cards:
            for neighbour, card in self.ways[district]:
                paid = card if hand[card] else DRAGON
                if hand[paid]:
                    found = max(found, self._after(neighbour, paid, cards))
        return found

    def _after(self, district: int, card: int, cards: int) -> float:
        """Return what it brings to play a card to be in a district, and the best moves after it."""
        hand, spaces, gained, used = self.hand, self.spaces, 0.0, 0
        hand[card] -= 1
        visits = district not in self.princes and district not in self.done
        if visits:
            gained, used = self._visit(district)
            spaces[district // 3] -= used
            self.done.add(district)
        gained += 0.95 * self._best(district, cards - 1)
        if visits:
            spaces[district // 3] += used
            self.done.discard(district)
        hand[card] += 1
        return gained - (0.1 if card == DRAGON else 0.0)

    def _visit(self, district: int) -> tuple[float, int]:
        """Return the worth of the best deployment in a district, and its number of members."""
        ready = min(3, self.spaces[district // 3])
        if not ready or district in self.done:
            return 0.0, 0
        known = self.visits.get((district, ready))
        if known is None:
            known = self.visits[district, ready] = max(
                (self._deployed(district, members, monk), members + monk)
                for members in range(ready + 1)
                for monk in range(2)
                if members + monk <= ready
            )
        return known

    def _deployed(self, district: int, members: int, monk: int) -> float:
        """Return the value of a deployment, less that of its members in other places."""
        own = self.me.members[district]
        others = tuple([family.members[district] for family in self.others])
        gain = houses(own + members, others) - houses(own, others)
        tile = _TILE if self.me.tiles[district // 3] else _NEW_TILE
        worth = gain * (_FIGURE[self.scorings] + tile) + monk * _MONK * self.scorings
        return worth - _MEMBER * (members + monk)

    def _withdrawn(self, numbers: Sequence[int]) -> float:
        """Members stay in as many parts of the city as possible."""
        task = self.state.task
        assert task is not None
        family = self.state.families[-1] if task.kind.name == "withdraw-neutral" else self.me
        left = zip(family.in_city(task.subject), numbers, strict=True)
        return sum(there > back for there, back in left)


def _worths(state: MingState, seat: int, options: Sequence[Action]) -> list[float]:
    view = _MingView(state, seat)
    return [view.worth(option) for option in options]


def _values(state: MingState) -> list[float]:
    """Return the points that each seat is likely to end with."""
    points = [float(score) for score in state.returns()]
    if state.is_terminal():
        return points
    scorings = max(0, (8 - max(1, state.round)) // 2)
    members = [family.members for family in state.families]
    for district in range(3 * PROVINCES):
        moves = moves_to_city([row[district] for row in members])
        for seat in range(state.seats):
            if moves[seat]:
                missing = not state.families[seat].tiles[district // 3]
                points[seat] += moves[seat] * (_FIGURE[scorings] + _TILE) + 2.0 * missing
            else:
                points[seat] += 0.4 * members[seat][district]
    for seat in range(state.seats):
        family = state.families[seat]
        points[seat] += _MONK * scorings * len(family.monks) + tile_points(family.tiles)
        points[seat] += 2.0 * sum(map(bool, family.tiles))
        points[seat] += _MEMBER * sum(family.spaces) + 0.5 * sum(family.hand)
    return points


def _round(state: MingState) -> float:
    return state.round


POLICY = Policy(
    worths=_worths,
    spread=5.0,
    values=_values,
    scale=10.0,
    clock=_round,
    horizon=1,
    noise=0.05,
)
