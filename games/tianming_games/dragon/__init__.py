"""In the Year of the Dragon, by Stefan Feld (2007), for 2 to 5 players.

Also the anniversary edition (2017) with its expansions, The Great Wall of China and The
Super Events, in any combination.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, ClassVar

from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.dragon import notation
from tianming_games.dragon.action_phase import ACTIONS, deal_actions, take_actions
from tianming_games.dragon.box import LARGE_PRICE
from tianming_games.dragon.event_phase import decay, month_event
from tianming_games.dragon.expansion_box import Corner
from tianming_games.dragon.great_wall import expand as with_wall
from tianming_games.dragon.person_phase import summon_persons
from tianming_games.dragon.preparation import lay_events, summon_first_subjects
from tianming_games.dragon.presentation import DragonPresentation
from tianming_games.dragon.rules import PhaseKind, Rules
from tianming_games.dragon.scoring import score_end, score_month
from tianming_games.dragon.state import DragonState
from tianming_games.dragon.super_event import expand as with_super_event
from tianming_games.dragon.universe import universe
from tianming_games.game import Facts, Game, Wire
from tianming_games.option import OptionSpec
from tianming_games.presentation import Presentation
from tianming_games.tensor import TensorField


def base_rules(edition: str) -> Rules[DragonState]:
    """Return the rules of an edition without expansions."""
    return Rules(
        large_price=LARGE_PRICE[edition],
        actions=ACTIONS,
        preparation=(lay_events, summon_first_subjects),
        month=(deal_actions, take_actions, summon_persons, month_event, decay, score_month),
        event=(month_event,),
        end=(score_end,),
        kinds={
            summon_first_subjects: PhaseKind.PREPARATION,
            take_actions: PhaseKind.ACTION,
            summon_persons: PhaseKind.PERSON,
            month_event: PhaseKind.EVENT,
        },
    )


@cache
def _rules(
    edition: str, great_wall: str, wall_final: str, eclipse_wall: str, super_event: str
) -> Rules[DragonState]:
    """Return the rules of these options, cached, because they are immutable and often needed."""
    rules = base_rules(edition)
    if great_wall == "yes":
        rules = with_wall(
            rules, final_in_event=wall_final == "bga", eclipse_twice=eclipse_wall == "twice"
        )
    if super_event == "none":
        return rules
    corner = None if super_event == "random" else Corner(notation.CORNER_WORDS.index(super_event))
    return with_super_event(rules, corner)


class Dragon(Game[DragonState]):
    """In the Year of the Dragon with the rules of both editions."""

    name = "dragon"
    title = "In the Year of the Dragon"
    rules_version = 2
    wire_version = 4
    package = "tianming.games.dragon.v1"
    facts = Facts(least_seats=2, most_seats=5, longest=1150, least=0, most=1000, hidden=False)
    options: ClassVar[tuple[OptionSpec, ...]] = (
        OptionSpec(
            "edition",
            ("2007", "anniversary"),
            "2007",
            "rule edition: a large privilege costs 6 yuan (2007) or 7 (anniversary)",
        ),
        OptionSpec("great_wall", ("no", "yes"), "no", "play with The Great Wall of China"),
        OptionSpec(
            "wall_final",
            ("end", "bga"),
            "end",
            "when to score the whole wall: after month 12 (end), or in its event phase (bga)",
        ),
        OptionSpec(
            "eclipse_wall",
            ("once", "twice"),
            "once",
            "how often to score the wall if the eclipse repeats the Mongol invasion",
        ),
        OptionSpec(
            "super_event",
            ("none", "random", *notation.CORNER_WORDS),
            "none",
            "super event of month 7: none, a random one, or a named one",
        ),
    )

    def new_state(self, seats: int, options: Mapping[str, str]) -> DragonState:
        return DragonState(_rules(**options)).set_up(seats)

    def new_presentation(self, names: tuple[str, ...], options: Mapping[str, str]) -> Presentation:
        return DragonPresentation(names, options)

    def write(self, action: Action) -> str:
        return notation.write(action)

    def read(self, text: str) -> Action:
        return notation.read(text)

    def all_actions(self, options: Mapping[str, str]) -> Iterable[Action]:
        return universe()

    def tensor_fields(self, seats: int, options: Mapping[str, str]) -> Iterable[TensorField]:
        from tianming_games.dragon.tensor import fields

        return fields(seats, options)

    def tensor_sources(self) -> Callable[[Any], list[object]]:
        from tianming_games.dragon.tensor import sources

        return sources

    def conserved(self, state: DragonState) -> Mapping[str, int]:
        """Return the number of person tiles, and the counts of the extras.

        The tiles are on the display, in palaces, in hand, or out of the game.
        """
        persons = sum(province.persons() for province in state.provinces)
        tiles = sum(state.display) + persons + state.removed + state.in_hand()
        counts = {"person tiles": tiles}
        for extra in state.extras.values():
            counts.update(extra.conserved())
        return counts

    def wire(self) -> Wire:
        from tianming_games.dragon.wire import DragonWire

        return DragonWire()

    def from_position(
        self, options: Mapping[str, str], setup: bytes, position: bytes, chance: Chance
    ) -> DragonState:
        from tianming_games.dragon.position import read_position

        return read_position(self, options, setup, position)


GAME = Dragon()
