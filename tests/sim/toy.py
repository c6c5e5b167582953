"""Install the toy game for programs that are not tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from unittest.mock import patch

from tianming_games import registry


@contextmanager
def installed() -> Iterator[None]:
    """Add the toy game to the registry of games."""
    toy = EntryPoint("toy", "tests.match.toy:TOY", registry.GROUP)
    found = (*entry_points(group=registry.GROUP), toy)
    with patch.object(registry, "entry_points", lambda *, group: found):
        yield
