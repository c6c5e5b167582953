"""What a seat may see, and the same as text for people."""

from typing import NamedTuple

from tianming_games.ming.box import NO_CARD, NOBODY, PROVINCES
from tianming_games.ming.family import Family
from tianming_games.ming.map import Map
from tianming_games.ming.notation import card_text, district_text, province_text


class Observation(NamedTuple):
    """What a seat sees.

    `subject` is the province or district a decision is about. `left` counts the
    decisions of this kind the seat still owes, this one among them; `queue` are the
    seats with a turn to come after this decision, each once, next first; none while all
    choose at once, and of a turn in which nothing can be done nobody is asked. `laid` are
    the sums of the return cards by family: only the seat's own until all are shown.
    """

    seat: int
    round: int
    start: int
    decision: str
    subject: int
    left: int
    queue: tuple[int, ...]
    map: Map
    display: tuple[int, ...]
    stack: tuple[int, ...]
    discards: tuple[int, ...]
    dragons: int
    tiles: tuple[int, ...]
    families: tuple[Family, ...]
    seats: int
    laid: tuple[int, ...]


def draw(seen: Observation) -> str:
    """The board, a line for each province and each player."""
    lines = [
        f"round {seen.round} of 6, seat {seen.start} starts" if seen.round else "preparation",
        f"cards    {_kinds(seen.map)}",
        f"display  {_display(seen)}",
        f"stack    {sum(seen.stack)} cards, {sum(seen.discards)} discarded, "
        f"{seen.dragons} dragon cards",
    ]
    lines += [_province(seen, province) for province in range(PROVINCES)]
    for index, family in enumerate(seen.families):
        name = f"seat {index} " if index < seen.seats else "neutral"
        lines += _family(name, family, seen.laid[index])
    return "\n".join(lines) + "\n"


def _kinds(board: Map) -> str:
    return " ".join(f"{card}={kind.name}" for card, kind in enumerate(board.transports, 1))


def _display(seen: Observation) -> str:
    cards = (
        f"{province_text(province)}:{'-' if card == NO_CARD else card}"
        for province, card in enumerate(seen.display)
    )
    return " ".join(cards) or "not turned up yet"


def _province(seen: Observation, province: int) -> str:
    """Where the figures are: open+monk, and in the city in brackets, by seat."""
    districts = []
    for district in range(3 * province, 3 * province + 3):
        figures = [_figures(index, f, district) for index, f in enumerate(seen.families)]
        text = " ".join(figure for figure in figures if figure)
        districts.append(f"{district_text(district)} {text or '-'}")
    letter, colour = province_text(province), seen.map.provinces[province].colour
    return f"{letter} {colour:<10} tiles {seen.tiles[province]:>2}   {'   '.join(districts)}"


def _figures(index: int, family: Family, district: int) -> str:
    parts = []
    if family.prince == district:
        parts.append("prince")
    if family.members[district]:
        parts.append(str(family.members[district]))
    if district in family.monks:
        parts.append("monk")
    if family.city[district]:
        parts.append(f"({family.city[district]})")
    return f"{index}:{'+'.join(parts)}" if parts else ""


def _family(name: str, family: Family, laid: int) -> list[str]:
    hand = " ".join(card_text(card) for card, count in enumerate(family.hand) for _ in range(count))
    spaces = _by_province(family.spaces)
    tiles = _by_province(family.tiles)
    cards = "" if laid == NOBODY else f", returns {laid}"
    return [
        f"{name}  {family.score} points, {family.supply} in supply, {family.box} in the box{cards}",
        f"         hand {hand or 'none'}; spaces {spaces}; tiles {tiles}",
    ]


def _by_province(numbers: tuple[int, ...]) -> str:
    words = [
        f"{province_text(province)}:{number}" for province, number in enumerate(numbers) if number
    ]
    return " ".join(words) or "none"
