"""The archive of a season whose ledger is in PostgreSQL is opened with SQLite."""

import tarfile
from pathlib import Path

from tests.cli.running import league, write
from tests.cli.shell import referee
from tests.league.postgres import Postgres


def test_a_ledger_in_postgresql_becomes_one_in_sqlite(postgres: Postgres, tmp_path: Path) -> None:
    address = postgres.database()
    file = tmp_path / "league.toml"
    write(file, {"ann": "random", "bob": "random"})
    file.write_text(f'{file.read_text()}[storage]\nledger = "{address}"\n')
    league(tmp_path, "run")
    league(tmp_path, "archive", "a.tar.gz")
    league(tmp_path, "open", "a.tar.gz", "opened")
    with tarfile.open(tmp_path / "a.tar.gz") as tar:
        text = tar.extractfile("league.toml")
        assert text is not None
        assert address.encode() not in text.read()
    assert (tmp_path / "opened" / "ledger.db").is_file()
    tables = [
        referee("table", one, "--json").stdout for one in (file, tmp_path / "opened/league.toml")
    ]
    assert tables[0] == tables[1]
