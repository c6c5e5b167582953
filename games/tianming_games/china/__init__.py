"""China, by Michael Schacht (2005), for 3 to 5 players."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.china import notation
from tianming_games.china.board import draw_board
from tianming_games.china.box import COLOUR_WORDS, LEAST_SEATS, MOST_POINTS, MOST_SEATS
from tianming_games.china.draw_cards import draw_cards, replenish_display
from tianming_games.china.game_end import end_turn
from tianming_games.china.layout import Layout
from tianming_games.china.map_file import load_map
from tianming_games.china.map_text import draw_text
from tianming_games.china.place_pieces import take_turn
from tianming_games.china.preparation import deal_cards
from tianming_games.china.presentation import ChinaPresentation
from tianming_games.china.side import AUTO, SIDES, choose_map, pinned_board
from tianming_games.china.state import ChinaState, Rules
from tianming_games.game import Facts, Game, Wire
from tianming_games.option import OptionSpec
from tianming_games.presentation import Presentation
from tianming_games.scene_svg import to_svg
from tianming_games.tensor import TensorField

RULES = Rules(
    preparation=(deal_cards,),
    turn=(take_turn, draw_cards, replenish_display, replenish_display, end_turn),
)

LONGEST = 400
"""Upper bound of the decisions of one play.

Until the pile is exhausted for the second time, every turn takes at least one card from it: at most
38 from the first pile and 41 from the second. A turn has at most four decisions for each of these
cards (`turn`, `place`, `more`, `draw`). After that, each of five players has at most one more turn,
of at most seven decisions.
"""


class China(Game[ChinaState]):
    """China with the rules of the 2005 rule book."""

    name = "china"
    title = "China"
    rules_version = 1
    wire_version = 2
    package = "tianming.games.china.v1"
    facts = Facts(
        least_seats=LEAST_SEATS,
        most_seats=MOST_SEATS,
        longest=LONGEST,
        least=0,
        most=MOST_POINTS,
        hidden=True,
    )
    options: ClassVar[tuple[OptionSpec, ...]] = (
        OptionSpec("side", (AUTO, *SIDES), AUTO, "side of the board; auto: by number of players"),
        OptionSpec("fortifications", ("no", "yes"), "no", "give each player one fortification"),
        OptionSpec("board", (), AUTO, "board file; auto: the built-in board of the side"),
    )

    def new_state(self, seats: int, options: Mapping[str, str]) -> ChinaState:
        drawn = choose_map(seats, options)
        return ChinaState(RULES, drawn, with_forts=options["fortifications"] == "yes").set_up(seats)

    def pinned(self, options: Mapping[str, str]) -> dict[str, str]:
        return {**options, "board": pinned_board(options)}

    def new_presentation(self, names: tuple[str, ...], options: Mapping[str, str]) -> Presentation:
        return ChinaPresentation(names, choose_map(len(names), options))

    def draw_board(self, path: str) -> tuple[str, str]:
        drawn = load_map(path)
        return draw_text(drawn), to_svg(draw_board(Layout(drawn, seats=0)))

    def write(self, action: Action) -> str:
        return notation.write(action)

    def read(self, text: str) -> Action:
        return notation.read(text)

    def all_actions(self, options: Mapping[str, str]) -> Iterable[Action]:
        return notation.universe()

    def tensor_fields(self, seats: int, options: Mapping[str, str]) -> Iterable[TensorField]:
        from tianming_games.china.tensor import fields

        drawn = choose_map(seats, options)
        return fields(seats, drawn, with_forts=options["fortifications"] == "yes")

    def tensor_sources(self) -> Callable[[Any], list[object]]:
        from tianming_games.china.tensor import sources

        return sources

    def conserved(self, state: ChinaState) -> Mapping[str, int]:
        """Return the numbers of cards by colour, and of all players' pieces."""
        hidden = [*state.pile[state.top :], *(card for hand in state.hands for card in hand)]
        cards = {
            f"{COLOUR_WORDS[colour]} cards": discarded
            + hidden.count(colour)
            + state.display.count(colour)
            for colour, discarded in enumerate(state.discards)
        }
        players, regions = state.players, state.regions
        return {
            **cards,
            "houses": sum(p.houses for p in players) + sum(sum(r.houses) for r in regions),
            "emissaries": sum(p.emissaries for p in players)
            + sum(sum(r.emissaries) for r in regions),
            "fortifications": sum(p.fortifications for p in players)
            + sum(len(r.forts) for r in regions),
        }

    def wire(self) -> Wire:
        from tianming_games.china.wire import ChinaWire

        return ChinaWire()

    def from_position(
        self, options: Mapping[str, str], setup: bytes, position: bytes, chance: Chance
    ) -> ChinaState:
        from tianming_games.china.position import read_position

        return read_position(self, options, setup, position, chance)


GAME = China()
