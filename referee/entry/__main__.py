"""The entry process: `python -m referee.entry`, started by `referee league serve` in a view.

It serves the calls of owners and writes the store, and knows nothing of the season.
"""

import sys

import structlog

from referee.entry.control import Control
from referee.entry.entry_calls import EntryCalls
from referee.entry.entry_server import EntryServer
from referee.entry.entry_store import EntryStore

log = structlog.get_logger()


async def serve(control: Control) -> None:
    """Serve owners until the season process ends this one.

    Raises:
        TianmingError: if it cannot begin to serve.
    """
    settings = control.settings
    store = EntryStore(settings.store)
    server = EntryServer(EntryCalls(store, settings.entries))
    try:
        store.sweep()
        await server.start(settings.address, control.sockets, tls=settings.tls)
        log.info("entries_listening", address=settings.address, tls=settings.tls)
        await control.served(lambda message: None)
    finally:
        await server.stop()
        store.close()


if __name__ == "__main__":
    sys.exit(Control.of_input().run(serve))
