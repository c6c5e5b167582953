"""A database that is away for a while costs no result, and none counts twice."""

import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE
from threading import Timer

import pytest

from referee.error import UnavailableError, UsageError
from referee.launch.match_task import MatchTask
from referee.league.configuration.settings import LeagueSettings, StorageTable
from referee.league.ledger import Ledger
from referee.league.ledger.database import connect
from referee.league.ledger.outage import OUTAGE
from referee.league.lock import Patience
from referee.league.running.league_event import LeagueEvent, LedgerAwayEvent
from referee.league.running.season_finish import Finish
from referee.league.sentence import LeagueSentence
from tests.cli.running import LEAGUE, write
from tests.errors import raises
from tests.league.postgres import Postgres, running
from tests.league.running.fake_backend import league, open_ledger, runner
from tests.preloaded_python import PreloadedPopen

pytestmark = pytest.mark.needs("postgresql")


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A server that the tests stop, which the others share would not like."""
    with running() as server:
        yield server


def settings_at(address: str, folder: Path) -> LeagueSettings:
    return replace(league(folder), storage=StorageTable(ledger=address))


class TestOutage:
    def test_a_run_waits_for_a_restart_and_counts_every_match_once(
        self, server: Postgres, tmp_path: Path
    ) -> None:
        """The server stops in the middle of the season, and again when a match is being sealed."""
        settings = settings_at(server.database(), tmp_path)
        events, played, timers = list[LeagueEvent](), list[str](), list[Timer]()

        def fate(task: MatchTask) -> str:
            played.append(task.settings.match_id)
            if len(played) in (5, 12):
                for timer in timers:  # a server that is still starting cannot be stopped
                    timer.join()
                server.stop()
                timers.append(Timer(0.5, server.start))
                timers[-1].start()
            return "played"

        with open_ledger(settings) as ledger, ledger.running():
            ledger.outage = Patience(50.0, 0.1)
            assert runner(settings, ledger, fate, events.append).run() is Finish.OVER
            digest, results = ledger.digest(), ledger.results()
        for timer in timers:
            timer.join()
        planned = {one.pairing.match_id for one in results}
        assert sorted(played) == sorted(planned)
        assert any(isinstance(event, LedgerAwayEvent) for event in events)
        with open_ledger(settings) as again:
            assert again.digest() == digest

    def test_one_that_stays_away_ends_the_run_and_the_next_one_continues(
        self, server: Postgres, tmp_path: Path
    ) -> None:
        settings = settings_at(server.database(), tmp_path)
        played, events = list[str](), list[LeagueEvent]()

        def fate(task: MatchTask) -> str:
            played.append(task.settings.match_id)
            if len(played) == 5:
                server.stop()
            return "played"

        try:
            with (
                raises(UnavailableError, LeagueSentence.LEDGER_NOT_USED),
                open_ledger(settings) as ledger,
                ledger.running(),
            ):
                ledger.outage = Patience(0.3, 0.1)
                runner(settings, ledger, fate, events.append).run()
        finally:
            server.start()
        with open_ledger(settings) as ledger, ledger.running():
            assert runner(settings, ledger, fate).run() is Finish.OVER
            assert len(played) == len(set(played)) == len(ledger.results())


class TestStart:
    def test_a_run_that_starts_while_the_server_is_away_waits_for_it(
        self, server: Postgres, tmp_path: Path
    ) -> None:
        settings, waits = settings_at(server.database(), tmp_path), list[float]()
        server.stop()
        timer = Timer(0.5, server.start)
        timer.start()
        with Ledger.of(settings, begin=True, when_away=waits.append) as ledger, ledger.running():
            assert runner(settings, ledger).run() is Finish.OVER
        timer.join()
        assert waits == [OUTAGE]

    def test_it_does_not_wait_for_a_server_that_answers(
        self, server: Postgres, tmp_path: Path
    ) -> None:
        settings, waits = settings_at(server.url("nowhere"), tmp_path), list[float]()
        with raises(UnavailableError, LeagueSentence.LEDGER_NOT_USED):
            Ledger.of(settings, begin=True, when_away=waits.append)
        assert waits == []

    def test_a_run_that_waits_says_so_and_ends_at_ctrl_c(self, tmp_path: Path) -> None:
        write(tmp_path / "league.toml", {"ann": "random", "bob": "random"})
        words = ("--set", "storage.ledger=postgresql://ann@127.0.0.1:1/league")
        with PreloadedPopen(
            (*LEAGUE, "run", *words), cwd=tmp_path, stderr=PIPE, text=True
        ) as process:
            assert process.stderr is not None
            line = process.stderr.readline()
            process.send_signal(signal.SIGINT)
            rest = process.stderr.read()
        assert "the ledger's database does not answer: waiting up to 5 min" in line
        assert process.returncode == 130
        assert "Traceback" not in rest


class TestEncoding:
    @pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
    def test_a_database_that_cannot_keep_any_text_is_refused_in_a_sentence(
        self, encoding: str, server: Postgres
    ) -> None:
        with raises(UsageError, LeagueSentence.OTHER_ENCODING, encoding=encoding):
            connect(server.database(encoding))
