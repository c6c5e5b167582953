"""Phase 2: choose movement cards."""

from collections.abc import Sequence

from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.decision import Decision, Draw, Task
from tianming_games.ming.box import HAND_LIMIT, NO_CARD, PROVINCES
from tianming_games.ming.family import added
from tianming_games.ming.notation import Verb
from tianming_games.ming.preparation import cards_of, draw_card
from tianming_games.ming.state import MingState
from tianming_games.state import CHANCE

_TAKES = tuple(Action(Verb.TAKE, (province,)) for province in range(PROVINCES))
_DRAGONS = tuple(Action(Verb.DRAGON, (province,)) for province in range(PROVINCES))
_CARDS = _TAKES + _DRAGONS


def _laid(display: tuple[int, ...], province: int, card: int) -> tuple[int, ...]:
    """Return the display with another card, or none, beside one space."""
    cards = list(display)
    cards[province] = card
    return tuple(cards)


class _ChooseCard(Decision[MingState]):
    """A player takes a card of the open display, or pays a family member for a dragon card."""

    name = "card"

    def candidates(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        return _CARDS

    def legal(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        spaces = state.families[task.seat].spaces
        taken = [_TAKES[province] for province in range(PROVINCES) if spaces[province]]
        if state.dragons:
            taken += [_DRAGONS[province] for province in range(PROVINCES) if spaces[province]]
        return taken

    def violation(self, state: MingState, task: Task[MingState], action: Action) -> str | None:
        if state.families[task.seat].spaces[action.operands[0]]:
            if action.verb == Verb.TAKE or state.dragons:
                return None
            return "No dragon card is left beside the board."
        if action.verb == Verb.TAKE:
            return "A card is taken only with a family member in the space next to it."
        return "A dragon card costs 1 of the player's own family members on a province space."

    def do(self, state: MingState, task: Task[MingState], action: Action) -> None:
        seat, province = task.seat, action.operands[0]
        family = state.families[seat]
        if action.verb == Verb.DRAGON:
            state.dragons -= 1
            state.families[seat] = family.with_dragon(province)
            return
        state.families[seat] = family.with_card(state.display[province])
        state.display = _laid(state.display, province, NO_CARD)
        state.next_tasks([Task(TURN_UP, CHANCE, province)])


class _TurnUp(Draw[MingState]):
    """The draw of the card that completes the display after a player took a card."""

    name = "turn up"

    def sample(self, state: MingState, chance: Chance) -> tuple[int, ...]:
        return (draw_card(state.stack, chance),)

    def urn(self, state: MingState) -> tuple[Sequence[int], int]:
        return cards_of(state.stack), 1

    def violation(self, state: MingState, values: tuple[int, ...]) -> str | None:
        stack = state.stack
        if len(values) != 1 or not 0 <= values[0] < len(stack) or not stack[values[0]]:
            return "One movement card is turned up from the supply stack."
        return None

    def do(self, state: MingState, values: tuple[int, ...]) -> None:
        """Turn up the card; after the last one, the discards become the stack (ruling 15)."""
        assert state.task is not None
        at, card = state.task.subject, values[0]
        state.display = _laid(state.display, at, card)
        state.stack = added(state.stack, card, -1)
        if not any(state.stack):
            state.stack, state.discards = state.discards, state.stack

    def notation(self, values: tuple[int, ...]) -> str:
        return f"turn up {values[0]}"


CHOOSE_CARD = _ChooseCard()
TURN_UP = _TurnUp()


def choose_cards(state: MingState) -> None:
    """Let each player take cards in turns, until all have exactly 5 in their hands."""
    missing = {seat: HAND_LIMIT - sum(state.families[seat].hand) for seat in state.turn_order()}
    state.next_tasks(
        [
            Task(CHOOSE_CARD, seat)
            for turn in range(HAND_LIMIT)
            for seat, cards in missing.items()
            if turn < cards
        ]
    )
