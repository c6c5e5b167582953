"""Parse the messages of a game, which the protocol carries as `Any` and as bytes."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from google.protobuf import any_pb2


def unpack(packed: any_pb2.Any) -> Any:
    """Return the message in an `Any`."""
    message = message_type(packed.type_url.rpartition("/")[2])()
    message.ParseFromString(packed.value)
    return message


def message_type(full_name: str) -> Any:
    """Return the generated class of a game's message.

    `tianming.games.dragon.v1.Position` is in `tianming_proto.games.dragon.v1.dragon_pb2`. The
    messages of a game from another distribution are in the Python package of the same name.

    Raises:
        ModuleNotFoundError: when the messages of the game are not installed.
    """
    package, _, name = full_name.rpartition(".")
    game = package.split(".")[-2]
    if package.startswith("tianming."):
        package = f"tianming_proto.{package.removeprefix('tianming.')}"
    module = f"{package}.{game}_pb2"
    try:
        return getattr(importlib.import_module(module), name)
    except ModuleNotFoundError as error:
        if not module.startswith(error.name or module):
            raise
        raise ModuleNotFoundError(
            f"the messages of the game {game} are not installed: install the distribution that "
            f"has the module {module}",
            name=error.name,
        ) from None
