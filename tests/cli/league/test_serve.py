"""`referee league serve`: a season that stays open, with real processes."""

import json
import signal
from pathlib import Path

from tests.cli.running import ANY_PORT, Running, league, thinking, visitor, wait_for_record, write
from tests.cli.shell import referee

RANDOM = ("tianming_bots.random_bot",)


def file(
    folder: Path, *bots: str, rounds: int = 2, schedule: str = 'every = "3 s"'
) -> dict[str, str]:
    """Write the file of a league between remote bots; return the token of each."""
    tokens = {
        bot: referee("token", bot, "--tokens", folder / "tokens.txt").stdout.strip() for bot in bots
    }
    write(folder / "league.toml", {}, rounds, clock="bank = 300.0\n")
    with (folder / "league.toml").open("a") as out:
        out.write(
            f'[schedule]\n{schedule}\n[server]\nlisten = "127.0.0.1:0"\ntokens = "tokens.txt"\n'
        )
        out.writelines(f'[[bot]]\nname = "{bot}"\ntoken = "{bot}"\n' for bot in bots)
    return tokens


def change(folder: Path, old: str, new: str) -> None:
    """Replace a text in the league file."""
    path = folder / "league.toml"
    path.write_text(path.read_text().replace(old, new))


class TestServer:
    def test_bots_stay_connected_through_rounds_and_one_more_joins(self, tmp_path: Path) -> None:
        """The first round waits for its bots; the season goes on when it is over."""
        tokens = file(tmp_path, "ann", "bob")
        with Running(tmp_path, words=["--no-wait"], command="serve") as server:
            address = server.until("listening")["address"]
            assert server.until("round_scheduled")["round"] == 1
            assert server.until("round_waits")["bots"] == ["ann", "bob"]
            with (
                (tmp_path / "bots.txt").open("w") as words,
                visitor(address, tokens["ann"], RANDOM, words.fileno()) as ann,
                visitor(address, tokens["bob"], RANDOM, words.fileno()) as bob,
            ):
                assert server.until("round_planned")["round"] == 1
                assert server.until("round_scheduled")["round"] == 2
                assert server.until("round_planned")["round"] == 2
                assert server.until("season_over")["rounds"] == 2

                cat = referee("token", "cat", "--tokens", tmp_path / "tokens.txt").stdout.strip()
                league(tmp_path, "add", "cat", "--tokens", "tokens.txt")
                server.until("commands_received")
                with visitor(address, cat, RANDOM):
                    change(tmp_path, "rounds = 2", "rounds = 3")
                    server.signal(signal.SIGHUP)
                    assert server.until("settings_read")["changed"] == ["format.rounds"]
                    planned = server.until("round_planned")
                    assert (planned["round"], planned["bots"]) == (3, ["ann", "bob", "cat"])
                    server.until("round_ended")
                assert (ann.poll(), bob.poll()) == (None, None)
                said = (tmp_path / "bots.txt").read_text()
                server.signal(signal.SIGTERM)
                end = server.until("league_ended")
                assert server.process.wait() == 0
        assert said.count("tianming: ") == 2  # each has connected once
        assert (end["finish"], end["matches"], end["voided"]) == ("drained", 10, 0)
        assert end["benched"] == {}


class TestWrongFile:
    def test_a_season_goes_on_with_its_old_file_if_the_new_one_is_wrong(
        self, tmp_path: Path
    ) -> None:
        file(tmp_path, "ann", "bob", schedule='at = "02:00"')
        with Running(tmp_path, command="serve") as server:
            server.until("round_scheduled")
            outlook = league(tmp_path, "status")
            assert "running; 0 of its matches are in progress. Round 1 begins on " in outlook
            assert json.loads(league(tmp_path, "status", "--json"))["next_start"]
            change(tmp_path, 'at = "02:00"', 'at = "02:00"\nzone = "Europe/Berln"')
            server.signal(signal.SIGHUP)
            reason = server.until("bots_kept")["reason"]
            assert "there is no time zone 'Europe/Berln': did you mean Europe/Berlin?" in reason
            change(tmp_path, "Berln", "Berlin")
            server.signal(signal.SIGHUP)
            assert server.until("settings_read")["changed"] == ["schedule.zone"]
            assert server.until("round_scheduled")["start"].endswith(
                ("02:00:00+01:00", "02:00:00+02:00")
            )
            with (tmp_path / "league.toml").open("a") as out:
                out.write("[entry]\nfriendlies = true\n")
            server.signal(signal.SIGHUP)
            read = server.until("settings_read")
            assert (read["changed"], read["kept"]) == ([], ["entry.friendlies"])
            server.signal(signal.SIGTERM)
            server.until("league_ended")
        assert server.process.returncode == 0

    def test_check_says_when_the_next_round_begins(self, tmp_path: Path) -> None:
        file(tmp_path, "ann", "bob", schedule='at = "mon 02:00"\nzone = "Asia/Kolkata"')
        done = referee("league", "check", cwd=tmp_path)
        assert "has its next start on Monday, 20" in done.stdout
        assert "at 02:00 (UTC+0530)" in done.stdout

    def test_a_schedule_that_never_comes_is_refused_by_check_and_at_the_start(
        self, tmp_path: Path
    ) -> None:
        file(tmp_path, "ann", "bob", schedule='at = "02:00"\nuntil = "2020-01-01"')
        for command in ("check", "serve"):
            done = referee("league", command, cwd=tmp_path)
            assert done.returncode == 2
            assert "the schedule never comes: no round begins after 2020-01-01 (UTC)" in done.stderr
        assert not (tmp_path / "records").exists()
        problems = json.loads(referee("league", "check", "--json", cwd=tmp_path).stdout)["errors"]
        assert [one["code"] for one in problems] == ["never_comes"]

    def test_a_schedule_that_is_over_lets_a_season_that_has_begun_stay_up(
        self, tmp_path: Path
    ) -> None:
        file(tmp_path, "ann", "bob", schedule='at = "02:00"')
        with Running(tmp_path, command="serve") as server:
            server.until("round_scheduled")
        change(tmp_path, 'at = "02:00"', 'at = "02:00"\nuntil = "2020-01-01"')
        with Running(tmp_path, command="serve") as server:
            assert server.until("season_over")["cause"] == "schedule"


def test_a_signal_ends_a_server_in_good_order_as_soon_as_it_listens(tmp_path: Path) -> None:
    file(tmp_path, "ann", "bob")
    with Running(tmp_path, command="serve") as server:
        server.until("listening")
        server.signal(signal.SIGTERM)
        assert server.until("league_ended")["finish"] == "drained"
        assert server.process.wait() == 0


def test_the_second_signal_ends_a_server_at_once(tmp_path: Path) -> None:
    write(tmp_path / "league.toml", {"ann": thinking(60), "bob": thinking(60)})
    with Running(tmp_path, words=ANY_PORT, command="serve") as server:
        server.until("listening")  # although the league has no remote bots yet
        server.until("round_planned")
        wait_for_record(tmp_path)
        server.signal(signal.SIGTERM)
        assert server.until("draining")["running"] > 0
        server.signal(signal.SIGTERM)
        assert server.process.wait() == 130
