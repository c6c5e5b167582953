"""A policy in a file: the weights of its network, and the rules it was trained with.

The file has the format of safetensors: a header in JSON, then the numbers. Nothing in it is a
program.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from tianming_games.ground.error import DataError, UsageError
from tianming_learn.sentence import LearnSentence

Arrays = Mapping[str, NDArray[Any]]

MOST_BYTES: Final = 1 << 29
"""Maximum bytes of a file."""

_KINDS: Final = ("F32", "I32")


class NoPolicy(Exception):
    """A file that is no policy; the text says why."""


def write(path: Path, metadata: Mapping[str, str], arrays: Arrays) -> None:
    """Write a file, or replace it as a whole.

    Raises:
        UsageError: when it cannot be written.
    """
    part = path.with_name(f"{path.name}.part")
    whole = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    try:
        part.write_bytes(save(whole, dict(metadata)))
        os.replace(part, path)
    except OSError as error:
        why = error.strerror or str(error)
        raise UsageError(LearnSentence.POLICY_NOT_WRITTEN, path=path, why=why) from None


def read(path: Path) -> tuple[dict[str, str], dict[str, NDArray[Any]]]:
    """Return the metadata and the arrays of a file.

    Raises:
        UsageError: when it cannot be read.
        DataError: when it is no policy.
    """
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
        if size > MOST_BYTES:
            raise NoPolicy(f"it has more than {MOST_BYTES} bytes")
        with safe_open(path, "numpy") as opened:
            names = opened.keys()
            return opened.metadata() or {}, {name: _array(opened, name) for name in names}
    except OSError as error:
        why = error.strerror or str(error)
        raise UsageError(LearnSentence.POLICY_NOT_READ, path=path, why=why) from None
    except (NoPolicy, SafetensorError) as error:
        raise DataError(LearnSentence.NO_POLICY, path=path, why=error) from None


def _array(opened: Any, name: str) -> NDArray[Any]:
    kind = opened.get_slice(name).get_dtype()
    if kind not in _KINDS:
        raise NoPolicy(f"the tensor {name!r} has the type {kind}, not F32 or I32")
    array: NDArray[Any] = opened.get_tensor(name)
    if not np.isfinite(array).all():
        raise NoPolicy(f"the tensor {name!r} has numbers that are not finite")
    return array
