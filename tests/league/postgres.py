"""Run a temporary PostgreSQL server for tests, in a temporary folder and on a Unix socket.

It uses the programs of Debian's package `postgresql`, and never runs as root.
"""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

from sqlalchemy import create_engine, text

from tests import janitor
from tests.patience import PATIENCE

_BINARIES = Path("/usr/lib/postgresql")
_USER = "postgres"


class Postgres:
    """A running server; `database` creates an empty database, and returns its URL."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def stop(self) -> None:
        """Stop the server at once, as a failure of its machine does."""
        _run(_program("pg_ctl"), "-D", str(self._folder / "data"), "-m", "immediate", "-w", "stop")

    def start(self) -> None:
        """Start the server."""
        settings = f"-k {self._folder} -c listen_addresses='' -c fsync=off"
        words = (
            "-o",
            settings,
            "-l",
            str(self._folder / "log"),
            "-w",
            "-t",
            str(int(PATIENCE)),
            "start",
        )
        _run(_program("pg_ctl"), "-D", str(self._folder / "data"), *words)

    def url(self, name: str) -> str:
        return f"postgresql+psycopg://{_USER}@/{name}?host={self._folder}"

    def database(self, encoding: str = "UTF8") -> str:
        name = f"league_{uuid4().hex}"
        engine = create_engine(self.url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            how = f"ENCODING '{encoding}' TEMPLATE template0"
            connection.execute(text(f"CREATE DATABASE {name} {how}"))
        engine.dispose()
        return self.url(name)


def _program(name: str) -> str:
    """Return the path of a program of the newest installed PostgreSQL."""
    found = sorted(_BINARIES.glob(f"*/bin/{name}"))
    on_path = shutil.which(name)
    return str(found[-1]) if found else str(on_path)


def _run(*words: str) -> None:
    """Run a program of PostgreSQL; as another user if this process runs as root."""
    command = ["runuser", "-u", _USER, "--", *words] if os.getuid() == 0 else list(words)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")


@contextlib.contextmanager
def running() -> Iterator[Postgres]:
    """Start a server, and stop it at the end."""
    folder = Path(janitor.folder("postgres"))
    try:
        if os.getuid() == 0:
            shutil.chown(folder, _USER)
        place = ("-D", str(folder / "data"), "-U", _USER)
        how = ("-A", "trust", "-N", "--no-locale", "-E", "UTF8")
        _run(_program("initdb"), *place, *how)
        server = Postgres(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)
