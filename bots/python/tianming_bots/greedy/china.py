"""A greedy policy for China: the piece that would gain most if the game ended now.

It looks one piece ahead: at the houses and alliances of the piece's region, and at the rows of
houses along the roads. It reads nothing but the setup and the position, and remembers nothing.
"""

from tianming_proto.games.china.v1 import china_pb2 as pb

_ROW = 4
"""Houses a row needs to score."""

_RIVAL = 0.35
"""How much a point of a rival counts against a point of one's own."""

_SECOND = 0.8
"""How much the outlook on a second piece counts."""

_PART_OF_ROW = 0.5
"""What each house next to a new one is worth in a row that is still too short."""

_CARD = 0.4
"""What a card is worth in hand."""


def choose(position: pb.Position, setup: pb.Setup) -> int:
    """The index of the option with the best outlook, the first of equals."""
    view = _View(position.observation, setup.board)
    values = [view.value(option) for option in position.options]
    return values.index(max(values))


class _View:
    """What a position shows, arranged for evaluation.

    `owners` has the seat of the house on each space, or -1.
    """

    def __init__(self, seen: pb.Observation, board: pb.Board) -> None:
        self.seen = seen
        self.board = board
        self.seat = seen.seat
        self.player = seen.players[seen.seat]
        self.hand: list[int] = list(seen.hand)
        spaces = sum(region.spaces for region in board.regions)
        self.owners = [-1] * spaces
        for seat, player in enumerate(seen.players):
            for space in player.houses:
                self.owners[space] = seat
        self.forts = [space in seen.fortifications for space in range(spaces)]
        self.neighbours: list[list[int]] = [[] for _ in range(spaces)]
        for road in board.roads:
            self.neighbours[road.one].append(road.other)
            self.neighbours[road.other].append(road.one)

    def value(self, option: pb.Option) -> float:
        """What an option promises."""
        match option.WhichOneof("kind"):
            case "play_cards":
                return self._play(option.play_cards)
            case "place_house":
                return self._house(option.place_house.space)
            case "place_emissary":
                return self._emissary(option.place_emissary.region - 1)
            case "place_fortification":
                return self._fort(option.place_fortification.space, self.hand)
            case "exchange_card":
                return -self._use(option.exchange_card.color)
            case "take_card":
                return self._use(option.take_card.color)
            case "draw_card":
                return 1.0
            case _:
                return 0.0

    def _play(self, play: pb.PlayCards) -> float:
        """The best piece there, and the best the other cards could add to it."""
        land = play.region - 1
        rest = self.hand.copy()
        for _ in range(play.cards):
            rest.remove(play.color)
        pieces = sorted(self._pieces(land, rest), reverse=True)
        first = pieces[0] if pieces else 0.0
        second = 0.0
        if len(pieces) > 1 and self._may_add_second(land) and self._can_pay(land, rest):
            second = _SECOND * pieces[1]
        return first + second - _CARD * play.cards + 1

    def _may_add_second(self, land: int) -> bool:
        """A region without pieces takes only one in a turn."""
        started = any(self.owners[space] >= 0 or self.forts[space] for space in self._spaces(land))
        return started and self.seen.decision == pb.DECISION_TURN

    def _can_pay(self, land: int, hand: list[int]) -> bool:
        """Whether some cards pay for a piece in a region."""
        color = self.board.regions[land].color
        return color in hand or any(hand.count(card) > 1 for card in hand)

    def _pieces(self, land: int, rest: list[int]) -> list[float]:
        """Values of all pieces that could be placed in a region."""
        spaces = self._spaces(land)
        values = []
        if self.player.houses_left:
            values += [self._house(space) for space in spaces if self.owners[space] < 0]
        if self.player.emissaries_left and self._has_room_for_emissary(land):
            values.append(self._emissary(land))
        if self.player.fortifications_left:
            values += [
                self._fort(space, rest)
                for space in spaces
                if self.owners[space] < 0 and not self.forts[space]
            ]
        return values

    def _house(self, space: int) -> float:
        """What a house adds to its region and to its row."""
        land = self._land(space)
        before = self._house_points(land)
        self.owners[space] = self.seat
        after = self._house_points(land)
        row = self._row(space)
        self.owners[space] = -1
        return self._gain(before, after) + row

    def _fort(self, space: int, rest: list[int]) -> float:
        """A fortification is good where a house can follow at once."""
        land = self._land(space)
        if not (self._may_follow(land) and self._can_pay(land, rest)):
            return -1.0
        before = self._house_points(land)
        self.owners[space], self.forts[space] = self.seat, True
        after = self._house_points(land)
        self.owners[space], self.forts[space] = -1, False
        return self._gain(before, after) - 4

    def _may_follow(self, land: int) -> bool:
        if self.seen.decision == pb.DECISION_PLACE:
            return self.seen.pieces_left > 1
        return self._may_add_second(land)

    def _emissary(self, land: int) -> float:
        """What an emissary adds to the alliances of its region."""
        regions = range(len(self.board.regions))
        counts = {each: self._emissaries(each) for each in regions}
        before = self._alliance_points(land, counts)
        counts[land][self.seat] += 1
        after = self._alliance_points(land, counts)
        leads = counts[land][self.seat] == max(counts[land])
        return self._gain(before, after) + (1.5 if leads else 0.0)

    def _gain(self, before: list[float], after: list[float]) -> float:
        """One's own gain, less a part of what rivals gain."""
        gains = [new - old for old, new in zip(before, after, strict=True)]
        own = gains.pop(self.seat)
        return own - _RIVAL * sum(gains)

    def _house_points(self, land: int) -> list[float]:
        """Current points by seat for the houses of a region."""
        spaces, counts = self._spaces(land), self._houses(land)
        seats = range(len(counts))
        doubled = {self.owners[space] for space in spaces if self.forts[space]}
        ranks = sorted({count for count in counts if count}, reverse=True)
        worth = dict(zip(ranks, (sum(counts), *ranks), strict=False))
        return [float(worth.get(counts[seat], 0) * (2 if seat in doubled else 1)) for seat in seats]

    def _alliance_points(self, land: int, counts: dict[int, list[int]]) -> list[float]:
        """Current points by seat for the alliances of a region."""
        points = [0.0] * len(self.seen.players)
        for alliance in self.board.alliances:
            pair = (alliance.one - 1, alliance.other - 1)
            if land in pair:
                one, other = counts[pair[0]], counts[pair[1]]
                for seat in range(len(points)):
                    if 0 < one[seat] == max(one) and 0 < other[seat] == max(other):
                        points[seat] += sum(one) + sum(other)
        return points

    def _row(self, space: int) -> float:
        """What a house adds to the longest row through it."""
        arms = sorted((self._arm(other, {space}) for other in self.neighbours[space]), reverse=True)
        length = 1 + sum(arms[:2])
        if length < _ROW:
            return _PART_OF_ROW * (length - 1)
        return 1.0 if arms[0] >= _ROW else float(_ROW)

    def _arm(self, space: int, gone: set[int]) -> int:
        """Length of the longest row of own houses that a space would extend."""
        if space in gone or self.owners[space] != self.seat:
            return 0
        onward = (self._arm(other, gone | {space}) for other in self.neighbours[space])
        return 1 + max(onward, default=0)

    def _use(self, color: int) -> float:
        """What a card of a colour is good for with the hand: open regions, and pairs."""
        outlooks = [
            max(self._pieces(region.region - 1, []), default=0.0)
            for region in self.board.regions
            if region.color == color
        ]
        places = sum(outlook > 0 for outlook in outlooks)
        return 0.2 * max(outlooks) + 0.3 * places + 0.5 * (color in self.hand)

    def _land(self, space: int) -> int:
        """The region of a house space."""
        regions = self.board.regions
        return max(index for index, each in enumerate(regions) if each.first_space <= space)

    def _spaces(self, land: int) -> range:
        """The house spaces of a region."""
        region = self.board.regions[land]
        return range(region.first_space, region.first_space + region.spaces)

    def _houses(self, land: int) -> list[int]:
        """Houses in a region, by seat."""
        owners = [self.owners[space] for space in self._spaces(land)]
        return [owners.count(seat) for seat in range(len(self.seen.players))]

    def _emissaries(self, land: int) -> list[int]:
        """Emissaries in a region, by seat."""
        return [player.emissaries[land] for player in self.seen.players]

    def _has_room_for_emissary(self, land: int) -> bool:
        """Whether the house majority allows another emissary."""
        return sum(self._emissaries(land)) < max(self._houses(land))
