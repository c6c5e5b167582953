"""Search for the best option: simulations below the best candidates, in a tree that learns.

Each round deals the hidden information once, and simulates every candidate with the same draws. As
time passes, the worse half of the candidates drops out, again and again. Below a candidate, a tree
keeps the results of earlier simulations: each seat prefers what was good for it, at first what its
policy values. Draws are not in the tree, so a node is a sequence of choices.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tianming_bots.policy import Policy
from tianming_bots.search.simulation import Simulation, draw
from tianming_bots.search.thinking_time import Budget
from tianming_games.action import Action
from tianming_games.chance import Chance

_LEAST, _MOST = 2, 12
"""Options that the search tries; the others look worse at first sight."""

_SIMULATIONS = 4
"""Simulations that there should be time for, for each option that the search tries."""

_EXPLORATION = 0.2
"""How much a seat tries what the tree has seldom tried."""

_DOUBT = 3.0
"""Simulations that the first sight of an option counts as.

In the positions of a few games, the worths of the policies were as good as 2 to 5 simulations.
"""

_FIRST_SIGHT = 0.03
"""How much an option loses at first sight if it is worth `Policy.spread` points less."""


class Node:
    """What the tree knows after a sequence of choices.

    `total` is the sum of results for the seat that made the last of them.
    """

    __slots__ = ("children", "priors", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Action, Node] = {}
        self.priors: dict[Action, float] = {}
        self.total = 0.0
        self.visits = 0


@dataclass(slots=True)
class Candidate:
    """An option of the decision: its index, its worth at first sight, and its part of the tree."""

    index: int
    action: Action
    prior: float
    node: Node


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search.

    Attributes:
        option: index of the best option.
        values: expected result of each option, from 0 to 1; None if it was not simulated.
        nodes: number of simulations.
        line: the expected choices, beginning with the best option.
    """

    option: int
    values: tuple[float | None, ...]
    nodes: int
    line: tuple[Action, ...]

    @property
    def value(self) -> float | None:
        """The expected result of the best option."""
        return self.values[self.option]


def _width(simulations: float) -> int:
    """Return how many options to try, if there is time for so many simulations."""
    return int(max(_LEAST, min(_MOST, simulations / _SIMULATIONS)))


class Search:
    """One decision of one seat."""

    def __init__(
        self, state: Any, seat: int, policy: Policy, dice: Random, chosen: int | None = None
    ) -> None:
        """Prepare a search.

        Args:
            state: a state of the decision; all that is hidden from the seat is dealt again.
            seat: the seat that decides.
            policy: the policy of the game.
            dice: the random numbers of the search.
            chosen: an option that is simulated until the end, so that its value is known.
        """
        self._state = state
        self._seat = seat
        self._policy = policy
        self._dice = dice
        self._simulation = Simulation(policy, dice)
        self._until = policy.clock(state) + policy.horizon
        self._options: Sequence[Action] = state.legal_actions(seat)
        worths = policy.worths(state, seat, self._options)
        best = max(worths)
        self._candidates = [
            Candidate(
                index, action, _FIRST_SIGHT * max(-3.0, (worth - best) / policy.spread), Node()
            )
            for index, (action, worth) in enumerate(zip(self._options, worths, strict=True))
        ]
        self._candidates.sort(key=lambda one: -one.prior)
        self._kept = [one for one in self._candidates if one.index == chosen]
        self._nodes = 0
        self._total = 0.0

    def run(self, budget: Budget) -> SearchResult:
        """Simulate until the budget is used; return what was found."""
        began = budget.share(0)
        alive, first, passed = self._candidates, 0, began
        while len(self._options) > 1 and passed < 1:
            seed = self._dice.randbytes(32)
            dealt = self._state.resample(self._seat, Chance(seed, "deal"))
            for candidate in alive:
                self._simulate(candidate, dealt.clone(), Chance(seed, "draws"), budget)
                passed = budget.share(self._nodes)
                first = first or _width((1 - began) / max(passed - began, 1e-9))
                if passed >= 1 or (alive is self._candidates and self._nodes == first):
                    break
            halvings = int(passed * math.ceil(math.log2(first)))
            alive = sorted(alive[:first], key=self._score, reverse=True)
            alive = alive[: math.ceil(first / 2**halvings)]
            alive += [one for one in self._kept if one not in alive]
        return self._found(alive)

    def _found(self, alive: list[Candidate]) -> SearchResult:
        best = max(alive, key=self._score)
        values: list[float | None] = [None] * len(self._options)
        for one in self._candidates:
            if one.node.visits:
                values[one.index] = one.node.total / one.node.visits
        line, node = [best.action], best.node
        while node.children:
            action, node = max(node.children.items(), key=lambda child: child[1].visits)
            line.append(action)
        return SearchResult(best.index, tuple(values), self._nodes, tuple(line))

    def _score(self, candidate: Candidate) -> float:
        """Return the mean result of a candidate; few simulations count together with its worth."""
        node = candidate.node
        mean = self._total / self._nodes if self._nodes else 0.5
        return (node.total + _DOUBT * (mean + candidate.prior)) / (node.visits + _DOUBT)

    # -- one simulation

    def _simulate(self, candidate: Candidate, state: Any, chance: Chance, budget: Budget) -> None:
        """Play one choice after the other: in the tree, then by the policy."""
        seat, node = self._seat, candidate.node
        path = [(seat, node)]
        state.apply_action(seat, candidate.action)
        while node.visits and not state.is_terminal() and self._policy.clock(state) < self._until:
            draw(state, chance)
            if state.is_terminal():
                break
            seat = state.to_act()[0]
            action = self._select(node, state, seat)
            node = node.children.setdefault(action, Node())
            path.append((seat, node))
            state.apply_action(seat, action)
        self._simulation.play(state, chance, self._until, budget.is_over)
        results = self._simulation.results(state)
        for who, passed in path:
            passed.visits += 1
            passed.total += results[who]
        self._nodes += 1
        self._total += results[self._seat]

    def _select(self, node: Node, state: Any, seat: int) -> Action:
        """Return the option of a seat with the best mix of result, worth and doubt."""
        options: Sequence[Action] = state.legal_actions(seat)
        if len(options) == 1:
            return options[0]
        priors = node.priors
        if any(option not in priors for option in options):
            self._add_priors(node, state, seat, options)
        children = node.children
        tried = [(children[o].total, children[o].visits) for o in options if o in children]
        visits = sum(count for _, count in tried)
        hope = sum(total for total, _ in tried) / visits - 0.1 if visits else 0.5
        reach = _EXPLORATION * math.sqrt(visits + 1)
        best, found = -1.0, options[0]
        for option in options:
            child, prior = children.get(option), priors[option]
            if child is None:
                score = hope + reach * prior
            else:
                score = child.total / child.visits + reach * prior / (1 + child.visits)
            if score > best:
                best, found = score, option
        return found

    def _add_priors(self, node: Node, state: Any, seat: int, options: Sequence[Action]) -> None:
        worths = self._policy.worths(state, seat, options)
        best, spread = max(worths), self._policy.spread
        weights = [math.exp((worth - best) / spread * 2) for worth in worths]
        total = sum(weights)
        for option, weight in zip(options, weights, strict=True):
            node.priors[option] = weight / total
