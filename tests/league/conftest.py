"""Fixtures for the tests of leagues: both databases, and journals as synced to disk."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.league.ledger.journal import NAME
from tests.league.postgres import Postgres, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL server for the whole test session."""
    with running() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'ledger.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.database()


@pytest.fixture
def other_address(address: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of another empty database of the same kind."""
    if address.startswith("sqlite"):
        return f"sqlite:///{tmp_path / 'other.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.database()


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> dict[Path, bytes]:
    """Return the journals by path, with their content at the last fsync."""
    found: dict[Path, bytes] = {}
    fsync = os.fsync

    def note(number: int) -> None:
        fsync(number)
        path = Path(os.readlink(f"/proc/self/fd/{number}"))
        if path.name == NAME:
            found[path] = path.read_bytes()

    monkeypatch.setattr(os, "fsync", note)
    return found
