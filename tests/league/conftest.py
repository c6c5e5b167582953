"""What the tests of leagues share: both databases, and what is left after a loss of power."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.league.ledger.journal import NAME
from tests.league.postgres import Postgres, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server that runs as long as the tests do."""
    with running() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'ledger.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.database()


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> dict[Path, bytes]:
    """The journals by their paths, as they are on disk: what was written later is not."""
    found: dict[Path, bytes] = {}
    fsync = os.fsync

    def note(number: int) -> None:
        fsync(number)
        path = Path(os.readlink(f"/proc/self/fd/{number}"))
        if path.name == NAME:
            found[path] = path.read_bytes()

    monkeypatch.setattr(os, "fsync", note)
    return found
