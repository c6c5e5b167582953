"""A trained policy: its network, and the matches that it plays."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from tianming_games.game import Game
from tianming_games.ground.error import DataError, TianmingError
from tianming_games.registry import load
from tianming_learn import policy_file
from tianming_learn.network import Layer, Network
from tianming_learn.policy_file import NoPolicy
from tianming_learn.sentence import LearnSentence

FORMAT: Final = "tianming-policy-1"

_PART: Final = re.compile(r"(\d{1,4})\.(weight|bias)")


@dataclass(frozen=True, slots=True)
class LearnedPolicy:
    """A policy for one game with a number of seats and options."""

    game: Game[Any]
    seats: int
    options: Mapping[str, str]
    network: Network

    @classmethod
    def of(
        cls,
        game: str,
        seats: int,
        layers: Sequence[Layer],
        options: Mapping[str, str] | None = None,
    ) -> Self:
        """Return the policy of a network that reads tensors as they are.

        Args:
            game: name of the game.
            seats: number of seats.
            layers: weights and biases of each layer, from the input to the output.
            options: options of the matches.

        Raises:
            UsageError: for a game that is not installed, or seats or options it does not take.
        """
        rules, given = load(game), dict(options or {})
        length = rules.tensor_layout(seats, given).length
        return cls(rules, seats, given, Network(layers, _as_they_are(seats, length)))

    @property
    def rules(self) -> dict[str, str]:
        """What a policy depends on: it plays only with rules for which this is the same."""
        return rules_of(self.game, self.seats, self.options)

    def save(self, path: Path) -> None:
        """Write the policy into a file.

        Raises:
            UsageError: when it cannot be written.
        """
        metadata = {
            "format": FORMAT,
            "game": self.game.name,
            "seats": str(self.seats),
            "options": json.dumps(dict(self.options)),
            **self.rules,
        }
        arrays: dict[str, NDArray[Any]] = {"order": self.network.order}
        for at, (weights, biases) in enumerate(self.network.layers):
            arrays |= {f"{2 * at}.weight": weights, f"{2 * at}.bias": biases}
        policy_file.write(path, metadata, arrays)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return the policy of a file.

        Raises:
            UsageError: when the file cannot be read, or its game is not installed.
            DataError: when it is no policy, or one for other rules than those that are installed.
        """
        metadata, arrays = policy_file.read(path)
        try:
            return cls._of(path, metadata, arrays)
        except NoPolicy as error:
            raise DataError(LearnSentence.NO_POLICY, path=path, why=error) from None

    @classmethod
    def _of(
        cls, path: Path, metadata: Mapping[str, str], arrays: Mapping[str, NDArray[Any]]
    ) -> Self:
        if metadata.get("format") != FORMAT:
            raise NoPolicy(f"its metadata has no format {FORMAT!r}")
        game, seats = load(metadata.get("game", "")), _number(metadata.get("seats", ""))
        options = _options(metadata.get("options", ""))
        try:
            wanted = rules_of(game, seats, options)
        except TianmingError as error:
            raise NoPolicy(str(error).removesuffix(".")) from None
        for key, text in wanted.items():
            found = metadata.get(key, "no")
            if found != text:
                raise DataError(
                    LearnSentence.OTHER_RULES, path=path, what=key, found=found, wanted=text
                )
        length, ids = game.tensor_layout(seats, options).length, len(game.catalogue(options))
        return cls(game, seats, options, _network(arrays, seats, length, ids))


def rules_of(game: Game[Any], seats: int, options: Mapping[str, str]) -> dict[str, str]:
    """Return the tag of the tensors and the digest of the catalogue of matches.

    Raises:
        UsageError: for seats or options that the game does not take.
    """
    layout, catalogue = game.tensor_layout(seats, options), game.catalogue(options)
    return {"tensor": layout.tag, "catalogue": catalogue.digest()}


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise NoPolicy("its metadata has no number of seats")
    return int(text)


def _options(text: str) -> dict[str, str]:
    try:
        options = json.loads(text)
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict) or not all(isinstance(one, str) for one in options.values()):
        raise NoPolicy("its metadata has no options")
    return options


def _as_they_are(seats: int, length: int) -> NDArray[np.int32]:
    """Return the order in which every seat reads the numbers of a tensor from first to last."""
    return np.tile(np.arange(length, dtype=np.int32), (seats, 1))


def _network(arrays: Mapping[str, NDArray[Any]], seats: int, length: int, ids: int) -> Network:
    """Return the network of the arrays, after a check of their shapes."""
    order = arrays.get("order", _as_they_are(seats, length))
    is_order = order.dtype.kind == "i" and order.shape == (seats, length)
    if not is_order or order.min() < 0 or order.max() >= length:
        raise NoPolicy(f"its tensor 'order' has no {seats} rows with {length} numbers' places")
    layers, width = _layers(arrays), length
    for at, (weights, biases) in layers.items():
        if weights.ndim != 2 or weights.shape[1] != width or biases.shape != weights.shape[:1]:
            raise NoPolicy(f"layer {at} has weights of {weights.shape}, not of (any, {width})")
        width = len(weights)
    if width not in (ids, ids + 1):
        raise NoPolicy(f"its network has {width} outputs, not {ids} for the ids, or one more")
    return Network(list(layers.values()), order)


def _layers(arrays: Mapping[str, NDArray[Any]]) -> dict[int, Layer]:
    """Return the layers by their numbers, which grow from the input to the output."""
    parts: dict[int, dict[str, NDArray[Any]]] = {}
    for name, array in arrays.items():
        found = _PART.fullmatch(name)
        if found is not None:
            parts.setdefault(int(found[1]), {})[found[2]] = array
        elif name != "order":
            raise NoPolicy(f"it has a tensor {name!r}, and layers are named 0.weight and 0.bias")
    for at, part in parts.items():
        if set(part) != {"weight", "bias"} or any(one.dtype.kind != "f" for one in part.values()):
            raise NoPolicy(f"layer {at} has no weight and bias of F32")
    return {at: (parts[at]["weight"], parts[at]["bias"]) for at in sorted(parts)}
