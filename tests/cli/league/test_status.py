"""`referee league status`: what an organiser reads, and what a program does."""

import json
import shlex
import sys
from pathlib import Path

from tests.cli.running import Running, league, thinking, write
from tests.cli.shell import referee


class TestStatus:
    def test_a_season_that_has_not_begun_is_refused(self, season: Path) -> None:
        done = referee("league", "status", cwd=season)
        assert (done.returncode, "has not begun" in done.stderr) == (65, True)

    def test_a_season_that_is_over(self, played_league: Path) -> None:
        league(played_league, "void", "small-r001-s00001-1", "--reason", "Rain.")
        league(played_league, "bench", "eve", "--reason", "Ill.")
        assert league(played_league, "status").splitlines() == [
            "round  planned  played  void  open",
            "1            6       5     1     0",
            "all          6       5     1     0",
            "",
            "bot  matches  state",
            "ann        3  plays",
            "bob        4  plays",
            "eve        3  benched: Ill.",
            "",
            "1 void match: Rain.",
            "small: all planned matches have been played.",
        ]

    def test_a_season_that_is_being_run_and_is_stopped(self, season: Path) -> None:
        bots = {name: thinking(0.02) for name in "abcdef"}  # 30 matches in a round
        write(season / "league.toml", bots, rounds=9)
        with Running(season) as running:
            running.until("match_ended")
            said = json.loads(league(season, "status", "--json"))
            assert said["running"]
            assert "small: running; " in league(season, "status")
        said = json.loads(league(season, "status", "--json"))
        assert (said["running"], said["next"], said["rounds_in_all"]) == (False, "matches", 9)
        last = said["rounds"][-1]
        assert last["open"] == last["planned"] - last["played"] > 0
        words = f"{sum(one['open'] for one in said['rounds'])} matches open, "
        assert words in league(season, "status")

    def test_it_is_read_where_it_could_not_be_played(self, played_league: Path) -> None:
        file = played_league / "league.toml"
        file.write_text(file.read_text().replace('command = "random"', 'command = "not-here"'))
        assert league(played_league, "status").endswith(
            "small: all planned matches have been played.\n"
        )

    def test_a_bot_that_crashes_is_named_with_its_last_words(self, season: Path) -> None:
        file = season / "league.toml"
        crash = shlex.join((sys.executable, "-c", "raise SystemExit('I am ill')"))
        write(file, {"ann": "random", "bob": "random", "eve": crash})
        file.write_text(
            file.read_text().replace("[sandbox]", "[limits]\nbench_after = 1\n[sandbox]")
        )
        league(season, "run", code=1)
        said = league(season, "status")
        assert "eve        0  benched: missed a match: " in said
        assert "eve was benched: its last output is in records/benched/eve.txt\n" in said
        assert "4 void matches: A bot of the match is benched.\n" in said
        assert "I am ill" in (season / "records" / "benched" / "eve.txt").read_text()
