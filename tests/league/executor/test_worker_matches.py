"""What a worker process keeps from match to match: one orchestrator for each run of a league."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
import structlog

from referee.identifier import BotName
from referee.launch.finished_match import FinishedMatch, PlayedMatch
from referee.launch.match_task import LobbyLink, MatchTask, TaskBot
from referee.league.executor import worker_matches
from referee.league.executor.match_runner import MatchRunner
from referee.league.executor.worker_matches import WorkerMatches
from referee.match.outcome import Termination
from referee.record.reader import parse
from referee.record.summary import read_summary
from referee.record.verify import verify
from referee.server.identity import hashed, new_token
from referee.server.log_output import LogSettings
from referee.server.referee import ServerSettings
from tests.league.executor.cluster import dragon
from tests.league.executor.played import failed, finished
from tests.league.executor.test_match_runner import SILENT, task
from tests.match.toy import ToyState
from tests.server.harness import running


def visit(lobby: LobbyLink, match_id: str = "m1", startup: float = 60.0) -> MatchTask:
    """A match of a remote bot with a local one, at a worker with that lobby."""
    task = dragon(match_id)
    players = (TaskBot(BotName("ann")), TaskBot(BotName("bob"), "random"))
    return replace(task, players=players, startup=startup, lobby=lobby)


@pytest.fixture
def lobby() -> Iterator[tuple[MatchRunner, LobbyLink]]:
    """A lobby, and what its workers know of it."""
    secret = new_token()
    here = MatchRunner(ServerSettings("127.0.0.1:0", secret=secret))
    yield here, LobbyLink(here.referee.local_address, secret, ServerSettings("127.0.0.1:0"))
    here.shutdown()


def lobbies(matches: WorkerMatches) -> list[LobbyLink | None]:
    """The lobbies that the open orchestrators invite from."""
    return [lobby for _, lobby in matches.keys]


class TestSummary:
    """A worker summarises each record that it writes, so that the league need not read it."""

    async def test_a_result_has_the_summary_of_its_record(self, tmp_path: Path) -> None:
        path = tmp_path / "m1.tianming"
        async with WorkerMatches() as matches:
            played = finished(await matches.play(replace(dragon("m1"), record=path)))
            assert played.summary is not None
            assert played.summary == read_summary(path)
            returned = finished(await matches.play(dragon("m2")))
            assert returned.summary is None


class TestRuns:
    """A worker serves one run of a league after the other."""

    async def test_a_bot_that_is_not_in_the_lobby_is_absent(
        self, lobby: tuple[MatchRunner, LobbyLink]
    ) -> None:
        async with WorkerMatches() as matches:
            played = await matches.play(visit(lobby[1], startup=1))
        assert failed(played).reason == "the bot ann does not play: it did not connect within 1 s."
        assert [absence.bot for absence in played.absences] == ["ann"]

    def test_a_worker_with_the_secret_of_another_run_gets_no_bot(
        self, lobby: tuple[MatchRunner, LobbyLink]
    ) -> None:
        here, known = lobby
        token = new_token()
        here.admit({BotName("ann"): hashed(token)})
        program = f"import tianming; tianming.run(lambda q: 0, {here.address!r}, {token!r})"

        async def test() -> None:
            old = replace(known, secret=new_token())
            async with WorkerMatches() as matches:
                refused = await matches.play(visit(old, "m1", startup=3))
                played = await matches.play(visit(known, "m2"))
            assert "ann does not play" in failed(refused).reason
            assert isinstance(played, FinishedMatch)
            assert played.absences == ()

        with subprocess.Popen((sys.executable, "-c", program)) as bot:
            running(test)
            bot.kill()

    async def test_the_orchestrator_of_another_run_is_closed_when_it_plays_nothing(
        self, lobby: tuple[MatchRunner, LobbyLink]
    ) -> None:
        async with WorkerMatches() as matches:
            for _ in range(3):
                other = replace(lobby[1], secret=new_token())
                await matches.play(visit(other, startup=0.1))
                assert lobbies(matches) == [other]

    async def test_one_that_plays_a_match_stays_and_so_does_one_of_no_run(
        self, lobby: tuple[MatchRunner, LobbyLink]
    ) -> None:
        known, other = lobby[1], replace(lobby[1], secret=new_token())
        async with WorkerMatches() as matches:
            await matches.play(replace(visit(known, startup=0.1), lobby=None))
            waiting = asyncio.create_task(matches.play(visit(known, "m1", startup=2)))
            await matches.play(visit(known, "m2", startup=0.1))
            await matches.play(visit(other, "m3", startup=0.1))
            assert set(lobbies(matches)) == {None, known, other}
            assert "did not connect within 2 s" in failed(await waiting).reason


@pytest.fixture
def worker() -> Iterator[None]:
    """This process is a worker until the end of the test."""
    structlog.reset_defaults()
    yield
    structlog.reset_defaults()


class TestLog:
    """What a worker writes."""

    def test_an_error_is_written_without_the_values_of_its_variables(
        self,
        worker: None,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        secret = "".join(["very", "secret"])

        def broken(*_: object) -> None:
            seed = secret
            raise ZeroDivisionError(f"a bug with {len(seed)}")

        async def play() -> PlayedMatch:
            played = await worker_matches.play(task("m1", {"ann": "random", "bob": "random"}))
            await worker_matches.close()
            return played

        monkeypatch.setattr(ToyState, "apply_action", broken)
        played = finished(asyncio.run(play()))
        said = capsys.readouterr().err
        assert played.outcome.termination is Termination.VOID
        assert "match_failed" in said
        assert "ZeroDivisionError: a bug with 10" in said
        assert secret not in said

    def test_a_worker_logs_as_its_league_does(
        self, worker: None, capsys: pytest.CaptureFixture[str]
    ) -> None:
        one = task("m1", {"ann": "random", "bob": "random"})

        async def play(level: str) -> str:
            await worker_matches.play(replace(one, log=LogSettings("json", level)))
            await worker_matches.close()
            return capsys.readouterr().err

        assert asyncio.run(play("error")) == ""
        events = [json.loads(line)["event"] for line in asyncio.run(play("info")).splitlines()]
        assert events.count("bot_entered") == 2

    def test_the_settings_of_a_match_do_not_show_its_seed(self) -> None:
        settings = replace(task("m1", {"ann": None}).settings, seed=b"S" * 32, seed_nonce=b"N" * 32)
        assert "m1" in repr(settings)
        assert "SS" not in repr(settings)
        assert "NN" not in repr(settings)


class TestApart:
    """A worker that has an event loop of its own, as those of Dask."""

    def test_matches_that_wait_for_their_bots_take_no_thread(self, worker: None) -> None:
        silent = [task(f"m{n}", {"ann": "random", "eve": SILENT}) for n in range(4)]
        last = task("last", {"ann": "random", "bob": "random"})

        async def play() -> tuple[FinishedMatch, list[bool], list[object]]:
            asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
            waiting = [asyncio.create_task(worker_matches.play_apart(one)) for one in silent]
            played = finished(await worker_matches.play_apart(last))
            over = [one.done() for one in waiting]
            await worker_matches.close()
            return played, over, list(await asyncio.gather(*waiting, return_exceptions=True))

        played, over, ends = asyncio.run(play())
        assert played.record is not None
        assert verify(parse(played.record, "memory")).digest == played.digest
        assert not any(over)
        assert all(isinstance(end, asyncio.CancelledError) for end in ends)
