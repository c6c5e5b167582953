"""Frames between a pool and its workers: a pickle, after its length."""

import pickle
import struct
from typing import Any, Final

HEADER: Final = struct.Struct("!Q")
"""The length of the pickle in bytes."""

CRASH: Final = -1
"""The number of a message from a worker that answers no call, but reports the crash of a bot."""


def framed(message: Any) -> bytes:
    """A message as a frame; raises what `pickle` raises where it does not pickle."""
    data = pickle.dumps(message)
    return HEADER.pack(len(data)) + data


def unframed(data: bytes) -> Any:
    """The message of a frame, without its header."""
    return pickle.loads(data)
