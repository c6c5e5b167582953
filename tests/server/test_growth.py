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
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trustme

from referee.match.match import MOST_NOTES
from referee.match.question import Answer
from tests.cli.shell import STALLED, referee
from tests.match.driver import Driver, questions
from tests.patience import PATIENCE
from tests.processes import everybody_below
from tests.server import http2
from tests.server.http2 import Peer
from tests.server.pusher import Pusher
from tests.server.raw import METHOD as PLAY
from tests.server.test_hostile import NOISE, is_well
from tianming_proto.v1 import play_pb2 as pb

MEMORY = 256 << 20
"""Bytes that connections and streams at their caps can make a referee hold."""

MEMORY_AT_ONCE = 160 << 20
"""The same, but the peer never continues to send."""

READ = 262_144
"""Bytes of a frame that are read at most."""

LOOKAHEAD = 8192
"""Bytes of a stream that a peer may send before anybody reads it."""

CONNECTIONS = 512
STREAMS = 4096
OWN_DESCRIPTORS = 64
LOG = 64 << 10
METHODS = (
    "/grpc.health.v1.Health/Check",
    "/grpc.health.v1.Health/Watch",
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
)
NOTE_BYTES = 200 * 4
ENTRY_BYTES = 500


def certificate(folder: Path) -> tuple[str, ...]:
    """The flags of a server with TLS."""
    issued = trustme.CA().issue_cert("localhost")
    issued.private_key_pem.write_to_path(folder / "key.pem")
    for pem in issued.cert_chain_pems:
        pem.write_to_path(folder / "chain.pem", append=True)
    return ("--tls-certificate", str(folder / "chain.pem"), "--tls-key", str(folder / "key.pem"))


STAMP = re.compile(r"\d{4}-\d\d-\d\dT")
"""What every line of the referee's log begins with."""


class Served:
    """A `referee serve` as a process, watched from outside."""

    def __init__(self, folder: Path, *more: str) -> None:
        tokens = folder / "tokens.txt"
        self.token = referee("token", "a", "--tokens", tokens).stdout.strip()
        self.log = folder / "log"
        command = (
            *(sys.executable, "-m", "referee.cli.main", "serve", "dragon", "--seats", "2"),
            *("--tokens", str(tokens), "--records", str(folder / "records")),
            *("--listen", "127.0.0.1:0", *more),
        )
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        while (found := re.search(r"address=(\S+)", self.log.read_text())) is None:
            assert self.process.poll() is None
            time.sleep(0.05)
        self.address = found[1]

    @property
    def memory(self) -> int:
        """Bytes of memory that it and its front hold."""
        status = [
            Path(f"/proc/{pid}/status").read_text() for pid in everybody_below(self.process.pid)
        ]
        return sum(int(size) << 10 for size in re.findall(r"VmRSS:\s+(\d+) kB", "".join(status)))

    @property
    def lines(self) -> list[str]:
        """Its output, without lines that the machine caused."""
        return STALLED.sub("", self.log.read_text()).splitlines()

    @property
    def lines_of_peers(self) -> list[str]:
        """Its output, also without the line that its only bot cannot play."""
        return [line for line in self.lines if "season_stopped" not in line]

    @property
    def descriptors(self) -> int:
        """Files and sockets it has open."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    def stop(self) -> None:
        """Ask it to end, and see that it does, and that all it wrote are lines of its log."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(PATIENCE) == 0
        assert [line for line in self.lines if not STAMP.match(line)] == []


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path)
    yield server
    server.stop()


def calls(token: str, count: int) -> list[bytes]:
    """A connection with so many calls of `Play`, each with a `Hello` and much garbage."""
    hello = pb.BotMessage(
        hello=pb.Hello(
            revision_min=1,
            revision_max=1,
            user_agent="\n" * 10_000,
            games=[pb.SupportedGame(name="x" * 20)] * 1000,
            resume=[pb.ResumePoint(match_id="y" * 20)] * 500,
        )
    )
    frame = pb.PlayRequest(messages=[hello]).SerializeToString()[:16_000]
    return [
        http2.call(stream, PLAY, authorization=f"Bearer {token}") + http2.message(stream, frame)
        for stream in range(1, 2 * count, 2)
    ]


@asynccontextmanager
async def crowd(address: str, count: int, *said: bytes) -> AsyncIterator[list[Peer]]:
    """So many connections that all say the same and read nothing."""
    peers = []
    try:
        for _ in range(count):
            try:
                peer = await Peer.connect(address)
            except ConnectionError:
                continue
            peers.append(peer)
            await peer.send(http2.PREFACE, http2.settings(window=0), *said)
        yield peers
    finally:
        for peer in peers:
            peer.close()


async def watch(served: Served, memories: list[int]) -> None:
    """Look at the memory of a server again and again, until the task is cancelled."""
    while True:
        memories.append(served.memory)
        await asyncio.sleep(0.02)


