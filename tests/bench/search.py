"""Search bots: their share of first places in rotated sets, at equal processor time.

    python -m tests.bench.search dragon --time 0.005 --rivals greedy --sets 25

Every set plays one seed once from each seat. A shared first place counts for one of those who share
it. The interval is that of the mean over sets, so 0.25 is par for four seats.
"""

import argparse
import math
import random
from collections.abc import Callable, Iterator
from statistics import mean, stdev
from time import thread_time
from typing import Any

from tianming_bots.greedy import POLICIES
from tianming_bots.policy import Policy
from tianming_bots.search.simulation import random_policy
from tianming_bots.search.thinking_time import ThinkingTime
from tianming_bots.search.tree import Search
from tianming_games.chance import Chance
from tianming_games.game import Game
from tianming_games.registry import load
from tianming_games.state import CHANCE

SEATS = 4

Player = Callable[[Any, int], int]
"""From a state and a seat to the index of an option; it reads nothing that the seat cannot know."""


class Searcher:
    """A search with a fixed time; it counts its decisions and simulations."""

    def __init__(self, policy: Policy, seconds: float, dice: random.Random) -> None:
        self.policy = policy
        self.seconds = seconds
        self.dice = dice
        self.decisions = self.simulations = 0
        self.used = 0.0

    def __call__(self, state: Any, seat: int) -> int:
        if len(state.legal_actions(seat)) == 1:
            return 0
        began = thread_time()
        found = Search(state, seat, self.policy, self.dice).run(ThinkingTime(self.seconds))
        self.used += thread_time() - began
        self.decisions += 1
        self.simulations += found.nodes
        return found.option


def rivals(kind: str, game: Game[Any], seconds: float, dice: random.Random) -> Player:
    """Return the player of the other seats: greedy, the same with a fifth of the time, or random.

    `random` searches with equal time and random simulations.
    """
    policy = POLICIES[game.name]
    if kind == "greedy":
        return policy.choose
    if kind == "fifth":
        return Searcher(policy, seconds / 5, dice)
    return Searcher(random_policy(game, dice), seconds, dice)


def play(game: Game[Any], players: list[Player], seed: bytes) -> tuple[list[int], list[int]]:
    """Play one match; return the places and the points by seat."""
    state, draws = game.begin(len(players)), 0
    while not state.is_terminal():
        if state.current_player == CHANCE:
            state.apply_draw(state.sample_draw(Chance(seed, f"draw {draws}")))
            draws += 1
            continue
        seat = state.to_act()[0]
        state.apply_action(seat, state.legal_actions(seat)[players[seat](state, seat)])
    return state.places(), state.returns()


def shares(game: Game[Any], own: Player, other: Player, dice: random.Random) -> Iterator[float]:
    """Yield the share of first places in one set after the other, without end."""
    while True:
        seed, total = dice.randbytes(32), 0.0
        for seat in range(SEATS):
            players = [own if one == seat else other for one in range(SEATS)]
            places, _ = play(game, players, seed)
            total += (places[seat] == 1) / places.count(1)
        yield total / SEATS


def main() -> None:
    """Print the share after every set."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=tuple(POLICIES))
    parser.add_argument("--time", type=float, default=0.05, metavar="SECONDS")
    parser.add_argument("--rivals", choices=("greedy", "fifth", "random"), default="greedy")
    parser.add_argument("--sets", type=int, default=25)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    given = parser.parse_args()
    game, dice = load(given.game), random.Random(given.seed)
    own = Searcher(POLICIES[game.name], given.time, dice)
    other = rivals(given.rivals, game, given.time, dice)
    subject = f"{game.name} {given.time * 1000:g} ms against three {given.rivals}"
    print(f"{subject}, seed {given.seed}", flush=True)
    found: list[float] = []
    for share in shares(game, own, other, dice):
        found.append(share)
        half = 1.96 * stdev(found) / math.sqrt(len(found)) if len(found) > 1 else 1.0
        rate, each = own.simulations / own.used, own.simulations / own.decisions
        print(
            f"{len(found) * SEATS} matches: {mean(found):.3f} ±{half:.3f}; {each:.0f} simulations "
            f"for each decision, {rate:.0f} a second, {own.decisions / len(found) / SEATS:.0f} "
            "decisions for each match",
            flush=True,
        )
        if len(found) == given.sets:
            return


if __name__ == "__main__":
    main()
