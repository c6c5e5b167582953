"""A bot that connects and then only keeps its stream open; run as a process."""

import asyncio
import sys

from tests.server.raw import Raw


async def main(address: str, token: str) -> None:
    """Send `Hello`, and read until the stream ends."""
    raw = Raw(address, token)
    await raw.hello()
    await raw.end()


asyncio.run(main(sys.argv[1], sys.argv[2]))
