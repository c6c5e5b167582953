"""Draw the board of Ming Dynasty as text: a line for each province, and two for each family."""

from collections.abc import Iterator, Sequence

from tianming_games.ming.box import NO_CARD, NOBODY, PROVINCES
from tianming_games.ming.family import Family
from tianming_games.ming.map import Map
from tianming_games.ming.notation import card_text, district_text, province_text
from tianming_games.ming.view import Observation
from tianming_games.scene import SEAT_TONES
from tianming_games.text_board import (
    ACCENT,
    MUTED,
    BoardLine,
    Segment,
    joined,
    line,
    seat_labels,
    seat_name,
)


def draw(seen: Observation, names: Sequence[str] = ()) -> list[BoardLine]:
    """Return the board, with a line for each province and two for each family."""
    lines = [
        _round(seen, names),
        line(f"cards    {_kinds(seen.map)}", detail=2),
        line(f"display  {_display(seen)}", detail=1),
        line(
            f"stack    {sum(seen.stack)} cards, {sum(seen.discards)} discarded, "
            f"{seen.dragons} dragon cards",
            detail=2,
        ),
    ]
    lines += [_province(seen, province) for province in range(PROVINCES)]
    labels = seat_labels(seen.seats, names)
    labels.append(Segment("neutral".ljust(len(labels[0].text)), SEAT_TONES[seen.seats]))
    for index, family in enumerate(seen.families):
        lines += _family(labels[index], family, seen.laid[index])
    return lines


def _round(seen: Observation, names: Sequence[str]) -> BoardLine:
    if not seen.round:
        return line("preparation", detail=2)
    start = Segment(seat_name(seen.start, names), SEAT_TONES[seen.start])
    return line(f"round {seen.round} of 6, ", start, " starts", detail=1)


def _kinds(board: Map) -> str:
    return " ".join(f"{card}={kind.name}" for card, kind in enumerate(board.transports, 1))


def _display(seen: Observation) -> str:
    cards = (
        f"{province_text(province)}:{'-' if card == NO_CARD else card}"
        for province, card in enumerate(seen.display)
    )
    return " ".join(cards) or "not turned up yet"


def _province(seen: Observation, province: int) -> BoardLine:
    """Return a province with its figures, by family: open+monk, and in brackets in the city."""
    districts: list[Segment] = []
    for district in range(3 * province, 3 * province + 3):
        figures = [_figures(index, f, district) for index, f in enumerate(seen.families)]
        standing = joined(figure for figure in figures if figure.text)
        if districts:
            districts.append(Segment("   "))
        districts += [Segment(f"{district_text(district)} "), *(standing or [Segment("-", MUTED)])]
    letter, colour = province_text(province), seen.map.provinces[province].colour
    label = f"{letter} {colour:<10} tiles {seen.tiles[province]:>2}   "
    return line(label, *districts, indent=len(label))


def _figures(index: int, family: Family, district: int) -> Segment:
    parts = []
    if family.prince == district:
        parts.append("prince")
    if family.members[district]:
        parts.append(str(family.members[district]))
    if district in family.monks:
        parts.append("monk")
    if family.city[district]:
        parts.append(f"({family.city[district]})")
    return Segment(f"{index}:{'+'.join(parts)}" if parts else "", SEAT_TONES[index])


def _family(label: Segment, family: Family, laid: int) -> Iterator[BoardLine]:
    hand = " ".join(card_text(card) for card, count in enumerate(family.hand) for _ in range(count))
    cards = "" if laid == NOBODY else f", returns {laid}"
    figures = f", {family.supply} in supply, {family.box} in the box{cards}"
    yield line(label, Segment(f"{family.score} points", ACCENT), figures, indent=len(label.text))
    yield line(
        f"         hand {hand or 'none'}; spaces {_by_province(family.spaces)}; "
        f"tiles {_by_province(family.tiles)}"
    )


def _by_province(numbers: tuple[int, ...]) -> str:
    words = [
        f"{province_text(province)}:{number}" for province, number in enumerate(numbers) if number
    ]
    return " ".join(words) or "none"
