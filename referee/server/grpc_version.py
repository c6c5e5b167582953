"""Refuse versions of gRPC that this referee must not use; its distribution names the range."""

import functools
import re
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Final

from referee.error import UnavailableError
from referee.server.sentence import ServerSentence

_REFEREE: Final = "tianming-referee"
_GRPC: Final = "grpcio"

_BOUND: Final = re.compile(r"(<=|>=|==|!=|<|>)\s*([0-9.]+)")


def check_grpc() -> None:
    """Refuse an installed gRPC that the referee's distribution excludes.

    Raises:
        UnavailableError: with the command that installs another one.
    """
    installed, wanted = version(_GRPC), grpc_range()
    if not is_within(installed, wanted):
        raise UnavailableError(ServerSentence.WRONG_GRPC, installed=installed, wanted=wanted)


@functools.cache
def grpc_range() -> str:
    """Return the allowed versions, such as `<1.84,>=1.82.3`; "" if nothing is known."""
    try:
        lines = requires(_REFEREE) or []
    except PackageNotFoundError:
        return ""
    found = [re.fullmatch(rf"{_GRPC}\s*\(?([<>=!0-9.,\s]+)\)?", line) for line in lines]
    return next((match[1].strip() for match in found if match is not None), "")


def is_within(installed: str, wanted: str) -> bool:
    """Return whether a version is within a range. A pre-release counts as its release."""
    own = _numbers(installed)
    return all(_holds(own, sign, _numbers(bound)) for sign, bound in _BOUND.findall(wanted))


def _holds(own: tuple[int, ...], sign: str, bound: tuple[int, ...]) -> bool:
    match sign:
        case "<":
            return own < bound
        case "<=":
            return own <= bound
        case ">":
            return own > bound
        case ">=":
            return own >= bound
        case "==":
            return own == bound
        case _:
            return own != bound


def _numbers(text: str) -> tuple[int, ...]:
    """Return the leading numbers of a version, three at least."""
    found = re.match(r"[0-9]+(\.[0-9]+)*", text)
    numbers = tuple(map(int, found[0].split("."))) if found else ()
    return numbers + (0,) * (3 - len(numbers))
