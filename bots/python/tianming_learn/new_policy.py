"""A policy that has learnt nothing yet."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

import numpy as np

from tianming_games.game import Game
from tianming_learn.learned_policy import LearnedPolicy
from tianming_learn.network import Layer, Network
from tianming_learn.own_view import own_order

_WIDTHS: Final = (256, 256)
"""Outputs of the hidden layers."""


def new_policy(game: Game[Any], seats: int, options: Mapping[str, str], seed: int) -> LearnedPolicy:
    """Return a policy with a network that has learnt nothing yet.

    Raises:
        UsageError: for seats or options that the game does not take.
    """
    layout = game.tensor_layout(seats, options)
    widths = (layout.length, *_WIDTHS, len(game.catalogue(options)) + 1)
    numbers = np.random.default_rng(seed)
    layers: list[Layer] = []
    for at, (before, after) in enumerate(pairwise(widths)):
        scale = 0.01 if at == len(_WIDTHS) else np.sqrt(2 / before)
        weights = (numbers.standard_normal((after, before)) * scale).astype(np.float32)
        layers.append((weights, np.zeros(after, np.float32)))
    return LearnedPolicy(game, seats, options, Network(layers, own_order(layout)))
