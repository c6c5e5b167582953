"""`referee join`: one call makes an owner, and the token is stored where only the user reads it."""

import json
import stat
from pathlib import Path

import pytest

from tests.cli.author.authors import FILE, document, joined
from tests.cli.shell import referee, refused
from tests.entry_client.served_door import ServedDoor, served_door
from tests.server.test_tls import Authority


class TestJoin:
    """From an invitation to a token."""

    def test_the_token_is_stored_for_the_user_only_and_printed_nowhere(
        self, door: ServedDoor, home: Path
    ) -> None:
        done = referee("join", door.address, door.store.invite(0, owner="Ada"))
        assert done.returncode == 0, done.stderr
        assert "You are Ada in the season spring of ming." in done.stdout
        content = json.loads((home / FILE).read_text())
        token = content["seasons"][door.address]["token"]
        assert token not in done.stdout + done.stderr
        assert content["default"] == door.address
        assert stat.S_IMODE((home / FILE).stat().st_mode) == 0o600
        assert stat.S_IMODE((home / FILE).parent.stat().st_mode) == 0o700

    def test_programs_read_what_was_joined(self, door: ServedDoor, home: Path) -> None:
        code = door.store.invite(0)
        assert document("join", f"{door.address}/", code, "--name", "Json Ada") == {
            "address": door.address,
            "owner": "Json Ada",
            "league": "spring",
            "game": "ming",
            "file": str(home / FILE),
        }

    @pytest.mark.parametrize(
        ("address", "code"), [("here", 2), ("http://", 2), ("localhost:1", 69), ("\udcff:1", 2)]
    )
    def test_an_address_without_a_season_is_one_sentence(self, address: str, code: int) -> None:
        error, _ = refused("join", address, "invitation", "--name", "x")
        assert error["exit_code"] == code

    @pytest.mark.parametrize(
        ("name", "reason"), [("", "REQUEST_MALFORMED"), ("../x", "REQUEST_MALFORMED")]
    )
    def test_a_name_that_the_season_refuses_leaves_the_invitation(
        self, name: str, reason: str, door: ServedDoor, home: Path
    ) -> None:
        code = door.store.invite(0)
        error, _ = refused("join", door.address, code, "--name", name)
        assert (error["code"], error["fields"]["reason"]) == ("call_refused", reason)
        assert json.loads((home / FILE).read_text())["seasons"] == {}
        again = referee("join", door.address, code, "--name", f"Once more {len(name)}")
        assert again.returncode == 0, again.stderr

    def test_an_invitation_works_once(self, door: ServedDoor, home: Path) -> None:
        code = door.store.invite(0)
        assert referee("join", door.address, code, "--name", "First").returncode == 0
        (home / FILE).rename(home / "away")
        error, line = refused("join", door.address, code, "--name", "Second")
        assert (error["exit_code"], error["fields"]["reason"]) == (2, "INVITATION_INVALID")
        assert "ask the organiser" in line

    def test_who_has_joined_keeps_the_token_and_the_invitation(
        self, door: ServedDoor, home: Path
    ) -> None:
        joined(door, "Twice")
        before = (home / FILE).read_text()
        code = door.store.invite(0)
        error, _ = refused("join", door.address, code, "--name", "Other")
        assert (error["code"], error["fields"]["owner"]) == ("joined_already", "Twice")
        assert (home / FILE).read_text() == before
        (home / FILE).rename(home / "away")
        assert referee("join", door.address, code, "--name", "Other").returncode == 0

    def test_a_token_that_the_season_has_forgotten_is_replaced(
        self, door: ServedDoor, home: Path
    ) -> None:
        joined(door, "Forgotten")
        content = json.loads((home / FILE).read_text())
        content["seasons"][door.address] |= {"token": "of-last-year"}
        (home / FILE).write_text(json.dumps(content))
        joined(door, "Remembered")
        assert document("mine")["owner"] == "Remembered"

    def test_a_file_that_cannot_be_written_keeps_the_invitation(
        self, door: ServedDoor, home: Path
    ) -> None:
        home.write_text("a file where a folder must be")
        code = door.store.invite(0)
        error, _ = refused("join", door.address, code, "--name", "Stuck")
        assert (error["code"], error["exit_code"]) == ("seasons_not_written", 74)
        home.unlink()
        assert referee("join", door.address, code, "--name", "Stuck").returncode == 0


class TestTls:
    """Over TLS, as bots connect."""

    def test_a_season_over_tls_needs_its_authority(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        authority = Authority(tmp_path, "ours")
        with served_door(tmp_path / "door", authority.issue("localhost")) as door:
            address = f"https://{door.address}"
            code = door.store.invite(0)
            error, _ = refused("join", address, code, "--name", "Ada")
            assert (error["code"], error["exit_code"]) == ("service_unusable", 69)
            error, line = refused("join", door.address, code, "--name", "Ada")
            assert f"give https://{door.address}" in line
            monkeypatch.setenv("TIANMING_CA", str(authority.pem))
            assert referee("join", address, code, "--name", "Ada").returncode == 0
            assert document("mine")["owner"] == "Ada"
            monkeypatch.setenv("TIANMING_CA", "nowhere.pem")
            error, _ = refused("mine")
            assert (error["code"], error["exit_code"]) == ("wrong_entry_address", 2)
