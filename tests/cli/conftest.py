"""What the tests of commands share."""

from pathlib import Path

import pytest

from tests.cli.running import write


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """A folder with a small league: six matches of two bots each."""
    write(tmp_path / "league.toml", {"ann": "random", "bob": "random", "eve": "random"})
    return tmp_path
