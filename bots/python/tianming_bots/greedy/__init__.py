"""Greedy bots: they take what looks best at once, by a small hand-made evaluation.

The policy of a game is `POLICY` of the module that is named after the game. A bot asks it about the
state that the rules build from a question; a search and a test ask it about any state.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from tianming_bots.policy import Policy


@cache
def _games() -> tuple[str, ...]:
    return tuple(sorted(m.name for m in iter_modules(__path__) if not m.name.startswith("_")))


@cache
def _policy(game: str) -> Policy:
    if game not in _games():
        raise KeyError(game)
    policy: Policy = import_module(f"{__name__}.{game}").POLICY
    return policy


class _Policies(Mapping[str, Policy]):
    """The policies by the name of their game, imported when they are asked for."""

    def __getitem__(self, game: str) -> Policy:
        return _policy(game)

    def __iter__(self) -> Iterator[str]:
        return iter(_games())

    def __len__(self) -> int:
        return len(_games())


POLICIES: Mapping[str, Policy] = _Policies()
