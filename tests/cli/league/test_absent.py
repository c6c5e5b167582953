"""A league whose remote bots connect late, go, come back, or are benched, with real processes."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import Running, events, league, thinking, visitor, write
from tests.cli.shell import referee

pytestmark = pytest.mark.full

RANDOM = ("tianming_bots.random_bot",)


@pytest.fixture
def token(tmp_path: Path) -> str:
    """The token of the remote bot ann."""
    return referee("token", "ann", "--tokens", tmp_path / "tokens.txt").stdout.strip()


def file(
    folder: Path, bots: dict[str, str], rounds: int = 1, more: str = "", bank: float = 300.0
) -> None:
    """Write the file of a league between ann, who connects, and local bots."""
    write(folder / "league.toml", bots, rounds, clock=f"bank = {bank}\n")
    with (folder / "league.toml").open("a") as out:
        out.write(
            '[[bot]]\nname = "ann"\ntoken = "ann"\n'
            f'[server]\nlisten = "127.0.0.1:0"\ntokens = "tokens.txt"\n{more}'
        )


class TestLate:
    """A league waits for its remote bots before it starts matches."""

    def test_a_bot_that_connects_late_plays_all_its_matches(
        self, tmp_path: Path, token: str
    ) -> None:
        file(tmp_path, {"bob": "random"}, rounds=2, more="[match]\nstartup = 1.0\n")
        with Running(tmp_path) as running:
            address = running.until("listening")["address"]
            awaited = running.until("bots_awaited")
            assert (awaited["bots"], awaited["seconds"]) == (["ann"], 300)
            with visitor(address, token, RANDOM):
                end = running.until("league_ended")
        assert (end["matches"], end["voided"], end["benched"]) == (4, 0, {})
        assert {row["bot"]: row["strikes"] for row in end["table"]} == {"ann": 0, "bob": 0}

    def test_it_waits_no_longer_than_the_given_time(self, tmp_path: Path, token: str) -> None:
        file(tmp_path, {"bob": "random", "eve": "random"}, more="[match]\nstartup = 10.0\n")
        done = referee("league", "run", "--wait", "0.01", "--json", cwd=tmp_path)
        assert done.returncode == 1
        lines = [line.removeprefix("referee league run: ") for line in done.stderr.splitlines()]
        assert lines[0].startswith("listening on ")
        assert lines[1] == "waiting up to 0.01 min for ann to connect; to start without: --no-wait"
        assert lines[2] == "starting without ann: their matches wait while others are played"
        end = json.loads(done.stdout)
        assert (end["matches"], end["voided"]) == (2, 4)
        assert end["benched"]["ann"].startswith("missed 3 consecutive matches: it did not connect")

    def test_a_bot_that_never_comes_stays_in_table_and_status(
        self, tmp_path: Path, token: str
    ) -> None:
        more = "[match]\nstartup = 10.0\n[limits]\nbench_after = 1\n"
        file(tmp_path, {"bob": "random", "eve": "random"}, more=more)
        done = referee("league", "run", "--no-wait", "--json", cwd=tmp_path)
        assert done.returncode == 1
        ratings = {row["bot"]: row["status"] for row in json.loads(done.stdout)["ratings"]}
        assert ratings == {"ann": "absent", "bob": "active", "eve": "active"}
        status = json.loads(league(tmp_path, "status", "--json"))
        (ann,) = [bot for bot in status["bots"] if bot["bot"] == "ann"]
        assert (ann["state"], ann["matches"]) == ("rests", 0)
        message = (tmp_path / "records" / "benched" / "ann.txt").read_text()
        assert "Connect again: the bot then plays again by itself." in message


class TestUnattended:
    """A round that no remote bot attends is not lost."""

    def test_it_stays_open_and_is_played_when_the_bots_are_there(
        self, tmp_path: Path, token: str
    ) -> None:
        file(tmp_path, {"bob": "random"}, more="[match]\nstartup = 1.0\n")
        done = referee("league", "run", "--no-wait", "--json", cwd=tmp_path)
        assert done.returncode == 69
        assert "none of ann is connected: round 1 stays open, and nobody is benched" in done.stderr
        end = json.loads(done.stdout)
        assert (end["finish"], end["voided"], end["benched"]) == ("absent", 0, {})
        with Running(tmp_path) as running:
            address = running.until("listening")["address"]
            with visitor(address, token, RANDOM):
                end = running.until("league_ended")
        assert (end["finish"], end["matches"], end["voided"]) == ("over", 2, 0)

    def test_it_stays_open_if_the_bots_listen_and_none_answers(self, tmp_path: Path) -> None:
        write(tmp_path / "league.toml", {})
        with (tmp_path / "league.toml").open("a") as out:
            out.write("[match]\nstartup = 1.0\n[limits]\nbench_after = 1\n")
            for name in ("ann", "bob"):
                out.write(f'[[bot]]\nname = "{name}"\naddress = "http://127.0.0.1:1"\n')
        done = referee("league", "run", "--json", cwd=tmp_path)
        assert done.returncode == 69
        assert "none of ann, bob is connected: round 1 stays open" in done.stderr
        end = json.loads(done.stdout)
        assert (end["finish"], end["voided"], end["benched"]) == ("absent", 0, {})

    def test_one_that_some_attend_says_how_to_play_its_void_matches(
        self, tmp_path: Path, token: str
    ) -> None:
        more = "[match]\nstartup = 10.0\n[limits]\nbench_after = 1\n"
        file(tmp_path, {"bob": "random", "eve": "random"}, more=more)
        done = referee("league", "run", "--no-wait", cwd=tmp_path)
        assert done.returncode == 1
        way_out = "To play them again: `referee league rerun --void`, then `referee league run`."
        assert f"4 matches are void. {way_out}" in done.stdout
        assert way_out in league(tmp_path, "status")
        message = (tmp_path / "records" / "benched" / "ann.txt").read_text()
        assert "output" not in message


class TestReturn:
    """A returning bot plays again by itself."""

    def test_one_that_goes_and_returns_in_its_round_loses_no_match(
        self, tmp_path: Path, token: str
    ) -> None:
        more = "[match]\nstartup = 60.0\n[limits]\nmatches = 2\nbench_after = 1\n"
        file(tmp_path, {"bob": "random", "eve": "random"}, rounds=3, more=more)
        with Running(tmp_path) as running:
            address = running.until("listening")["address"]
            with visitor(address, token, RANDOM):
                while "ann" not in running.until("match_ended")["bots"]:
                    continue
            with visitor(address, token, RANDOM):
                end = running.until("league_ended")
        assert (end["matches"], end["voided"], end["benched"]) == (18, 0, {})

    @pytest.mark.parametrize("form", ["round-robin", "ladder"])
    def test_others_play_on_while_it_is_away(self, tmp_path: Path, token: str, form: str) -> None:
        more = "[match]\nstartup = 60.0\n[limits]\nmatches = 2\nmatches_per_bot = 1\n"
        bots = {"bob": thinking(0.001), "eve": "random"}
        file(tmp_path, bots, rounds=60, more=more, bank=10.0)  # for which its last match waits
        path = tmp_path / "league.toml"
        path.write_text(path.read_text().replace("round-robin", form))
        with Running(tmp_path) as running:
            address = running.until("listening")["address"]
            with visitor(address, token, RANDOM):
                while "ann" not in running.until("match_ended")["bots"]:
                    continue
            without = 0
            while without < 8:
                without += "ann" not in running.until("match_ended")["bots"]
            with visitor(address, token, RANDOM):
                while "ann" not in running.until("match_ended")["bots"]:
                    continue
        assert not events(running.lines, "bot_benched")

    def test_one_that_was_benched_because_it_was_absent_plays_when_it_connects(
        self, tmp_path: Path, token: str
    ) -> None:
        more = "[match]\nstartup = 10.0\n[limits]\nbench_after = 1\nopen_rounds = 1\n"
        bots = {name: thinking(0.01) for name in ("bob", "eve")}
        file(tmp_path, bots, rounds=30, more=more)
        with Running(tmp_path, words=("--no-wait",)) as running:
            address = running.until("listening")["address"]
            assert running.until("bot_benched")["bot"] == "ann"
            with visitor(address, token, RANDOM):
                assert running.until("bot_returned")["bot"] == "ann"
                while "ann" not in running.until("round_planned")["bots"]:
                    continue
                while "ann" not in running.until("match_ended")["bots"]:
                    continue

    def test_a_bot_benched_by_the_organiser_gets_the_reason_and_the_remedy(
        self, tmp_path: Path, token: str
    ) -> None:
        bots = {name: thinking(0.01) for name in ("bob", "eve")}
        file(tmp_path, bots, rounds=30)
        with Running(tmp_path, words=("--no-wait",)) as running:
            address = running.until("listening")["address"]
            running.until("round_planned")
            league(tmp_path, "bench", "ann", "--reason", "Its owner asked for it.")
            with visitor(address, token, RANDOM, subprocess.PIPE) as bot:
                assert bot.stderr is not None
                lines = (line for line in bot.stderr if "benched" in line)
                assert next(lines) == (
                    "tianming: benched in the league small: Its owner asked for it. The organiser "
                    "of the league can bring it back: `referee league add 'ann'`.\n"
                )
                league(tmp_path, "add", "ann")
                while "ann" not in running.until("match_ended")["bots"]:
                    continue
