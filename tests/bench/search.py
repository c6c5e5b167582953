"""Search bots: their share of first places in rotated sets, at equal processor time.

    python -m tests.bench.search dragon --time 0.005 --rivals greedy --sets 25

Matches run in this process, one after the other. A budget is the processor time of the thread, so
other programs take none of it, but a slow machine simulates less in it. `--simulations 50` plays
the same matches on every machine. Every set plays one seed once from each seat. A shared first
place counts for one of those who share it. The interval is that of the mean over sets, so 0.25 is
par for four seats. The lead is in points over the mean of the rivals.
"""

import argparse
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import mean, stdev
from time import thread_time
from typing import Any

from tianming_bots.greedy import POLICIES
from tianming_bots.policy import Policy
from tianming_bots.search.simulation import random_policy
from tianming_bots.search.thinking_time import Budget, SimulationCount, ThinkingTime
from tianming_bots.search.tree import Search
from tianming_games.chance import Chance
from tianming_games.game import Game
from tianming_games.registry import load
from tianming_games.state import CHANCE

SEATS = 4

Player = Callable[[Any, int], int]
"""From a state and a seat to the index of an option; it reads nothing that the seat cannot know."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a search may use for each decision: seconds, or simulations if they are not 0."""

    seconds: float
    simulations: int = 0

    def budget(self) -> Budget:
        """Start the budget of one decision."""
        return SimulationCount(self.simulations) if self.simulations else ThinkingTime(self.seconds)

    def fifth(self) -> "Allowance":
        """Return a fifth of it."""
        return Allowance(self.seconds / 5, -(-self.simulations // 5))

    def __str__(self) -> str:
        if self.simulations:
            return f"{self.simulations} simulations"
        return f"{self.seconds * 1000:g} ms"


class Searcher:
    """A search with the same allowance each time; it counts its decisions and simulations."""

    def __init__(self, policy: Policy, allowance: Allowance, dice: random.Random) -> None:
        self.policy = policy
        self.allowance = allowance
        self.dice = dice
        self.decisions = self.simulations = 0
        self.used = 0.0

    def __call__(self, state: Any, seat: int) -> int:
        if len(state.legal_actions(seat)) == 1:
            return 0
        began = thread_time()
        found = Search(state, seat, self.policy, self.dice).run(self.allowance.budget())
        self.used += thread_time() - began
        self.decisions += 1
        self.simulations += found.nodes
        return found.option


def rivals(kind: str, game: Game[Any], allowance: Allowance, dice: random.Random) -> Player:
    """Return the player of the other seats: greedy, the same with a fifth of the time, or random.

    `random` searches with the same allowance and random simulations.
    """
    policy = POLICIES[game.name]
    if kind == "greedy":
        return policy.choose
    if kind == "fifth":
        return Searcher(policy, allowance.fifth(), dice)
    return Searcher(random_policy(game, dice), allowance, dice)


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


def sets(
    game: Game[Any], own: Player, other: Player, dice: random.Random
) -> Iterator[tuple[float, float]]:
    """Yield the share of first places and the mean lead in one set after the other, endlessly."""
    while True:
        seed, share, lead = dice.randbytes(32), 0.0, 0.0
        for seat in range(SEATS):
            players = [own if one == seat else other for one in range(SEATS)]
            places, points = play(game, players, seed)
            share += (places[seat] == 1) / places.count(1)
            lead += points[seat] - (sum(points) - points[seat]) / (SEATS - 1)
        yield share / SEATS, lead / SEATS


def interval(values: Sequence[float]) -> str:
    """Return a mean and half of its 95 % interval as text."""
    half = 1.96 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return f"{mean(values):.3f} ±{half:.3f}"


def main() -> None:
    """Print the share after every set."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=tuple(POLICIES))
    parser.add_argument("--time", type=float, default=0.05, metavar="SECONDS")
    parser.add_argument("--simulations", type=int, default=0, help="in place of a time")
    parser.add_argument("--rivals", choices=("greedy", "fifth", "random"), default="greedy")
    parser.add_argument("--sets", type=int, default=25)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    given = parser.parse_args()
    game, dice = load(given.game), random.Random(given.seed)
    allowance = Allowance(given.time, given.simulations)
    own = Searcher(POLICIES[game.name], allowance, random.Random(dice.random()))
    other = rivals(given.rivals, game, allowance, random.Random(dice.random()))
    print(f"{game.name}, {allowance}, three {given.rivals}, seed {given.seed}", flush=True)
    found: list[tuple[float, float]] = []
    for each in islice(sets(game, own, other, dice), given.sets):
        found.append(each)
        shares, leads = zip(*found, strict=True)
        matches = len(found) * SEATS
        print(
            f"{matches} matches: {interval(shares)}; lead {interval(leads)}; "
            f"{own.simulations / own.decisions:.0f} simulations for each decision, "
            f"{own.simulations / own.used:.0f} a second, "
            f"{own.decisions / matches:.0f} decisions for each match",
            flush=True,
        )


if __name__ == "__main__":
    main()
