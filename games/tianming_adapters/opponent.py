"""The policies that play the other seats, by the name of an installed bot or as functions."""

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from typing import Final

from tianming_games.action import Action
from tianming_games.ground.error import UsageError
from tianming_games.ground.sentence import GameSentence
from tianming_games.ground.text import did_you_mean
from tianming_games.state import State

Policy = Callable[[State, int], Action]
"""Returns the action of a seat. It must read only what the seat may know, as bots do."""

RANDOM: Final = "random"
"""The name of the opponents that take a random legal action."""

_GROUP: Final = "tianming.bots"
"""The entry point group of installed bots.

A bot with policies has a module for each game, with the name of the game. Its `POLICY` is the one.
"""


def policy_of(game: str, opponents: Policy | str | None) -> Policy | None:
    """Return the policy of opponents; None for random legal actions.

    Args:
        game: name of the game.
        opponents: a policy, or the name of an installed bot that has policies, such as `greedy`;
            `random` or None for random legal actions.

    Raises:
        UsageError: for a bot that is not installed, or has no policy of the game.
    """
    if not isinstance(opponents, str):
        return opponents
    if opponents == RANDOM:
        return None
    bots = {entry.name: entry for entry in entry_points(group=_GROUP)}
    if opponents not in bots:
        hint = did_you_mean(opponents, [RANDOM, *bots])
        raise UsageError(GameSentence.NO_SUCH_OPPONENT, name=opponents, hint=hint)
    module = f"{bots[opponents].module}.{game}"
    try:
        policy: Policy = import_module(module).POLICY.act
    except ModuleNotFoundError as error:
        if not f"{module}.".startswith(f"{error.name}."):
            raise
        raise UsageError(GameSentence.NO_POLICY, name=opponents, game=game) from None
    return policy
