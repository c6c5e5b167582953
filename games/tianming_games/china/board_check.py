"""Check a board: each constraint with its own error.

The constraints are the confirmed and the deduced facts of `docs/rules/china.md`, in the order of
that page, and the constraints that make a drawing readable. An error names the file, a line and the
constraint.
"""

from collections import Counter
from collections.abc import Callable

from tianming_games.china.box import (
    ALLIANCES,
    CARDS,
    COLOUR_WORDS,
    HOUSES,
    LAND_WORDS,
    LEAST_ROW,
    MOST_SPACES,
)
from tianming_games.china.parsed_board import Area, ParsedBoard
from tianming_games.china.road_check import ROAD_CHECKS
from tianming_games.ground.error import DataError

_SEATS = ((3, 4), (4, 5))
_REMOVED = {"3": 2, "4": 1, "5": 0}
_COLOURS = {
    "zhao": "orange",
    "lu": "orange",
    "wei": "red",
    "qi": "yellow",
    "chin": "yellow",
    "han": "green",
    "chu": "purple",
}
_SIZES = {
    "chu": range(8, 9),
    "wei": range(7, 8),
    "qi": range(6, 8),
    "zhao": range(5, 8),
    "chin": range(4, 8),
}
_KNOWN_ALLIANCES = {3: {"wei", "chin"}, 4: {"chin", "shu"}}
_MOST_HOUSES = 3 * HOUSES
_LONGEST_NAME = 24


def check_sides(drawn: ParsedBoard) -> None:
    """A side is for 3 to 4 or for 4 to 5 players."""
    if drawn.seats not in _SEATS:
        raise drawn.file.refusal("a side is for 3 to 4 or for 4 to 5 players.", "min_players")


def check_least_row(drawn: ParsedBoard) -> None:
    """Players must have at least 4 houses in a row to score any points."""
    if drawn.least_row != LEAST_ROW:
        raise drawn.file.refusal(
            f"a row of houses scores from {LEAST_ROW} houses on.", "min_road_row"
        )


def check_cards(drawn: ParsedBoard) -> None:
    """57 region cards in five colours."""
    if sorted(drawn.cards) != sorted(COLOUR_WORDS):
        raise drawn.file.refusal(f"the cards are {', '.join(COLOUR_WORDS)}.", "counts =")
    total = sum(drawn.cards.values())
    if total != CARDS:
        raise drawn.file.refusal(f"there are {CARDS} region cards, not {total}.", "counts =")
    if min(drawn.cards.values()) <= max(_REMOVED.values()):
        raise drawn.file.refusal("some cards of every colour stay in the game.", "counts =")


def check_removed(drawn: ParsedBoard) -> None:
    """Two cards of each colour are removed for 3 players, one for 4, none for 5."""
    if drawn.removed != _REMOVED:
        raise drawn.file.refusal(
            "of each colour 2 cards are removed with 3 players, 1 with 4, none with 5.",
            "removed_per_colour",
        )


def check_regions(drawn: ParsedBoard) -> None:
    """The nine regions, in their order."""
    words = tuple(area.word for area in drawn.areas)
    if words != LAND_WORDS:
        raise drawn.file.refusal(
            f"the regions are {', '.join(LAND_WORDS)}, in this order.", "[[regions]]"
        )


def check_names(drawn: ParsedBoard) -> None:
    """A region may have any name that can be printed and is not too long."""
    for area in drawn.areas:
        if not (area.name.isprintable() and 0 < len(area.name) <= _LONGEST_NAME):
            raise _area_refusal(
                drawn, area, f"the name of {area.word} has 1 to {_LONGEST_NAME} printable letters."
            )


def check_colours(drawn: ParsedBoard) -> None:
    """Four pairs of regions share a colour, purple appears once."""
    for area in drawn.areas:
        known = _COLOURS.get(area.word, area.colour)
        if area.colour not in COLOUR_WORDS or area.colour != known:
            wanted = _COLOURS.get(area.word, "red or green")
            raise _area_refusal(drawn, area, f"the colour of {area.word} is {wanted}.")
    count = Counter(area.colour for area in drawn.areas)
    if any(count[colour] != 2 for colour in COLOUR_WORDS if colour != "purple"):
        raise drawn.file.refusal(
            "eight regions are four pairs of a colour, and purple appears once.", 'id = "yen"'
        )


