"""Network bots that are invited from the lobby of a league to its workers, as real processes."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from referee.league.format.round_robin import RoundRobin
from referee.league.run.pool import WorkerPool
from referee.league.run.runner import Finish, Runner
from referee.league.run.workplace import Workplace, workplace
from referee.league.settings import (
    BotSettings,
    ExecutorTable,
    LeagueSettings,
    LimitsTable,
    MatchTable,
    SandboxTable,
    ServerTable,
)
from referee.record.reader import read
from referee.record.verify import verify
from referee.server.identity import hashed, new_token
from tests.league.run.cluster import LocalCluster
from tests.league.run.house import open_ledger

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


def league(folder: Path, tokens: Mapping[str, str], executor: ExecutorTable) -> LeagueSettings:
    """A league of Dragon between two local bots and those with a token."""
    guests = [BotSettings(name=name, token=hashed(token)) for name, token in tokens.items()]
    local = [BotSettings(name=name, command="random") for name in ("cat", "dan")]
    return LeagueSettings(
        name="test",
        game="dragon",
        seats=2,
        seed="seed",
        format=RoundRobin(rounds=1),
        match=MatchTable(startup=60.0),
        sandbox=SandboxTable(preset="none"),
        limits=LimitsTable(matches=4, matches_per_bot=4),
        executor=executor,
        server=ServerTable(listen="127.0.0.1:0"),
        bots=(*guests, *local),
        folder=folder,
    )


@contextlib.contextmanager
def bots(
    place: Workplace, tokens: Mapping[str, str], command: tuple[str, ...] = RANDOM
) -> Iterator[dict[str, "subprocess.Popen[bytes]"]]:
    """Bots of the network that come to the lobby of a league; in the end they are killed."""
    with contextlib.ExitStack() as stack:
        processes = {}
        for name, token in tokens.items():
            own = {"TIANMING_SERVER": str(place.address), "TIANMING_TOKEN": token}
            process = processes[name] = subprocess.Popen(command, env=os.environ | own)
            stack.callback(process.wait)
            stack.callback(process.kill)
        yield processes


def play(settings: LeagueSettings, place: Workplace, tell: Callable[[str], None] = str) -> Finish:
    """Play a league to its end; `tell` gets the kind of everything that happens."""
    with open_ledger(settings) as ledger, ledger.running():
        return Runner(settings, ledger, place, lambda kind, facts: tell(kind)).run()


def records(settings: LeagueSettings) -> list[tuple[str, ...]]:
    """The bots of all matches, each of which is verified, none of them played by the house."""
    seats = []
    for path in sorted(settings.records.glob("*.tianming")):
        outcome = verify(read(path)).outcome
        assert [seat.strikes for seat in outcome.results] == [0, 0]
        seats.append(read(path).header.bots)
    return seats


@pytest.fixture
def tokens() -> dict[str, str]:
    """Two bots of the network."""
    return {name: new_token() for name in ("ann", "bob")}


class TestPool:
    """Bots of the network and local ones play on the workers of a pool."""

    @pytest.mark.timeout(180)
    def test_all_matches_are_played_and_every_bot_stays_in_the_lobby(
        self, tmp_path: Path, tokens: dict[str, str]
    ) -> None:
        settings = league(tmp_path, tokens, ExecutorTable(kind="processes", workers=2))
        with workplace(settings, network=True) as place, bots(place, tokens) as processes:
            assert play(settings, place) is Finish.OVER
            assert all(process.poll() is None for process in processes.values())
        played = records(settings)
        assert len(played) == 12
        pairs = combinations(("ann", "bob", "cat", "dan"), 2)
        assert {frozenset(pair) for pair in played} == {frozenset(pair) for pair in pairs}

    @pytest.mark.timeout(180)
    def test_the_bots_of_a_killed_worker_are_back_for_the_next_attempt(
        self, tmp_path: Path, tokens: dict[str, str]
    ) -> None:
        settings = league(tmp_path, tokens, ExecutorTable(kind="processes", workers=1))
        failures: list[str] = []
        with workplace(settings, network=True) as place:
            pool = place.executor
            assert isinstance(pool, WorkerPool)
            came = tmp_path / "came"
            with bots(place, tokens, (sys.executable, "-c", SLOW, str(came))):
                doomed = pool.pids[0]

                def kill() -> None:
                    while not came.exists():
                        threading.Event().wait(0.05)
                    os.kill(doomed, signal.SIGKILL)

                killer = threading.Thread(target=kill)
                killer.start()
                assert play(settings, place, failures.append) is Finish.OVER
                killer.join()
            assert pool.pids[0] != doomed
        assert "attempt_failed" in failures
        assert len(records(settings)) == 12


class TestCluster:
    """The same on a Dask cluster."""

    @pytest.mark.timeout(180)
    def test_all_matches_are_played(self, tmp_path: Path, tokens: dict[str, str]) -> None:
        with LocalCluster(tmp_path) as machines:
            executor = ExecutorTable(kind="dask", address=machines.address)
            settings = replace(league(tmp_path, tokens, executor), executor=executor)
            with workplace(settings, network=True) as place, bots(place, tokens):
                assert play(settings, place) is Finish.OVER
        assert len(records(settings)) == 12
