"""In the Year of the Dragon, by Stefan Feld (2007), for 2 to 5 players."""

from collections.abc import Mapping
from typing import ClassVar

from referee.games.action import Action
from referee.games.dragon import notation
from referee.games.dragon.action_phase import ACTIONS, deal_actions, take_actions
from referee.games.dragon.box import LARGE_PRICE
from referee.games.dragon.event_phase import decay, month_event
from referee.games.dragon.person_phase import summon_persons
from referee.games.dragon.preparation import lay_events, summon_first_subjects
from referee.games.dragon.scoring import score_end, score_month
from referee.games.dragon.state import DragonState, Rules
from referee.games.game import Facts, Game, Wire
from referee.games.option import OptionSpec

RULES_2007 = Rules(
    large_price=LARGE_PRICE["2007"],
    actions=ACTIONS,
    preparation=(lay_events, summon_first_subjects),
    month=(deal_actions, take_actions, summon_persons, month_event, decay, score_month),
    end=(score_end,),
)


class Dragon(Game[DragonState]):
    """The game as the 2007 rule book has it."""

    name = "dragon"
    title = "In the Year of the Dragon"
    rules_version = 1
    wire_version = 1
    question_type = "tianming.games.dragon.v1.Question"
    facts = Facts(least_seats=2, most_seats=5, longest=1150, least=0, most=1000, hidden=False)
    options: ClassVar[tuple[OptionSpec, ...]] = (
        OptionSpec("edition", ("2007",), "2007", "the edition of the rules"),
    )

    def new_state(self, seats: int, options: Mapping[str, str]) -> DragonState:
        return DragonState(RULES_2007, seats)

    def write(self, action: Action) -> str:
        return notation.write(action)

    def read(self, text: str) -> Action:
        return notation.read(text)

    def conserved(self, state: DragonState) -> Mapping[str, int]:
        """All person tiles: on the display, in palaces, in hand, or out of the game."""
        persons = sum(province.persons() for province in state.provinces)
        return {"person tiles": sum(state.display) + persons + state.removed + state.in_hand()}

    def wire(self) -> Wire:
        from referee.games.dragon.wire import DragonWire

        return DragonWire()


GAME = Dragon()
