"""Draw cards: the hand first, one card at a time, then the face-up cards."""

from collections.abc import Sequence
from functools import cache

from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.china.box import COLOUR_WORDS, DISPLAY, HAND
from tianming_games.china.notation import DRAW, Verb
from tianming_games.china.region import full_hand, unknown_cards, with_card, without
from tianming_games.china.state import ChinaState
from tianming_games.china.trace import Trace
from tianming_games.decision import Decision, Draw, Task
from tianming_games.state import CHANCE

_CARDS = (*(Action(Verb.TAKE, (colour,)) for colour in range(len(COLOUR_WORDS))), DRAW)


@cache
def _takes(display: tuple[int, ...], has_pile: bool) -> tuple[Action, ...]:
    """Return the face-up cards of each colour, and the top card of the pile if there is one."""
    takes = [action for action in _CARDS[:-1] if action.operands[0] in display]
    return (*takes, DRAW) if has_pile else tuple(takes)


class _DrawCard(Decision[ChinaState]):
    """A player takes a face-up card or the top card of the pile, until the hand has 3 cards."""

    name = "draw"

    def is_due(self, state: ChinaState, task: Task[ChinaState]) -> bool:
        """Whether the hand is not full and there is a card to take (ruling 14a)."""
        if full_hand(state.players[task.seat]):
            return False
        return bool(state.display) or state.top < len(state.pile)

    def candidates(self, state: ChinaState, task: Task[ChinaState]) -> Sequence[Action]:
        return _CARDS

    def legal(self, state: ChinaState, task: Task[ChinaState]) -> Sequence[Action]:
        return _takes(state.display, state.top < len(state.pile))

    def violation(self, state: ChinaState, task: Task[ChinaState], action: Action) -> str | None:
        if action.verb == Verb.TAKE:
            if action.operands[0] not in state.display:
                return "Only a card that lies face up can be taken."
            return None
        if action.verb == Verb.DRAW:
            if state.top == len(state.pile):
                return "The draw pile is exhausted."
            return None
        return "A player replenishes his hand with face-up cards or cards from the draw pile."

    def do(self, state: ChinaState, task: Task[ChinaState], action: Action) -> None:
        seat = task.seat
        player = state.players[seat]
        if action.verb == Verb.TAKE:
            card = action.operands[0]
            state.display = without(state.display, card)
            state.players[seat] = player.after_take(card)
        else:
            card = take_top(state)
            state.players[seat] = player.but(cards=player.cards + 1)
            if state.traces:
                state.traces[seat] = state.traces[seat].after_draw(card)
        state.hands[seat] = with_card(state.hands[seat], card)


class _Reshuffle(Draw[ChinaState]):
    """The shuffle of the discard pile, the new draw pile when the first is exhausted."""

    name = "reshuffle"

    def sample(self, state: ChinaState, chance: Chance) -> tuple[int, ...]:
        return tuple(chance.shuffle(_discarded(state)))

    def urn(self, state: ChinaState) -> tuple[Sequence[int], int]:
        cards = _discarded(state)
        return cards, len(cards)

    def violation(self, state: ChinaState, values: tuple[int, ...]) -> str | None:
        if sorted(values) != _discarded(state):
            return "The discard pile is shuffled and used as a new draw pile."
        return None

    def do(self, state: ChinaState, values: tuple[int, ...]) -> None:
        state.pile, state.top = values, 0
        state.traces = [
            Trace.of(first=unknown_cards(hand, player))
            for hand, player in zip(state.hands, state.players, strict=True)
        ]
        state.discards = (0,) * len(state.discards)

    def notation(self, values: tuple[int, ...]) -> str:
        """Return only the number of cards, because their order is hidden."""
        return f"reshuffle {len(values)} cards"


DRAW_CARD = _DrawCard()
RESHUFFLE = _Reshuffle()


def _discarded(state: ChinaState) -> list[int]:
    return [colour for colour, count in enumerate(state.discards) for _ in range(count)]


def take_top(state: ChinaState) -> int:
    """Take the top card of the pile, and return it.

    The pile is exhausted when its last card is taken (ruling 11). The first time, the discards
    become a new pile, with the cards just played among them.
    """
    card = state.pile[state.top]
    state.top += 1
    if state.top == len(state.pile):
        state.exhausted += 1
        if state.exhausted == 1:
            state.next_tasks([Task(RESHUFFLE, CHANCE)])
    return card


def draw_cards(state: ChinaState) -> None:
    """After placing, the player replenishes their hand."""
    missing = HAND - state.players[state.turn].cards
    state.next_tasks([Task(DRAW_CARD, state.turn)] * missing)


def replenish_display(state: ChinaState) -> None:
    """Replenish the face-up cards, only after the hand (ruling 13).

    A turn has this phase twice. The second one adds the cards that were missing when the first pile
    was exhausted.
    """
    display = state.display
    while len(display) < DISPLAY and state.top < len(state.pile):
        display = (*display, take_top(state))
    if display is not state.display:
        state.display = tuple(sorted(display))
