"""Frames between a pool and its workers: the length of a pickle, then the pickle."""

import pickle
import struct
from typing import Any, Final

HEADER: Final = struct.Struct("!Q")
"""The length of the pickle in bytes."""

CRASH: Final = -1
"""The call number of a message that reports the crash of a bot, and answers no call."""


def framed(message: Any) -> bytes:
    """Return a message as a frame, with its header.

    Raises what `pickle` raises if the message does not pickle.
    """
    data = pickle.dumps(message)
    return HEADER.pack(len(data)) + data


def unframed(data: bytes) -> Any:
    """Return the message of a frame whose header was removed."""
    return pickle.loads(data)
