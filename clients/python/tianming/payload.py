"""Parse the messages of a game, which the protocol carries as `Any` and as bytes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from google.protobuf import any_pb2

GROUP: Final = "tianming.messages"
"""The group of entry points that lead from a protobuf package to the module of its messages."""


class MissingMessages(ImportError):
    """The messages of a game are not installed, are broken, or are installed twice."""


def unpack(packed: any_pb2.Any) -> Any:
    """Return the message in an `Any`.

    Raises:
        MissingMessages: when the messages of the game cannot be used.
    """
    message = message_type(packed.type_url.rpartition("/")[2])()
    message.ParseFromString(packed.value)
    return message


@cache
def message_type(full_name: str) -> Any:
    """Return the generated class of a game's message, such as `tianming.games.dragon.v1.Position`.

    An entry point of the group `tianming.messages` has the name of the protobuf package, such as
    `tianming.games.dragon.v1`, and leads to the generated module.

    Raises:
        MissingMessages: when the messages of the game cannot be used; it names the distribution.
    """
    package, _, name = full_name.rpartition(".")
    found = _points(package)
    if not found:
        raise MissingMessages(
            f"the messages of the package {package!r} are not installed: install the distribution "
            "of the game into the Python of the bot"
        )
    if len(found) > 1:
        one, other = map(_distribution, found[:2])
        raise MissingMessages(
            f"the distributions {one} and {other} both have the messages of the package "
            f"{package!r}: uninstall {other}, or rename its package"
        )
    (point,) = found
    try:
        module = point.load()
        if module.DESCRIPTOR.package != package:
            raise ImportError(f"it has the messages of {module.DESCRIPTOR.package!r}")
        return getattr(module, name)
    except Exception as error:
        raise MissingMessages(
            f"the messages of the package {package!r} cannot be loaded from {point.value} of the "
            f"distribution {_distribution(point)} ({type(error).__name__}: {error}): update it, or "
            "report it to its authors"
        ) from error


def _points(package: str) -> list[EntryPoint]:
    """Return the entry points of a package; those of the contract itself hide all others."""
    from importlib.metadata import entry_points  # not needed by a bot that reads no position

    found = list(entry_points(group=GROUP, name=package))
    own = [point for point in found if _distribution(point) == "tianming-proto"]
    return own or sorted(found, key=_distribution)


def _distribution(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else "unknown"
