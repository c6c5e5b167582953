"""`referee league run`, and the orders that go with it, as a user runs them."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import referee, shown_on_terminal

pytestmark = pytest.mark.timeout(180)
"""Processes, several in each test: on a busy machine each takes seconds to start."""


RUN = (sys.executable, "-m", "referee.cli.main", "league", "run")
RANDOM = ("tianming_bots.random_bot",)
SILENT = ("tests.zoo.faulty", "silent")


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """A folder with a small league: six matches of two bots each."""
    write(tmp_path / "league.toml", {"ann": "random", "bob": "random", "eve": "random"})
    return tmp_path


def write(path: Path, bots: dict[str, str], rounds: int = 1) -> None:
    """Write a league's file."""
    head = (
        'name = "small"\ngame = "dragon"\nseats = 2\nseed = "seven"\n'
        f'[format]\nkind = "round-robin"\nrounds = {rounds}\n'
        '[sandbox]\npreset = "none"\n'
    )
    tables = [
        f'[[bot]]\nname = "{name}"\ncommand = {json.dumps(line)}\n' for name, line in bots.items()
    ]
    path.write_text(head + "".join(tables))


def thinking(seconds: float) -> str:
    """The command of a bot that gives a test time to do something meanwhile."""
    program = f"import time, tianming; tianming.run(lambda q: time.sleep({seconds}) or 0)"
    return shlex.join((sys.executable, "-c", program))


def network(folder: Path, bot: str, server: str = "") -> None:
    """Write the file of a league of that bot and a local one, to which others can connect."""
    write(folder / "league.toml", {"bob": "random"})
    with (folder / "league.toml").open("a") as file:
        file.write(
            f"{bot}[clock]\nbank = 300.0\n[match]\nstartup = 60.0\n"
            f'[server]\nlisten = "127.0.0.1:0"\n{server}'
        )


