"""The observation of a seat."""

from dataclasses import dataclass

from tianming_games.china.map import Map
from tianming_games.china.region import Player, Region
from tianming_games.china.trace import SeenTrace


@dataclass(init=False, slots=True)
class Observation:
    """What a seat sees: everything except the other hands and the order of the draw pile.

    The public sees no hand: its `hand` and `drawn` are empty.

    `turn` is the seat whose turn it is, `turns` the number of completed turns. `region` is the
    region in play, `left` the number of pieces that may still be placed there this turn. `discards`
    are counts by colour, `deck` all cards of the match.

    The last three fields are empty before the reshuffle. `recycled` counts the cards of the second
    pile whose place the seat does not know, by colour. `drawn` are the cards of that pile in the
    seat's own trace, and `traces` are by seat.
    """

    seat: int
    decision: str
    turn: int
    turns: int
    region: int
    left: int
    hand: tuple[int, ...]
    display: tuple[int, ...]
    pile: int
    discards: tuple[int, ...]
    exhausted: int
    players: tuple[Player, ...]
    regions: tuple[Region, ...]
    deck: tuple[int, ...]
    with_forts: bool
    map: Map
    recycled: tuple[int, ...]
    drawn: tuple[int, ...]
    traces: tuple[SeenTrace, ...]

    def __init__(
        self,
        seat: int,
        decision: str,
        turn: int,
        turns: int,
        region: int,
        left: int,
        hand: tuple[int, ...],
        display: tuple[int, ...],
        pile: int,
        discards: tuple[int, ...],
        exhausted: int,
        players: tuple[Player, ...],
        regions: tuple[Region, ...],
        deck: tuple[int, ...],
        with_forts: bool,
        drawn_map: Map,
        recycled: tuple[int, ...],
        drawn: tuple[int, ...],
        traces: tuple[SeenTrace, ...],
    ) -> None:
        self.seat = seat
        self.decision = decision
        self.turn = turn
        self.turns = turns
        self.region = region
        self.left = left
        self.hand = hand
        self.display = display
        self.pile = pile
        self.discards = discards
        self.exhausted = exhausted
        self.players = players
        self.regions = regions
        self.deck = deck
        self.with_forts = with_forts
        self.map = drawn_map
        self.recycled = recycled
        self.drawn = drawn
        self.traces = traces
