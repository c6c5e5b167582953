"""`referee token`: tokens of one bot and of many, their list, their replacement and their end."""

import csv
import json
import multiprocessing
import os
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from referee.identifier import BotName
from referee.server.identity import Identities, Token, hashed
from referee.server.token_file import changed_tokens, read_tokens
from referee.server.until import moment
from tests.cli.shell import referee, refused

NAMES = "# class of 2030\nAnn\n\nBob Brown  # joined late\nCarl\n"


def holder(tokens: Path, secret: str, now: str | None = None) -> str | None:
    """Return the bot of a secret for a referee that has read the file; None if it is refused."""
    at = datetime.now(UTC) if now is None else moment(now)
    identities = Identities(lambda: at)
    identities.replace(read_tokens(tokens))
    found = identities.holder((("authorization", f"Bearer {secret}"),))
    return None if found is None else found.bot


def made(tokens: Path, *words: str) -> str:
    """Return the secret that the command prints."""
    done = referee("token", *words, "--tokens", tokens)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


class TestMany:
    """Tokens of many bots are made at once from a file of names."""

    def test_each_name_gets_a_token_in_a_table(self, tmp_path: Path) -> None:
        (tmp_path / "names.txt").write_text(NAMES)
        done = referee("token", "--from", "names.txt", "--tokens", "t.txt", cwd=tmp_path)
        head, *rows = done.stdout.splitlines()
        assert head.split() == ["bot", "token", "expires"]
        secrets = {row[:9].strip(): row[9:].split()[0] for row in rows}
        assert list(secrets) == ["Ann", "Bob Brown", "Carl"]
        assert [holder(tmp_path / "t.txt", one) for one in secrets.values()] == list(secrets)

    def test_json_has_them_too(self, tmp_path: Path) -> None:
        (tmp_path / "names.txt").write_text(NAMES)
        words = ("--from", "names.txt", "--tokens", "t.txt", "--expires", "2930-01-01", "--json")
        found = json.loads(referee("token", *words, cwd=tmp_path).stdout)
        assert [one["bot"] for one in found["tokens"]] == ["Ann", "Bob Brown", "Carl"]
        assert {one["expires"] for one in found["tokens"]} == {"2930-01-01"}
        assert holder(tmp_path / "t.txt", found["tokens"][2]["token"]) == "Carl"

    def test_a_csv_file_for_handing_out_is_for_its_owner_only(self, tmp_path: Path) -> None:
        (tmp_path / "names.txt").write_text(NAMES)
        words = ("--from", "names.txt", "--tokens", "t.txt", "--out", "class.csv")
        done = referee("token", *words, cwd=tmp_path)
        assert done.stdout == ""
        out = tmp_path / "class.csv"
        assert stat.S_IMODE(out.stat().st_mode) == 0o600
        with out.open(newline="") as file:
            rows = list(csv.DictReader(file))
        assert [holder(tmp_path / "t.txt", row["token"]) for row in rows] == [
            row["bot"] for row in rows
        ]
        assert not any(row["token"] in done.stderr for row in rows)

    @pytest.mark.parametrize(
        ("names", "code", "words"),
        [
            ("Ann\nBob\nAnn\n", "wrong_token_line", "names.txt:3: "),
            ("Ann\nANN\n", "wrong_token_line", "upper and lower case"),
            ("Ann\n<b>\n", "wrong_token_line", "is not a name for a bot"),
            ("Ann\nzed\nCARL\n", "has_token", "CARL"),
            ("# nobody\n", "no_names", "names.txt"),
            (None, "names_not_read", "names.txt"),
        ],
    )
    def test_a_wrong_list_changes_nothing(
        self, names: str | None, code: str, words: str, tmp_path: Path
    ) -> None:
        tokens = tmp_path / "t.txt"
        made(tokens, "Carl")
        before = tokens.read_bytes()
        if names is not None:
            (tmp_path / "names.txt").write_text(names)
        out = tmp_path / "out.csv"
        path = str(tmp_path / "names.txt")
        error, _ = refused("token", "--from", path, "--tokens", tokens, "--out", str(out))
        assert error["code"] == code
        assert words in error["message"]
        assert tokens.read_bytes() == before
        assert not out.exists()

    def test_a_file_for_handing_out_that_cannot_be_written_changes_nothing(
        self, tmp_path: Path
    ) -> None:
        tokens, taken = tmp_path / "t.txt", tmp_path / "taken.csv"
        taken.write_text("mine")
        for out, code in ((taken, "exists_already"), (tmp_path / "no" / "x.csv", "not_written")):
            error, _ = refused("token", "Ann", "--tokens", tokens, "--out", out)
            assert error["code"] == code
        assert not tokens.exists()
        assert taken.read_text() == "mine"


class TestList:
    """The list shows names and times, never a secret or a hash."""

    def test_every_token_has_its_state(self, tmp_path: Path) -> None:
        tokens = tmp_path / "t.txt"
        secrets = [made(tokens, "Ann", "--expires", "90d"), made(tokens, "Bob")]
        secrets.append(made(tokens, "Bob", "--replace", "--old-until", "2w"))
        made(tokens, "Eve")
        referee("token", "Eve", "--revoke", "--tokens", tokens)
        with tokens.open("a") as file:
            file.write(f"{'0' * 64} until=2001-01-01 Old One\n")
        done = referee("token", "--list", "--tokens", tokens, "--json")
        rows = json.loads(done.stdout)["tokens"]
        assert [(row["bot"], row["state"]) for row in rows] == [
            ("Ann", "valid"),
            ("Bob", "valid"),
            ("Eve", "revoked"),
            ("Old One", "expired"),
        ]
        assert [bool(row["made"]) for row in rows] == [True, True, True, False]
        assert [bool(row["old_until"]) for row in rows] == [False, True, False, False]
        shown = done.stdout + referee("token", "--list", "--tokens", tokens).stdout
        assert not any(one in shown or hashed(one) in shown for one in secrets)


