"""Fixtures for the tests of authors' commands."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.entry_client.served_door import ServedDoor, served_door


@pytest.fixture(scope="session")
def door(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedDoor]:
    """A service of entries that several tests use, each with owners and bots of its own."""
    with served_door(tmp_path_factory.mktemp("door")) as served:
        yield served


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the configuration of the user."""
    home = tmp_path / "home"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    monkeypatch.delenv("TIANMING_ENTRY_ADDRESS", raising=False)
    monkeypatch.delenv("TIANMING_ENTRY_TOKEN", raising=False)
    return home