def check_sizes(drawn: ParsedBoard) -> None:
    """Every region has 4 to 8 house spaces; Chu alone has 8."""
    for area in drawn.areas:
        sizes = _SIZES.get(area.word, range(4, MOST_SPACES))
        if area.size not in sizes:
            span = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else f"{sizes[0]}"
            raise _area_refusal(drawn, area, f"{area.word} has {span} house spaces.")
    total = sum(area.size for area in drawn.areas)
    if total > _MOST_HOUSES:
        raise drawn.file.refusal(
            f"three players have {_MOST_HOUSES} houses, and the board {total} spaces.",
            "house_count",
        )


def check_houses(drawn: ParsedBoard) -> None:
    """The house spaces of a region are numbered from 1, each listed once, in order."""
    wanted = [
        (f"{area.word}-{number}", area.word)
        for area in drawn.areas
        for number in range(1, area.size + 1)
    ]
    listed = [(house.word, house.land) for house in drawn.houses]
    for (word, land), (other, place) in zip(wanted, listed, strict=False):
        if (word, land) != (other, place):
            raise drawn.file.refusal(
                f"the house space {word} of {land} must come here, not {other} of {place}.",
                f'id = "{other}"',
            )
    if len(listed) < len(wanted):
        missing = wanted[len(listed)][0]
        raise drawn.file.refusal(f"the house space {missing} is missing.", "[[houses]]")
    if len(listed) > len(wanted):
        extra = listed[len(wanted)][0]
        raise drawn.file.refusal(
            f"{extra} is more than the regions' house_count allows.", f'id = "{extra}"'
        )


def check_alliance_numbers(drawn: ParsedBoard) -> None:
    """15 possible alliances, numbered from 1 to 15."""
    for wanted, number in enumerate(drawn.numbers, 1):
        if number != wanted or number > ALLIANCES:
            raise drawn.file.refusal(
                f"the alliances are numbered from 1 to {ALLIANCES}, in order.",
                f"number = {number}",
            )
    if len(drawn.numbers) != ALLIANCES:
        raise drawn.file.refusal(f"there are {ALLIANCES} alliances.", "[[alliances]]")


def check_alliances(drawn: ParsedBoard) -> None:
    """Each alliance joins two neighbouring regions, and is listed once."""
    colours = {area.word: area.colour for area in drawn.areas}
    seen: list[set[str]] = []
    for number, (one, other) in zip(drawn.numbers, drawn.alliances, strict=True):
        sentence = None
        if one not in colours or other not in colours or one == other:
            sentence = f"alliance {number} joins two regions of the board."
        elif {one, other} in seen:
            sentence = f"alliance {number} is given twice: {one} and {other}."
        elif {one, other} != _KNOWN_ALLIANCES.get(number, {one, other}):
            wanted = " and ".join(sorted(_KNOWN_ALLIANCES[number]))
            sentence = f"alliance {number} is between {wanted}."
        elif colours[one] == colours[other]:
            sentence = f"regions of one colour never border each other: {one} and {other}."
        if sentence is not None:
            raise drawn.file.refusal(sentence, f"number = {number}")
        seen.append({one, other})


def _area_refusal(drawn: ParsedBoard, area: Area, sentence: str) -> DataError:
    return drawn.file.refusal(sentence, f'id = "{area.word}"')


CHECKS: tuple[Callable[[ParsedBoard], None], ...] = (
    check_sides,
    check_least_row,
    check_cards,
    check_removed,
    check_regions,
    check_names,
    check_colours,
    check_sizes,
    check_houses,
    check_alliance_numbers,
    check_alliances,
    *ROAD_CHECKS,
)
"""All checks of a board; each may rely on the checks before it."""
