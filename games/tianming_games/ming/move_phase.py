"""Phase 3: move the prince and deploy family members.

A move has several decisions: the first card (a step, or a card to stay), then each further step or
the end of the movement, then the number of family members to deploy.
"""

from collections.abc import Sequence
from functools import cache

from tianming_games.action import Action
from tianming_games.decision import Decision, Task
from tianming_games.ming.box import DEPLOYED_AT_MOST, DRAGON, province_of
from tianming_games.ming.family import Family, added
from tianming_games.ming.map import Map
from tianming_games.ming.notation import Verb
from tianming_games.ming.state import MingState

_PASS = Action(Verb.PASS)
_HALT = Action(Verb.HALT)
_DEPLOYS = tuple(
    Action(Verb.DEPLOY, (members, monk))
    for members in range(DEPLOYED_AT_MOST + 1)
    for monk in range(2)
    if members + monk <= DEPLOYED_AT_MOST
)

_DEPLOYS_OF = tuple(
    tuple(action for action in _DEPLOYS if sum(action.operands) <= ready)
    for ready in range(DEPLOYED_AT_MOST + 1)
)
"""The deployments of so many members on the province space."""


@cache
def _steps(board: Map, district: int) -> tuple[Action, ...]:
    """Return every step out of a district, with the dragon card or the card on the border."""
    return tuple(
        Action(Verb.STEP, (neighbour, card))
        for neighbour, transport in board.ways[district]
        for card in (DRAGON, transport)
    )


@cache
def _stays(board: Map) -> tuple[Action, ...]:
    return tuple(Action(Verb.STAY, (card,)) for card in range(board.cards))


@cache
def _moves(board: Map, district: int) -> tuple[Action, ...]:
    """Return all actions with which a turn can begin: to pass, to stay, to step."""
    return (_PASS, *_stays(board), *_steps(board, district))


def leads_on(board: Map, held: int, district: int, hand: tuple[int, ...]) -> bool:
    """Whether cards in hand lead from a district to one that is not held by another prince."""
    for neighbour, transport in board.ways[district]:
        card = transport if hand[transport] else DRAGON
        if hand[card] and (
            not held >> neighbour & 1 or leads_on(board, held, neighbour, added(hand, card, -1))
        ):
            return True
    return False


def _legal_steps(state: MingState, seat: int) -> list[Action]:
    """Return the steps of a prince that `step_violation` allows."""
    board, family, held = state.rules.map, state.families[seat], state.held_by_others(seat)
    hand, found = family.hand, []
    for action in _steps(board, family.prince):
        district, card = action.operands
        if hand[card] and (
            not held >> district & 1 or leads_on(board, held, district, added(hand, card, -1))
        ):
            found.append(action)
    return found


def step_violation(state: MingState, seat: int, action: Action) -> str | None:
    """Return the rule that forbids one step of a prince; None if it is legal."""
    district, card = action.operands
    hand = state.families[seat].hand
    if not hand[card]:
        return "Each step is paid with the card shown on the border, or a dragon card."
    held = state.held_by_others(seat)
    is_held = held >> district & 1
    if is_held and not leads_on(state.rules.map, held, district, added(hand, card, -1)):
        return "A prince may not end his movement in a district with another player's prince."
    return None


def _step(state: MingState, seat: int, action: Action) -> None:
    """Pay for a step and move; then ask whether the prince continues."""
    district, card = action.operands
    state.play_card(seat, card)
    state.families[seat] = state.families[seat].with_prince(district)
    state.next_tasks([Task(STEP_ON, seat, district)])


class _Move(Decision[MingState]):
    """A player moves their prince, lets it stay, or passes."""

    name = "move"

    def is_due(self, state: MingState, task: Task[MingState]) -> bool:
        """Whether the player has a card; without a card, the player can only pass."""
        return any(state.families[task.seat].hand)

    def candidates(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        return _moves(state.rules.map, state.families[task.seat].prince)

    def legal(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        hand = state.families[task.seat].hand
        stays = [stay for stay in _stays(state.rules.map) if hand[stay.operands[0]]]
        return [_PASS, *stays, *_legal_steps(state, task.seat)]

    def violation(self, state: MingState, task: Task[MingState], action: Action) -> str | None:
        if action.verb == Verb.STEP:
            return step_violation(state, task.seat, action)
        if action.verb == Verb.STAY and not state.families[task.seat].hand[action.operands[0]]:
            return "To leave the prince where he stands, a player plays a card of his hand."
        return None

    def do(self, state: MingState, task: Task[MingState], action: Action) -> None:
        """Move the prince, and put the player's next turn after the turns of the others.

        A player who passes has no more turns in this phase.
        """
        if action.verb == Verb.PASS:
            return
        seat = task.seat
        state.later(Task(MOVE, seat))
        state.next_tasks([Task(DEPLOY, seat)])
        if action.verb == Verb.STAY:
            state.play_card(seat, action.operands[0])
        else:
            _step(state, seat, action)


class _StepOn(Decision[MingState]):
    """After a step the player moves the prince further, or ends the movement."""

    name = "step"

    def is_due(self, state: MingState, task: Task[MingState]) -> bool:
        """Whether another step is possible; without one, the movement is over."""
        return bool(_legal_steps(state, task.seat))

    def candidates(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        return (*_steps(state.rules.map, state.families[task.seat].prince), _HALT)

    def legal(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        steps, prince = _legal_steps(state, task.seat), state.families[task.seat].prince
        return steps if state.held_by_others(task.seat) >> prince & 1 else [*steps, _HALT]

    def violation(self, state: MingState, task: Task[MingState], action: Action) -> str | None:
        if action.verb == Verb.STEP:
            return step_violation(state, task.seat, action)
        if state.held_by_others(task.seat) >> state.families[task.seat].prince & 1:
            return "A prince may not end his movement in a district with another player's prince."
        return None

    def do(self, state: MingState, task: Task[MingState], action: Action) -> None:
        if action.verb == Verb.STEP:
            _step(state, task.seat, action)


class _Deploy(Decision[MingState]):
    """A player moves up to 3 family members from the province space to the prince's district."""

    name = "deploy"

    def is_due(self, state: MingState, task: Task[MingState]) -> bool:
        """Whether there is a member to deploy, and the cloister does not forbid it (ruling 1)."""
        family = state.families[task.seat]
        if family.prince in family.monks:
            return False
        return family.spaces[province_of(family.prince)] > 0

    def candidates(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        return _DEPLOYS

    def legal(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        family = state.families[task.seat]
        return _DEPLOYS_OF[min(DEPLOYED_AT_MOST, family.spaces[province_of(family.prince)])]

    def violation(self, state: MingState, task: Task[MingState], action: Action) -> str | None:
        family = state.families[task.seat]
        if sum(action.operands) > family.spaces[province_of(family.prince)]:
            return "Family members are deployed from the province space of the prince's district."
        return None

    def do(self, state: MingState, task: Task[MingState], action: Action) -> None:
        members, monk = action.operands
        district = state.families[task.seat].prince
        if monk:
            _oust(state.families, district)
        family = state.families[task.seat]
        state.families[task.seat] = family.deployed(district, members, monk)


def _oust(families: list[Family], district: int) -> None:
    """Return the member in the cloister to the district's open area."""
    for seat, family in enumerate(families):
        if district in family.monks:
            families[seat] = family.ousted(district)


MOVE = _Move()
STEP_ON = _StepOn()
DEPLOY = _Deploy()


def move_princes(state: MingState) -> None:
    """Let the players move their princes in turns, until all have passed."""
    state.next_tasks([Task(MOVE, seat) for seat in state.turn_order()])
