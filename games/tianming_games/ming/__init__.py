"""Ming Dynasty, by Robert F. Watson (2007), for 2 to 4 players."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any, ClassVar

from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.game import Facts, Game, Wire
from tianming_games.ground.error import UsageError
from tianming_games.ming import notation
from tianming_games.ming.board import draw_board
from tianming_games.ming.box import DRAGON, FIGURE_POINTS, MOST_POINTS, NO_CARD, PROVINCES, ROUNDS
from tianming_games.ming.card_phase import choose_cards
from tianming_games.ming.layout import Layout
from tianming_games.ming.majority import fill_city
from tianming_games.ming.map import Map
from tianming_games.ming.map_file import load_map
from tianming_games.ming.map_text import draw_text
from tianming_games.ming.move_phase import move_princes
from tianming_games.ming.place_phase import place_members
from tianming_games.ming.preparation import (
    lay_out_display,
    place_princes,
    reinforce_neutral_family,
    settle_neutral_family,
)
from tianming_games.ming.presentation import MingPresentation
from tianming_games.ming.round_end import (
    begin_round,
    choose_start_by_fewest,
    choose_start_by_second_fewest,
    pass_start_figure,
)
from tianming_games.ming.scoring import score_city, score_cloisters, score_tiles
from tianming_games.ming.sentence import MingSentence
from tianming_games.ming.state import MingState, Phase, Rules
from tianming_games.ming.universe import universe
from tianming_games.ming.withdrawal import lay_return_cards, withdraw
from tianming_games.option import OptionSpec
from tianming_games.presentation import Presentation
from tianming_games.scene_svg import to_svg
from tianming_games.tensor import TensorField

BOARD = "ming"


def preparation(seats: int, neutral_first: bool) -> Iterator[Phase]:
    """Yield the phases before the first round."""
    yield lay_out_display
    if seats == 2 and neutral_first:
        yield settle_neutral_family
    yield place_princes
    if seats == 2 and not neutral_first:
        yield settle_neutral_family


def scoring() -> Iterator[Phase]:
    """Yield the phases of a scoring: the provinces one by one, as listed (ruling 3)."""
    for province in range(PROVINCES):
        yield partial(fill_city, province=province)
        yield partial(lay_return_cards, province=province)
        yield partial(withdraw, province=province)
        yield partial(score_city, province=province)
        yield partial(score_cloisters, province=province)


def one_round(seats: int, number: int) -> Iterator[Phase]:
    """Yield the phases of a round."""
    yield begin_round
    if seats == 2 and number in (3, 5):
        yield reinforce_neutral_family
    yield from (place_members, choose_cards, move_princes)
    if number in FIGURE_POINTS:
        yield from scoring()
    if number == ROUNDS:
        yield score_tiles
    elif seats == 4 and number == 4:
        yield choose_start_by_second_fewest
    elif seats == 4 and number == 5:
        yield choose_start_by_fewest
    else:
        yield pass_start_figure


def rules(board: Map, seats: int, neutral_first: bool) -> Rules:
    """Return the rules for a number of players on a map."""
    return Rules(board, _phases(seats, neutral_first))


@cache
def _phases(seats: int, neutral_first: bool) -> tuple[Phase, ...]:
    phases = list(preparation(seats, neutral_first))
    for number in range(1, ROUNDS + 1):
        phases += one_round(seats, number)
    return tuple(phases)


class Ming(Game[MingState]):
    """Ming Dynasty with the rules of its rule book, on a map from a file."""

    name = "ming"
    title = "Ming Dynasty"
    rules_version = 2
    wire_version = 2
    package = "tianming.games.ming.v1"
    facts = Facts(least_seats=2, most_seats=4, longest=780, least=0, most=MOST_POINTS, hidden=True)
    options: ClassVar[tuple[OptionSpec, ...]] = (
        OptionSpec("board", (), BOARD, "a built-in board, or the path of a board file"),
        OptionSpec(
            "neutral_setup",
            ("after-princes", "before-princes"),
            "after-princes",
            "for two players: when to place the neutral family",
        ),
    )

    def new_state(self, seats: int, options: Mapping[str, str]) -> MingState:
        neutral_first = options["neutral_setup"] == "before-princes"
        if neutral_first and seats != 2:
            raise UsageError(MingSentence.NO_NEUTRAL_FAMILY, seats=seats)
        return MingState(rules(load_map(options["board"]), seats, neutral_first), seats).set_up()

    def pinned(self, options: Mapping[str, str]) -> dict[str, str]:
        """Return the options, with the digest of the file after the board."""
        name = options["board"].partition("#")[0]
        return {**options, "board": f"{name}#{load_map(options['board']).digest}"}

    def new_presentation(self, names: tuple[str, ...], options: Mapping[str, str]) -> Presentation:
        return MingPresentation(names, load_map(options["board"]))

    def draw_board(self, path: str) -> tuple[str, str]:
        """Return the map as text and as SVG."""
        drawn = load_map(path)
        return draw_text(drawn), to_svg(draw_board(Layout(drawn, families=0)))

    def write(self, action: Action) -> str:
        return notation.write(action)

    def read(self, text: str) -> Action:
        return notation.read(text)

    def all_actions(self, options: Mapping[str, str]) -> Iterable[Action]:
        return universe(load_map(options["board"]).cards)

    def tensor_fields(self, seats: int, options: Mapping[str, str]) -> Iterable[TensorField]:
        from tianming_games.ming.tensor import fields

        return fields(seats, load_map(options["board"]))

    def tensor_sources(self) -> Callable[[Any], list[object]]:
        from tianming_games.ming.tensor import sources

        return sources

    def conserved(self, state: MingState) -> Mapping[str, int]:
        """Return the numbers of cards, province tiles, and family members of each family."""
        hands = [family.hand for family in state.families]
        movement = sum(card != NO_CARD for card in state.display)
        movement += sum(state.stack) + sum(state.discards)
        counts = {
            "movement cards": movement + sum(sum(hand[DRAGON + 1 :]) for hand in hands),
            "dragon cards": state.dragons + sum(hand[DRAGON] for hand in hands),
            "province tiles": sum(state.tiles)
            + sum(sum(family.tiles) for family in state.families),
        }
        for index, family in enumerate(state.families):
            name = f"seat {index}" if index < state.seats else "neutral"
            counts[f"family members of {name}"] = family.size()
        return counts

    def wire(self) -> Wire:
        from tianming_games.ming.wire import MingWire

        return MingWire()

    def from_position(
        self, options: Mapping[str, str], setup: bytes, position: bytes, chance: Chance
    ) -> MingState:
        from tianming_games.ming.position import read_position

        return read_position(self, options, setup, position)


GAME = Ming()
