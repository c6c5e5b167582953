"""Plant a fault: patch the referee so that it breaks a promise of `docs/guarantees.md`."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

Patch = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault: the promise that it breaks, what it does, its patch, and seeds that show it."""

    promise: str
    fault: str
    patch: Patch
    seeds: tuple[int, ...] = (0,)


def around(owner: Any, name: str, make: Callable[..., Any]) -> Patch:
    """Return a patch that calls `make(original, *arguments)` in place of a function."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        original = getattr(owner, name)

        def changed(*args: Any, **words: Any) -> Any:
            return make(original, *args, **words)

        monkeypatch.setattr(owner, name, changed)

    return patch


def instead(owner: Any, name: str, value: Any) -> Patch:
    """Return a patch that replaces an attribute."""
    return lambda monkeypatch: monkeypatch.setattr(owner, name, value)


def sometimes(owner: Any, name: str, make: Callable[..., Any], every: int = 20) -> Patch:
    """Return a patch that changes every twentieth call of a function."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        original, calls = getattr(owner, name), count(1)

        def changed(*args: Any, **words: Any) -> Any:
            if next(calls) % every == 0:
                return make(original, *args, **words)
            return original(*args, **words)

        monkeypatch.setattr(owner, name, changed)

    return patch


def nothing(*_: object) -> None:
    """Do nothing, in place of a function."""
