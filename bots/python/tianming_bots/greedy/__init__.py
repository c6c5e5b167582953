"""Greedy bots: they take what looks best at once, by a small hand-made evaluation.

A policy is a module of this package that is named after its game and has one function,
`choose`, from the game's `Position` and `Setup` messages to the index of an option. It
uses only these messages, remembers nothing, and always answers the same.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

Policy = Callable[[Any, Any], int]
"""From a game's `Position` and `Setup` to the index of the chosen option."""


@cache
def _games() -> tuple[str, ...]:
    return tuple(sorted(m.name for m in iter_modules(__path__) if not m.name.startswith("_")))


class _Policies(Mapping[str, Policy]):
    """The policies by the name of their game, imported when they are asked for."""

    def __getitem__(self, game: str) -> Policy:
        if game not in _games():
            raise KeyError(game)
        policy: Policy = import_module(f"{__name__}.{game}").choose
        return policy

    def __iter__(self) -> Iterator[str]:
        return iter(_games())

    def __len__(self) -> int:
        return len(_games())


POLICIES: Mapping[str, Policy] = _Policies()
