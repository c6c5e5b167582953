"""`referee mine`: what an owner sees of a season, and changes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.entry.entry_event import Announced, SubmissionAccepted
from tests.cli.author.authors import bot_folder, document, joined
from tests.cli.shell import referee, refused, shown_on_terminal
from tests.entry_client.door_process import AWAY, CANNED, HOSTILE, QUOTED
from tests.entry_client.served_door import ServedDoor


def versions(door: ServedDoor, folder: Path, bot: str, count: int = 1) -> list[int]:
    """Submit a bot some times, and accept each; return the numbers."""
    numbers = []
    for each in range(count):
        place = bot_folder(folder, bot, f"import tianming  # {each}\n")
        number = document("submit", place, "--no-wait")["submission"]["number"]
        door.record(SubmissionAccepted(number, f"{bot}{each}", "v" * 64, 9))
        numbers.append(number)
    return numbers


class TestStatus:
    """The first look of every day."""

    def test_it_is_what_mine_shows_without_a_word(self, door: ServedDoor, tmp_path: Path) -> None:
        joined(door, "Looking")
        assert "You have submitted no bot yet" in referee("mine").stdout
        versions(door, tmp_path, "looking")
        plain, named = referee("mine"), referee("mine", "status", "--season", door.address)
        assert plain.stdout == named.stdout
        assert plain.stdout.startswith("Looking in spring, a season of ming at localhost:")
        assert "accepted" in plain.stdout
        assert document("mine") == document("mine", "status")

    def test_words_of_the_organiser_are_shown_harmlessly(
        self, door: ServedDoor, tmp_path: Path
    ) -> None:
        joined(door, "Listening")
        door.record(Announced(f"lunch at one {HOSTILE}", 9))
        assert "\x1b" not in referee("mine").stdout
        assert isinstance(document("mine")["announcements"], list)

    def test_programs_read_all_of_it(self, door: ServedDoor, tmp_path: Path) -> None:
        joined(door, "Reading")
        (number,) = versions(door, tmp_path, "reading")
        found = document("mine")
        (submission,) = found["submissions"]
        assert (submission["number"], submission["state"]) == (number, "accepted")
        assert submission["taken"].endswith("Z")
        (entry,) = found["entries"]
        assert (entry["playing"], entry["benched"], entry["place"]) == (number, "", None)


class TestChanges:
    """A bot is changed, and the answer says what holds now."""

    def test_going_back_to_a_version_and_leaving(self, door: ServedDoor, tmp_path: Path) -> None:
        joined(door, "Changing")
        first, second = versions(door, tmp_path, "changing", 2)
        assert document("mine")["entries"][0]["playing"] == second
        assert f"submission {first} plays" in referee("mine", "use", "changing", f"{first}").stdout
        assert document("mine", "withdraw", "changing")["withdrawn"] is True
        assert "withdrawn" in referee("mine").stdout
        error, _ = refused("mine", "use", "changing", "999")
        assert (error["exit_code"], error["fields"]["reason"]) == (2, "NOT_YOURS")
        assert refused("mine", "withdraw", "nobody")[0]["fields"]["reason"] == "NOT_YOURS"

    def test_a_bot_that_left_comes_back_by_a_choice_or_by_the_same_files(
        self, door: ServedDoor, tmp_path: Path
    ) -> None:
        joined(door, "Returning")
        first, second = versions(door, tmp_path, "returning", 2)
        assert document("mine", "withdraw", "returning")["withdrawn"] is True
        assert document("mine", "use", "returning", f"{first}")["withdrawn"] is False
        document("mine", "withdraw", "returning")
        again = document("submit", tmp_path / "returning", "--no-wait")
        assert again["submission"]["number"] == second
        (entry,) = document("mine")["entries"]
        assert (entry["playing"], entry["withdrawn"]) == (second, False)

    def test_no_bot_comes_back_beyond_the_quota(self, door: ServedDoor, tmp_path: Path) -> None:
        joined(door, "Crowded")
        (number,) = versions(door, tmp_path, "crowded0")
        document("mine", "withdraw", "crowded0")
        for each in range(1, 4):
            versions(door, tmp_path, f"crowded{each}")
        for words in (("mine", "use", "crowded0", f"{number}"), ("submit", tmp_path / "crowded0")):
            error, _ = refused(*words)
            assert error["fields"]["reason"] == "QUOTA"

    @pytest.mark.parametrize("number", ["0", "x", str(1 << 64)])
    def test_a_number_that_is_none(self, number: str, door: ServedDoor) -> None:
        assert refused("mine", "use", "bot", number)[0]["exit_code"] == 2

    def test_friendlies_and_challenges(self, door: ServedDoor) -> None:
        joined(door, "Friendly")
        assert "may challenge jade" in referee("mine", "friendlies", "jade", "on").stdout
        assert refused("mine", "friendlies", "jade", "perhaps")[0]["exit_code"] == 2
        assert document("mine", "challenge", "jade", "ruby") == {
            "match": "friendly-1",
            "bot": "jade",
            "opponents": ["ruby"],
        }
        assert refused("mine", "challenge", "jade", AWAY)[0]["exit_code"] == 69

    def test_the_environment_of_a_bot_is_for_a_shell(self, door: ServedDoor) -> None:
        joined(door, "Connecting")
        lines = referee("mine", "token", "jade").stdout
        script = f'{lines}\necho "$TIANMING_SERVER $TIANMING_TOKEN"'
        done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
        assert done.stdout == f"localhost:5051 {QUOTED}\n"

    def test_another_machine_submits_for_an_owner(
        self, door: ServedDoor, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        joined(door, "Automatic")
        own = document("mine", "token")
        (home / "tianming" / "seasons.json").unlink()
        monkeypatch.setenv("TIANMING_ENTRY_TOKEN", own["token"])
        assert refused("mine")[0]["code"] == "token_without_address"
        monkeypatch.setenv("TIANMING_ENTRY_ADDRESS", own["address"])
        assert versions(door, tmp_path, "automatic")
        monkeypatch.setenv("TIANMING_ENTRY_TOKEN", "wrong")
        error, _ = refused("mine")
        assert (error["exit_code"], error["fields"]["reason"]) == (2, "TOKEN_INVALID")


class TestMatches:
    """What matches left for an owner; the season is canned."""

    def test_each_own_seat_is_a_row_that_terminals_survive(self, door: ServedDoor) -> None:
        joined(door, "Watching")
        shown = referee("mine", "matches", "jade", "--limit", "5", "--before", "9")
        assert shown.returncode == 0, shown.stderr
        assert "m-3*" in shown.stdout
        assert not {"\x1b", "\x07", "\r", "\u202e"} & set(shown.stdout)
        assert len(shown.stdout.splitlines()) == 2
        (match,) = json.loads(referee("mine", "matches", "--json").stdout)
        assert match["seats"][1]["bot"] == HOSTILE
        assert refused("mine", "matches", AWAY)[0]["fields"]["reason"] == "SEASON_AWAY"

    def test_output_is_harmless_on_a_terminal_and_exact_in_a_pipe(self, door: ServedDoor) -> None:
        joined(door, "Printing")
        words = ("mine", "output", "m-3", "jade")
        whole = f"hello {HOSTILE}\n" * 2
        piped = subprocess.run(
            [sys.executable, "-m", "referee.cli.main", *words], capture_output=True, check=True
        )
        assert piped.stdout == whole.encode()
        assert b"\x1b" not in shown_on_terminal("stdout", *words)
        assert document(*words)["output"] == whole

    def test_a_record_is_a_file(
        self, door: ServedDoor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        joined(door, "Collecting")
        monkeypatch.chdir(tmp_path)
        done = referee("mine", "record", "m-3")
        assert (
            done.stdout
            == "m-3.tianming: 24 bytes. To step through it: `referee replay m-3.tianming`.\n"
        )
        for name in ("m-3.tianming", "m-3.tianming.reasoning"):
            assert Path(name).read_bytes() == b"tianming" * 3
        assert referee("mine", "record", "m-3", "--to", "-").stdout == "tianming" * 3
        before = sorted(tmp_path.iterdir())
        assert refused("mine", "record", AWAY)[0]["exit_code"] == 69
        assert refused("mine", "record", "m-3", "--to", "-")[0]["code"] == "exclusive_options"
        assert refused("mine", "record", "m-3", "--to", "no/where")[0]["exit_code"] == 74
        assert sorted(tmp_path.iterdir()) == before

    def test_every_call_of_the_season_is_tested_here(self) -> None:
        assert set(CANNED) == {
            *("ListMatches", "ReadOutput", "ReadRecord"),
            *("MakeBotToken", "AllowFriendlies", "Challenge"),
        }


def test_seasons_complete_in_a_shell(door: ServedDoor, monkeypatch: pytest.MonkeyPatch) -> None:
    joined(door, "Completing")
    monkeypatch.setenv("COMP_WORDS", "referee mine status --season local")
    monkeypatch.setenv("COMP_CWORD", "4")
    monkeypatch.setenv("_REFEREE_COMPLETE", "bash_complete")
    assert door.address in referee().stdout
    monkeypatch.setenv("COMP_WORDS", "referee mine ")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert "plain,withdraw" in referee().stdout


def test_two_seasons_are_kept_and_the_last_one_is_the_default(
    door: ServedDoor, home: Path, tmp_path: Path
) -> None:
    file = home / "tianming" / "seasons.json"
    joined(door, "Wandering")
    content: dict[str, Any] = json.loads(file.read_text())
    content["seasons"]["elsewhere:1"] = dict(content["seasons"][door.address])
    content["default"] = "elsewhere:1"
    file.write_text(json.dumps(content))
    assert refused("mine")[0]["fields"]["address"] == "elsewhere:1"
    assert document("mine", "--season", door.address)["owner"] == "Wandering"
    error, line = refused("mine", "--season", "else-where:1")
    assert (error["code"], error["exit_code"]) == ("season_not_joined", 2)
    assert "did you mean elsewhere:1?" in line