class TestReplace:
    """A new token takes the place of the old one, at once or later."""

    def test_the_old_one_ends_at_once(self, tmp_path: Path) -> None:
        tokens = tmp_path / "t.txt"
        old = made(tokens, "Ann")
        new = made(tokens, "--replace", "Ann")
        assert (holder(tokens, old), holder(tokens, new)) == (None, "Ann")

    def test_or_at_the_time_that_the_organiser_states(self, tmp_path: Path) -> None:
        tokens = tmp_path / "t.txt"
        old = made(tokens, "Ann")
        new = made(tokens, "Ann", "--replace", "--old-until", "2930-01-01")
        assert [holder(tokens, one) for one in (old, new)] == ["Ann", "Ann"]
        at = "2930-01-02T00:00:00Z"
        assert [holder(tokens, one, at) for one in (old, new)] == [None, "Ann"]

    def test_an_old_token_is_not_prolonged(self, tmp_path: Path) -> None:
        tokens = tmp_path / "t.txt"
        old = made(tokens, "Ann", "--expires", "2920-01-01")
        made(tokens, "Ann", "--replace", "--old-until", "2930-01-01")
        assert holder(tokens, old, "2920-01-01T23:59:59Z") == "Ann"
        assert holder(tokens, old, "2920-01-02T00:00:00Z") is None

    def test_a_revoked_token_stays_revoked_and_the_new_one_is_valid(self, tmp_path: Path) -> None:
        tokens = tmp_path / "t.txt"
        old = made(tokens, "Ann")
        referee("token", "Ann", "--revoke", "--tokens", tokens)
        new = made(tokens, "Ann", "--replace", "--old-until", "1d")
        assert (holder(tokens, old), holder(tokens, new)) == (None, "Ann")

    @pytest.mark.parametrize("option", ["--replace", "--revoke"])
    def test_an_unknown_name_is_refused(self, option: str, tmp_path: Path) -> None:
        tokens = tmp_path / "t.txt"
        made(tokens, "Ann")
        before = tokens.read_bytes()
        error, _ = refused("token", "ann", option, "--tokens", tokens)
        assert error["code"] == "no_token_to_change"
        assert tokens.read_bytes() == before

    @pytest.mark.parametrize("option", ["--replace", "--revoke", "--list"])
    def test_a_damaged_or_missing_file_is_refused(self, option: str, tmp_path: Path) -> None:
        tokens = tmp_path / "t.txt"
        name = () if option == "--list" else ("Ann",)
        error, _ = refused("token", *name, option, "--tokens", tokens)
        assert error["code"] == "tokens_not_read"
        assert not tokens.exists()
        tokens.write_text(f"{'0' * 64} Ann\n{'0' * 60}")
        before = tokens.read_bytes()
        error, _ = refused("token", *name, option, "--tokens", tokens)
        assert error["code"] == "wrong_token_line"
        assert tokens.read_bytes() == before


class TestRevoke:
    """A revoked token is refused, and its line says so."""

    def test_it_ends_both_tokens_and_those_of_others_stay(self, tmp_path: Path) -> None:
        tokens = tmp_path / "t.txt"
        secrets = [made(tokens, "Ann"), made(tokens, "Bob")]
        secrets.append(made(tokens, "Ann", "--replace", "--old-until", "1d"))
        assert referee("token", "Ann", "--revoke", "--tokens", tokens).returncode == 0
        assert [holder(tokens, one) for one in secrets] == [None, "Bob", None]


class TestFile:
    """The file is replaced as a whole, by one process at a time."""

    def test_a_link_and_a_mode_stay(self, tmp_path: Path) -> None:
        (tmp_path / "real").mkdir()
        real, link = tmp_path / "real" / "t.txt", tmp_path / "t.txt"
        link.symlink_to(real)
        made(link, "Ann")
        real.chmod(0o640)
        made(link, "Bob")
        assert link.is_symlink()
        assert list(read_tokens(real)) == ["Ann", "Bob"]
        assert stat.S_IMODE(real.stat().st_mode) == 0o640
        assert os.listdir(real.parent) == ["t.txt"]

    def test_a_change_that_fails_leaves_the_file(self, tmp_path: Path) -> None:
        tokens = tmp_path / "t.txt"
        made(tokens, "Ann")
        before = tokens.read_bytes()
        with pytest.raises(ZeroDivisionError), changed_tokens(tokens) as found:
            found[BotName("Bob")] = Token(str(1 // 0))
        assert tokens.read_bytes() == before
        assert os.listdir(tmp_path) == ["t.txt"]

    def test_processes_that_change_it_at_once_lose_nothing(self, tmp_path: Path) -> None:
        tokens = tmp_path / "t.txt"
        context = multiprocessing.get_context("spawn")
        processes = [context.Process(target=_add_some, args=(tokens, who)) for who in "ab"]
        for process in processes:
            process.start()
        for process in processes:
            process.join()
        assert [process.exitcode for process in processes] == [0, 0]
        assert set(read_tokens(tokens)) == {f"{who}{number}" for who in "ab" for number in range(8)}


def _add_some(path: Path, who: str) -> None:
    for number in range(8):
        made(path, f"{who}{number}")
