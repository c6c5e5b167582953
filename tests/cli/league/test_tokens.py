"""Tokens of a league's bots that change while it runs."""

import signal
from pathlib import Path

from tests.cli.running import Running, league, visitor, wait_for_record, write
from tests.cli.shell import referee
from tests.patience import PATIENCE

RANDOM = ("tianming_bots.random_bot",)
SILENT = ("tests.zoo.faulty", "silent")


def network(folder: Path, bot: str, server: str = "") -> None:
    """Write the file of a league of that bot and a local one, to which others can connect."""
    write(folder / "league.toml", {"bob": "random"}, clock="bank = 300.0\n")
    with (folder / "league.toml").open("a") as file:
        file.write(f'{bot}[match]\nstartup = 60.0\n[server]\nlisten = "127.0.0.1:0"\n{server}')


class TestFile:
    """The token file of `referee token`."""

    def test_only_its_owner_may_read_a_new_one_and_an_old_one_keeps_its_mode(
        self, tmp_path: Path
    ) -> None:
        tokens = tmp_path / "tokens.txt"
        assert referee("token", "ann", "--tokens", tokens).returncode == 0
        assert tokens.stat().st_mode & 0o777 == 0o600
        tokens.chmod(0o640)
        assert referee("token", "bob", "--tokens", tokens).returncode == 0
        assert tokens.stat().st_mode & 0o777 == 0o640
        assert len(tokens.read_text().splitlines()) == 2

    def test_check_names_a_bot_whose_token_is_over(self, tmp_path: Path) -> None:
        tokens = tmp_path / "tokens.txt"
        bots = "".join(f'[[bot]]\nname = "{bot}"\ntoken = "{bot}"\n' for bot in ("ann", "eve"))
        network(tmp_path, bots, 'tokens = "tokens.txt"\n')
        referee("token", "ann", "--tokens", tokens)
        referee("token", "eve", "--tokens", tokens)
        assert "expired or revoked" not in league(tmp_path, "check")
        referee("token", "eve", "--revoke", "--tokens", tokens)
        assert "the token of eve is expired or revoked" in league(tmp_path, "check")


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
                sound = tokens.read_text()
                for damage in ("no line\n", ""):
                    tokens.write_text(damage)
                    running.signal(signal.SIGHUP)
                    assert "league.toml:" in running.until("bots_kept")["reason"]
                assert first.poll() is None
                tokens.write_text(sound)
                referee("token", "ann", "--revoke", "--tokens", tokens)
                running.signal(signal.SIGHUP)
                assert running.until("bots_read")["count"] == 2
                first.wait(PATIENCE)
            new = referee("token", "ann", "--replace", "--tokens", tokens).stdout.strip()
            running.signal(signal.SIGHUP)
            assert running.until("bots_read")["count"] == 2
            with visitor(address, old, SILENT) as second, visitor(address, new, RANDOM):
                assert running.until("league_ended")["matches"] == 2
                assert second.wait(PATIENCE) != 0

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
                first.wait(PATIENCE)
            with visitor(address, given[1], RANDOM):
                assert running.until("league_ended")["matches"] == 2
