"""`referee new key`, and what its key signs."""

import json
import re
import stat
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.record.signature import SigningKey, make_key, signing_key
from tests.cli.running import league, write
from tests.cli.shell import referee

VARIABLE = "TIANMING_SIGNING_KEY"

Output = pytest.CaptureFixture[str]


@pytest.fixture
def key(tmp_path: Path) -> SigningKey:
    """The organiser's key, in `signing.key`."""
    return make_key(tmp_path / "signing.key")


def play(folder: Path, *words: str) -> Path:
    """Play a short match; return its record."""
    record = folder / "match.tianming"
    command = ("play", "dragon", "random", "random", "--seed", "1", "--record", str(record))
    played_league = referee(*command, *words)
    assert played_league.returncode == 0, played_league.stderr
    return record


class TestCommand:
    """Make a key, and print the public one."""

    def test_it_prints_the_public_key_of_a_private_file(
        self, tmp_path: Path, capsys: Output
    ) -> None:
        path = tmp_path / "signing.key"
        assert main(["new", "key", str(path)]) == 0
        said = capsys.readouterr().out
        assert re.fullmatch(r"[0-9a-f]{64}\n", said)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert main(["new", "key", str(path), "--public"]) == 0
        assert capsys.readouterr().out == said

    def test_it_prints_json(self, tmp_path: Path, capsys: Output) -> None:
        path = tmp_path / "signing.key"
        assert main(["new", "key", str(path), "--json"]) == 0
        said = json.loads(capsys.readouterr().out)
        assert said == {"file": str(path), "public_key": signing_key(path).public}

    def test_a_key_that_exists_is_kept(
        self, key: SigningKey, tmp_path: Path, capsys: Output
    ) -> None:
        assert main(["new", "key", str(tmp_path / "signing.key")]) == 2
        assert "already exists" in capsys.readouterr().err
        assert signing_key(tmp_path / "signing.key").public == key.public


class TestPlay:
    """A match that is signed, and what `verify` says of it."""

    def test_its_record_verifies_with_the_public_key(
        self, key: SigningKey, tmp_path: Path, capsys: Output
    ) -> None:
        record = play(tmp_path, "--key", str(tmp_path / "signing.key"))
        assert main(["verify", str(record), "--key", key.public]) == 0
        assert capsys.readouterr().out.startswith(f"{record}: sound, signed, ")
        assert main(["verify", str(record), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["signature_checked"] is False

    def test_the_environment_names_the_key(
        self, key: SigningKey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(VARIABLE, str(tmp_path / "signing.key"))
        assert main(["verify", str(play(tmp_path)), "--key", key.public]) == 0

    @pytest.mark.parametrize("signed", [True, False])
    def test_a_record_of_somebody_else_ends_with_65(
        self, signed: bool, key: SigningKey, tmp_path: Path, capsys: Output
    ) -> None:
        make_key(tmp_path / "other.key")
        record = play(tmp_path, *(("--key", str(tmp_path / "other.key")) if signed else ()))
        assert main(["verify", str(record)]) == 0
        assert main(["verify", str(record), "--key", key.public]) == 65
        why = "is signed with the key" if signed else "has no signature"
        assert f"{record}: the record {why}" in capsys.readouterr().err

    @pytest.mark.parametrize("flag", ["--record", "--key"])
    def test_a_key_without_a_record_and_a_file_that_is_no_key_are_refused(
        self, flag: str, key: SigningKey, tmp_path: Path, capsys: Output
    ) -> None:
        words = ["play", "dragon", "random", "random"]
        if flag == "--record":
            assert main([*words, "--key", str(tmp_path / "signing.key")]) == 2
            assert "--key needs a record: name it with --record." in capsys.readouterr().err
        else:
            record = tmp_path / "m.tianming"
            assert main([*words, "--record", str(record), "--key", str(tmp_path / "none")]) == 2
            assert "cannot be read: No such file" in capsys.readouterr().err
            assert not list(tmp_path.glob("*.part"))


class TestLeague:
    """All records of a season are signed, wherever its matches are played."""

    @pytest.mark.parametrize("kind", ["here", pytest.param("processes", marks=pytest.mark.full)])
    def test_its_records_verify_with_the_public_key(
        self, kind: str, key: SigningKey, tmp_path: Path, capsys: Output
    ) -> None:
        write(tmp_path / "league.toml", {"ann": "random", "bob": "random"})
        league(
            tmp_path,
            "run",
            "--json",
            *("--set", "storage.key=signing.key"),
            *("--set", f"executor.kind={kind}", "--set", "executor.workers=1"),
        )
        assert main(["verify", str(tmp_path / "records"), "--key", key.public]) == 0
        assert capsys.readouterr().out.count(": sound, signed, ") == 2

    def test_a_key_that_is_not_there_is_named_before_anything_is_played(
        self, tmp_path: Path
    ) -> None:
        write(tmp_path / "league.toml", {"ann": "random", "bob": "random"})
        refused = referee("league", "run", "--set", "storage.key=none.key", cwd=tmp_path)
        assert refused.returncode == 2
        assert "none.key cannot be read: No such file" in refused.stderr
        assert not list(tmp_path.glob("records/*.tianming"))
