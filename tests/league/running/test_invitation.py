"""Remote bots that are invited from the lobby of a league to its workers, as real processes."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
import trustme

from referee.error import UsageError
from referee.identifier import BotName
from referee.league.configuration.settings import (
    BotSettings,
    ClockTable,
    ExecutorTable,
    LeagueSettings,
    LimitsTable,
    MatchTable,
    SandboxTable,
    ServerTable,
)
from referee.league.executor.execution_backend import ExecutionBackend, open_backend
from referee.league.format.round_robin import RoundRobin
from referee.league.running.league_event import AttemptPostponedEvent, Notify, ignore
from referee.league.running.runner import Runner
from referee.league.running.season_finish import Finish
from referee.record.reader import read
from referee.record.verify import verify
from referee.server.identity import hashed, new_token
from tests.league.executor.cluster import LocalCluster
from tests.league.running.fake_backend import open_ledger
from tests.league.running.outcome import Received
from tests.patience import PATIENCE
from tests.preloaded_python import PRELOADED
from tests.processes import children, command_line

RANDOM = (sys.executable, "-m", "tianming_bots.random_bot")
SLOW = """
import sys, time, tianming
def choose(question):
    open(sys.argv[1], "a").close()
    time.sleep(0.005)
    return 0
tianming.run(choose)
"""
"""A bot that takes its time, and leaves a file when it is asked for the first time."""


def hashes(tokens: Mapping[str, str]) -> dict[BotName, str]:
    """The hash of each token, by the name of its bot."""
    return {BotName(name): hashed(token) for name, token in tokens.items()}


def league(folder: Path, tokens: Mapping[str, str], executor: ExecutorTable) -> LeagueSettings:
    """A league of Dragon between two local bots and those with a token."""
    remote_bots = [BotSettings(name=name, token=token) for name, token in hashes(tokens).items()]
    local = [BotSettings(name=BotName(name), command="random") for name in ("cat", "dan")]
    return LeagueSettings(
        name="test",
        game="dragon",
        seats=2,
        seed="seed",
        format=RoundRobin(rounds=1),
        clock=ClockTable(bank=600.0, stall=600.0),  # nobody is late on a busy machine
        match=MatchTable(startup=PATIENCE),
        sandbox=SandboxTable(preset="none"),
        limits=LimitsTable(matches=4, matches_per_bot=4),
        executor=executor,
        server=ServerTable(listen="127.0.0.1:0"),
        bots=(*remote_bots, *local),
        folder=folder,
    )


def workers() -> list[int]:
    """The processes of pools that were started here."""
    own = [pid for pid in children(os.getpid()) if pid not in PRELOADED]
    return [pid for pid in own if b"league.executor.worker" in command_line(pid)]


@contextlib.contextmanager
def bots(
    place: ExecutionBackend,
    tokens: Mapping[str, str],
    command: tuple[str, ...] = RANDOM,
    environment: Mapping[str, str] | None = None,
) -> Iterator[dict[str, "subprocess.Popen[bytes]"]]:
    """Bots of the network that come to the lobby of a league; in the end they are killed."""
    scheme = "https" if environment else "http"
    assert place.network is not None
    with contextlib.ExitStack() as stack:
        processes = {}
        for name, token in tokens.items():
            own = {
                "TIANMING_SERVER": f"{scheme}://{place.network.address}",
                "TIANMING_TOKEN": token,
            }
            own |= environment or {}
            process = processes[name] = subprocess.Popen(command, env=os.environ | own)
            stack.callback(process.wait)
            stack.callback(process.kill)
        yield processes


def play(settings: LeagueSettings, place: ExecutionBackend, notify: Notify = ignore) -> Finish:
    """Play a league to its end; `notify` receives every event."""
    with open_ledger(settings) as ledger, ledger.running():
        return Runner(settings, ledger, place, notify, wait=60).run()


def records(settings: LeagueSettings) -> list[tuple[str, ...]]:
    """The bots of all matches, each of which is verified, none of them played by a substitute."""
    seats = []
    for path in sorted(settings.records.glob("*.tianming")):
        outcome = verify(read(path)).outcome
        assert [seat.strikes for seat in outcome.results] == [0, 0]
        seats.append(tuple(read(path).header.bots))
    return seats


@pytest.fixture
def tokens() -> dict[str, str]:
    """Two bots of the network."""
    return {name: new_token() for name in ("ann", "bob")}


@pytest.mark.full
class TestPool:
    """Bots of the network and local ones play on the workers of a pool."""

    def test_all_matches_are_played_and_every_bot_stays_in_the_lobby(
        self, tmp_path: Path, tokens: dict[str, str]
    ) -> None:
        settings = league(tmp_path, tokens, ExecutorTable(kind="processes", workers=2))
        with (
            open_backend(settings, network=hashes(tokens)) as place,
            bots(place, tokens) as processes,
        ):
            assert play(settings, place) is Finish.OVER
            assert all(process.poll() is None for process in processes.values())
        played = records(settings)
        assert len(played) == 12
        pairs = combinations(("ann", "bob", "cat", "dan"), 2)
        assert {frozenset(pair) for pair in played} == {frozenset(pair) for pair in pairs}

    def test_the_bots_of_a_killed_worker_are_back_where_their_matches_continue(
        self, tmp_path: Path, tokens: dict[str, str]
    ) -> None:
        settings = league(tmp_path, tokens, ExecutorTable(kind="processes", workers=1))
        events = Received()
        with open_backend(settings, network=hashes(tokens)) as place:
            came = tmp_path / "came"
            with bots(place, tokens, (sys.executable, "-c", SLOW, str(came))):
                while not workers():
                    time.sleep(0.01)
                (doomed,) = workers()

                def kill() -> None:
                    while not came.exists():
                        threading.Event().wait(0.05)
                    os.kill(doomed, signal.SIGKILL)

                killer = threading.Thread(target=kill)
                killer.start()
                assert play(settings, place, events) is Finish.OVER
                killer.join()
            assert doomed not in workers()
        assert events.of(AttemptPostponedEvent)
        assert len(records(settings)) == 12


@pytest.fixture
def certificates(tmp_path: Path) -> dict[str, str]:
    """Files for a league and its bots; gives the environment of those who show one."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "ca.pem")
    for name in ("localhost", "bot.example"):
        pair = authority.issue_cert(name)
        pair.private_key_pem.write_to_path(tmp_path / f"{name}.key")
        for pem in pair.cert_chain_pems:
            pem.write_to_path(tmp_path / f"{name}.pem", append=True)
    return {
        "TIANMING_CA": str(tmp_path / "ca.pem"),
        "TIANMING_CERTIFICATE": str(tmp_path / "bot.example.pem"),
        "TIANMING_KEY": str(tmp_path / "bot.example.key"),
    }


