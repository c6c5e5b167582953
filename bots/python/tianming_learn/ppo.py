"""Learn from experience, in PyTorch: proximal policy optimisation, and copying a teacher."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from tianming_learn.network import Layer
from tianming_learn.practice import Experience

_EPOCHS: Final = 3
_BATCH: Final = 512
_RATE: Final = 4e-4
_TAUGHT_RATE: Final = 1e-3
_CLIP: Final = 0.2
_VALUE: Final = 0.5
_ENTROPY: Final = 0.005
_STEEPEST: Final = 0.5


@dataclass(frozen=True, slots=True)
class Losses:
    """What an update shows: the mean losses, and the entropy of the choices."""

    policy: float
    value: float
    entropy: float


class Learner:
    """A network in PyTorch with its optimiser."""

    def __init__(self, layers: list[Layer], seed: int) -> None:
        """Create a learner that goes on from the layers of a network.

        It learns in one thread, so that the result does not depend on the number of processors.
        """
        torch.set_num_threads(1)
        self._random = torch.Generator().manual_seed(seed)
        modules: list[Any] = []
        for weights, biases in layers:
            linear = nn.Linear(weights.shape[1], weights.shape[0])
            linear.weight.data = torch.tensor(weights)
            linear.bias.data = torch.tensor(biases)
            modules += [linear, nn.ReLU()]
        self._linears = modules[::2]
        self._body = nn.Sequential(*modules[:-2])
        self._last = modules[-2]
        self._parameters = [part for one in self._linears for part in one.parameters()]
        self._optimizer = torch.optim.Adam(self._parameters, _RATE, eps=1e-5)

    @property
    def layers(self) -> list[Layer]:
        """The layers of the network now, as copies."""
        return [
            (one.weight.detach().numpy().copy(), one.bias.detach().numpy().copy())
            for one in self._linears
        ]

    def learn(self, seen: Experience, *, is_taught: bool) -> Losses:
        """Change the network by experience, and return the losses."""
        ids = len(self._last.bias) - 1
        masks = np.unpackbits(seen.masks, axis=1, count=ids)
        used = np.flatnonzero(masks.any(0))
        place = np.zeros(ids, np.int64)
        place[used] = np.arange(len(used))
        batch = _Batch(
            torch.from_numpy(seen.inputs),
            torch.from_numpy(masks[:, used].astype(np.bool_)),
            torch.from_numpy(place[seen.ids]),
            torch.from_numpy(seen.chances),
            torch.from_numpy(_normal(seen.advantages)),
            torch.from_numpy(seen.targets),
        )
        columns = torch.from_numpy(np.append(used, ids))
        for group in self._optimizer.param_groups:
            group["lr"] = _TAUGHT_RATE if is_taught else _RATE
        losses: list[tuple[float, float, float]] = []
        for _ in range(_EPOCHS):
            order: Any = torch.randperm(len(seen.ids), generator=self._random)
            losses += [
                self._step(batch, rows, columns, is_taught=is_taught)
                for rows in order.split(_BATCH)
            ]
        policy, value, entropy = np.mean(losses, 0).tolist()
        return Losses(policy, value, entropy)

    def _step(
        self, batch: "_Batch", rows: Any, columns: Any, *, is_taught: bool
    ) -> tuple[float, float, float]:
        outputs = nn.functional.linear(
            self._body(batch.inputs[rows]), self._last.weight[columns], self._last.bias[columns]
        )
        numbers = outputs[:, :-1].masked_fill(~batch.masks[rows], -1e9)
        logs = torch.log_softmax(numbers, 1)
        chosen = logs.gather(1, batch.ids[rows, None])[:, 0]
        entropy = -(logs.exp() * logs).sum(1).mean()
        if is_taught:
            policy = -chosen.mean()
        else:
            ratio = (chosen - batch.chances[rows]).exp()
            gain = batch.advantages[rows]
            policy = -torch.min(gain * ratio, gain * ratio.clamp(1 - _CLIP, 1 + _CLIP)).mean()
        value = (outputs[:, -1] - batch.targets[rows]).square().mean()
        self._optimizer.zero_grad()
        (policy + _VALUE * value - _ENTROPY * entropy).backward()
        nn.utils.clip_grad_norm_(self._parameters, _STEEPEST)
        self._optimizer.step()
        return policy.item(), value.item(), entropy.item()


@dataclass(frozen=True, slots=True)
class _Batch:
    inputs: Any
    masks: Any
    ids: Any
    chances: Any
    advantages: Any
    targets: Any


def _normal(numbers: NDArray[np.float32]) -> NDArray[np.float32]:
    normal: NDArray[np.float32] = (numbers - numbers.mean()) / (numbers.std() + np.float32(1e-8))
    return normal
