"""Matches from which a network learns: it plays against itself, and some against a rival.

A rival is the greedy policy of the game, or a random player in a game without one. The same rival
is the teacher of the first matches, which the network learns to copy.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tianming_bots.greedy import POLICIES
from tianming_games.game import Game
from tianming_games.match_row import MatchRow
from tianming_games.match_terms import place_rewards
from tianming_games.registry import load
from tianming_learn.network import Network, masked

Choose = Callable[[Any, int], int]
"""Returns the id that a player chooses in a state for a seat."""

_RIVALS: Final = 4
"""One match of so many is against the rival."""

_STRAY: Final = 0.1
"""How often a random option replaces the teacher's, so that other positions come up, too."""

_TRACE: Final = 0.95
"""How far back a surprise reaches: the lambda of generalised advantage estimation."""


@dataclass(frozen=True, slots=True)
class PracticeTask:
    """What one process plays.

    Attributes:
        game, seats, options: the matches.
        matches: number of matches, all at the same time.
        seed: the seed of all draws and choices.
        is_taught: whether the teacher chooses.
    """

    game: str
    seats: int
    options: Mapping[str, str]
    matches: int
    seed: int
    is_taught: bool


@dataclass(frozen=True, slots=True)
class Experience:
    """Decisions, a row for each, and the results of the matches against the rival.

    Attributes:
        inputs: the tensors in the order of the network.
        masks: the masks, eight ids in a byte.
        ids: the chosen ids; those of the teacher if it chose.
        chances: the logarithm of the probability of each choice.
        advantages: how much better each choice was than expected.
        targets: the rewards that the values should have been.
        wins: for each match against the rival, 1 for a win, or a share of a shared one.
    """

    inputs: NDArray[np.float32]
    masks: NDArray[np.uint8]
    ids: NDArray[np.int64]
    chances: NDArray[np.float32]
    advantages: NDArray[np.float32]
    targets: NDArray[np.float32]
    wins: NDArray[np.float32]


def joined(parts: list[Experience]) -> Experience:
    """Return the experience of several processes as one."""
    names = Experience.__dataclass_fields__
    return Experience(*(np.concatenate([getattr(one, name) for one in parts]) for name in names))


def rival(game: Game[Any], options: Mapping[str, str], dice: Random) -> Choose:
    """Return the player that a network of a game learns from and is measured by."""
    policy, ids = POLICIES.get(game.name), game.catalogue(options).ids

    def choose(state: Any, seat: int) -> int:
        if policy is None:
            return ids[dice.choice(state.legal_actions(seat))]
        return ids[policy.act(state, seat)]

    return choose


def practise(task: PracticeTask, network: Network) -> Experience:
    """Play the matches of a task, and return what a network can learn from them."""
    return _Matches(task, network).play()


def _seed_of(seed: bytes, before: int) -> bytes:
    """Return the seed of a match; no match follows it in its row."""
    return seed


class _Matches:
    """Matches at the same time, each in a row of arrays until it is over."""

    def __init__(self, task: PracticeTask, network: Network) -> None:
        game = load(task.game)
        catalogue = game.catalogue(task.options)
        layout = game.tensor_layout(task.seats, task.options)
        self._task, self._network = task, network
        self._numbers = np.random.default_rng(task.seed)
        self._dice = Random(task.seed)
        self._rival = rival(game, task.options, self._dice)
        self._masks = np.zeros((task.matches, len(catalogue)), np.int8)
        self._tensors = np.zeros((task.matches, layout.length), np.float32)
        seeds = [self._dice.randbytes(32) for _ in range(task.matches)]
        self._rows = [
            MatchRow(
                partial(game.begin, task.seats, task.options),
                partial(_seed_of, seed),
                catalogue,
                layout,
                memoryview(self._masks[row]).cast("B"),
                memoryview(self._tensors[row]).cast("B"),
            )
            for row, seed in enumerate(seeds)
        ]
        is_rival = [not task.is_taught and row % _RIVALS == 0 for row in range(task.matches)]
        self._learner = [
            row // _RIVALS % task.seats if against else None for row, against in enumerate(is_rival)
        ]
        self._steps: list[tuple[NDArray[Any], ...]] = []

    def play(self) -> Experience:
        """Play all matches to the end."""
        asked = self._advance(range(len(self._rows)))
        while asked:
            self._decide(np.array(asked))
            asked = self._advance(asked)
        return self._experience()

    def _advance(self, rows: Any) -> list[int]:
        """Play rows until the network is asked; return those that are not over."""
        return [row for row in rows if self._is_asked(row)]

    def _is_asked(self, at: int) -> bool:
        row, learner = self._rows[at], self._learner[at]
        while not row.matches:
            options = row.state.legal_actions(row.seat)
            if learner not in (None, row.seat):
                row.act(self._rival(row.state, row.seat))
            elif len(options) == 1:
                row.act(int(self._masks[at].argmax()))
            else:
                return True
        return False

    def _decide(self, asked: NDArray[np.int64]) -> None:
        """Choose for all rows at once, and carry the choices out."""
        seats = np.array([self._rows[at].seat for at in asked])
        masks = self._masks[asked]
        inputs = self._network.inputs(self._tensors[asked], seats)
        outputs = self._network.outputs(inputs)
        numbers = masked(outputs, masks)
        drawn = (numbers + self._numbers.gumbel(size=numbers.shape)).argmax(1)
        if self._task.is_taught:
            acting = [self._rows[at] for at in asked]
            drawn = np.array([self._rival(row.state, row.seat) for row in acting])
        peak = numbers.max(1)
        total = peak + np.log(np.exp(numbers - peak[:, None]).sum(1))
        chances = numbers[np.arange(len(asked)), drawn] - total
        self._steps.append(
            (asked, seats, inputs, np.packbits(masks, 1), drawn, chances, outputs[:, -1])
        )
        for at, number in zip(asked, drawn.tolist(), strict=True):
            strays = self._task.is_taught and self._dice.random() < _STRAY
            options = np.flatnonzero(self._masks[at]) if strays else [number]
            self._rows[at].act(int(self._dice.choice(options)))

    def _experience(self) -> Experience:
        rows, seats, inputs, masks, ids, chances, values = map(
            np.concatenate, zip(*self._steps, strict=True)
        )
        places = [row.places or [] for row in self._rows]
        rewards = np.array([place_rewards(one) for one in places])
        advantages = np.zeros(len(rows))
        for row, seat in np.unique(np.stack([rows, seats], 1), axis=0):
            own = np.flatnonzero((rows == row) & (seats == seat))
            advantages[own] = _advantages(values[own], rewards[row, seat])
        wins = [
            (one[seat] == 1) / one.count(1)
            for one, seat in zip(places, self._learner, strict=True)
            if seat is not None
        ]
        return Experience(
            inputs=inputs,
            masks=masks,
            ids=ids,
            chances=chances.astype(np.float32),
            advantages=advantages.astype(np.float32),
            targets=(advantages + values).astype(np.float32),
            wins=np.array(wins, np.float32),
        )


def _advantages(values: NDArray[np.float32], reward: float) -> NDArray[np.float64]:
    """Return the advantages of the choices of one seat in one match, in their order."""
    surprises = np.append(values[1:], reward) - values
    total, found = 0.0, np.zeros(len(values))
    for at in range(len(values) - 1, -1, -1):
        total = found[at] = surprises[at] + _TRACE * total
    return found
