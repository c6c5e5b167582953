"""The view of a seat in few bytes, for a program that reads text, such as an agent."""

from tianming_games.china.box import COLOUR_WORDS, EMPTY, LAND_WORDS, NOWHERE
from tianming_games.china.region import Player, Region
from tianming_games.china.view import Observation

_PILES = ("first", "second", "no")

_REGIONS = "region: colour, house of a seat or . on each space (^ fort), emissaries seat:count/most"
_SEATS = "seat: points, houses, forts, emissaries; cards, known ones"


def brief(seen: Observation) -> str:
    """Return what a seat sees, one line for each region and seat."""
    into = "" if seen.region == NOWHERE else f", into {LAND_WORDS[seen.region]}"
    pile = f"{_PILES[seen.exhausted]} pile {seen.pile}"
    lines = [
        f"turn {seen.turns + 1}, seat {seen.turn}{into}",
        f"display {_cards(seen.display)}; {pile}; discards {_counts(seen.discards)}",
        _REGIONS,
        *(_region(seen, land, region) for land, region in enumerate(seen.regions)),
        _SEATS if seen.with_forts else _SEATS.replace(" forts,", ""),
        *(_player(seen, seat, player) for seat, player in enumerate(seen.players)),
    ]
    return "".join([f"{line}\n" for line in lines])


def _region(seen: Observation, land: int, region: Region) -> str:
    spaces = "".join(
        ("." if owner == EMPTY else str(owner)) + ("^" if space in region.forts else "")
        for space, owner in enumerate(region.owners)
    )
    emissaries = " ".join(
        f"{seat}:{count}" for seat, count in enumerate(region.emissaries) if count
    )
    scored = " scored" if region.scored else ""
    colour = COLOUR_WORDS[seen.map.colours[land]]
    return f"{LAND_WORDS[land]}: {colour} {spaces} {emissaries}/{region.limit}{scored}"


def _player(seen: Observation, seat: int, player: Player) -> str:
    """Return the supply of a seat, and the cards of its hand that the viewer knows."""
    known = seen.hand if seat == seen.seat else player.known
    supply = [player.score, player.houses]
    supply += [player.fortifications] if seen.with_forts else []
    supply += [player.emissaries]
    cards = f"{player.cards} {_cards(known)}".removesuffix(" none")
    return f"{seat}: {' '.join(map(str, supply))}; {cards}"


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(COLOUR_WORDS[card] for card in cards) or "none"


def _counts(counts: tuple[int, ...]) -> str:
    found = [f"{COLOUR_WORDS[card]}:{count}" for card, count in enumerate(counts) if count]
    return " ".join(found) or "none"
