"""A greedy bot for Ming Dynasty.

It values a family member in a cloister by the scorings that remain, and members in the
open by the houses and tiles their majority would bring at the next scoring. A card is
worth what the best row of moves with it brings; of that row the first move is made.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tianming_proto.games.ming.v1 import ming_pb2 as pb

_MONK = 3.5
"""Worth of a member in a cloister, for each scoring that remains."""

_TILE, _NEW_TILE = 2.0, 5.0
"""Worth of a province tile of a colour already owned, and of a colour that is missing."""

_MEMBER = 1.2
"""Worth of a member that can still be deployed."""

_CARDS_AHEAD = 4
"""How many cards a row of moves may have."""


def choose(position: pb.Position, setup: pb.Setup) -> int:
    """The index of the option that looks best, the first of equals."""
    table = _Table(position.observation, setup.board)
    worths = [table.worth(option) for option in position.options]
    return worths.index(max(worths))


def houses(own: int, others: Sequence[int]) -> int:
    """How many of a player's members in a district would move into the city."""
    *_, second, most = sorted(others)
    if own > most:
        return min(2, own)
    if own == most:
        return 1 if own and others.count(most) < 3 else 0
    return 1 if second < own else 0


class _Plan(NamedTuple):
    """Where a row of moves has come to."""

    district: int
    hand: tuple[int, ...]
    spaces: tuple[int, ...]
    done: tuple[int, ...] = ()


class _Table:
    """The observation of the seat, in a convenient form."""

    def __init__(self, seen: pb.Observation, board: pb.Board) -> None:
        self.seen = seen
        self.me = seen.players[seen.seat]
        rivals = [player for seat, player in enumerate(seen.players) if seat != seen.seat]
        self.princes = {rival.prince for rival in rivals if rival.HasField("prince")}
        if seen.HasField("neutral"):
            rivals.append(seen.neutral)
        self.others = [[rival.members[d] for rival in rivals] for d in range(18)]
        self.ways: list[list[tuple[int, int]]] = [[] for _ in range(18)]
        for border in board.borders:
            self.ways[border.one].append((border.other, border.card))
            self.ways[border.other].append((border.one, border.card))
        self.scorings = (8 - max(1, seen.round)) // 2
        self.figure = (0.0, 0.0, 3.0, 4.0)[self.scorings]
        self.plan = _Plan(
            self.me.prince, tuple(self.me.hand), tuple(self.me.spaces), tuple(self.me.monks)
        )

    def worth(self, option: pb.Option) -> float:
        """How good an option looks."""
        match option.WhichOneof("kind"):
            case "place_prince":
                return len(self.ways[option.place_prince.district])
            case "place_neutral":
                return self.neutral(option.place_neutral.district)
            case "place_member":
                return self.place(option.place_member.province)
            case "take_card":
                return self.with_card(self.seen.display[option.take_card.province])
            case "take_dragon":
                return self.with_card(0, option.take_dragon.province) - _MEMBER
            case "stay":
                return self.moved(self.plan.district, option.stay.card)
            case "step":
                return self.moved(option.step.district, option.step.card)
            case "halt":
                return self.visit(self.plan.district, self.plan)[0]
            case "deploy":
                return self.deployed(self.plan.district, option.deploy.members, option.deploy.monk)
            case "lay_return":
                return self.returned(option.lay_return.number)
            case "withdraw":
                return self.withdrawn(option.withdraw.numbers)
            case "choose_start":
                return float(option.choose_start.seat == self.seen.seat)
        return 0.0

    def neutral(self, district: int) -> float:
        """Place a neutral member where it costs the others most and this seat least."""
        return sum(self.others[district]) - 2.0 * self.me.members[district]

    def place(self, province: int) -> float:
        """Members stand on all spaces, more of them where cloisters are still to be had."""
        districts = range(3 * province, 3 * province + 3)
        near = any(other // 3 == province for other, _ in self.ways[self.me.prince])
        open_ = sum(district not in self.me.monks for district in districts)
        return open_ / 3 + near / 2 + (self.me.prince in districts) / 2 - self.me.spaces[province]

    def with_card(self, card: int, price: int | None = None) -> float:
        """What the best row of moves brings with another card."""
        hand, spaces = list(self.plan.hand), list(self.plan.spaces)
        hand[card] += 1
        if price is not None:
            spaces[price] -= 1
        return self.best(self.plan._replace(hand=tuple(hand), spaces=tuple(spaces)), _CARDS_AHEAD)

    def moved(self, district: int, card: int) -> float:
        """What playing a card to be in a district brings, with the best moves after it."""
        return self.after(self.plan, district, card, _CARDS_AHEAD)

    def best(self, plan: _Plan, cards: int) -> float:
        """What the best row of moves brings."""
        if not cards:
            return 0.0
        found = 0.0
        for district, card in self.ways[plan.district]:
            paid = card if plan.hand[card] else 0
            if plan.hand[paid]:
                found = max(found, self.after(plan, district, paid, cards))
        return found

    def after(self, plan: _Plan, district: int, card: int, cards: int) -> float:
        """What a move brings, with the best moves after it."""
        hand = tuple(count - (kind == card) for kind, count in enumerate(plan.hand))
        moved = plan._replace(district=district, hand=hand)
        gained = 0.0
        if district not in self.princes:
            gained, moved = self.visit(district, moved)
        return gained - 0.1 * (card == 0) + 0.95 * self.best(moved, cards - 1)

    def visit(self, district: int, plan: _Plan) -> tuple[float, _Plan]:
        """The best deployment in a district, and what it leaves."""
        province = district // 3
        ready = min(3, plan.spaces[province])
        if not ready or district in plan.done:
            return 0.0, plan
        worth, used = max(
            (self.deployed(district, members, monk), members + monk)
            for members in range(ready + 1)
            for monk in range(2)
            if members + monk <= ready
        )
        spaces = tuple(n - used * (p == province) for p, n in enumerate(plan.spaces))
        return worth, plan._replace(spaces=spaces, done=(*plan.done, district))

    def deployed(self, district: int, members: int, monk: int) -> float:
        """The value of a deployment, minus the value of its members in other places."""
        own, others = self.me.members[district], self.others[district]
        gain = houses(own + members, others) - houses(own, others)
        tile = _TILE if self.me.tiles[district // 3] else _NEW_TILE
        return (
            gain * (self.figure + tile) + monk * _MONK * self.scorings - _MEMBER * (members + monk)
        )

    def returned(self, number: int) -> float:
        """Members stay in the city for the points."""
        return float(-number)

    def withdrawn(self, numbers: Sequence[int]) -> float:
        """Members stay in as many parts of the city as possible."""
        return sum(left > back for left, back in zip(self.me.in_city, numbers, strict=True))