SECURE = ServerTable(
    listen="localhost:0", certificate="localhost.pem", key="localhost.key", client_ca="ca.pem"
)
"""A server that asks for certificates."""


class TestTls:
    """Lobby and workers are hidden alike, and ask bots for certificates if they must."""

    def test_a_bot_shows_its_certificate_in_the_lobby_and_at_the_worker(
        self, tmp_path: Path, tokens: dict[str, str], certificates: dict[str, str]
    ) -> None:
        executor = ExecutorTable(kind="processes", workers=1, listen="localhost:0")
        settings = replace(league(tmp_path, tokens, executor), server=SECURE)
        with (
            open_backend(settings, network=hashes(tokens)) as place,
            bots(place, tokens, environment=certificates),
        ):
            assert play(settings, place) is Finish.OVER
        assert len(records(settings)) == 12

    def test_a_worker_does_not_listen_bare_beyond_its_machine(
        self, tmp_path: Path, tokens: dict[str, str]
    ) -> None:
        executor = ExecutorTable(kind="processes", workers=1, listen="host.example:0")
        settings = league(tmp_path, tokens, executor)
        with (
            pytest.raises(UsageError, match=r"other machines can reach host\.example:0"),
            open_backend(settings, network=hashes(tokens)),
        ):
            raise AssertionError


@pytest.mark.full
class TestCluster:
    """The same on a Dask cluster, whose workers come to the lobby by TLS as bots do."""

    def test_all_matches_are_played(
        self,
        tmp_path: Path,
        tokens: dict[str, str],
        certificates: dict[str, str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        for name, value in certificates.items():
            monkeypatch.setenv(name, value)
        with LocalCluster(tmp_path) as machines:
            executor = ExecutorTable(kind="dask", address=machines.address, listen="localhost:0")
            settings = replace(league(tmp_path, tokens, executor), server=SECURE)
            with (
                open_backend(settings, network=hashes(tokens)) as place,
                bots(place, tokens, environment=certificates),
            ):
                assert not place.here
                assert play(settings, place) is Finish.OVER
        assert len(records(settings)) == 12
