"""A network of layers in NumPy: from tensors to a number for each id, and a value."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Layer = tuple[Floats, Floats]
"""The weights of a layer, a row for each of its outputs, and their biases."""


class Network:
    """Layers with ReLU between them.

    The outputs of the last layer are a number for each id. One more output, if it is there, is the
    value: the expected reward of the seat, from -1 to 1.
    """

    def __init__(self, layers: Sequence[Layer], order: NDArray[np.integer[Any]]) -> None:
        """Create a network.

        Args:
            layers: the layers.
            order: for each seat, the order in which the network reads the numbers of a tensor.
        """
        self.layers: Final = tuple(layers)
        self.order: Final = order

    def inputs(self, tensors: Floats, seats: NDArray[np.integer[Any]]) -> Floats:
        """Return the tensors of seats, a row for each, in the order of the network."""
        ordered: Floats = np.take_along_axis(tensors, self.order[seats], axis=1)
        return ordered

    def outputs(self, inputs: Floats) -> Floats:
        """Return the outputs of the last layer."""
        row = inputs
        last = len(self.layers) - 1
        for at, (weights, biases) in enumerate(self.layers):
            row = row @ weights.T
            row += biases
            if at < last:
                np.maximum(row, 0, out=row)
        return row


def masked(outputs: Floats, masks: NDArray[np.int8]) -> Floats:
    """Return the outputs of the ids, with -infinity for an id that is not legal."""
    numbers: Floats = np.where(masks != 0, outputs[:, : masks.shape[1]], np.float32(-np.inf))
    return numbers
