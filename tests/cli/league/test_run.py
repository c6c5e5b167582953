"""`referee league run`, as a user runs it."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.cli.running import Running, events, league, thinking, write
from tests.cli.shell import referee, shown_on_terminal
from tests.patience import PATIENCE

BACKENDS = ("here", pytest.param("processes", marks=pytest.mark.full))
"""Where matches run; each start of a worker takes a while."""


class TestCrash:
    """A bot that crashes, and is started again."""

    def test_its_last_output_is_kept_and_printed_once_with_the_path_to_it(
        self, tmp_path: Path
    ) -> None:
        (tmp_path / "eve.py").write_text(
            "import tianming\n"
            "def choose(question): raise ValueError('no idea')\n"
            "tianming.run(choose)\n"
        )
        bots = {"ann": "random", "eve": shlex.join((sys.executable, "eve.py"))}
        write(tmp_path / "league.toml", bots, rounds=2)
        hasty = ("clock.decision=0.2", "clock.bank=0", "clock.first=0", "limits.bench_after=0")
        flags = [word for setting in hasty for word in ("--set", setting)]
        done = referee("league", "run", *flags, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        line, *printed = done.stderr.splitlines()
        assert line.startswith("referee league run: eve crashed: its process ended with code 1")
        assert line.endswith("; its last output, also in records/crashed/eve.txt:")
        assert "  ValueError: no idea" in printed
        assert all(one.startswith("  ") for one in printed)
        word = (tmp_path / "records" / "crashed" / "eve.txt").read_text()
        assert "ValueError: no idea\n" in word
        again = word.splitlines()[-1].partition("ask it the same questions again: ")[2]
        rehearsed = referee(*shlex.split(again)[1:], cwd=tmp_path)
        assert rehearsed.returncode == 1
        assert "ValueError: no idea" in rehearsed.stderr

    @pytest.mark.parametrize("kind", BACKENDS)
    def test_a_crash_is_printed_at_once_and_ctrl_c_keeps_the_results(
        self, kind: str, tmp_path: Path
    ) -> None:
        (tmp_path / "eve.py").write_text(
            "import tianming\n"
            "def choose(question): raise ValueError('no idea')\n"
            "tianming.run(choose)\n"
        )
        bots = {"ann": thinking(600), "eve": shlex.join((sys.executable, "eve.py"))}
        write(tmp_path / "league.toml", bots)
        slow = ("clock.decision=600", "clock.first=0", f"executor.kind={kind}")
        with Running(tmp_path, words=[w for one in slow for w in ("--set", one)]) as running:
            crashed = running.until("bot_crashed")
            running.signal()
            running.until("draining")
            running.signal()
            assert running.process.wait(PATIENCE) == 130
        assert (crashed["bot"], crashed["crashes"]) == ("eve", 1)
        assert "ValueError: no idea" in crashed["printed"]
        assert crashed["match"].startswith("small-r001-")
        assert not events(running.lines, "match_ended")
        assert "ValueError: no idea" in (tmp_path / crashed["file"]).read_text()
        assert list(tmp_path.glob("records/*.part"))


class TestVersion:
    """A program that changed starts a new rating."""

    BOT = "import tianming\ntianming.run(lambda question: 0)\n"
    LATER = "import tianming\ntianming.run(lambda question: question.option_count - 1)\n"

    def table(self, folder: Path) -> dict[str, tuple[int, str, str]]:
        """Matches, status and version of each bot in the table."""
        done = referee("table", "--json", cwd=folder)
        rows = json.loads(done.stdout)["table"]
        return {row["bot"]: (row["matches"], row["status"], row["version"]) for row in rows}

    @pytest.mark.parametrize("kind", BACKENDS)
    def test_each_version_has_a_row_unless_the_file_says_otherwise(
        self, kind: str, tmp_path: Path
    ) -> None:
        bot = tmp_path / "ann.py"
        bot.write_text(self.BOT)
        ann = shlex.join((sys.executable, "ann.py"))
        write(tmp_path / "league.toml", {"ann": ann, "bob": "random"}, rounds=2)
        flags = ("--set", f"executor.kind={kind}")
        league(tmp_path, "run", *flags, "--set", "format.rounds=1")
        (first,) = {version for _, _, version in [self.table(tmp_path)["ann"]]}
        bot.write_text(self.LATER)
        end = json.loads(league(tmp_path, "run", *flags, "--json"))
        rows = self.table(tmp_path)
        assert rows[f"ann@{first}"] == (2, "replaced", first)
        assert rows["ann"][:2] == (2, "active")
        assert rows["bob"][0] == 4
        assert {row["bot"] for row in end["ratings"]} == {"ann", "bob", f"ann@{first}"}
        together = referee("table", "--json", "--set", "rating.by_version=false", cwd=tmp_path)
        assert {row["bot"]: row["matches"] for row in json.loads(together.stdout)["table"]} == {
            "ann": 4,
            "bob": 4,
        }

    def test_a_bot_may_announce_its_version(self, tmp_path: Path) -> None:
        (tmp_path / "ann.py").write_text(
            "import tianming\ntianming.run(lambda question: 0, version='2.1')\n"
        )
        ann = shlex.join((sys.executable, "ann.py"))
        write(tmp_path / "league.toml", {"ann": ann, "bob": "random"})
        league(tmp_path, "run")
        assert self.table(tmp_path)["ann"] == (2, "active", "2.1")


class TestFolder:
    """A league is the same from wherever it is run."""

    @pytest.mark.parametrize(
        ("kind", "preset"),
        [
            ("here", "none"),
            ("here", "strict"),
            pytest.param("processes", "strict", marks=pytest.mark.full),
        ],
    )
    def test_its_bots_are_run_where_its_file_is(
        self, kind: str, preset: str, tmp_path: Path
    ) -> None:
        (tmp_path / "autumn" / "eve").mkdir(parents=True)
        (tmp_path / "autumn" / "eve" / "bot.py").write_text(
            "import os, tianming\nprint(os.listdir('eve'))\ntianming.run(lambda question: 0)\n"
        )
        eve = shlex.join((sys.executable, "eve/bot.py"))
        write(tmp_path / "autumn" / "league.toml", {"ann": "random", "eve": eve})
        settings = (f"executor.kind={kind}", "executor.workers=1", f"sandbox.preset={preset}")
        flags = [word for setting in settings for word in ("--set", setting)]
        done = referee("league", "run", "autumn/league.toml", "--json", *flags, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        end = json.loads(done.stdout)
        assert (end["matches"], {row["strikes"] for row in end["table"]}) == (2, {0})
        added = ("league", "add", "bob", "autumn/league.toml", "--command")
        assert referee(*added, "./eve/bot.py", cwd=tmp_path).stderr == (
            "referee league add: the bot './eve/bot.py' does not start: './eve/bot.py' is a file, "
            'but not executable; give "python ./eve/bot.py".\n'
        )


class TestRun:
    def test_a_league_is_played_and_its_table_printed(self, season: Path) -> None:
        done = referee("league", "run", cwd=season)
        assert (done.returncode, done.stderr) == (0, "")
        assert {line.split()[1] for line in done.stdout.splitlines()[1:4]} == {"ann", "bob", "eve"}
        assert done.stdout.startswith(referee("table", cwd=season).stdout)
        assert "small: 6 results, 6 of them from this run" in done.stdout
        records = sorted(season.glob("records/*.tianming"))
        assert len(records) == 6
        assert referee("verify", *records).returncode == 0

    def test_run_again_it_has_nothing_to_do(self, played_league: Path) -> None:
        again = json.loads(league(played_league, "run", "--json"))
        assert (again["played"], again["matches"], again["finish"]) == (0, 6, "over")
        table = json.loads(referee("table", "--json", cwd=played_league).stdout)["table"]
        assert again["ratings"] == table

    def test_events_are_lines_of_json_with_the_end_last(self, season: Path) -> None:
        lines = league(season, "run", "--events").splitlines()
        assert events(lines, "round_planned")[0]["matches"] == 6
        ended = events(lines, "match_ended")
        assert len({one["match"] for one in ended}) == 6
        assert all(sorted(one["places"]) in ([1, 2], [1, 1]) for one in ended)
        assert json.loads(lines[-1])["event"] == "league_ended"

    def test_a_terminal_sees_how_far_it_is(self, season: Path) -> None:
        shown = shown_on_terminal("stderr", "league", "run", cwd=season)
        assert b"round 1 of 1, " in shown
        assert b" of 6 matches, " in shown
        assert b" running" in shown

    def test_a_bot_that_does_not_start_is_benched_and_the_others_play(self, season: Path) -> None:
        broken = shlex.join((sys.executable, "-c", "raise SystemExit('no model')"))
        write(season / "league.toml", {"ann": "random", "bob": "random", "eve": broken})
        done = referee("league", "run", "--json", cwd=season)
        assert done.returncode == 1, done.stderr
        end = json.loads(done.stdout)
        assert (end["matches"], end["voided"]) == (2, 4)
        assert "its process ended with code 1" in end["benched"]["eve"]
        assert "eve is benched: missed 3 consecutive matches" in done.stderr
        assert done.stderr.count(" is void: A bot of the match is benched.") == 4
        assert "no model" in (season / "records" / "benched" / "eve.txt").read_text()

    def test_abandoned_matches_are_reported_with_a_reason_and_an_exit_code(
        self, season: Path
    ) -> None:
        broken = shlex.join((sys.executable, "-c", "raise SystemExit('no model')"))
        write(season / "league.toml", {"ann": "random", "bob": broken})
        with (season / "league.toml").open("a") as file:
            file.write("[limits]\nbench_after = 0\n")
        done = referee("league", "run", cwd=season)
        assert done.returncode == 1
        crashed, printed, *lines = done.stderr.splitlines()
        assert crashed.startswith("referee league run: bob crashed: its process ended")
        assert printed == "  no model"
        lines.sort()
        assert len(lines) == 2
        for turn, line in enumerate(lines, 1):
            name = f"small-r001-s00001-{turn}"
            assert line.startswith(f"referee league run: {name} is void: Given up after 5 attempts")
            assert "bob" in line
        again = referee("league", "run", cwd=season)
        assert (again.returncode, again.stderr) == (0, "")

    def test_a_season_that_cannot_continue_says_so_and_ends_with_a_code(
        self, played_league: Path
    ) -> None:
        league(played_league, "bench", "ann")
        league(played_league, "bench", "bob")
        done = referee("league", "run", "--set", "format.rounds=2", "--json", cwd=played_league)
        assert done.returncode == 69
        assert "round 2 of small cannot be played: 1 bot cannot fill 2 seats" in done.stderr
        assert "`referee league add`" in done.stderr
        assert json.loads(done.stdout)["finish"] == "stuck"
        league(played_league, "add", "bob")
        end = json.loads(league(played_league, "run", "--set", "format.rounds=2", "--json"))
        assert (end["finish"], end["matches"]) == ("over", 8)

    def test_only_one_runs_a_league(self, season: Path) -> None:
        write(season / "league.toml", {"ann": thinking(0.01), "bob": thinking(0.01)}, rounds=9)
        with Running(season) as running:
            running.until("round_planned")
            done = referee("league", "run", cwd=season)
            assert done.returncode == 74
            assert "is being run by another process" in done.stderr
