"""The seat of an agent as a server of the Model Context Protocol on standard input and output."""

import asyncio
import sys
from collections.abc import Mapping
from typing import Any

import mcp_types as types
from anyio import AsyncFile
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

import tianming
from tianming.program import main
from tianming_bots.bridge.agent_seat import ABOUT, ARGUMENTS, AgentSeat, WrongCall
from tianming_bots.bridge.text_bot import RulesText

INSTRUCTIONS = (
    "You play a board game at a seat. Call `wait` for a question, `rules` once, and `answer` with "
    "the number of an option; then `wait` again until the match has ended."
)

_MOST_BYTES = 1 << 20
"""Bytes of a message of the client, at most."""

_TYPES: Mapping[str, Mapping[str, object]] = {
    "seconds": {"type": "integer"},
    "last": {"type": "integer"},
    "option": {"type": ["integer", "string"]},
    "note": {"type": "string"},
    "reasoning": {"type": "string"},
    "tokens_in": {"type": "integer"},
    "tokens_out": {"type": "integer"},
    "cost": {"type": "number"},
}


def play_mcp(name: str, rules: RulesText) -> None:
    """Play as a bot whose decisions are calls of tools, until the client leaves.

    Args:
        name: name of the bot for the referee's log.
        rules: returns the page on the rules of a game; empty if there is none.

    Raises:
        UnknownGame: when a match begins whose rules are not installed.
        SystemExit: as `tianming.run` does.
    """
    main(lambda stop: _play(AgentSeat(name, rules), stop))


async def _play(seat: AgentSeat, stop: tianming.Stop) -> None:
    """Play until the client leaves or a signal comes; the client may still read how it ended."""
    playing = asyncio.create_task(tianming.run_async(seat, stop=stop))
    serving = asyncio.create_task(_serve(seat))
    await asyncio.wait((playing, serving), return_when=asyncio.FIRST_COMPLETED)
    if playing.done() and not playing.exception() and not stop.is_set:
        await seat.close()
        leaving = asyncio.create_task(stop.wait())
        await asyncio.wait((serving, leaving), return_when=asyncio.FIRST_COMPLETED)
        leaving.cancel()
    stop.set()
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    await playing


async def _serve(seat: AgentSeat) -> None:
    server = server_of(seat)
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(_MOST_BYTES)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    async with stdio_server(_Input(reader)) as (read, write):
        await server.run(read, write, server.create_initialization_options())


class _Input(AsyncFile[str]):
    """Standard input, read without a thread: a thread that reads would keep the process alive."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        super().__init__(sys.stdin)
        self._reader = reader

    async def readline(self) -> str:
        """Return a line; one that is too long becomes a line that is no message."""
        try:
            return (await self._reader.readline()).decode(errors="replace")
        except ValueError:
            return "too long\n"


def server_of(seat: AgentSeat) -> Server[Any]:
    """Return the server of a seat."""

    async def list_tools(_: Any, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(name) for name in ABOUT])

    async def call_tool(_: Any, asked: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            text, is_error = await seat.call(asked.name, asked.arguments or {}), False
        except WrongCall as error:
            text, is_error = str(error), True
        content = types.TextContent(type="text", text=text)
        return types.CallToolResult(content=[content], is_error=is_error)

    return Server(
        "tianming", instructions=INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call_tool
    )


def _tool(name: str) -> types.Tool:
    properties = {
        argument: {**_TYPES[argument], "description": about}
        for argument, about in ARGUMENTS[name].items()
    }
    schema = {
        "type": "object",
        "properties": properties,
        "required": ["option"] if name == "answer" else [],
        "additionalProperties": False,
    }
    return types.Tool(name=name, description=ABOUT[name], input_schema=schema)
