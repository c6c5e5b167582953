"""Network bots that are invited from the lobby of a league to its workers, as real processes."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
import structlog
import trustme

from referee.error import UsageError
from referee.launch import invitation
from referee.launch.invitation import Invitations
from referee.launch.match_task import LobbyLink, MatchTask, Player
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
from referee.league.format.round_robin import RoundRobin
from referee.league.running import match_runner
from referee.league.running.execution_backend import ExecutionBackend, workplace
from referee.league.running.match_runner import MatchRunner
from referee.league.running.runner import Finish, Runner
from referee.record.reader import read
from referee.record.verify import verify
from referee.server.identity import Identities, hashed, new_token
from referee.server.referee import Referee, ServerSettings
from tests.league.running.cluster import LocalCluster, dragon
from tests.league.running.house import open_ledger
from tests.processes import children, command_line
from tests.server.raw import running

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
        clock=ClockTable(bank=600.0, stall=600.0),  # nobody is late on a busy machine
        match=MatchTable(startup=60.0),
        sandbox=SandboxTable(preset="none"),
        limits=LimitsTable(matches=4, matches_per_bot=4),
        executor=executor,
        server=ServerTable(listen="127.0.0.1:0"),
        bots=(*guests, *local),
        folder=folder,
    )


def workers() -> list[int]:
    """The processes of pools that were started here."""
    return [pid for pid in children(os.getpid()) if b"league.running.worker" in command_line(pid)]


@contextlib.contextmanager
def bots(
    place: ExecutionBackend,
    tokens: Mapping[str, str],
    command: tuple[str, ...] = RANDOM,
    environment: Mapping[str, str] | None = None,
) -> Iterator[dict[str, "subprocess.Popen[bytes]"]]:
    """Bots of the network that come to the lobby of a league; in the end they are killed."""
    scheme = "https" if environment else "http"
    with contextlib.ExitStack() as stack:
        processes = {}
        for name, token in tokens.items():
            own = {"TIANMING_SERVER": f"{scheme}://{place.address}", "TIANMING_TOKEN": token}
            own |= environment or {}
            process = processes[name] = subprocess.Popen(command, env=os.environ | own)
            stack.callback(process.wait)
            stack.callback(process.kill)
        yield processes


def nobody(kind: str) -> None:
    """Hears what happens, and does nothing."""


def play(
    settings: LeagueSettings, place: ExecutionBackend, tell: Callable[[str], None] = nobody
) -> Finish:
    """Play a league to its end; `tell` gets the kind of everything that happens."""
    with open_ledger(settings) as ledger, ledger.running():
        return Runner(settings, ledger, place, lambda kind, facts: tell(kind)).run()


def records(settings: LeagueSettings) -> list[tuple[str, ...]]:
    """The bots of all matches, each of which is verified, none of them played by the house."""
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
    def test_the_bots_of_a_killed_worker_are_back_where_their_matches_go_on(
        self, tmp_path: Path, tokens: dict[str, str]
    ) -> None:
        settings = league(tmp_path, tokens, ExecutorTable(kind="processes", workers=1))
        failures: list[str] = []
        with workplace(settings, network=True) as place:
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
                assert play(settings, place, failures.append) is Finish.OVER
                killer.join()
            assert doomed not in workers()
        assert "attempt_put_off" in failures
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

    @pytest.mark.timeout(180)
    def test_a_bot_shows_its_certificate_in_the_lobby_and_at_the_worker(
        self, tmp_path: Path, tokens: dict[str, str], certificates: dict[str, str]
    ) -> None:
        executor = ExecutorTable(kind="processes", workers=1, listen="localhost:0")
        settings = replace(league(tmp_path, tokens, executor), server=SECURE)
        with (
            workplace(settings, network=True) as place,
            bots(place, tokens, environment=certificates),
        ):
            assert place.lobby is not None
            assert place.lobby.server.tls is not None
            assert play(settings, place) is Finish.OVER
        assert len(records(settings)) == 12

    def test_a_worker_does_not_listen_bare_beyond_its_machine(
        self, tmp_path: Path, tokens: dict[str, str]
    ) -> None:
        executor = ExecutorTable(kind="processes", workers=1, listen="host.example:0")
        settings = league(tmp_path, tokens, executor)
        with (
            pytest.raises(UsageError, match=r"host\.example:0 can be reached from other machines"),
            workplace(settings, network=True),
        ):
            raise AssertionError


def visit(lobby: LobbyLink, match_id: str = "m1", startup: float = 60.0) -> MatchTask:
    """A match of a network bot with a local one, at a worker with that lobby."""
    task = dragon(match_id)
    players = (Player("ann"), Player("bob", "random"))
    return replace(task, players=players, startup=startup, lobby=lobby)


@pytest.fixture
def lobby() -> Iterator[tuple[MatchRunner, LobbyLink]]:
    """A lobby, and what its workers know of it."""
    secret = new_token()
    here = MatchRunner(ServerSettings("127.0.0.1:0", secret=secret))
    yield here, LobbyLink(here.referee.local_address, secret, ServerSettings("127.0.0.1:0"))
    here.shutdown()


@pytest.fixture
def worker() -> Iterator[None]:
    """This process is a worker until the end of the test."""
    yield
    match_runner.close()
    structlog.reset_defaults()


class TestWorker:
    """What a worker does where nobody comes, and when it has come to serve another run."""

    def test_a_bot_that_is_not_in_the_lobby_is_absent(
        self, lobby: tuple[MatchRunner, LobbyLink], worker: None
    ) -> None:
        played = match_runner.play(visit(lobby[1], startup=1))
        assert played.failure == "the bot ann does not play: it did not connect within 1 s."
        assert [absence.bot for absence in played.absences] == ["ann"]

    def test_a_worker_with_the_secret_of_another_run_gets_no_bot(
        self, lobby: tuple[MatchRunner, LobbyLink], worker: None
    ) -> None:
        here, known = lobby
        token = new_token()
        here.admit({"ann": hashed(token)})
        program = f"import tianming; tianming.run(lambda q: 0, {here.address!r}, {token!r})"
        with subprocess.Popen((sys.executable, "-c", program)) as bot:
            old = replace(known, secret=new_token())
            refused = match_runner.play(visit(old, "m1", startup=3))
            played = match_runner.play(visit(known, "m2"))
            bot.kill()
        assert "ann does not play" in refused.failure
        assert played.outcome is not None
        assert played.absences == ()

    def test_an_arena_of_another_run_is_closed_when_it_rests(
        self, lobby: tuple[MatchRunner, LobbyLink], worker: None
    ) -> None:
        for _ in range(3):
            other = replace(lobby[1], secret=new_token())
            match_runner.play(visit(other, startup=0.1))
            assert [key[1] for key in match_runner._runners] == [other]

    def test_so_is_one_on_whose_matches_a_loop_waited(
        self, lobby: tuple[MatchRunner, LobbyLink], worker: None
    ) -> None:
        for _ in range(2):
            other = replace(lobby[1], secret=new_token())
            asyncio.run(match_runner.play_awaited(visit(other, startup=0.1)))
            assert [key[1] for key in match_runner._runners] == [other]

    def test_one_that_is_played_in_stays_and_so_does_one_of_no_run(
        self, lobby: tuple[MatchRunner, LobbyLink], worker: None
    ) -> None:
        known = lobby[1]
        other = replace(known, secret=new_token())
        match_runner.play(replace(visit(known, startup=0.1), lobby=None))
        with ThreadPoolExecutor(1) as threads:
            waiting = threads.submit(match_runner.play, visit(known, "m1", startup=2))
            while len(match_runner._runners) < 2:
                time.sleep(0.01)
            match_runner.play(visit(known, "m2", startup=0.1))
            match_runner.play(visit(other, "m3", startup=0.1))
            assert "did not connect within 2 s" in waiting.result().failure
        assert {key[1] for key in match_runner._runners} == {None, known, other}


class TestKeeper:
    """A bot is invited until it comes, whatever goes wrong."""

    def test_an_error_of_ours_does_not_end_it(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        async def test() -> None:
            invited: asyncio.Queue[str] = asyncio.Queue()

            async def broken(lobby: str, secret: str, bot: str, *_: str) -> bool:
                invited.put_nowait(bot)
                raise ZeroDivisionError("a bug")

            monkeypatch.setattr(invitation, "invite", broken)
            monkeypatch.setattr(invitation, "_BREATH", 0.0)
            settings = ServerSettings("127.0.0.1:0")
            async with Referee(settings) as referee:
                invitations = Invitations(referee, LobbyLink("127.0.0.1:1", "secret", settings))
                invitations.begin("ann", "m1")
                assert [await invited.get() for _ in range(3)] == ["ann"] * 3
                invitations.close()

        running(test)
        assert "invitation_failed" in capsys.readouterr().out


class Room:
    """The lobby of a worker, to which a bot that is invited comes at once."""

    def __init__(self) -> None:
        self.empty = asyncio.Event()
        self.empty.set()
        self.dismissed: list[str] = []

    async def wait_until_gone(self, bot: str) -> None:
        """Wait until it is not here."""
        await self.empty.wait()

    async def wait_for(self, bots: list[str], timeout: float) -> frozenset[str]:
        """It comes."""
        self.empty.clear()
        return frozenset()

    def dismiss(self, bot: str) -> None:
        """It is let go."""
        self.dismissed.append(bot)


class TestStay:
    """A bot is here for as long as it has matches here, and a little longer."""

    @pytest.fixture
    def invited(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The bots that were invited; those without a match are let go at once."""
        bots: list[str] = []

        async def invite(lobby: str, secret: str, bot: str, *_: str) -> bool:
            bots.append(bot)
            return True

        monkeypatch.setattr(invitation, "invite", invite)
        monkeypatch.setattr(invitation, "_LINGER", 0.0)
        return bots

    def invitations(self, room: Room) -> Invitations:
        """Invitations to that room."""
        referee = SimpleNamespace(identities=Identities(), lobby=room, link="http://worker")
        lobby = LobbyLink("http://lobby", "secret", ServerSettings("127.0.0.1:0"))
        return Invitations(cast("Referee", referee), lobby)

    async def settled(self) -> None:
        """Wait until nobody has anything to do."""
        for _ in range(20):
            await asyncio.sleep(0)

    def test_it_is_invited_whenever_it_is_gone_and_let_go_after_its_last_match(
        self, invited: list[str]
    ) -> None:
        async def test() -> None:
            room = Room()
            keeping = self.invitations(room)
            keeping.begin("ann", "m1")
            keeping.begin("ann", "m2")
            await self.settled()
            assert invited == ["ann"]
            keeping.end("ann", "m1")
            room.empty.set()
            await self.settled()
            assert (invited, room.dismissed) == (["ann"] * 2, [])
            keeping.end("ann", "m2")
            keeping.end("ann", "m2")
            await self.settled()
            room.empty.set()
            await self.settled()
            assert (invited, room.dismissed) == (["ann"] * 2, ["ann"])
            keeping.end("ann", "m2")
            keeping.begin("ann", "m3")
            await self.settled()
            assert invited == ["ann"] * 3
            keeping.close()

        running(test)

    def test_it_stays_for_a_match_that_follows_at_once(self, invited: list[str]) -> None:
        async def test() -> None:
            room = Room()
            keeping = self.invitations(room)
            keeping.begin("ann", "m1")
            await self.settled()
            keeping.end("ann", "m1")
            keeping.begin("ann", "m2")
            await self.settled()
            assert (invited, room.dismissed) == (["ann"], [])
            room.empty.set()
            await self.settled()
            assert invited == ["ann"] * 2
            keeping.close()
            room.empty.set()
            await self.settled()
            assert (invited, room.dismissed) == (["ann"] * 2, [])

        running(test)


class TestCluster:
    """The same on a Dask cluster, whose workers come to the lobby by TLS as bots do."""

    @pytest.mark.timeout(300)
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
                workplace(settings, network=True) as place,
                bots(place, tokens, environment=certificates),
            ):
                assert place.lobby is not None
                assert place.lobby.address.startswith("https://localhost:")
                assert not place.here
                assert play(settings, place) is Finish.OVER
        assert len(records(settings)) == 12
