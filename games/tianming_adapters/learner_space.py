"""The spaces of tensors, masks and ids, for Gymnasium and PettingZoo."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tianming_adapters.numbered_match import NumberedMatch

RENDER_MODES: Final = ["human", "ansi", "svg"]
"""Printed text, returned text, and a returned SVG picture."""


class LegalIds(spaces.Discrete):
    """The space of the ids; without a mask, it samples only ids that are legal now."""

    def __init__(self, ids: int, mask: Callable[[], NDArray[np.int8]]) -> None:
        """Create a space.

        Args:
            ids: number of ids.
            mask: returns the mask of the legal ids.
        """
        super().__init__(ids)
        self._mask = mask

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a random id, by a mask or by probabilities if they are given."""
        if mask is None and probability is None:
            mask = self._mask()
        return super().sample(mask=mask, probability=probability)


def observed_space(match: NumberedMatch, ids: int) -> "spaces.Dict":
    """Return the space of `NumberedMatch.observed`, with masks for a number of ids."""
    highs = np.array(match.layout.highs, np.float32)
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(highs), highs, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (ids,), np.int8),
        }
    )


def rendered(match: NumberedMatch, mode: str | None) -> Any:
    """Return the board in a render mode; print it for `human`."""
    if mode == "svg":
        return match.svg()
    if mode == "ansi":
        return match.state.to_text()
    if mode == "human":
        print(match.state.to_text())
    return None