@contextmanager
def visitor(address: str, token: str, bot: Sequence[str]) -> Iterator["subprocess.Popen[bytes]"]:
    """A bot of the network, as a process; it is gone afterwards."""
    place = {"TIANMING_SERVER": address, "TIANMING_TOKEN": token}
    with subprocess.Popen(
        [sys.executable, "-m", *bot], env={**os.environ, **place}, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for_record(folder: Path) -> None:
    """Wait until a match has begun; the test's time limit is the bound."""
    while not list(folder.glob("records/*.part")):
        time.sleep(0.05)


def league(folder: Path, *words: str, code: int = 0) -> str:
    """Run a command of `referee league`; gives what it prints."""
    done = referee("league", *words, cwd=folder)
    assert done.returncode == code, done.stderr
    return done.stdout


def events(lines: Sequence[str], kind: str) -> list[dict[str, Any]]:
    """The events of a kind among lines of JSON."""
    said = [json.loads(line) for line in lines]
    return [one for one in said if one["event"] == kind]


class TestRun:
    def test_a_league_is_played_and_its_table_printed(self, season: Path) -> None:
        done = referee("league", "run", cwd=season)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        assert {line.split()[1] for line in done.stdout.splitlines()[1:4]} == {"ann", "bob", "eve"}
        assert "small: results of 6 matches, 6 of them from this run" in done.stdout
        records = sorted(season.glob("records/*.tianming"))
        assert len(records) == 6
        assert referee("verify", *records).returncode == 0

    def test_it_ends_with_the_table_that_referee_table_prints(self, season: Path) -> None:
        done = league(season, "run")
        assert done.startswith(referee("table", cwd=season).stdout)
        assert done.split()[:4] == ["rank", "bot", "rating", "±"]
        ratings = json.loads(league(season, "run", "--json"))["ratings"]
        assert ratings == json.loads(referee("table", "--json", cwd=season).stdout)["table"]

    def test_run_again_it_has_nothing_to_do(self, season: Path) -> None:
        first = json.loads(league(season, "run", "--json"))
        again = json.loads(league(season, "run", "--json"))
        assert (first["played"], again["played"]) == (6, 0)
        assert again["matches"] == 6
        assert again["finish"] == "over"
        assert again["table"] == first["table"]

    def test_events_are_lines_of_json_with_the_end_last(self, season: Path) -> None:
        lines = league(season, "run", "--events").splitlines()
        assert events(lines, "round_planned")[0]["matches"] == 6
        ended = events(lines, "match_ended")
        assert len({one["match"] for one in ended}) == 6
        assert all(sorted(one["places"]) in ([1, 2], [1, 1]) for one in ended)
        assert json.loads(lines[-1])["event"] == "league_ended"

    def test_a_terminal_sees_how_far_it_is(self, season: Path) -> None:
        shown = shown_on_terminal("stderr", "league", "run", cwd=season)
        assert b"round 1, " in shown
        assert b" of 6 done, " in shown
        assert b" in flight, " in shown
        assert b" matches/s" in shown

    def test_a_bot_that_does_not_start_is_benched_and_the_others_play(self, season: Path) -> None:
        broken = shlex.join((sys.executable, "-c", "raise SystemExit('no model')"))
        write(season / "league.toml", {"ann": "random", "bob": "random", "eve": broken})
        done = referee("league", "run", "--json", cwd=season)
        assert done.returncode == 1, done.stderr
        end = json.loads(done.stdout)
        assert (end["matches"], end["voided"]) == (2, 4)
        assert "its process ended with code 1" in end["benched"]["eve"]
        assert "eve is benched: it was gone in 3 matches in a row" in done.stderr
        assert done.stderr.count(" is void: One of its bots is benched.") == 4
        assert "no model" in (season / "records" / "benched" / "eve.txt").read_text()

    def test_matches_that_are_given_up_are_told_with_a_reason_and_a_code(
        self, season: Path
    ) -> None:
        broken = shlex.join((sys.executable, "-c", "raise SystemExit('no model')"))
        write(season / "league.toml", {"ann": "random", "bob": broken})
        with (season / "league.toml").open("a") as file:
            file.write("[limits]\nbench_after = 0\n")
        done = referee("league", "run", cwd=season)
        assert done.returncode == 1
        lines = sorted(done.stderr.splitlines())
        assert len(lines) == 2
        for turn, line in enumerate(lines, 1):
            name = f"small-r001-s00001-{turn}"
            assert line.startswith(f"referee league run: {name} is void: Given up after 5 attempts")
            assert "bob" in line
        again = referee("league", "run", cwd=season)
        assert (again.returncode, again.stderr) == (0, "")

    def test_a_season_that_cannot_go_on_says_so_and_ends_with_a_code(self, season: Path) -> None:
        league(season, "run")
        league(season, "bench", "ann")
        league(season, "bench", "bob")
        done = referee("league", "run", "--set", "format.rounds=2", "--json", cwd=season)
        assert done.returncode == 69
        assert "round 2 of small cannot be played: 1 bots cannot fill 2 seats" in done.stderr
        assert "`referee league add`" in done.stderr
        assert json.loads(done.stdout)["finish"] == "stuck"
        league(season, "add", "bob")
        end = json.loads(league(season, "run", "--set", "format.rounds=2", "--json"))
        assert (end["finish"], end["matches"]) == ("over", 8)

    def test_only_one_runs_a_league(self, season: Path) -> None:
        write(season / "league.toml", {"ann": thinking(0.01), "bob": thinking(0.01)}, rounds=9)
        with Running(season) as running:
            running.until("round_planned")
            done = referee("league", "run", cwd=season)
            assert done.returncode == 74
            assert "is being run by another process" in done.stderr


class TestNobodyListens:
    """Who stops reading cuts no match off, and does not make a season look finished."""

    def test_a_league_whose_events_nobody_reads_drains_and_says_so(self, season: Path) -> None:
        write(season / "league.toml", {"ann": thinking(0.01), "bob": thinking(0.01)}, rounds=9)
        with Running(season, stderr=subprocess.PIPE) as running:
            running.until("round_planned")
            assert running.process.stdout is not None
            assert running.process.stderr is not None
            running.process.stdout.close()
            said = running.process.stderr.read()
            running.process.stderr.close()
            assert running.process.wait(60) == 74
        first, second = said.splitlines()
        assert "the events cannot be written: Broken pipe; the same command goes on" in first
        assert "draining: what is in flight may end" in second
        assert not list(season.glob("records/*.part"))
        write(season / "league.toml", {"ann": "random", "bob": "random"}, rounds=9)
        assert json.loads(league(season, "run", "--json"))["matches"] == 18

    @pytest.mark.parametrize("form", [(), ("--json",)])
    def test_a_table_that_nobody_reads_does_not_hide_how_the_league_ended(
        self, form: tuple[str, ...], season: Path
    ) -> None:
        league(season, "run")
        league(season, "bench", "ann")
        league(season, "bench", "bob")
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(
            [*RUN, *form, "--set", "format.rounds=2"],
            cwd=season,
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        os.close(writer)
        assert done.returncode == 69
        assert len(done.stderr.splitlines()) == 1


class Running:
    """A league that runs while the test does something else. Use `with`."""

    def __init__(self, folder: Path, stderr: int = subprocess.DEVNULL) -> None:
        self._folder = folder
        self._stderr = stderr
        self.lines: list[str] = []

    def __enter__(self) -> "Running":
        self.process = subprocess.Popen(
            [*RUN, "--events"],
            cwd=self._folder,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            text=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        has_ended = self.lines and "league_ended" in self.lines[-1]
        if self.process.poll() is None and not has_ended:
            self.signal()
            self.until("draining")
            self.signal()
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def until(self, kind: str) -> dict[str, Any]:
        """Read until something has happened."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            said: dict[str, Any] = json.loads(line)
            if said["event"] == kind:
                return said
        raise AssertionError(f"{kind} never came: {self.lines}")

    def signal(self, number: int = signal.SIGINT) -> None:
        """Send a signal; Ctrl-C unless it is another."""
        self.process.send_signal(number)


class TestInterrupted:
    def test_the_first_ctrl_c_lets_open_matches_end_and_prints_the_table(
        self, season: Path
    ) -> None:
        write(season / "league.toml", {"ann": thinking(0.01), "bob": thinking(0.01)}, rounds=9)
        with Running(season) as running:
            running.until("round_planned")
            running.signal()
            end = running.until("league_ended")
            assert running.process.wait(30) == 130
        assert end["finish"] == "drained"
        assert {row["bot"] for row in end["table"]} <= {"ann", "bob"}
        assert not list(season.glob("records/*.part"))
        write(season / "league.toml", {"ann": "random", "bob": "random"}, rounds=9)
        assert json.loads(league(season, "run", "--json"))["matches"] == 18

    def test_people_see_the_rated_table_of_what_was_played(self, season: Path) -> None:
        write(season / "league.toml", {"ann": thinking(0.01), "bob": thinking(0.01)}, rounds=9)
        with subprocess.Popen(
            RUN,
            cwd=season,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            wait_for_record(season)
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=100)
        table = referee("table", cwd=season).stdout
        assert process.returncode == 130
        assert table.split()[:2] == ["rank", "bot"]
        assert said.startswith(table)
        assert "The same command goes on with it." in said

    def test_the_second_stops_at_once_and_the_league_goes_on_later(self, season: Path) -> None:
        write(season / "league.toml", {"ann": "random", "bob": thinking(60)})
        with Running(season) as running:
            running.until("round_planned")
            running.signal()
            running.until("draining")
            running.signal()
            assert running.process.wait(30) == 130
        write(season / "league.toml", {"ann": "random", "bob": "random"})
        end = json.loads(league(season, "run", "--json"))
        assert end["matches"] == 2
        assert end["finish"] == "over"


class TestOrders:
    def test_a_bot_joins_and_leaves(self, season: Path) -> None:
        assert league(season, "add", "new", "--command", "random") == "new plays in small.\n"
        assert "eve is benched in small" in league(season, "bench", "eve", "--reason", "Ill.")
        end = json.loads(league(season, "run", "--json"))
        assert {row["bot"] for row in end["table"]} == {"ann", "bob", "new"}
        assert end["benched"] == {"eve": "Ill."}

    def test_a_match_is_voided_and_played_again(self, season: Path) -> None:
        league(season, "run")
        match = "small-r001-s00001-1"
        assert f"{match} counts for nobody" in league(season, "void", match)
        assert json.loads(league(season, "run", "--json"))["matches"] == 5
        assert f"{match} is played again, on other draws" in league(season, "rerun", match)
        end = json.loads(league(season, "run", "--json"))
        assert (end["matches"], end["played"]) == (6, 1)
        assert (season / "records" / f"{match}.2.tianming").exists()

    def test_orders_are_heard_by_a_league_that_runs(self, season: Path) -> None:
        bots = {name: thinking(0.02) for name in ("ann", "bob", "eve")}
        write(season / "league.toml", bots, rounds=9)
        with Running(season) as running:
            running.until("round_planned")
            league(season, "add", "new", "--command", "random")
            league(season, "bench", "eve")
            while running.until("round_planned")["bots"] != ["ann", "bob", "new"]:
                continue
        assert len(events(running.lines, "orders_heard")) > 0

    def test_the_ledger_is_made_again_from_the_records(self, season: Path) -> None:
        league(season, "run")
        first = json.loads(league(season, "rebuild", "--json"))
        (season / "ledger.db").unlink()
        again = json.loads(league(season, "rebuild", "--json"))
        assert again["records"] == 6
        assert again["digest"] == first["digest"]
        assert "6 records in " in league(season, "rebuild")

    def test_a_ledger_that_is_damaged_is_made_again(self, season: Path) -> None:
        league(season, "run")
        (season / "ledger.db").write_bytes(b"no database")
        refused = referee("table", "league.toml", cwd=season)
        assert refused.returncode == 65
        assert "is damaged: file is not a database; `referee league rebuild`" in refused.stderr
        league(season, "rebuild")
        assert json.loads(league(season, "run", "--json"))["matches"] == 6

    def test_a_ledger_that_is_ahead_of_the_journal_is_made_again(self, season: Path) -> None:
        league(season, "run")
        journal = season / "records" / "league.journal"
        lines = journal.read_bytes().splitlines(keepends=True)
        journal.write_bytes(b"".join(lines[:-2]))
        refused = referee("league", "run", cwd=season)
        assert refused.returncode == 65
        assert "run `referee league rebuild`" in refused.stderr
        league(season, "rebuild")
        assert json.loads(league(season, "run", "--json"))["matches"] == 6


class TestTokens:
    """A bot's token is changed while the league runs: the new one is good, the old one no more."""

    def test_tokens_of_the_file_are_read_again_at_sighup(self, tmp_path: Path) -> None:
        tokens = tmp_path / "tokens.txt"
        old = referee("token", "ann", "--tokens", tokens).stdout.strip()
        network(tmp_path, '[[bot]]\nname = "ann"\ntoken = "ann"\n', 'tokens = "tokens.txt"\n')
        with Running(tmp_path) as running:
            address = running.until("listening")["address"]
            with visitor(address, old, SILENT) as first:
                running.until("round_planned")
                wait_for_record(tmp_path)
                for damage in ("no line\n", ""):
                    tokens.write_text(damage)
                    running.signal(signal.SIGHUP)
                    assert "league.toml:" in running.until("bots_kept")["reason"]
                assert first.poll() is None
                new = referee("token", "ann", "--tokens", tokens).stdout.strip()
                running.signal(signal.SIGHUP)
                assert running.until("bots_read")["count"] == 2
                first.wait(30)
            with visitor(address, old, SILENT) as second, visitor(address, new, RANDOM):
                assert running.until("league_ended")["matches"] == 2
                assert second.wait(30) != 0

    def test_a_token_that_is_given_by_an_order_takes_the_place_of_the_last(
        self, tmp_path: Path
    ) -> None:
        network(tmp_path, '[[bot]]\nname = "eve"\ncommand = "random"\n')
        given = [
            referee("token", "ann", "--tokens", tmp_path / name).stdout.strip()
            for name in ("one.txt", "two.txt")
        ]
        league(tmp_path, "add", "ann", "--tokens", "one.txt")
        league(tmp_path, "bench", "eve")
        with Running(tmp_path) as running:
            address = running.until("listening")["address"]
            with visitor(address, given[0], SILENT) as first:
                running.until("round_planned")
                wait_for_record(tmp_path)
                league(tmp_path, "add", "ann", "--tokens", "two.txt")
                first.wait(30)
            with visitor(address, given[1], RANDOM):
                assert running.until("league_ended")["matches"] == 2


class TestBadInput:
    @pytest.mark.parametrize(
        ("words", "code", "sentence"),
        [
            (("bench", "eva"), 2, "no bot 'eva' in the league small: did you mean eve"),
            (("void", "small-r9"), 2, "no match 'small-r9' in the league small: a match is"),
            (("rerun", "small-r9"), 2, "no match 'small-r9' in the league small: a match is"),
            (("add", "ann", "--command", "random"), 2, "ann stands in league.toml: change there"),
            (("add", "Ann", "--command", "random"), 2, "there is a bot 'Ann' already, in large"),
            (("add", "Ann"), 2, "there is a bot 'Ann' already, in large"),
            (("add", "new"), 2, "say how it is reached, with --command or --tokens"),
            (("add", "new", "--command", "radnom"), 69, "did you mean random"),
            (("add", "new", "--tokens", "nowhere"), 2, "the tokens nowhere cannot be read"),
            (("add", "a\x1b[31m", "--command", "random"), 2, "a bot cannot be called"),
            (("add", "new", "--command", "random \udcff"), 2, "'random \\udcff' is no text"),
            (("bench", "eve", "--reason", "\udcff"), 2, "argument --reason: '\\udcff' is no text"),
            (("void", "\udcff"), 2, "argument MATCH: '\\udcff' is no text: the ledger keeps"),
            (("run", "nowhere.toml"), 2, "nowhere.toml"),
        ],
    )
    def test_one_sentence_says_what_is_wrong(
        self, words: tuple[str, ...], code: int, sentence: str, season: Path
    ) -> None:
        league(season, "add", "eve")
        done = referee("league", *words, cwd=season)
        assert done.returncode == code
        (line,) = done.stderr.splitlines()
        assert sentence in line
        assert done.stdout == ""

    @pytest.mark.parametrize(
        "words", [("bench", "eve"), ("void", "m"), ("rerun", "m"), ("rebuild",)]
    )
    def test_a_league_that_has_not_begun(self, words: tuple[str, ...], season: Path) -> None:
        done = referee("league", *words, cwd=season)
        assert done.returncode == 65
        assert "the league small has not begun" in done.stderr
        assert sorted(path.name for path in season.iterdir()) == ["league.toml"]

    def test_a_match_that_is_played_anyway_is_not_played_again(self, season: Path) -> None:
        write(season / "league.toml", {"ann": thinking(60), "bob": thinking(60)})
        with Running(season) as running:
            running.until("round_planned")
            done = referee("league", "rerun", "small-r001-s00001-1", cwd=season)
        assert done.returncode == 2
        assert "has no result yet" in done.stderr

    def test_a_damaged_record_is_named_and_the_ledger_left_alone(self, season: Path) -> None:
        league(season, "run")
        record = season / "records" / "small-r001-s00001-1.tianming"
        data = bytearray(record.read_bytes())
        data[len(data) // 2] ^= 1
        record.write_bytes(data)
        done = referee("league", "rebuild", cwd=season)
        assert done.returncode == 65
        assert record.name in done.stderr
        assert json.loads(league(season, "run", "--json"))["matches"] == 6

    @pytest.mark.parametrize("left", [0, 300])
    def test_a_record_that_is_lost_is_moved_away_and_its_match_played_again(
        self, left: int, season: Path
    ) -> None:
        league(season, "run")
        record = season / "records" / "small-r001-s00001-1.tianming"
        record.write_bytes(record.read_bytes()[:left])
        done = referee("league", "rebuild", cwd=season)
        assert done.returncode == 65
        what, way_out = done.stderr.splitlines()
        assert "take an undamaged copy" in what
        assert "move the record out of the folder" in way_out
        record.rename(season / "damaged")
        league(season, "rebuild")
        end = json.loads(league(season, "run", "--json"))
        assert (end["matches"], end["played"]) == (6, 1)
