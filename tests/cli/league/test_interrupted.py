"""A signal or a closed pipe ends `referee league run` early, and the next run resumes."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import LEAGUE, Running, league, thinking, wait_for_record, write
from tests.cli.shell import STALLED, referee
from tests.patience import PATIENCE
from tests.preloaded_python import PreloadedPopen

pytestmark = pytest.mark.full


class TestNobodyListens:
    """Who stops reading cuts no match off, and does not make a season look finished."""

    def test_a_league_whose_events_nobody_reads_drains_and_says_so(self, season: Path) -> None:
        write(season / "league.toml", {"ann": thinking(0.01), "bob": thinking(0.01)}, rounds=3)
        with Running(season, stderr=subprocess.PIPE) as running:
            running.until("round_planned")
            assert running.process.stdout is not None
            assert running.process.stderr is not None
            running.process.stdout.close()
            said = running.process.stderr.read()
            running.process.stderr.close()
            assert running.process.wait(PATIENCE) == 74
        first, second = STALLED.sub("", said).splitlines()
        assert "the events cannot be written: Broken pipe; the same command resumes" in first
        assert "stopping: waiting for running matches to finish" in second
        assert not list(season.glob("records/*.part"))
        write(season / "league.toml", {"ann": "random", "bob": "random"}, rounds=3)
        assert json.loads(league(season, "run", "--json"))["matches"] == 6

    @pytest.mark.parametrize("form", [(), ("--json",)])
    def test_a_table_that_nobody_reads_does_not_hide_how_the_league_ended(
        self, form: tuple[str, ...], played_league: Path
    ) -> None:
        league(played_league, "bench", "ann")
        league(played_league, "bench", "bob")
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(
            [*LEAGUE, "run", *form, "--set", "format.rounds=2"],
            cwd=played_league,
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        os.close(writer)
        assert done.returncode == 69
        assert len(done.stderr.splitlines()) == 1


class TestInterrupted:
    def test_the_first_ctrl_c_lets_open_matches_end_and_prints_the_table(
        self, season: Path
    ) -> None:
        write(season / "league.toml", {"ann": thinking(0.01), "bob": thinking(0.01)}, rounds=3)
        with Running(season) as running:
            running.until("round_planned")
            running.signal()
            end = running.until("league_ended")
            assert running.process.wait(PATIENCE) == 130
        assert end["finish"] == "drained"
        assert {row["bot"] for row in end["table"]} <= {"ann", "bob"}
        assert not list(season.glob("records/*.part"))
        write(season / "league.toml", {"ann": "random", "bob": "random"}, rounds=3)
        assert json.loads(league(season, "run", "--json"))["matches"] == 6

    def test_people_see_the_rated_table_of_what_was_played(self, season: Path) -> None:
        write(season / "league.toml", {"ann": thinking(0.01), "bob": thinking(0.01)}, rounds=3)
        with PreloadedPopen(
            (*LEAGUE, "run"),
            cwd=season,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            wait_for_record(season)
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=PATIENCE)
        table = referee("table", cwd=season).stdout
        assert process.returncode == 130
        assert table.split()[:2] == ["rank", "bot"]
        assert said.startswith(table)
        assert "Run the same command to resume." in said

    def test_the_second_stops_at_once_and_the_league_resumes_later(self, season: Path) -> None:
        write(season / "league.toml", {"ann": "random", "bob": thinking(60)})
        with Running(season) as running:
            running.until("round_planned")
            running.signal()
            running.until("draining")
            running.signal()
            assert running.process.wait(PATIENCE) == 130
        write(season / "league.toml", {"ann": "random", "bob": "random"})
        end = json.loads(league(season, "run", "--json"))
        assert end["matches"] == 2
        assert end["finish"] == "over"
