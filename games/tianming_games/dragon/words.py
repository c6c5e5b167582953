"""Names and sentences for the events of In the Year of the Dragon.

The sentences number palaces, floors and groups from 1.
"""

from typing import Final

from tianming_games.action import Action
from tianming_games.dragon.action_phase import group_of
from tianming_games.dragon.box import JOKER, MONTHS, PERSON, TOLL, EventTile, Person, Size, Tile
from tianming_games.dragon.expansion_box import Corner, Goods, WallTile
from tianming_games.dragon.notation import ACTION_WORDS, Verb
from tianming_games.dragon.rules import PhaseKind
from tianming_games.dragon.view import Observation
from tianming_games.presentation import Moment

EVENT_NAMES: Final[dict[int, str]] = {
    EventTile.PEACE: "peace",
    EventTile.IMPERIAL_TRIBUTE: "imperial tribute",
    EventTile.DROUGHT: "drought",
    EventTile.DRAGON_FESTIVAL: "dragon festival",
    EventTile.MONGOL_INVASION: "Mongol invasion",
    EventTile.CONTAGION: "contagion",
}
PERSON_NAMES: Final = tuple(person.name.lower().replace("_", " ") for person in Person)
CARD_NAMES: Final = (*PERSON_NAMES, "joker")
TILE_NAMES: Final = tuple(
    (("young ", "old ")[tile > Tile.SCHOLAR] if PERSON.count(PERSON[tile]) > 1 else "")
    + PERSON_NAMES[PERSON[tile]]
    for tile in Tile
)
ACTION_NAMES: Final = tuple(word.replace("-", " ") for word in ACTION_WORDS)
CORNER_NAMES: Final = tuple(corner.name.lower().replace("_", " ") for corner in Corner)
PRIVILEGE_NAMES: Final[dict[int, str]] = {
    WallTile.RICE: "1 rice",
    WallTile.FIREWORKS: "1 fireworks",
    WallTile.SECTION: "1 palace floor",
    WallTile.YUAN: "2 yuan",
    WallTile.SPACES: "3 spaces on the person track",
    WallTile.POINTS: "3 points",
}

_TAKES: Final = (
    "collects taxes",
    "builds palaces",
    "harvests rice",
    "makes fireworks",
    "holds a military parade",
    "does research",
    "buys a privilege",
    "builds a part of the Great Wall",
)
_PHASES: Final[dict[int, str]] = {
    PhaseKind.NONE: "New month",
    PhaseKind.PREPARATION: "First persons",
    PhaseKind.ACTION: "Actions",
    PhaseKind.PERSON: "Persons",
    PhaseKind.EVENT: "Event",
    PhaseKind.WALL: "Wall",
    PhaseKind.WHOLE_WALL: "Whole wall",
    PhaseKind.SUPER_EVENT: "Super event",
    PhaseKind.EVENT_AGAIN: "Event again",
    PhaseKind.WALL_AGAIN: "Wall again",
}

_HEADINGS: Final[dict[int, str]] = {
    PhaseKind.NONE: "A month",
    PhaseKind.PREPARATION: "Before the first month",
    PhaseKind.ACTION: "Phase 1: action",
    PhaseKind.PERSON: "Phase 2: person",
    PhaseKind.EVENT: "Phase 3: event",
    PhaseKind.WALL: "Expansion: The Great Wall of China",
    PhaseKind.WHOLE_WALL: "Expansion: The Great Wall of China",
    PhaseKind.SUPER_EVENT: "Expansion: The Super Events",
    PhaseKind.EVENT_AGAIN: "Phase 3: event",
    PhaseKind.WALL_AGAIN: "Expansion: The Great Wall of China",
}
"""The headings of the page of rules, by phase."""


def month_words(seen: Observation) -> str:
    """Return the month and its event."""
    if not seen.decision and seen.month == MONTHS:
        return "The year is over"
    if not seen.month:
        return "Before the year begins"
    return f"Month {seen.month}: {EVENT_NAMES[seen.events[seen.month - 1]]}"


def moment(seen: Observation) -> Moment:
    """Return the month, and its phase."""
    if not seen.month:
        return Moment("Preparation", _PHASES[seen.phase] if seen.events else "Events")
    if not seen.decision:
        return Moment("End", "Scoring")
    return Moment(f"Month {seen.month}", _PHASES[seen.phase])


def rule_heading(seen: Observation) -> str:
    """Return the heading of the rules about the phase."""
    return _HEADINGS[seen.phase]


def draw_sentence(notation: str) -> str:
    """Return the sentence about a draw of the referee."""
    word, _, rest = notation.partition(" ")
    names = rest.replace("-", " ").split(",")
    match word:
        case "events":
            return f"The events of the year are {', '.join(names[:-1])} and {names[-1]}."
        case "super-event":
            return f"The super event of month 7 is: {names[0]}."
        case _:
            return f"The action cards are dealt: {', '.join(names)}."


def action_sentence(seen: Observation, name: str, action: Action) -> str:
    """Return the sentence about an action, from the observation before it."""
    return f"{name} {_phrase(seen, action)}."


def _phrase(seen: Observation, action: Action) -> str:
    verb, operands = Verb(action.verb), action.operands
    match verb:
        case Verb.DRAFT:
            return f"begins with {_tile(operands[0])} and {_tile(operands[1])}"
        case Verb.PASS:
            return "takes no action and fills up to 3 yuan"
        case Verb.TAKE:
            return f"{_TAKES[operands[0]]}{_toll(seen, action)}"
        case Verb.BUY:
            size = "small" if operands[0] == Size.SMALL else "large"
            return f"buys a {size} privilege{_toll(seen, action)}"
        case Verb.CARD:
            return f"plays {_card(operands[0])}"
        case Verb.TILE:
            return f"takes {_tile(operands[0])}"
        case Verb.DISCARD:
            return f"discards {_card(operands[0])}"
        case Verb.WALL:
            return f"builds a wall tile and gains {PRIVILEGE_NAMES[operands[0]]}"
        case Verb.RETURN:
            return f"returns {operands[1]} {Goods(operands[0]).name.lower()}"
        case Verb.CHARTER:
            return f"gains what a {PERSON_NAMES[operands[0]]} offers"
        case _:
            return _palace_phrase(seen, verb, operands)


def _palace_phrase(seen: Observation, verb: Verb, operands: tuple[int, ...]) -> str:
    """Return what a seat does in one of its palaces."""
    if verb == Verb.DROP:
        return f"has no room and lets {_tile(seen.subjects[0])} go"
    palace = f"palace {operands[0] + 1}"
    match verb:
        case Verb.FLOOR:
            return f"builds a floor of {palace}"
        case Verb.PLACE:
            return f"houses {_tile(seen.subjects[0])} in {palace}"
        case Verb.REPLACE:
            return f"houses {_tile(seen.subjects[0])} in {palace} and releases {_tile(operands[1])}"
        case Verb.LOSE:
            return f"loses a floor of {palace}"
        case _:
            return f"releases {_tile(operands[1])} from {palace}"


def _toll(seen: Observation, action: Action) -> str:
    """Return the words for the price of a group that another player has already chosen."""
    is_paid = seen.dragons[group_of(seen.groups, action)]
    return f", and pays {TOLL} yuan for the group" if is_paid else ""


def _tile(tile: int) -> str:
    name = TILE_NAMES[tile]
    return f"{'an' if name.startswith('o') else 'a'} {name}"


def _card(card: int) -> str:
    return "a joker" if card == JOKER else f"a {CARD_NAMES[card]} card"
