"""The entry process: `python -m referee.entry`, started by `referee league serve` in a view.

It serves the calls of owners and writes the store. Of the season, it knows what that answers.
"""

import sys

from referee.entry.control import Control
from referee.entry.entry_calls import EntryCalls
from referee.entry.entry_server import EntryServer
from referee.entry.entry_store import EntryStore
from referee.entry.entry_view import SEASON
from referee.entry.season_link import SeasonLink
from referee.event_log import structlog

log = structlog.get_logger()


async def serve(control: Control) -> None:
    """Serve owners until the season process ends this one.

    Raises:
        TianmingError: if it cannot begin to serve.
    """
    settings = control.settings
    store, season = EntryStore(settings.store), SeasonLink(SEASON)
    server = EntryServer(EntryCalls(store, settings.entries, season=season))
    try:
        store.sweep()
        await server.start(settings.address, control.sockets, tls=settings.tls)
        log.info("entries_listening", address=settings.address, tls=settings.tls)
        await control.served(lambda message: None)
    finally:
        await server.stop()
        await season.close()
        store.close()


if __name__ == "__main__":
    sys.exit(Control.of_input().run(serve))