@pytest.mark.full
class TestProcess:
    """A referee that unauthenticated callers and a bot with a token attack."""

    async def test_memory_and_log_stay_within_their_caps(self, served: Served) -> None:
        before, memories = served.memory, list[int]()
        watching = asyncio.create_task(watch(served, memories))
        for token, line in (("wrong", "TOKEN_INVALID"), (served.token, "bot=a")):
            said = calls(token, STREAMS // CONNECTIONS)
            while line not in served.log.read_text():  # those before them left slowly
                async with crowd(served.address, CONNECTIONS, *said):
                    await asyncio.sleep(2)
        watching.cancel()
        assert before + (1 << 20) < max(memories) < before + MEMORY_AT_ONCE
        assert served.log.stat().st_size < LOG
        log = served.log.read_text()
        assert 0 < log.count("TOKEN_INVALID") < 30
        assert 0 < log.count("bot=a") < 30

    @pytest.mark.parametrize(
        ("path", "with_token"), [*((path, False) for path in METHODS), (PLAY, False), (PLAY, True)]
    )
    async def test_messages_that_do_not_end_stay_within_the_cap(
        self, served: Served, path: str, with_token: bool
    ) -> None:
        before, memories = served.memory, list[int]()
        watching = asyncio.create_task(watch(served, memories))
        async with crowd(served.address, CONNECTIONS) as peers:
            pushers = [Pusher(peer, STREAMS // CONNECTIONS, READ) for peer in peers]
            token = served.token if with_token else "wrong"
            await asyncio.gather(*(pusher.push(path, token) for pusher in pushers))
        watching.cancel()
        assert sum(pusher.pushed for pusher in pushers) > STREAMS * LOOKAHEAD // 2
        assert max(memories) < before + MEMORY

    async def test_calls_that_cannot_be_read_write_no_line(self, served: Served) -> None:
        garbage = [
            http2.call(stream, path) + http2.message(stream, b"\xff" * 50)
            for stream, path in zip(range(1, 199, 2), METHODS * 33, strict=True)
        ]
        before = served.lines_of_peers
        async with crowd(served.address, 5, *garbage) as peers:
            for peer in peers:
                await peer.send(http2.frame(http2.PING, 0, 0, bytes(8)))
                while (await peer.read())[0] != http2.PING:
                    pass
        assert served.lines_of_peers == before

    async def test_peers_that_leave_early_make_nothing_but_the_log_speak(
        self, served: Served
    ) -> None:
        for data in NOISE.values():
            for number in range(20):
                peer = await Peer.connect(served.address)
                await peer.send(data)
                await asyncio.sleep(0.005 * (number % 3))
                peer.close()
        assert await is_well(served.address)

    async def test_handshakes_that_fail_write_no_line(self, tmp_path: Path) -> None:
        server = Served(tmp_path, *certificate(tmp_path))
        try:
            before = server.lines_of_peers
            for number in range(100):
                peer = await Peer.connect(server.address)
                await peer.send(b"\x16\x03\x01\xff" * 50 if number % 2 else http2.PREFACE)
                assert not [one for one in await peer.frames() if one[0] == http2.HEADERS]
                peer.close()
            assert server.lines_of_peers == before
        finally:
            server.stop()

    async def test_descriptors_stay_within_their_cap_and_return(self, served: Served) -> None:
        own = served.descriptors
        async with crowd(served.address, CONNECTIONS + 200):
            while served.descriptors <= own + 100:
                await asyncio.sleep(0.1)
            assert served.descriptors <= CONNECTIONS + OWN_DESCRIPTORS
        while served.descriptors > own + OWN_DESCRIPTORS:
            await asyncio.sleep(0.1)


class TestRecord:
    """What a bot can add to the record of a match."""

    def test_a_bot_that_notes_repeats_and_reconnects_adds_so_much_and_no_more(self) -> None:
        driver = Driver(seats=2)
        waiting, decisions = questions(driver.start()), 0
        while waiting:
            question = waiting.pop()
            for _ in range(50):
                driver.match.choose(question.seat, Answer(0, 7, driver.now))
                driver.match.disconnect(question.seat, driver.now)
                driver.match.connect(question.seat, driver.now)
            note = "\U0001f409" * 200
            said = driver.match.choose(question.seat, Answer(question.number, 0, driver.now, note))
            waiting, decisions = waiting + questions(said), decisions + 1
        record = driver.record()
        kinds = [entry.body.WhichOneof("kind") for entry in record.entries]
        assert kinds.count("note") == MOST_NOTES
        assert decisions >= 5
        longest = decisions * (2 * ENTRY_BYTES + NOTE_BYTES) + (MOST_NOTES + 20) * ENTRY_BYTES
        assert record.size < longest
