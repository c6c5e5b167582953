"""A policy in a file: the weights of its network, and the rules it was trained with.

The file has the format of safetensors: eight bytes with the length of a header, the header in JSON,
then the numbers. Nothing in it is a program.
"""

import json
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tianming_games.ground.error import DataError, UsageError
from tianming_learn.sentence import LearnSentence

Arrays = Mapping[str, NDArray[Any]]

MOST_BYTES: Final = 1 << 29
"""Maximum bytes of a file."""

_MOST_HEADER: Final = 1 << 20
_LENGTH: Final = 8
_METADATA: Final = "__metadata__"
_KINDS: Final = {"F32": np.dtype("<f4"), "I32": np.dtype("<i4")}


class NoPolicy(Exception):
    """A file that is no policy; the text says why."""


def write(path: Path, metadata: Mapping[str, str], arrays: Arrays) -> None:
    """Write a file, or replace it as a whole.

    Raises:
        UsageError: when it cannot be written.
    """
    header: dict[str, Any] = {_METADATA: dict(metadata)}
    names = {kind: name for name, kind in _KINDS.items()}
    parts, start = [], 0
    for name, array in arrays.items():
        kind = _KINDS["F32" if array.dtype.kind == "f" else "I32"]
        parts.append(np.ascontiguousarray(array, kind).tobytes())
        end = start + len(parts[-1])
        shape = list(array.shape)
        header[name] = {"dtype": names[kind], "shape": shape, "data_offsets": [start, end]}
        start = end
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % _LENGTH)
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_bytes(len(text).to_bytes(_LENGTH, "little") + text + b"".join(parts))
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
        if path.stat().st_size > MOST_BYTES:
            raise NoPolicy(f"it has more than {MOST_BYTES} bytes")
        return parse(path.read_bytes())
    except OSError as error:
        why = error.strerror or str(error)
        raise UsageError(LearnSentence.POLICY_NOT_READ, path=path, why=why) from None
    except NoPolicy as error:
        raise DataError(LearnSentence.NO_POLICY, path=path, why=error) from None


def parse(data: bytes) -> tuple[dict[str, str], dict[str, NDArray[Any]]]:
    """Return the metadata and the arrays of the bytes of a file.

    Raises:
        NoPolicy: when they are no policy.
    """
    length = int.from_bytes(data[:_LENGTH], "little")
    numbers = memoryview(data)[_LENGTH + length :]
    if len(data) < _LENGTH or not 2 <= length <= min(_MOST_HEADER, len(data) - _LENGTH):
        raise NoPolicy("its first eight bytes are not the length of a header")
    header = _header(data[_LENGTH : _LENGTH + length])
    metadata = header.pop(_METADATA, {})
    if not _is_texts(metadata):
        raise NoPolicy(f"{_METADATA} of its header has values that are no texts")
    return metadata, {name: _array(name, entry, numbers) for name, entry in header.items()}


def _header(text: bytes) -> dict[str, Any]:
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise NoPolicy("its header is no JSON object")
    return header


def _is_texts(metadata: Any) -> bool:
    return isinstance(metadata, dict) and all(isinstance(text, str) for text in metadata.values())


def _array(name: str, entry: Any, numbers: memoryview) -> NDArray[Any]:
    """Return one array, without a copy; its numbers must be finite."""
    try:
        kind, shape = _KINDS[entry["dtype"]], entry["shape"]
        start, end = entry["data_offsets"]
        sizes = [*shape, start, end]
    except (KeyError, TypeError, ValueError):
        raise NoPolicy(f"the tensor {name!r} has no dtype of F32 or I32, shape and data") from None
    if not all(type(size) is int and 0 <= size <= MOST_BYTES for size in sizes):
        raise NoPolicy(f"the tensor {name!r} has a size that is no number of bytes or items")
    if not start <= end <= len(numbers):
        raise NoPolicy(f"the numbers of the tensor {name!r} are not in the file: it is cut off")
    if math.prod(shape) * kind.itemsize != end - start:
        raise NoPolicy(f"the shape of the tensor {name!r} does not fit its bytes")
    array = np.frombuffer(numbers[start:end], kind).reshape(shape)
    if not np.isfinite(array).all():
        raise NoPolicy(f"the tensor {name!r} has numbers that are not finite")
    return array
