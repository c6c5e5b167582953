"""The season follows the journal of entries, with real processes."""

import signal
from pathlib import Path
from time import time
from typing import Any

import pytest

from referee.entry.entry_event import SubmissionsFrozen
from tests.cli.running import Running, events, league, visitor
from tests.cli.shell import referee
from tests.entry.entered import CRASHES, GOOD, Entered, write_season

RANDOM = ("tianming_bots.random_bot",)


def serve(folder: Path) -> Running:
    """Run the season of a folder."""
    return Running(folder, words=["--no-wait"], command="serve")


def end(server: Running) -> None:
    """Let a season end in order."""
    server.signal(signal.SIGTERM)
    server.until("league_ended")
    assert server.process.wait() == 0


def of_bot(server: Running, bot: str) -> dict[str, Any]:
    """Wait for the next finished match of a bot."""
    while bot not in (ended := server.until("match_ended"))["bots"]:
        pass
    return ended


def version_of(ended: dict[str, Any], bot: str) -> str:
    """Return the version of a bot in a finished match, without the digest."""
    version: str = ended["versions"][ended["bots"].index(bot)]
    return version.partition("-")[0]


def until_version(server: Running, bot: str, version: str) -> None:
    """Wait until a version of a bot plays."""
    while version_of(of_bot(server, bot), bot) != version:
        pass


def until_status(server: Running, folder: Path, words: str) -> None:
    """Wait until the season has read its bots again, and the status has some words."""
    server.until("bots_read")
    while words not in league(folder, "status"):
        server.until("bots_read")


