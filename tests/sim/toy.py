"""The toy game, installed like any other, for programs that are no tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from unittest.mock import patch

from tianming_games import registry


@contextmanager
def installed() -> Iterator[None]:
    """Have the registry of games find the toy game."""
    toy = EntryPoint("toy", "tests.match.toy:TOY", registry.GROUP)
    found = (*entry_points(group=registry.GROUP), toy)
    with patch.object(registry, "entry_points", lambda *, group: found):
        yield
