"""A season in one file: written without secrets, opened again, and refused if it is not sound."""

import gzip
import hashlib
import io
import json
import os
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.league.salvage.archive import NO_TOKEN
from tests.cli.running import Running, league, thinking, write
from tests.cli.shell import referee, refused

Files = dict[str, bytes]


@pytest.fixture(scope="session")
def archived_once(played_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of a season that is over. Do not change it."""
    file = tmp_path_factory.mktemp("archive") / "small.tar.gz"
    league(played_once, "archive", str(file))
    return file


def table(file: Path) -> object:
    """Return the table of a season."""
    done = referee("table", file, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["table"]


def files_of(archive: Path) -> Files:
    """Return the files in an archive."""
    with tarfile.open(archive) as tar:
        return {one.name: _content(tar, one) for one in tar.getmembers()}


def _content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(member)
    assert file is not None
    return file.read()


class TestSeason:
    """An opened season is the same season."""

    def test_table_status_and_verify_work_on_it(
        self, played_once: Path, archived_once: Path, tmp_path: Path
    ) -> None:
        said = league(tmp_path, "open", str(archived_once), "opened")
        assert said == ("small is in opened with 6 records: `referee table opened/league.toml`.\n")
        opened = tmp_path / "opened"
        assert table(opened / "league.toml") == table(played_once / "league.toml")
        assert referee("verify", opened / "records").returncode == 0
        assert "all planned matches have been played" in league(opened, "status")
        assert json.loads(league(opened, "run", "--json"))["played"] == 0

    def test_an_archive_of_an_opened_season_has_the_same_bytes(
        self, archived_once: Path, tmp_path: Path
    ) -> None:
        league(tmp_path, "open", str(archived_once), "opened")
        league(tmp_path / "opened", "archive", "again.tar.gz")
        assert (tmp_path / "opened" / "again.tar.gz").read_bytes() == archived_once.read_bytes()

    def test_renamed_bots_keep_their_names(self, played_league: Path, tmp_path: Path) -> None:
        league(played_league, "rename", "ann", "Deep Red")
        league(played_league, "archive", "a.tar.gz")
        league(played_league, "open", "a.tar.gz", "opened")
        opened = played_league / "opened" / "league.toml"
        assert table(opened) == table(played_league / "league.toml")

    def test_a_missing_record_is_named(self, played_league: Path) -> None:
        record = next((played_league / "records").glob("*.tianming"))
        record.unlink()
        error, _ = refused(
            "league", "archive", played_league / "a.tar.gz", played_league / "league.toml"
        )
        assert (error["code"], error["fields"]) == (
            "record_of_archive_missing",
            {"record": str(record)},
        )
        assert not (played_league / "a.tar.gz").exists()

    def test_no_file_is_overwritten(self, played_league: Path) -> None:
        (played_league / "a.tar.gz").write_text("mine")
        file = played_league / "league.toml"
        error, _ = refused("league", "archive", played_league / "a.tar.gz", file)
        assert error["code"] == "exists_already"
        assert (played_league / "a.tar.gz").read_text() == "mine"


class TestSecrets:
    """Tokens are never in an archive; the seed is in it only after the season."""

    def test_a_season_that_is_not_over_has_no_draws_to_come(self, played_league: Path) -> None:
        league(played_league, "add", "far", "--tokens", _tokens(played_league))
        league(played_league, "rerun", "small-r001-s00001-1")
        said = league(played_league, "archive", "a.tar.gz")
        assert "The season is not over: the seed is left out, and 2 matches" in said
        files = files_of(played_league / "a.tar.gz")
        text = b"".join(files.values())
        assert b'"seven"' not in text
        assert not [name for name in files if "s00001" in name]
        journal = (played_league / "records" / "league.journal").read_text()
        plan = next(line for line in journal.splitlines() if '"round_planned"' in line)
        for match, _, _, _, seed in json.loads(plan[33:])["pairings"]:
            assert (seed.encode() in files["records/league.journal"]) is ("s00001" not in match)
        league(played_league, "open", "a.tar.gz", "opened")
        seed = (played_league / "opened" / "league.toml").read_text().splitlines()[0]
        assert seed.startswith('seed = "')
        assert json.loads(referee("table", played_league / "opened", "--json").stdout)

    def test_tokens_and_places_of_this_machine_are_left_out(self, played_league: Path) -> None:
        token = (played_league / _tokens(played_league)).read_text().split()[0]
        file = played_league / "league.toml"
        file.write_text(
            f'{file.read_text()}[[bot]]\nname = "far"\ntoken = "{token}"\nenabled = false\n'
            '[server]\nlisten = "127.0.0.1:7001"\ntokens = "tokens.txt"\n'
        )
        league(played_league, "bench", "far")
        league(played_league, "archive", "a.tar.gz")
        text = b"".join(files_of(played_league / "a.tar.gz").values())
        assert token.encode() not in text
        assert b"7001" not in text
        assert text.count(NO_TOKEN.encode()) == 2
        league(played_league, "open", "a.tar.gz", "opened")
        assert table(played_league / "opened" / "league.toml") == table(file)

    def test_a_running_league_is_archived_up_to_the_sets_that_are_over(
        self, tmp_path: Path
    ) -> None:
        write(tmp_path / "league.toml", {"ann": thinking(0.02), "bob": "random"}, rounds=2)
        with Running(tmp_path, words=("--set", "limits.matches=1")) as running:
            for _ in range(3):
                running.until("match_ended")
            league(tmp_path, "archive", "a.tar.gz")
            running.until("league_ended")
        league(tmp_path, "open", "a.tar.gz", "opened")
        records = os.listdir(tmp_path / "opened" / "records")
        assert {name for name in records if name.endswith(".tianming")} >= {
            "small-r001-s00001-1.tianming",
            "small-r001-s00001-2.tianming",
        }
        assert table(tmp_path / "opened" / "league.toml")


class Maker:
    """Writes archives that differ from a sound one."""

    def __init__(self, archive: Path, target: Path) -> None:
        self.files = files_of(archive)
        self._target = target

    def write(self, change: Callable[[tarfile.TarFile], None] = lambda _: None) -> Path:
        """Write the files, and what `change` adds at the end."""
        with tarfile.open(self._target, "w:gz", format=tarfile.USTAR_FORMAT) as tar:
            for name, content in self.files.items():
                add(tar, name, content)
            change(tar)
        return self._target

    def list_again(self, **more: bytes) -> None:
        """Write the manifest again, so that it agrees with the files; add more files."""
        self.files |= {name.replace("__", "/"): content for name, content in more.items()}
        head, *_ = self.files.pop("manifest").splitlines(keepends=True)
        lines = [
            f"{hashlib.sha256(text).hexdigest()} {len(text)} {name}\n".encode()
            for name, text in self.files.items()
        ]
        self.files = {"manifest": head + b"".join(lines), **self.files}


def add(
    tar: tarfile.TarFile, name: str, content: bytes = b"", kind: bytes = tarfile.REGTYPE
) -> None:
    """Add a member to a tar file."""
    member = tarfile.TarInfo(name)
    member.size, member.type, member.linkname = len(content), kind, "/etc/passwd"
    tar.addfile(member, io.BytesIO(content))


@pytest.fixture
def maker(archived_once: Path, tmp_path: Path) -> Maker:
    """A maker of archives in the test's folder."""
    return Maker(archived_once, tmp_path / "made.tar.gz")


def refuse(archive: Path, folder: Path) -> str:
    """Expect that an archive is refused, and that nothing is written; return the code."""
    before = sorted(os.listdir(folder))
    error, _ = refused("league", "open", archive, folder / "new")
    assert sorted(os.listdir(folder)) == before
    return str(error["code"])


class TestRefused:
    """An archive that is not sound is refused in one sentence, and nothing is written."""

    def test_a_truncated_one(self, archived_once: Path, tmp_path: Path) -> None:
        data = archived_once.read_bytes()
        for size in (3, 100, len(data) // 2, len(data) - 9, len(data) - 1):
            (tmp_path / "cut.tar.gz").write_bytes(data[:size])
            assert refuse(tmp_path / "cut.tar.gz", tmp_path) == "archive_damaged"

    def test_one_with_a_changed_byte(self, archived_once: Path, tmp_path: Path) -> None:
        unpacked = bytearray(gzip.decompress(archived_once.read_bytes()))
        at = unpacked.index(b"small-r001") + 3_000
        for place in (at, len(unpacked) // 2, len(unpacked) - 12_000):
            changed = bytearray(unpacked)
            changed[place] ^= 1
            (tmp_path / "changed.tar.gz").write_bytes(gzip.compress(changed, 1))
            assert refuse(tmp_path / "changed.tar.gz", tmp_path) == "archive_damaged"

    def test_what_is_no_archive(self, tmp_path: Path) -> None:
        file = tmp_path / "a.tar.gz"
        for content in (b"", b"text", b"\x1f\x8b", gzip.compress(b"x" * 600)):
            file.write_bytes(content)
            assert refuse(file, tmp_path) in ("no_archive", "archive_damaged")
        with tarfile.open(file, "w:gz") as tar:
            add(tar, "readme.txt", b"hello")
        assert refuse(file, tmp_path) == "no_archive"
        assert refuse(tmp_path / "missing", tmp_path) == "archive_not_read"
        assert refuse(tmp_path, tmp_path) == "archive_not_read"

    def test_a_newer_one(self, maker: Maker, tmp_path: Path) -> None:
        maker.files["manifest"] = maker.files["manifest"].replace(b'"format": 1', b'"format": 2')
        assert refuse(maker.write(), tmp_path) == "newer_archive"

    @pytest.mark.parametrize(
        "name",
        [
            "../evil.tianming",
            "/tmp/evil.tianming",
            "records/../../evil.tianming",
            "records/sub/evil.tianming",
            "records/.hidden.tianming",
            "records/a b\n.tianming",
            "ledger.db",
            "LEAGUE.TOML",
            "records/SMALL-R001-S00001-1.tianming",
        ],
    )
    def test_one_with_a_hostile_name(self, name: str, maker: Maker, tmp_path: Path) -> None:
        maker.list_again(**{name: b"evil"})
        assert refuse(maker.write(), tmp_path) == "archive_damaged"

    @pytest.mark.parametrize(
        "kind",
        [
            tarfile.SYMTYPE,
            tarfile.LNKTYPE,
            tarfile.CHRTYPE,
            tarfile.BLKTYPE,
            tarfile.FIFOTYPE,
            tarfile.DIRTYPE,
            tarfile.XHDTYPE,
            tarfile.GNUTYPE_LONGNAME,
            tarfile.GNUTYPE_SPARSE,
        ],
    )
    def test_one_with_something_that_is_no_plain_file(
        self, kind: bytes, maker: Maker, tmp_path: Path
    ) -> None:
        made = maker.write(lambda tar: add(tar, "records/x.tianming", kind=kind))
        assert refuse(made, tmp_path) == "archive_damaged"

    def test_one_with_a_file_twice_or_more_or_less_than_it_lists(
        self, maker: Maker, tmp_path: Path
    ) -> None:
        name = "records/small-r001-s00001-1.tianming"
        for change in (
            lambda tar: add(tar, name, maker.files[name]),
            lambda tar: add(tar, "records/x.tianming", b"x"),
        ):
            assert refuse(maker.write(change), tmp_path) == "archive_damaged"
        maker.files.pop(name)
        assert refuse(maker.write(), tmp_path) == "archive_damaged"

    def test_a_bomb(self, maker: Maker, tmp_path: Path) -> None:
        maker.files["manifest"] += f"{'0' * 64} {1 << 40} records/x.tianming\n".encode()
        assert refuse(maker.write(), tmp_path) == "archive_too_large"
        zeros = gzip.compress(bytes(1 << 22))
        maker.files["manifest"] = maker.files["manifest"].rsplit(b"\n", 2)[0] + b"\n"
        made = maker.write()
        made.write_bytes(made.read_bytes() + zeros)
        assert refuse(made, tmp_path) == "archive_damaged"

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            (b'"records"', b'"../elsewhere"'),
            (b"sqlite:///ledger.db", b"sqlite:////tmp/other.db"),
            (b'name = "small"', b'name = "other"'),
            (b"seats = 2", b"seats = 200\nchairs = 3"),
            (b"seats = 2", b"seats = "),
        ],
    )
    def test_one_whose_league_file_leads_elsewhere(
        self, old: bytes, new: bytes, maker: Maker, tmp_path: Path
    ) -> None:
        maker.files["league.toml"] = maker.files["league.toml"].replace(old, new)
        maker.list_again()
        assert refuse(maker.write(), tmp_path) == "archive_damaged"

    def test_one_whose_journal_and_records_are_of_two_seasons(
        self, maker: Maker, tmp_path: Path
    ) -> None:
        name = "records/small-r001-s00001-1.tianming"
        maker.files["records/small-r009-s00001-1.tianming"] = maker.files[name]
        maker.list_again()
        assert refuse(maker.write(), tmp_path) == "archive_damaged"

    def test_a_folder_with_files(self, archived_once: Path, tmp_path: Path) -> None:
        (tmp_path / "new").mkdir()
        (tmp_path / "new" / "mine.txt").write_text("mine")
        assert refuse(archived_once, tmp_path) == "folder_not_empty"
        assert os.listdir(tmp_path / "new") == ["mine.txt"]


def _tokens(folder: Path) -> str:
    """Make a token file with a token of the bot `far`; return its name."""
    referee("token", "far", "--tokens", folder / "tokens.txt")
    return "tokens.txt"
