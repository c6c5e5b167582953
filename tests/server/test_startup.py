"""A gRPC server starts whole, whenever its starter is cancelled."""

import asyncio
import gc
from pathlib import Path

import pytest
from grpc import aio

from referee.server import startup


@pytest.mark.parametrize("steps", range(5))
async def test_a_server_whose_starter_is_cancelled_can_be_stopped(
    tmp_path: Path, steps: int
) -> None:
    server = aio.server()
    server.add_insecure_port(f"unix:{tmp_path / 'socket'}")
    starter = asyncio.create_task(startup.start(server))
    for _ in range(steps):
        await asyncio.sleep(0)
    starter.cancel()
    await asyncio.wait((starter,))
    await server.stop(0)
    gc.collect()
    await asyncio.sleep(0)
