"""`referee bridge --mcp`: a client of the Model Context Protocol plays as a bot."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client, StdioServerParameters

import tianming
from referee.identifier import BotName
from tests.cli.bots.test_bridge_text import MOST_BYTES, twin
from tests.cli.shell import referee
from tests.patience import PATIENCE
from tests.sdk.test_client import dragon, first
from tests.sdk.test_question import recorded
from tests.server.harness import running, started_referee
from tianming import local
from tianming.local_question import LocalQuestion
from tianming_bots.bridge.agent_seat import ABOUT, MOST_CALLS, AgentSeat, WrongCall
from tianming_bots.bridge.mcp_server import server_of

COMMAND = str(Path(sys.executable).parent / "referee")
TOOLS = ("rules", "board", "options", "history")


def seat() -> AgentSeat:
    """The seat of an agent, without a match."""
    return AgentSeat("a", lambda game: f"Rules of {game}.\n")


async def called(client: Client, tool: str, **arguments: object) -> tuple[str, bool]:
    """The text that a tool returns, and whether it is an error."""
    result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text, result.is_error


async def wrong(agent: AgentSeat, tool: str, **arguments: Any) -> str:
    """The sentence about a call that cannot be served."""
    with pytest.raises(WrongCall) as error:
        await agent.call(tool, arguments)
    text = str(error.value)
    assert text.endswith(".")
    assert len(text) < 250
    assert text.isprintable()
    return text


def with_question(
    test: Callable[[AgentSeat, "asyncio.Task[tianming.Answer]"], Coroutine[Any, Any, None]],
    question: tianming.Question | None = None,
) -> None:
    """Run a test with a seat that has an open question, and the task of its answer."""
    asked = question or recorded("china")

    async def run() -> None:
        agent = seat()
        await agent.start(asked.match)
        task = asyncio.create_task(_answer(agent, asked))
        await asyncio.sleep(0)
        await agent.call("wait", {})
        await test(agent, task)
        task.cancel()

    running(run)


async def _answer(agent: AgentSeat, asked: tianming.Question) -> tianming.Answer:
    return await agent.choose(asked)


class TestMatch:
    """A client plays a whole match with the tools."""

    async def test_a_client_that_starts_the_command_plays_from_the_first_question_to_the_end(
        self,
    ) -> None:
        async with started_referee() as harness:
            identities, lobby = harness.referee.identities, harness.referee.lobby
            token = identities.admit(BotName("a"))
            own = {"TIANMING_SERVER": harness.referee.address, "TIANMING_TOKEN": token}
            command = StdioServerParameters(
                command=COMMAND, args=["bridge", "--mcp"], env=os.environ | own
            )
            stop = tianming.Stop()
            other = identities.admit(BotName("b"))
            run = asyncio.create_task(
                tianming.run_async(first, harness.referee.address, other, stop=stop)
            )
            async with Client(command) as client:
                assert {tool.name for tool in (await client.list_tools()).tools} == {*ABOUT}
                bots = (BotName("a"), BotName("b"))
                assert not await lobby.wait_for(bots, PATIENCE)
                host = dragon(harness, bots, "m1")
                text, _ = await called(client, "wait", seconds=60)
                assert text.startswith("A match of ")
                assert "# " in (await called(client, "rules"))[0]
                said = {"option": 0, "note": "so", "reasoning": "why", "tokens_in": 9}
                while "The match has ended" not in text:
                    if "Answer with one number" in text:
                        assert not (await called(client, "answer", **said))[1]
                    text, _ = await called(client, "wait", seconds=60)
                outcome = (await host.done).outcome
                assert [one.strikes for one in outcome.results] == [0, 0]
                assert f"you are on place {outcome.results[0].place}: " in text
                assert "seat " in (await called(client, "history", last=5))[0]
            stop.set()
            await run

    def test_a_server_that_gets_a_signal_ends_though_its_client_says_nothing(self) -> None:
        own = {"TIANMING_LISTEN": "127.0.0.1:0"}
        words = (COMMAND, "bridge", "--mcp")
        with subprocess.Popen(
            words, env=os.environ | own, stdin=subprocess.PIPE, stderr=subprocess.PIPE
        ) as server:
            assert server.stderr is not None
            assert server.stderr.readline().startswith(b"tianming: ")
            server.send_signal(signal.SIGTERM)
            try:
                assert server.wait(PATIENCE) == 0
            finally:
                server.kill()

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            (("--mcp", "--", "cat"), "--mcp takes no command: its MCP client starts the bridge."),
            (("--mcp", "--text"), "--text and --mcp exclude each other: choose one."),
            ((), "the bridge needs a program: name it after `--`, or give --mcp."),
        ],
    )
    def test_a_wrong_command_line_gets_one_sentence(
        self, words: tuple[str, ...], sentence: str
    ) -> None:
        done = referee("bridge", *words)
        assert done.returncode == 2
        assert sentence in done.stderr

    def test_without_the_sdk_one_sentence_names_the_extra(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "mcp_types", None)
        monkeypatch.delitem(sys.modules, "tianming_bots.bridge.mcp_server")
        done = referee("bridge", "--mcp")
        assert done.returncode == 69
        assert "pip install 'tianming-referee[mcp]'" in done.stderr


class TestOrder:
    """A call at the wrong time gets one sentence, and changes nothing."""

    async def test_nothing_can_be_asked_before_a_match(self) -> None:
        for tool in ("rules", "board", "options", "answer", "history"):
            assert await wrong(seat(), tool) == "No match has begun: call wait first."
        text = await seat().call("wait", {"seconds": 0})
        assert text == "There was no question for 0 s: call wait again.\n"

    def test_a_question_is_answered_once(self) -> None:
        async def test(agent: AgentSeat, task: "asyncio.Task[tianming.Answer]") -> None:
            assert (await agent.call("answer", {"option": "1", "note": "so"})).startswith("You ")
            for tool in ("answer", "board", "options"):
                assert await wrong(agent, tool) == "There is no question now: call wait first."
            assert await task == tianming.Choice(1, "so")

        with_question(test)

    def test_a_question_that_the_referee_answered_is_closed(self) -> None:
        question = recorded("china")

        async def test(agent: AgentSeat, task: "asyncio.Task[tianming.Answer]") -> None:
            number = question.number
            await agent.fault(
                tianming.FaultNotice(question.match, number, "LATE", True, 2, "It was late.")
            )
            await task
            assert await wrong(agent, "answer", option=0) == (
                "There is no question now: call wait first."
            )
            assert "2 strikes are left: It was late." in await agent.call("wait", {})

        with_question(test, question)


class TestArguments:
    """Wrong arguments get one sentence that says what is right."""

    @pytest.mark.parametrize(
        ("tool", "arguments", "sentence"),
        [
            ("move", {}, "There is no tool of this name: call one of rules, wait, board, "),
            ("__init__", {}, "There is no tool of this name"),
            ("rules", {"game": "x"}, "The tool rules takes no argument."),
            (
                "answer",
                {"index": 1},
                "The tool answer takes only option, note, reasoning, tokens_in, tokens_out, cost.",
            ),
            ("answer", {}, "The argument option is missing or no number: Answer with one number"),
            ("answer", {"option": True}, "The argument option is missing or no number"),
            ("answer", {"option": 999}, "The option is not on offer. Answer with one number "),
            ("answer", {"option": -1}, "The option is not on offer."),
            ("answer", {"option": "I think " * 9999}, "The option is not on offer."),
            ("answer", {"option": 0, "note": 1}, "The note is no text of at most "),
            ("answer", {"option": 0, "note": "a" * 70_000}, "The note is no text of at most "),
            ("answer", {"option": 0, "reasoning": [1]}, "The reasoning is no text of at most "),
            ("answer", {"option": 0, "tokens_in": -1}, "The argument tokens_in must be a whole "),
            ("answer", {"option": 0, "cost": float("nan")}, "The argument cost must be a number "),
            ("wait", {"seconds": "5"}, "The argument seconds must be a whole number from 0 to "),
            ("wait", {"seconds": 1e9}, "The argument seconds must be a whole number from 0 to "),
            ("history", {"last": 0}, "The argument last must be a whole number from 1 to 200."),
        ],
    )
    def test_a_wrong_argument_is_named(
        self, tool: str, arguments: dict[str, object], sentence: str
    ) -> None:
        async def test(agent: AgentSeat, task: "asyncio.Task[tianming.Answer]") -> None:
            assert sentence in await wrong(agent, tool, **arguments)
            assert not task.done()

        with_question(test)

    async def test_a_client_reads_the_sentence_as_an_error(self) -> None:
        async with Client(server_of(seat())) as client:
            assert await called(client, "board") == (
                "No match has begun: call wait first.",
                True,
            )


class TestFlood:
    """A flood of calls gets sentences; the open question stays."""

    async def test_calls_beyond_the_most_at_once_are_refused(self) -> None:
        agent = seat()
        calls = [asyncio.create_task(agent.call("wait", {})) for _ in range(1000)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        refused = [call for call in calls if call.done()]
        assert len(refused) == 1000 - MOST_CALLS
        sentences = {str(call.exception()) for call in refused}
        assert sentences == {f"{MOST_CALLS} calls are open: wait for their results first."}
        await agent.close()
        for call in calls[:MOST_CALLS]:
            assert await call == "The referee has no further match.\n"

    def test_only_the_first_of_many_answers_counts(self) -> None:
        async def test(agent: AgentSeat, task: "asyncio.Task[tianming.Answer]") -> None:
            answers = [agent.call("answer", {"option": number % 2}) for number in range(100)]
            done = await asyncio.gather(*answers, return_exceptions=True)
            assert sum(isinstance(one, str) for one in done) == 1
            assert await task == tianming.Choice(0)

        with_question(test)


class TestHidden:
    """No tool shows what is hidden from the seat."""

    @pytest.mark.parametrize("game", ["china", "dragon", "ming"])
    def test_twins_of_a_position_get_the_same_texts(self, game: str, fresh_seed: int) -> None:
        chance = random.Random(fresh_seed)

        async def choose(question: tianming.Question) -> int:
            assert isinstance(question, LocalQuestion)
            if chance.random() < 0.05:
                texts = await self.texts(question)
                assert texts == await self.texts(twin(question, chance))
                assert len(texts[0].encode()) <= MOST_BYTES[game] + 200
            return chance.randrange(question.option_count)

        local.play(game, [choose, choose, choose], seed=fresh_seed)

    async def texts(self, question: tianming.Question) -> list[str]:
        """What every tool returns at a question, and after its answer."""
        agent = seat()
        await agent.start(question.match)
        task = asyncio.create_task(_answer(agent, question))
        await asyncio.sleep(0)
        found = [await agent.call("wait", {})]
        if "Answer with" not in found[0]:
            found.append(await agent.call("wait", {}))
        found += [await agent.call(tool, {}) for tool in TOOLS]
        found += [
            await wrong(agent, "answer", option="x"),
            await agent.call("answer", {"option": 0}),
        ]
        await task
        return found
