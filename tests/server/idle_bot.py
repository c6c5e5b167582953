"""A bot that enters and then only keeps its connection up; run as a process."""

import asyncio
import sys

from tests.server.raw import Raw


async def main(address: str, token: str) -> None:
    """Say hello, and read until the end."""
    raw = Raw(address, token)
    await raw.hello()
    await raw.end()


asyncio.run(main(sys.argv[1], sys.argv[2]))
