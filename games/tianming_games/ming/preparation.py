"""Preparation: the display, the princes, and the neutral family of a game for two."""

from collections.abc import Sequence

from tianming_games.action import Action
from tianming_games.chance import Chance
from tianming_games.decision import Decision, Draw, Task
from tianming_games.ming.box import (
    DISTRICTS,
    NEUTRAL_LIMIT,
    NEUTRAL_PER_PLAYER,
    PROVINCES,
    province_of,
)
from tianming_games.ming.family import added
from tianming_games.ming.notation import Verb
from tianming_games.ming.state import MingState
from tianming_games.state import CHANCE

_PRINCES = tuple(Action(Verb.PRINCE, (district,)) for district in range(DISTRICTS))
_NEUTRALS = tuple(Action(Verb.NEUTRAL, (district,)) for district in range(DISTRICTS))


def draw_card(stack: tuple[int, ...], chance: Chance) -> int:
    """Return the kind of a card that is drawn at random from a stack."""
    at = chance.below(sum(stack))
    for card, count in enumerate(stack):
        at -= count
        if at < 0:
            return card
    raise AssertionError("a stack has as many cards as it counts")


def cards_of(stack: tuple[int, ...]) -> list[int]:
    """Return the cards of a stack, sorted by kind."""
    return [card for card, count in enumerate(stack) for _ in range(count)]


class _DisplayDraw(Draw[MingState]):
    """The draw of the movement cards that are turned up next to the province spaces."""

    name = "display"

    def sample(self, state: MingState, chance: Chance) -> tuple[int, ...]:
        stack, drawn = state.stack, []
        for _ in range(PROVINCES):
            drawn.append(draw_card(stack, chance))
            stack = added(stack, drawn[-1], -1)
        return tuple(drawn)

    def urn(self, state: MingState) -> tuple[Sequence[int], int]:
        return cards_of(state.stack), PROVINCES

    def violation(self, state: MingState, values: tuple[int, ...]) -> str | None:
        if len(values) != PROVINCES:
            return "One movement card is turned up next to each of the 6 province spaces."
        for card in values:
            if not 0 <= card < len(state.stack) or values.count(card) > state.stack[card]:
                return "Movement cards are turned up from the supply stack."
        return None

    def do(self, state: MingState, values: tuple[int, ...]) -> None:
        state.display = values
        for card in values:
            state.stack = added(state.stack, card, -1)

    def notation(self, values: tuple[int, ...]) -> str:
        return "display " + ",".join(map(str, values))


class _PlacePrince(Decision[MingState]):
    """A player places their prince, and takes a province tile of the matching colour."""

    name = "prince"

    def candidates(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        return _PRINCES

    def legal(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        held = state.held_by_others(task.seat)
        return [_PRINCES[district] for district in range(DISTRICTS) if not held >> district & 1]

    def violation(self, state: MingState, task: Task[MingState], action: Action) -> str | None:
        if state.held_by_others(task.seat) >> action.operands[0] & 1:
            return "A prince is placed in a district that no other player has chosen."
        return None

    def do(self, state: MingState, task: Task[MingState], action: Action) -> None:
        district = action.operands[0]
        state.families[task.seat] = state.families[task.seat].with_prince(district)
        state.take_tile(task.seat, province_of(district))


class _PlaceNeutral(Decision[MingState]):
    """In a game for two a player places one member of the neutral family."""

    name = "neutral"

    def candidates(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        return _NEUTRALS

    def legal(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        there = state.families[-1].members
        return [_NEUTRALS[at] for at in range(DISTRICTS) if there[at] < NEUTRAL_LIMIT]

    def violation(self, state: MingState, task: Task[MingState], action: Action) -> str | None:
        if state.families[-1].members[action.operands[0]] >= NEUTRAL_LIMIT:
            return "No district may contain more than 3 neutral family members."
        return None

    def do(self, state: MingState, task: Task[MingState], action: Action) -> None:
        neutral = state.families[-1]
        state.families[-1] = neutral.but(
            supply=neutral.supply - 1, members=added(neutral.members, action.operands[0], 1)
        )


DISPLAY = _DisplayDraw()
PLACE_PRINCE = _PlacePrince()
PLACE_NEUTRAL = _PlaceNeutral()


def lay_out_display(state: MingState) -> None:
    """Shuffle the movement cards, and turn up six."""
    state.next_tasks([Task(DISPLAY, CHANCE)])


def place_princes(state: MingState) -> None:
    """Let each player place a prince, beginning with the starting player."""
    state.next_tasks([Task(PLACE_PRINCE, seat) for seat in state.turn_order()])


def settle_neutral_family(state: MingState) -> None:
    """Place one neutral family member in each district; then the players place theirs."""
    neutral = state.families[-1]
    state.families[-1] = neutral.but(supply=neutral.supply - DISTRICTS, members=(1,) * DISTRICTS)
    reinforce_neutral_family(state)


def reinforce_neutral_family(state: MingState) -> None:
    """Let each of two players place 3 neutral family members, in turns (ruling 10)."""
    state.next_tasks(
        [Task(PLACE_NEUTRAL, seat) for seat in state.turn_order() * NEUTRAL_PER_PLAYER]
    )
