"""A bot that is asked to leave says goodbye, and its program ends well."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

import tianming
from referee.identifier import BotName
from tests.e2e.scripted import ScriptedReferee, Stream
from tests.patience import PATIENCE
from tests.sdk.test_client import first
from tests.server.harness import SLOW, running, started_referee
from tianming_proto.v1 import play_pb2 as pb

SIGNALS = (signal.SIGINT, signal.SIGTERM)

PROGRAM = """
import sys, time, tianming

def choose(question):
    print("asked", file=sys.stderr)
    time.sleep({})
    return 0

tianming.run(choose, name="Patience", games=["toy"])
"""


@contextlib.contextmanager
def bot(program: str, address: str, token: str) -> Iterator[subprocess.Popen[str]]:
    """A bot as a process; its standard error is read by the test."""
    own = {"TIANMING_SERVER": address, "TIANMING_TOKEN": token}
    with subprocess.Popen(
        (sys.executable, "-c", program), env=os.environ | own, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


class TestSignal:
    """SIGINT and SIGTERM end a bot with a goodbye and code 0."""

    @pytest.mark.parametrize("number", SIGNALS)
    @pytest.mark.parametrize("thinks_for", [0, 60])
    def test_a_bot_leaves_whether_it_waits_or_blocks(
        self, number: signal.Signals, thinks_for: int
    ) -> None:
        said: list[str | None] = []

        async def script(stream: Stream) -> None:
            welcome = pb.RefereeMessage(welcome=pb.Welcome(revision=1, bot="ann"))
            started = pb.RefereeMessage(match_started=pb.MatchStarted(match_id="m"))
            asked = pb.Question(match_id="m", number=1, option_count=2)
            await stream.write(welcome, started, pb.RefereeMessage(question=asked))
            with contextlib.suppress(EOFError):
                while True:
                    said.extend(message.WhichOneof("kind") for message in await stream.read())

        async def test() -> None:
            async with ScriptedReferee(script) as referee:
                with bot(PROGRAM.format(thinks_for), referee.address, "t") as process:
                    assert process.stderr is not None
                    printed = [await asyncio.to_thread(process.stderr.readline) for _ in range(2)]
                    process.send_signal(number)
                    assert await asyncio.to_thread(process.wait, PATIENCE) == 0
                    assert process.stderr.read() == ""
                    connected = f"tianming: connected to {referee.address} as ann, games: toy\n"
                    assert printed == [connected, "asked\n"]

        running(test)
        assert (said[0], said[-1]) == ("hello", "goodbye")

    def test_a_handler_of_the_program_itself_is_left_unchanged(self) -> None:
        program = (
            "import signal, sys, tianming\n"
            "signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))\n"
            "tianming.run(lambda question: 0)"
        )
        with bot(program, "127.0.0.1:1", "t") as process:
            assert process.stderr is not None
            process.stderr.readline()
            process.terminate()
            assert process.wait(PATIENCE) == 7

    def test_a_bot_that_waits_for_its_referee_leaves_at_once(self) -> None:
        with bot(PROGRAM.format(0), "127.0.0.1:1", "t") as process:
            assert process.stderr is not None
            assert process.stderr.readline().startswith(
                "tianming: no referee at 127.0.0.1:1, trying again (failed to connect"
            )
            process.terminate()
            assert process.wait(PATIENCE) == 0
            assert process.stderr.read() == ""

    async def test_nobody_waits_longer_than_two_seconds_for_a_referee_that_does_not_end(
        self,
    ) -> None:
        stop = tianming.Stop()

        async def script(stream: Stream) -> None:
            await stream.read()
            await stream.write(
                pb.RefereeMessage(welcome=pb.Welcome(revision=1)),
                pb.RefereeMessage(ping=pb.Ping(id=1)),
            )
            await stream.read()
            stop.set()
            await asyncio.Event().wait()

        async with ScriptedReferee(script) as referee:
            began = asyncio.get_running_loop().time()
            await tianming.run_async(first, referee.address, stop=stop)
            assert asyncio.get_running_loop().time() - began > 1.9


class TestStop:
    """A program ends a run the same way."""

    async def test_the_referee_receives_goodbye_and_run_returns(self) -> None:
        async with started_referee() as harness:
            token, stop = harness.referee.identities.admit(BotName("ann")), tianming.Stop()
            harness.match("ann", "ann", clock=SLOW)
            run = asyncio.create_task(
                tianming.run_async(first, harness.referee.address, token, stop=stop)
            )
            assert not await harness.referee.lobby.wait_for([BotName("ann")], PATIENCE)
            stop.set()
            await asyncio.wait_for(run, PATIENCE)
            assert "ann" not in harness.referee.lobby.present
