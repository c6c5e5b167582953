"""What chooses for a bot: a trained policy, or any function of arrays."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from tianming_games.action_catalogue import ActionCatalogue
from tianming_games.ground.error import DataError, UsageError
from tianming_games.registry import load
from tianming_games.tensor import TensorLayout
from tianming_learn.learned_policy import LearnedPolicy, rules_of
from tianming_learn.network import masked
from tianming_learn.sentence import LearnSentence

_KEPT: Final = 32
"""Matches with other seats or options, of which the numbers are kept."""


@dataclass(frozen=True, slots=True, eq=False)
class MatchNumbers:
    """The ids and the tensors of matches of a game with a number of seats and options."""

    catalogue: ActionCatalogue
    layout: TensorLayout
    rules: dict[str, str]


@lru_cache(_KEPT)
def numbers_of(game: str, seats: int, options: tuple[tuple[str, str], ...]) -> MatchNumbers:
    """Return the ids and the tensors of a match.

    Raises:
        UsageError: for a game that is not installed or has no tensors, or wrong seats or options.
    """
    rules, given = load(game), dict(options)
    layout, catalogue = rules.tensor_layout(seats, given), rules.catalogue(given)
    return MatchNumbers(catalogue, layout, rules_of(rules, seats, given))


@dataclass(frozen=True, slots=True)
class Batch:
    """Questions as arrays, a row for each."""

    tensors: NDArray[np.float32]
    masks: NDArray[np.int8]
    seats: NDArray[np.int64]


class Chooser(Protocol):
    """Chooses an id for each question of a batch."""

    @property
    def games(self) -> Sequence[str]:
        """The names of its games; empty for all."""

    def verify(self, numbers: MatchNumbers) -> None:
        """Raise `DataError` if it does not know matches with these numbers."""

    def choose(self, batch: Batch) -> tuple[NDArray[Any], NDArray[np.float32] | None]:
        """Return an id for each row, and perhaps the values, from -1 to 1."""


class PolicyChooser:
    """Takes the legal id for which the network of a policy has the largest number."""

    def __init__(self, policy: LearnedPolicy) -> None:
        self.games: Final = (policy.game.name,)
        self._policy = policy
        self._rules = policy.rules

    def verify(self, numbers: MatchNumbers) -> None:
        """Check that the match has the seats and options of the policy."""
        if numbers.rules != self._rules:
            found, wanted = self._rules["tensor"], numbers.rules["tensor"]
            raise DataError(LearnSentence.OTHER_QUESTION, found=found, wanted=wanted)

    def choose(self, batch: Batch) -> tuple[NDArray[Any], NDArray[np.float32] | None]:
        network = self._policy.network
        outputs = network.outputs(network.inputs(batch.tensors, batch.seats))
        has_value = outputs.shape[1] > batch.masks.shape[1]
        return masked(outputs, batch.masks).argmax(1), outputs[:, -1] if has_value else None


class FunctionChooser:
    """Asks a function of tensors and masks for an array of ids."""

    games: Sequence[str] = ()

    def __init__(self, name: str) -> None:
        """Import a function.

        Args:
            name: the function as `module:function`.

        Raises:
            UsageError: when there is no such function.
        """
        self._name = name
        module, _, path = name.partition(":")
        try:
            found: Any = import_module(module)
            for part in path.split("."):
                found = getattr(found, part)
        except Exception as error:
            why = " ".join(f"{type(error).__name__}: {error}".split())
            raise UsageError(LearnSentence.NO_FUNCTION, name=name, why=why) from error
        if not callable(found):
            why = f"it is an object of {type(found).__name__}"
            raise UsageError(LearnSentence.NO_FUNCTION, name=name, why=why)
        self._function: Callable[[Any, Any], Any] = found

    def verify(self, numbers: MatchNumbers) -> None:
        """A function knows best which tensors it takes."""

    def choose(self, batch: Batch) -> tuple[NDArray[Any], NDArray[np.float32] | None]:
        ids = np.asarray(self._function(batch.tensors, batch.masks))
        rows = len(batch.seats)
        if ids.shape != (rows,) or ids.dtype.kind not in "iu":
            found = f"an array of {ids.dtype} with the shape {ids.shape}"
            raise DataError(LearnSentence.WRONG_IDS, name=self._name, found=found, rows=rows)
        return ids, None
