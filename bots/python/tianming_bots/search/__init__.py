"""A bot that searches: simulations by the policy of each game, or at random without one."""

from random import Random
from typing import Any

from tianming_bots.greedy import POLICIES
from tianming_bots.policy import Policy
from tianming_bots.search.simulation import random_policy
from tianming_bots.search.thinking_time import Budget
from tianming_bots.search.tree import Search, SearchResult
from tianming_games.game import Game


def policy_of(game: Game[Any], dice: Random) -> Policy:
    """Return the policy of a game; one that plays at random if nobody wrote one."""
    policy = POLICIES.get(game.name)
    return random_policy(game, dice) if policy is None else policy


def search(
    game: Game[Any],
    state: Any,
    seat: int,
    budget: Budget,
    dice: Random | None = None,
    chosen: int | None = None,
) -> SearchResult:
    """Search for the best option of a seat until its budget is used.

    Args:
        game: the game.
        state: a state of the decision; all that is hidden from the seat is dealt again.
        seat: the seat that decides.
        budget: the budget of the search.
        dice: the random numbers of the search; None for fresh ones.
        chosen: an option whose value is wanted, too.
    """
    dice = dice or Random()
    return Search(state, seat, policy_of(game, dice), dice, chosen).run(budget)
