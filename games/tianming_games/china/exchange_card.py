"""B) Exchange card: one card of the hand for another, instead of placing pieces."""

from functools import cache

from tianming_games.action import Action
from tianming_games.china.notation import Verb
from tianming_games.china.state import ChinaState


@cache
def exchanges(hand: tuple[int, ...]) -> tuple[Action, ...]:
    """Return the exchanges of a sorted hand, one for each colour."""
    return tuple(Action(Verb.EXCHANGE, (colour,)) for colour in dict.fromkeys(hand))


def exchange_violation(state: ChinaState, seat: int, action: Action) -> str | None:
    """Return the rule that forbids exchanging a card; None if it is legal."""
    if action.operands[0] not in state.hands[seat]:
        return "The player discards one card from his hand."
    return None


def exchange(state: ChinaState, seat: int, action: Action) -> None:
    """Discard the card; the player draws the new one as at the end of every turn.

    If pile and display are both empty, this is a plain discard (ruling 14a).
    """
    state.discard(seat, action.operands[0], 1)
