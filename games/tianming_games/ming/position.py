"""Build a state from the setup of a match and a position.

The state is the one of the match, with one exception: while players lay return cards, no other
player has laid theirs yet. No state contains the order of the supply stack.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from tianming_games.game import Game
from tianming_games.ming.box import (
    DISTRICTS,
    DISTRICTS_PER_PROVINCE,
    DRAGON,
    DRAGON_CARDS,
    FAMILY,
    HAND_LIMIT,
    HOUSES_PER_DISTRICT,
    MOST_IN_CITY,
    MOST_POINTS,
    MOVEMENT_CARDS,
    NEUTRAL_FAMILY,
    NOBODY,
    PROVINCES,
    ROUNDS,
    TILES_PER_COLOUR,
    districts_of,
)
from tianming_games.ming.family import Family
from tianming_games.ming.history import check_history
from tianming_games.ming.pending import SEEN, tasks_of
from tianming_games.ming.state import MingState
from tianming_games.position import (
    PositionError,
    first_state,
    parse,
    require,
    require_each,
    require_range,
    require_rest,
)
from tianming_proto.games.ming.v1 import ming_pb2 as pb

_NONE_IN_CITY: Final = (0,) * DISTRICTS


def read_position(
    game: Game[MingState], options: Mapping[str, str], setup: bytes, position: bytes
) -> MingState:
    """Return the state of a position.

    Args:
        game: the game.
        options: options of the match.
        setup: the serialised `Setup` of the match.
        position: the serialised `Position` of a question.

    Raises:
        PositionError: if the setup or the position contradicts itself or the rules.
    """
    state: MingState = first_state(game, options, setup, pb.Setup)
    given = parse(pb.Position, position, "position")
    seen = given.observation
    require_range(seen.seat, 0, state.seats - 1, f"{SEEN}.seat")
    state.round = require_range(seen.round, 0, ROUNDS, f"{SEEN}.round")
    state.start = require_range(seen.start, 0, state.seats - 1, f"{SEEN}.start")
    _read_families(state, seen)
    _read_table(state, seen)
    state.resume(*tasks_of(state, seen))
    check_history(state)
    require_rest(game, state, seen.seat, given, position)
    return state


# -- the families


def _read_families(state: MingState, seen: pb.Observation) -> None:
    """Read what the players and the neutral family own."""
    path, seats = f"{SEEN}.players", state.seats
    require(len(seen.players) == seats, path, f"The setup has {seats} seats.")
    has_neutral = len(state.families) > seats
    require(
        seen.HasField("neutral") == has_neutral,
        f"{SEEN}.neutral",
        "A game for two has a neutral family, and no other game.",
    )
    families = [(player, f"{path}[{seat}]", FAMILY) for seat, player in enumerate(seen.players)]
    if has_neutral:
        families.append((seen.neutral, f"{SEEN}.neutral", NEUTRAL_FAMILY))
    city = require_range(seen.city, 0, PROVINCES - 1, f"{SEEN}.city")
    cards = state.rules.map.cards
    state.families = [_family(family, city, cards, here) for family, here, _ in families]
    for family, here, _ in families:
        is_scored = seen.HasField("city") or not family.HasField("returning")
        require(is_scored, f"{here}.returning", "No city is being scored.")
    for built, (_, here, members) in zip(state.families, families, strict=True):
        require(built.size() == members, here, f"The family has {members} members in all.")
    state.laid = tuple(
        require_range(family.returning, 0, MOST_IN_CITY, f"{here}.returning")
        if family.HasField("returning")
        else NOBODY
        for family, here, _ in families
    )
    _require_apart(state)


def _family(family: pb.Family, city: int, cards: int, path: str) -> Family:
    prince = NOBODY
    if family.HasField("prince"):
        prince = require_range(family.prince, 0, DISTRICTS - 1, f"{path}.prince")
    monks = require_each(family.monks, 0, DISTRICTS - 1, f"{path}.monks")
    require(sorted({*monks}) == [*monks], f"{path}.monks", "Districts are sorted, each once.")
    return Family(
        prince=prince,
        supply=require_range(family.supply, 0, NEUTRAL_FAMILY, f"{path}.supply"),
        spaces=_numbers(family.spaces, PROVINCES, FAMILY, f"{path}.spaces"),
        members=_numbers(family.members, DISTRICTS, NEUTRAL_FAMILY, f"{path}.members"),
        city=_city(family.in_city, city, f"{path}.in_city"),
        monks=monks,
        box=require_range(family.out_of_game, 0, NEUTRAL_FAMILY, f"{path}.out_of_game"),
        hand=_numbers(family.hand, cards, MOVEMENT_CARDS, f"{path}.hand"),
        tiles=_numbers(family.tiles, PROVINCES, TILES_PER_COLOUR, f"{path}.tiles"),
        score=require_range(family.score, 0, MOST_POINTS, f"{path}.score"),
    )


def _city(in_city: Sequence[int], city: int, path: str) -> tuple[int, ...]:
    """Return the family members in all cities; only the city being scored has any."""
    if not in_city:
        return _NONE_IN_CITY
    members = [0] * DISTRICTS
    parts = _numbers(in_city, DISTRICTS_PER_PROVINCE, HOUSES_PER_DISTRICT, path)
    for district, number in zip(districts_of(city), parts, strict=True):
        members[district] = number
    return tuple(members)


def _require_apart(state: MingState) -> None:
    """Check the princes, the monks and the sizes of hands.

    No two monks are in a cloister, every player has placed a prince once the rounds begin, and no
    hand is too large.
    """
    path = f"{SEEN}.players"
    princes = [family.prince for family in state.families if family.prince != NOBODY]
    monks = [district for family in state.families for district in family.monks]
    require(len({*monks}) == len(monks), path, "Each cloister holds one family member.")
    standing = state.seats if state.round else len(princes)
    require(len(princes) == standing, path, "Every player has placed the prince.")
    for seat, family in enumerate(state.families[: state.seats]):
        hand = f"{path}[{seat}].hand"
        require(sum(family.hand) <= HAND_LIMIT, hand, f"A hand has at most {HAND_LIMIT} cards.")


# -- what lies beside the board


def _read_table(state: MingState, seen: pb.Observation) -> None:
    """Read the cards and tiles in the supply, and check the totals with those of the families."""
    cards, hands = state.rules.map.cards, [family.hand for family in state.families]
    state.display = _numbers(seen.display, PROVINCES, cards - 1, f"{SEEN}.display")
    state.stack = _numbers(seen.stack, cards, MOVEMENT_CARDS, f"{SEEN}.stack")
    state.discards = _numbers(seen.discards, cards, MOVEMENT_CARDS, f"{SEEN}.discards")
    state.dragons = require_range(seen.dragons, 0, DRAGON_CARDS, f"{SEEN}.dragons")
    state.tiles = _numbers(seen.tiles, PROVINCES, TILES_PER_COLOUR, f"{SEEN}.tiles")
    require(DRAGON not in state.display, f"{SEEN}.display", "A movement card is beside each space.")
    dragons = state.dragons + sum(hand[DRAGON] for hand in hands)
    require(dragons == DRAGON_CARDS, f"{SEEN}.dragons", f"There are {DRAGON_CARDS} dragon cards.")
    piles = [*hands, state.stack, state.discards]
    for card, number in enumerate(state.rules.map.stack()):
        found = state.display.count(card) + sum(pile[card] for pile in piles)
        found -= sum(hand[DRAGON] for hand in hands) if card == DRAGON else 0
        if found != number:
            raise PositionError(f"{SEEN}.stack[{card}]", f"There are {number} of this card.")
    for province in range(PROVINCES):
        found = state.tiles[province] + sum(family.tiles[province] for family in state.families)
        if found != TILES_PER_COLOUR:
            sentence = f"There are {TILES_PER_COLOUR} of a colour."
            raise PositionError(f"{SEEN}.tiles[{province}]", sentence)


def _numbers(values: Sequence[int], length: int, most: int, path: str) -> tuple[int, ...]:
    """Return the list, which has one number for each card, province, district or part of a city."""
    numbers = require_each(values, 0, most, path)
    if len(numbers) != length:
        raise PositionError(path, f"The list has {length} numbers.")
    return numbers
