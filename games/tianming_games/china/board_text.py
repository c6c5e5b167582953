"""Draw the board of China as text: regions and players, and the map with its pieces."""

from collections.abc import Iterator, Sequence

from tianming_games.china.box import COLOUR_WORDS, EMPTY, LAND_WORDS, NOWHERE
from tianming_games.china.map import Map
from tianming_games.china.map_text import LETTERS, grid
from tianming_games.china.region import Player, Region
from tianming_games.china.view import Observation
from tianming_games.scene import SEAT_TONES
from tianming_games.text_board import (
    ACCENT,
    INK,
    MUTED,
    BoardLine,
    Segment,
    joined,
    line,
    seat_labels,
    seat_name,
)

_PILES = ("first", "second", "no")
_INDENT = 11


def draw(
    seen: Observation, names: Sequence[str] = (), hands: Sequence[tuple[int, ...]] = ()
) -> list[BoardLine]:
    """Return the board, with a line for each region and player.

    A house space shows the seat of its house, or a dot; `^` marks a fortification. `hands` are the
    hands of all seats, to show them all; if it is empty, the board shows what the viewer knows.
    """
    labels = seat_labels(len(seen.players), names)
    return [
        _turn(seen, names),
        line(f"display    {_cards(seen.display)}", indent=_INDENT, detail=1),
        line(_pile(seen), indent=_INDENT, detail=2),
        *(_region(seen, land, region) for land, region in enumerate(seen.regions)),
        *(
            _player(seen, labels[seat], player, _hand(seen, seat, player, hands))
            for seat, player in enumerate(seen.players)
        ),
    ]


def draw_map(drawn: Map, regions: Sequence[Region]) -> list[BoardLine]:
    """Return the map: `w3` is an empty house space, `0⌂` a house of seat 0, `^` a fortification."""
    rows, cells = grid(drawn, scale=1)
    pieces: dict[int, dict[int, Segment]] = {}
    for space, (column, row) in enumerate(cells):
        pieces.setdefault(row, {})[column] = _piece(drawn, regions, space)
    lines = [line(*_row("".join(row), pieces.get(number, {}))) for number, row in enumerate(rows)]
    key = "; ".join(
        f"{LETTERS[word]} {name}" for word, name in zip(LAND_WORDS, drawn.names, strict=True)
    )
    return [*lines, line(Segment(key, MUTED))]


def _piece(drawn: Map, regions: Sequence[Region], space: int) -> Segment:
    """Return the house on a space, or the name of an empty space."""
    land = drawn.land_of[space]
    number = space - drawn.first[land]
    owner = regions[land].owners[number]
    fort = "^" if number in regions[land].forts else ""
    if owner == EMPTY:
        return Segment(f"{LETTERS[LAND_WORDS[land]]}{number + 1}{fort}", INK if fort else MUTED)
    return Segment(f"{owner}{fort or '⌂'}", SEAT_TONES[owner])


def _row(text: str, pieces: dict[int, Segment]) -> Iterator[Segment]:
    """Yield a row of the map: the muted roads, and the pieces in their places."""
    at = 0
    for column in sorted(pieces):
        yield Segment(text[at:column], MUTED)
        yield pieces[column]
        at = column + len(pieces[column].text)
    yield Segment(text[at:].rstrip(), MUTED)


def _turn(seen: Observation, names: Sequence[str]) -> BoardLine:
    if not seen.decision:
        return line("the end", detail=1)
    into = "" if seen.region == NOWHERE else f", into {LAND_WORDS[seen.region]}"
    who = Segment(seat_name(seen.turn, names), SEAT_TONES[seen.turn])
    return line(f"turn {seen.turns + 1}, ", who, into, indent=_INDENT, detail=1)


def _cards(cards: Sequence[int]) -> str:
    return " ".join(COLOUR_WORDS[card] for card in cards) or "none"


def _pile(seen: Observation) -> str:
    discards = " ".join(
        f"{word}:{count}" for word, count in zip(COLOUR_WORDS, seen.discards, strict=True)
    )
    return f"pile       {_PILES[seen.exhausted]}, {seen.pile} cards; discards {discards}"


def _region(seen: Observation, land: int, region: Region) -> BoardLine:
    spaces = joined(
        Segment("." + fort, INK if fort else MUTED)
        if owner == EMPTY
        else Segment(str(owner) + fort, SEAT_TONES[owner])
        for owner, fort in (
            (owner, "^" if space in region.forts else "")
            for space, owner in enumerate(region.owners)
        )
    )
    emissaries = joined(
        Segment(f"{seat}:{count}", SEAT_TONES[seat])
        for seat, count in enumerate(region.emissaries)
        if count
    )
    word = f"{LAND_WORDS[land]} {COLOUR_WORDS[seen.map.colours[land]]}"
    scored = ", scored" if region.scored else ""
    return line(
        Segment(f"{word:<12} ", ACCENT if land == seen.region else INK),
        "[",
        *spaces,
        "] emissaries ",
        *(emissaries or [Segment("none")]),
        f" of {region.limit}{scored}",
        indent=13,
    )


def _hand(seen: Observation, seat: int, player: Player, hands: Sequence[tuple[int, ...]]) -> str:
    if hands:
        return _cards(hands[seat])
    if seat == seen.seat:
        return _cards(seen.hand)
    hidden = player.cards - len(player.known)
    return f"{hidden} hidden, known {_cards(player.known)}"


def _player(seen: Observation, label: Segment, player: Player, hand: str) -> BoardLine:
    forts = f", {player.fortifications} fortifications" if seen.with_forts else ""
    supply = f"; {player.houses} houses, {player.emissaries} emissaries{forts}; hand {hand}"
    return line(label, Segment(f"{player.score} points", ACCENT), supply, indent=len(label.text))
