"""What a peer can make grow: memory, descriptors, log, and the record of a match, each to its cap.

The numbers are those of `docs/guarantees.md`. The first three are those of a real
`referee serve`, looked at from outside.
"""

import asyncio
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.match.match import MOST_NOTES
from tests.cli.shell import referee
from tests.match.driver import Driver, questions
from tests.server import http2
from tests.server.http2 import Peer
from tests.server.raw import METHOD, running
from tianming.v1 import play_pb2 as pb

MEMORY = 64 << 20
"""Bytes that all the peers of these tests together can make a referee hold."""

CONNECTIONS = 512
OWN_DESCRIPTORS = 64
LOG = 64 << 10
NOTE_BYTES = 200 * 4
ENTRY_BYTES = 500


class Served:
    """A `referee serve` as a process, watched from outside."""

    def __init__(self, folder: Path) -> None:
        tokens = folder / "tokens.txt"
        self.token = referee("token", "a", "--tokens", tokens).stdout.strip()
        self.log = folder / "log"
        command = (
            *(sys.executable, "-m", "referee.cli.main", "serve", "dragon", "--seats", "2"),
            *("--tokens", str(tokens), "--records", str(folder / "records")),
            *("--listen", "127.0.0.1:0"),
        )
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        while (found := re.search(r"address=(\S+)", self.log.read_text())) is None:
            assert self.process.poll() is None
            time.sleep(0.05)
        self.address = found[1]

    @property
    def memory(self) -> int:
        """Bytes of memory it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1]) << 10

    @property
    def descriptors(self) -> int:
        """Files and sockets it has open."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path)
    yield server
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(20) == 0


def calls(token: str, count: int) -> list[bytes]:
    """A connection with so many calls of `Play`, each with a `Hello` and much garbage."""
    hello = pb.BotMessage(
        hello=pb.Hello(
            revision_min=1,
            revision_max=1,
            user_agent="\n" * 10_000,
            games=["x" * 20] * 1000,
            resume=[pb.ResumePoint(match_id="y" * 20)] * 500,
        )
    )
    frame = pb.PlayRequest(messages=[hello]).SerializeToString()[:16_000]
    return [
        http2.call(stream, METHOD, authorization=f"Bearer {token}") + http2.message(stream, frame)
        for stream in range(1, 2 * count, 2)
    ]


async def crowd(address: str, count: int, *said: bytes) -> list[Peer]:
    """So many connections that all say the same and read nothing."""
    peers = []
    for _ in range(count):
        try:
            peer = await Peer.connect(address)
        except ConnectionError:
            continue
        await peer.send(http2.PREFACE, http2.settings(window=0), *said)
        peers.append(peer)
    return peers


class TestProcess:
    """A referee that strangers, and a bot with a token, do their worst to."""

    @pytest.mark.timeout(120)
    def test_memory_and_log_stay_within_their_caps(self, served: Served) -> None:
        async def test() -> None:
            for peer in await crowd(served.address, 5, *calls("wrong", 50)):
                peer.close()
            before = served.memory
            for token in ("wrong", served.token):
                peers = []
                for _ in range(4):
                    peers += await crowd(served.address, 25, *calls(token, 20))
                    await asyncio.sleep(0.2)
                assert served.memory - before < MEMORY
                for peer in peers:
                    peer.close()
            assert served.log.stat().st_size < LOG
            log = served.log.read_text()
            assert 0 < log.count("TOKEN_INVALID") < 30
            assert 0 < log.count("bot=a") < 30

        running(test)

    def test_descriptors_stay_within_their_cap_and_come_back(self, served: Served) -> None:
        async def test() -> None:
            own = served.descriptors
            peers = await crowd(served.address, CONNECTIONS + 200)
            assert own + 100 < served.descriptors <= CONNECTIONS + OWN_DESCRIPTORS
            for peer in peers:
                peer.close()
            while served.descriptors > own + OWN_DESCRIPTORS:
                await asyncio.sleep(0.1)

        running(test)


class TestRecord:
    """What a bot can add to the record of a match."""

    def test_a_bot_that_notes_repeats_and_reconnects_adds_so_much_and_no_more(self) -> None:
        driver = Driver(seats=2)
        waiting, decisions = questions(driver.start()), 0
        while waiting:
            question = waiting.pop()
            for _ in range(50):
                driver.match.choose(question.seat, 0, 7, driver.now)
                driver.match.disconnect(question.seat, driver.now)
                driver.match.connect(question.seat, driver.now)
            note = "\U0001f409" * 200
            said = driver.match.choose(question.seat, question.number, 0, driver.now, note)
            waiting, decisions = waiting + questions(said), decisions + 1
        record = driver.record()
        kinds = [entry.body.WhichOneof("kind") for entry in record.entries]
        assert kinds.count("note") == MOST_NOTES
        assert decisions >= 5
        longest = decisions * (2 * ENTRY_BYTES + NOTE_BYTES) + (MOST_NOTES + 20) * ENTRY_BYTES
        assert record.size < longest
