"""A process imports no large library that it does not use, because each start pays for it."""

import subprocess
import sys

import pytest

_COMMAND = ("asyncio", "grpc", "numpy", "pydantic", "rich", "sqlalchemy", "structlog")
"""What a command imports only when it runs, after its options are read."""

_NEVER = ("alembic", "cryptography", "distributed", "numpy.ma", "psycopg", "rich")
"""What a process imports only for old ledgers, certificates, clusters, PostgreSQL and screens."""


@pytest.mark.parametrize(
    ("module", "needless"),
    [
        ("referee.cli.main", (*_COMMAND, "google.protobuf", "tianming")),
        ("referee.cli.play.play", (*_COMMAND, "google.protobuf", "tianming")),
        ("referee.cli.play.serve", _COMMAND),
        ("referee.cli.look.table", _COMMAND),
        ("referee.cli.look.web", _COMMAND),
        ("referee.cli.bots.check_bot", _COMMAND),
        ("referee.launch.supervisor.__main__", (*_COMMAND, "click", "tianming_games")),
        ("referee.league.executor.worker", (*_NEVER, "numpy", "pydantic", "sqlalchemy")),
        ("referee.league.configuration.settings", ("numpy", "pydantic", "referee.launch.sandbox")),
        ("referee.league.ledger", (*_NEVER, "pydantic", "sqlalchemy.dialects.postgresql")),
        ("referee.league.running.runner", (*_NEVER, "pydantic", "starlette")),
        ("referee.web.server", (*_NEVER, "PIL", "referee.launch.sandbox", "referee.cli")),
        ("referee.entry.__main__", (*_NEVER, "starlette")),
        ("referee.notify.__main__", (*_NEVER, "pydantic", "referee.launch.sandbox", "starlette")),
        ("referee.rules_service.rules_server", (*_NEVER, "numpy", "pydantic", "sqlalchemy")),
        ("tianming", ("numpy", "pydantic", "referee", "tianming_games")),
        ("tianming_bots.random_bot", ("numpy", "pydantic", "referee", "tianming_games")),
    ],
)
def test_a_process_imports_no_library_that_it_does_not_use(
    module: str, needless: tuple[str, ...]
) -> None:
    program = f"import sys, {module}; print(*(set({needless!r}) & sys.modules.keys()))"
    words = [sys.executable, "-c", program]
    found = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert found.split() == []


def test_a_rating_of_a_season_needs_no_masked_arrays() -> None:
    program = """
import sys
from referee.identifier import BotName
from referee.league.statistics.rating.rating import rate
from referee.league.statistics.results_table import results_from

table = results_from(
    match_ids=["a", "b"],
    sets=[1, 2],
    bots=[(BotName("ann"), BotName("bob")), (BotName("bob"), BotName("ann"))],
    places=[1, 2, 2, 1],
    scores=[2, 1, 1, 2],
    strikes=[0, 0, 0, 0],
    forfeited=[False, False, False, False],
)
assert rate(table) is not None
assert "numpy.ma" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)