class TestServer:
    """What the owners do, while the league plays."""

    @pytest.mark.full
    def test_a_bot_joins_changes_is_rolled_back_and_leaves(self, tmp_path: Path) -> None:
        write_season(tmp_path, "ladder", rounds=10_000)
        entered = Entered(tmp_path)
        with serve(tmp_path) as server:
            server.until("match_ended")
            entered.join("ada")
            entered.enter("ada", "deep red")
            until_version(server, "deep red", "1")

            entered.enter("ada", "deep red", GOOD)
            until_version(server, "deep red", "2")

            entered.enter("ada", "deep red", CRASHES)
            back = server.until("version_rolled_back")
            assert (back["bot"], back["number"], back["to"]) == ("deep red", 3, 2)
            assert "ended with code 3" in back["reason"]
            until_version(server, "deep red", "2")

            entered.use("ada", "deep red", 1)
            until_version(server, "deep red", "1")
            entered.use("ada", "deep red", 3)
            assert server.until("version_rolled_back")["to"] == 2
            until_version(server, "deep red", "2")

            entered.withdraw("ada", "deep red")
            until_status(server, tmp_path, "benched: Its owner has withdrawn it.")
            entered.enter("ada", "deep red")
            until_version(server, "deep red", "4")
            end(server)
        assert not events(server.lines, "bot_benched")
        assert not events(server.lines, "entrant_refused")

    def test_a_first_version_that_crashes_is_benched_until_the_owner_acts(
        self, tmp_path: Path
    ) -> None:
        write_season(tmp_path, "ladder", rounds=10_000)
        entered = Entered(tmp_path)
        entered.join("ada")
        entered.enter("ada", "deep red", CRASHES)
        with serve(tmp_path) as server:
            assert server.until("version_rolled_back")["to"] == 0
            assert "benched: version 1 failed" in league(tmp_path, "status")
            entered.enter("ada", "deep red")
            until_version(server, "deep red", "2")
            end(server)

    def test_a_connected_bot_plays_with_its_token(self, tmp_path: Path) -> None:
        write_season(tmp_path, "ladder", rounds=10_000)
        entered = Entered(tmp_path)
        with serve(tmp_path) as server:
            address = server.until("listening")["address"]
            entered.join("ada")
            entered.connect("ada", "far", "s" * 43)
            server.until("bots_read")
            with visitor(address, "s" * 43, RANDOM):
                of_bot(server, "far")
                entered.withdraw("ada", "far")
                server.until("bots_read")
                end(server)

    def test_the_freeze_holds_the_version_of_a_connected_bot(self, tmp_path: Path) -> None:
        write_season(tmp_path, "ladder", rounds=10_000)
        entered = Entered(tmp_path)
        with serve(tmp_path) as server:
            address = server.until("listening")["address"]
            entered.join("ada")
            entered.connect("ada", "far", "s" * 43)
            server.until("bots_read")
            with visitor(address, "s" * 43, RANDOM):
                of_bot(server, "far")
                assert "plays; entered by ada, connected\n" in league(tmp_path, "status")
                entered.store.record(lambda _: [SubmissionsFrozen()])
                until_status(server, tmp_path, "plays; entered by ada, connected, held")
                of_bot(server, "far")
                end(server)

    def test_a_name_of_the_league_file_is_refused_and_the_others_join(self, tmp_path: Path) -> None:
        write_season(tmp_path, "ladder", rounds=10_000)
        entered = Entered(tmp_path)
        entered.join("eve", bots=2)
        entered.enter("eve", "House")
        entered.enter("eve", "mine")
        with serve(tmp_path) as server:
            refused = server.until("entrant_refused")
            assert (refused["bot"], refused["owner"]) == ("House", "eve")
            until_version(server, "mine", "2")
            end(server)
        assert len(events(server.lines, "entrant_refused")) == 1

    @pytest.mark.full
    def test_the_season_goes_on_when_the_journal_of_entries_is_damaged_or_gone(
        self, tmp_path: Path
    ) -> None:
        write_season(tmp_path, "ladder", rounds=10_000)
        entered, journal = Entered(tmp_path), tmp_path / "entry/entries.journal"
        entered.join("ada")
        entered.enter("ada", "deep red")
        with serve(tmp_path) as server:
            until_version(server, "deep red", "1")
            sound = journal.read_bytes()
            journal.unlink()
            assert "is gone" in server.until("entries_lost")["reason"]
            until_version(server, "deep red", "1")
            journal.write_bytes(sound)
            server.until("entries_found")
            journal.write_bytes(sound + 32 * b"0" + b" {}\n")
            assert "is not what the referee wrote" in server.until("entries_lost")["reason"]
            until_version(server, "deep red", "1")
            end(server)
        with serve(tmp_path) as server:
            server.until("entries_lost")
            until_version(server, "deep red", "1")
            end(server)


class TestFriendly:
    """Matches on request."""

    def test_it_is_played_and_counts_nowhere(self, tmp_path: Path) -> None:
        write_season(tmp_path)
        entered = Entered(tmp_path)
        for owner in ("ada", "eve"):
            entered.join(owner)
            entered.enter(owner, f"of {owner}")
        with serve(tmp_path) as server:
            server.until("season_over")
            before = referee("table", cwd=tmp_path).stdout
            entered.challenge("ada", ("of ada", "of eve"), int(time()))
            played = server.until("friendly_ended")
            assert played["was_played"]
            assert sorted(played["bots"]) == ["of ada", "of eve"]
            record = tmp_path / "records/friendlies/open-f00001.tianming"
            assert "sound" in referee("verify", record).stdout
            assert referee("table", cwd=tmp_path).stdout == before
            entered.withdraw("eve", "of eve")
            server.until("bots_read")
            entered.challenge("ada", ("of ada", "of eve"), int(time()))
            assert "has withdrawn it" in server.until("friendly_ended")["reason"]
            entered.challenge("ada", ("of ada", "of ada"), int(time()))
            assert "needs 2 different bots" in server.until("friendly_ended")["reason"]
            end(server)
        with serve(tmp_path) as server:
            server.until("season_over")
            end(server)
        assert not events(server.lines, "friendly_ended")
