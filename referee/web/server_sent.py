"""Encode Server-Sent Events."""

from typing import Final

from referee.web.api.model import Model

HEARTBEAT: Final = 15.0
"""Seconds without an event after which a stream sends a comment, to stay alive."""

NOTHING_NEW: Final = b": nothing new\n\n"
"""This comment."""


def event(kind: str, model: Model, n: int | None = None) -> bytes:
    """Return an encoded event; `n` is its id."""
    line = "" if n is None else f"id: {n}\n"
    data = model.model_dump_json(exclude_defaults=True)
    return f"{line}event: {kind}\ndata: {data}\n\n".encode()
