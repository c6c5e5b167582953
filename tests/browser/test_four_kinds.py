"""A match of four kinds: a person in the browser, one in the terminal, an MCP client and a bot."""

import asyncio
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

from mcp import Client, StdioServerParameters

from referee.record.reader import match_settings_of, read
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.cli.bots.test_bridge_mcp import COMMAND, called
from tests.cli.shell import referee
from tests.free_port import free_port
from tests.terminal.pseudo_terminal import PseudoTerminal

_ANSWERS = 2
"""Answers of each, before they give up."""


def _play_in_terminal(terminal: PseudoTerminal) -> int:
    """Answer some questions, give up, and see the end; return the exit code."""
    for _ in range(_ANSWERS):
        terminal.wait_for(lambda rows: "Choose 1 to" in rows[0])
        terminal.press("\r")
        terminal.wait_for(lambda rows: "Enter confirms" in rows[0])
        terminal.press("\r")
        terminal.wait_for(lambda rows: "Enter confirms" not in rows[0])
    terminal.wait_for(lambda rows: "Choose 1 to" in rows[0])
    terminal.press("\x12")
    terminal.wait_for(lambda rows: "You give up" in rows[0])
    terminal.press("\r")
    terminal.wait_for(lambda rows: "The match is over" in rows[0])
    terminal.press("\r")
    return terminal.finish()


async def _play_by_tools(port: int) -> str:
    """Answer some questions, and give up; return the text about the end."""
    own = {"TIANMING_LISTEN": f"127.0.0.1:{port}"}
    command = StdioServerParameters(command=COMMAND, args=["bridge", "--mcp"], env=os.environ | own)
    answers = 0
    async with Client(command) as client:
        text = ""
        while "The match has ended" not in text:
            text, _ = await called(client, "wait", seconds=60)
            if "Answer with one number" in text:
                option = 0 if answers < _ANSWERS else "resign"
                assert not (await called(client, "answer", option=option))[1]
                answers += 1
    return text


def _play_in_browser(visitor: Visitor) -> None:
    """Answer some questions, give up, and see the end."""
    for turn in range(1, _ANSWERS + 2):
        visitor.tab.get_by_text(f"Question {turn} for you").wait_for()
        if turn <= _ANSWERS:
            visitor.tab.locator(".seat-option").first.click()
        else:
            visitor.click("Give up")
        visitor.click("Confirm")
    visitor.tab.get_by_text("The match is over.").wait_for()


def test_people_an_agent_and_a_bot_play_one_match(visit: Visit, tmp_path: Path) -> None:
    record, port = tmp_path / "match.tianming", free_port()
    seats = ("ann=human", f"agent=http://127.0.0.1:{port}", "ben=human", "greedy")
    words = ("dragon", *seats, "--web", "--terminal", "ann", "--record", str(record))
    with ThreadPoolExecutor() as others:
        agent = others.submit(asyncio.run, _play_by_tools(port))
        with PseudoTerminal("play", *words) as terminal:
            terminal.wait_for(lambda rows: "/seat/" in "\n".join(rows))
            found = re.search(r"ben plays at (http\S+)", "\n".join(terminal.rows))
            assert found
            link = urlsplit(found[1])
            ann = others.submit(_play_in_terminal, terminal)
            address = f"{link.scheme}://{link.netloc}"
            _play_in_browser(visit(link.path, address=address))
            assert "you are on place" in agent.result()
            assert ann.result() == 1  # three seats gave up
    assert match_settings_of(read(record).header).people == (0, 2)
    assert referee("verify", str(record)).returncode == 0
