"""A service of entries for a test, and the test's own store on the same folder."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.entry.entry_event import EntryEvent
from referee.entry.entry_store import EntryStore


@dataclass
class ServedDoor:
    """A service of entries in another process.

    Attributes:
        address: where it listens.
        store: its store, as the organiser and the worker use it.
        process: the process.
    """

    address: str
    store: EntryStore
    process: "subprocess.Popen[str]"

    def record(self, *events: EntryEvent) -> None:
        """Write events, as the organiser or a worker does."""
        self.store.record(lambda book: events)


@contextmanager
def served_door(folder: Path, tls: Sequence[Path] = ()) -> Iterator[ServedDoor]:
    """Serve entries while the block runs; with the files of a certificate and its key, over TLS."""
    words = [sys.executable, "-m", "tests.entry_client.door_process", str(folder), *map(str, tls)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            store = EntryStore(folder)
            try:
                yield ServedDoor(f"localhost:{port}", store, process)
            finally:
                store.close()
        finally:
            process.kill()
