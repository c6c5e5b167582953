"""Phase 4.2: family members return from a city to the districts they came from."""

from collections.abc import Sequence
from functools import cache
from itertools import product

from tianming_games.action import Action
from tianming_games.decision import Decision, Task
from tianming_games.ming.box import MOST_IN_CITY, NOBODY, districts_of
from tianming_games.ming.notation import Verb
from tianming_games.ming.state import MingState, Secret

_RETURNS = tuple(Action(Verb.RETURN, (number,)) for number in range(MOST_IN_CITY + 1))


@cache
def ways(in_city: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    """Return all ways to take a number of family members out of the parts of a city."""
    choices = product(*(range(members + 1) for members in in_city))
    return tuple(choice for choice in choices if sum(choice) == number)


@cache
def _withdrawals(in_city: tuple[int, ...], number: int) -> tuple[Action, ...]:
    return tuple(Action(Verb.WITHDRAW, way) for way in ways(in_city, number))


class _LayReturnCards(Decision[MingState], Secret):
    """Each player with family members in the city lays return cards face down.

    Only the sum counts: the cards return to the hand after each city (ruling 5), their number is
    not shown (ruling 18), and every sum up to 6 is possible.
    """

    name = "return"

    def who(self, state: MingState, task: Task[MingState]) -> tuple[int, ...]:
        families, laid, province = state.families, state.laid, task.subject
        return tuple(
            seat
            for seat in range(state.seats)
            if laid[seat] == NOBODY and any(families[seat].in_city(province))
        )

    def candidates(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        return _RETURNS

    def legal(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        return _RETURNS[: 1 + sum(state.families[task.seat].in_city(task.subject))]

    def violation(self, state: MingState, task: Task[MingState], action: Action) -> str | None:
        if action.operands[0] > sum(state.families[task.seat].in_city(task.subject)):
            return "A player returns at most the family members he has in the city."
        return None

    def do(self, state: MingState, task: Task[MingState], action: Action) -> None:
        _lay(state, task.seat, action.operands[0])
        missing = self.who(state, task)
        if missing:
            state.next_tasks([task.of(missing[0])])


class _Withdraw(Decision[MingState]):
    """A player chooses the family members that return (ruling 13).

    Later families without a choice return at the same time, up to the next family with a choice.
    """

    name = "withdraw"

    def whose(self, state: MingState, task: Task[MingState]) -> int:
        """Return the family that returns."""
        return task.seat

    def candidates(self, state: MingState, task: Task[MingState]) -> Sequence[Action]:
        family = self.whose(state, task)
        return _withdrawals(state.families[family].in_city(task.subject), state.laid[family])

    def violation(self, state: MingState, task: Task[MingState], action: Action) -> str | None:
        return None

    def do(self, state: MingState, task: Task[MingState], action: Action) -> None:
        family, order = self.whose(state, task), return_order(state)
        _return(state, family, task.subject, action.operands)
        _return_unasked(state, order[order.index(family) + 1 :], task.subject)


class _WithdrawNeutral(_Withdraw):
    """The starting player chooses which neutral family members return (ruling 14)."""

    name = "withdraw-neutral"

    def whose(self, state: MingState, task: Task[MingState]) -> int:
        return state.seats


LAY_RETURN_CARDS = _LayReturnCards()
WITHDRAW = _Withdraw()
WITHDRAW_NEUTRAL = _WithdrawNeutral()


def _lay(state: MingState, family: int, number: int) -> None:
    laid = list(state.laid)
    laid[family] = number
    state.laid = tuple(laid)


def _return(state: MingState, family: int, province: int, numbers: tuple[int, ...]) -> None:
    """Return family members to the districts they came from."""
    for district, number in zip(districts_of(province), numbers, strict=True):
        if number:
            state.families[family] = state.families[family].to_city(district, -number)


def return_order(state: MingState) -> tuple[int, ...]:
    """Return the families in the order in which they return: the neutral one last (ruling 14)."""
    return (*state.turn_order(), *range(state.seats, len(state.families)))


def ways_back(state: MingState, family: int, province: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways in which a family's returning members can leave; empty if none return."""
    number = state.laid[family]
    return ways(state.families[family].in_city(province), number) if number > 0 else ()


def _return_unasked(state: MingState, families: Sequence[int], province: int) -> None:
    """Let families return in this order, up to the first that has a choice."""
    for family in families:
        found = ways_back(state, family, province)
        if len(found) > 1:
            return
        if found:
            _return(state, family, province, found[0])


def neutral_return(counts: Sequence[int], neutral: int) -> int:
    """Return the number of neutral members that return, by the numbers of the players' members.

    With the sole majority they keep only as many members as it needs; else all return. The players'
    figures count as before any return (ruling 14).
    """
    most = max(counts)
    return neutral - most - 1 if neutral > most else neutral


def lay_return_cards(state: MingState, province: int) -> None:
    """Let all players with family members in the city choose at once how many return."""
    counts = [sum(family.in_city(province)) for family in state.families]
    state.laid = (NOBODY,) * len(counts)
    if len(counts) > state.seats:
        _lay(state, state.seats, neutral_return(counts[:-1], counts[-1]))
    asked = [seat for seat in range(state.seats) if counts[seat]]
    if asked:
        state.next_tasks([Task(LAY_RETURN_CARDS, asked[0], province)])


def withdraw(state: MingState, province: int) -> None:
    """Let each player return that number, from the starting player on; then the neutral family."""
    order = return_order(state)
    state.next_tasks(
        [
            Task(WITHDRAW, family, province)
            if family < state.seats
            else Task(WITHDRAW_NEUTRAL, state.start, province)
            for family in order
            if len(ways_back(state, family, province)) > 1
        ]
    )
    _return_unasked(state, order, province)
