"""Fixtures for the tests of commands."""

import os
import shutil
from pathlib import Path

import pytest

from tests.cli.running import league, write
from tests.exclusive import exclusive


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """A folder with a small league: six matches of two bots each."""
    return _written(tmp_path)


@pytest.fixture(scope="session")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small league after its season. Do not change it; `played_league` is a copy.

    The workers of a run share it: whoever comes first plays it.
    """
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    folder = shared / "played season"
    with exclusive(shared / "played season.lock"):
        if not folder.exists():
            unfinished = _written(tmp_path_factory.mktemp("season"))
            league(unfinished, "run")
            unfinished.rename(folder)
    return folder


@pytest.fixture
def played_league(played_once: Path, tmp_path: Path) -> Path:
    """A folder with the small league, whose season was played to its end."""
    shutil.copytree(played_once, tmp_path, dirs_exist_ok=True)
    return tmp_path


def _written(folder: Path) -> Path:
    write(folder / "league.toml", {"ann": "random", "bob": "random", "eve": "random"})
    return folder
