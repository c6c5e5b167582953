"""The simulated network ends its connections in order."""

import asyncio

from referee.conformance.slow_network import relay


async def test_bytes_on_their_way_to_a_cut_connection_are_dropped() -> None:
    accepted: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()
    async with await asyncio.start_server(
        lambda _, writer: accepted.put_nowait(writer), "127.0.0.1", 0
    ) as server:
        host, port = server.sockets[0].getsockname()
        async with relay(f"{host}:{port}", delay=0.05) as network:
            bot, mine = await asyncio.open_connection(*network.address.split(":"))
            theirs = await accepted.get()
            theirs.write(b"a piece")
            await asyncio.sleep(0.02)
            network.cut()
            await asyncio.gather(*network._tasks)
            assert await bot.read() == b""
            mine.close()
            theirs.close()
