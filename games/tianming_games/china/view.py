"""What a seat may see."""

from typing import NamedTuple

from tianming_games.china.map import Map
from tianming_games.china.region import Player, Region
from tianming_games.china.trace import SeenTrace


class Observation(NamedTuple):
    """What a seat sees: all but the other hands and the order of the draw pile.

    The public sees no hand: its `hand` and `drawn` are empty.

    `turn` is the seat whose turn it is, `region` the one it plays into, `left` how many
    pieces it may yet place there. `discards` are by colour, `deck` all cards in play.
    After the reshuffle, `recycled` counts the cards of the second pile whose place the
    seat does not know, by colour; `drawn` are those that it drew itself, and `traces` are
    by seat. They are empty before.
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
