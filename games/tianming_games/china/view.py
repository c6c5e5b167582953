"""What a seat may see, and the same as text for people."""

from collections.abc import Sequence
from typing import NamedTuple

from tianming_games.china.box import COLOUR_WORDS, EMPTY, LAND_WORDS, NOWHERE
from tianming_games.china.map import Map
from tianming_games.china.region import Player, Region
from tianming_games.china.trace import SeenTrace

_PILES = ("first", "second", "no")


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


def draw(seen: Observation, hands: Sequence[tuple[int, ...]] = ()) -> str:
    """The board, a line for each region and player; with all hands where they are given.

    A house space shows the seat of its house, or a dot; `^` marks a fortification.
    """
    lines = [_turn(seen), f"display    {_cards(seen.display)}", _pile(seen)]
    lines += [_region(seen, land, region) for land, region in enumerate(seen.regions)]
    lines += [_player(seen, seat, player, hands) for seat, player in enumerate(seen.players)]
    return "\n".join(lines) + "\n"


def _turn(seen: Observation) -> str:
    into = "" if seen.region == NOWHERE else f", into {LAND_WORDS[seen.region]}"
    return f"turn {seen.turns + 1}, seat {seen.turn}{into}" if seen.decision else "the end"


def _cards(cards: Sequence[int]) -> str:
    return " ".join(COLOUR_WORDS[card] for card in cards) or "none"


def _pile(seen: Observation) -> str:
    discards = " ".join(
        f"{word}:{count}" for word, count in zip(COLOUR_WORDS, seen.discards, strict=True)
    )
    return f"pile       {_PILES[seen.exhausted]}, {seen.pile} cards; discards {discards}"


def _region(seen: Observation, land: int, region: Region) -> str:
    spaces = " ".join(
        ("." if owner == EMPTY else str(owner)) + ("^" if space in region.forts else "")
        for space, owner in enumerate(region.owners)
    )
    emissaries = " ".join(
        f"{seat}:{count}" for seat, count in enumerate(region.emissaries) if count
    )
    word = f"{LAND_WORDS[land]} {COLOUR_WORDS[seen.map.colours[land]]}"
    scored = ", scored" if region.scored else ""
    return f"{word:<12} [{spaces}] emissaries {emissaries or 'none'} of {region.limit}{scored}"


def _player(seen: Observation, seat: int, player: Player, hands: Sequence[tuple[int, ...]]) -> str:
    if hands:
        hand = _cards(hands[seat])
    elif seat == seen.seat:
        hand = _cards(seen.hand)
    else:
        hidden = player.cards - len(player.known)
        hand = f"{hidden} hidden, known {_cards(player.known)}"
    forts = f", {player.fortifications} fortifications" if seen.with_forts else ""
    return (
        f"seat {seat}   {player.score} points; {player.houses} houses, "
        f"{player.emissaries} emissaries{forts}; hand {hand}"
    )
