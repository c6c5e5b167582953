"""Taking a submission: equal contents become equal, and a hostile archive leaves nothing."""

import gzip
import io
import os
import random
import stat
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest

from referee.entry.file_tree import TreeLimits
from referee.entry.sentence import SubmissionSentence
from referee.entry.take import TakeLimits, take
from referee.error import DataError, StorageError, UsageError
from tests.entry.archives import (
    FILES,
    file,
    folder_of,
    link,
    special,
    tar,
    tar_of,
    zip_link,
    zip_of,
)
from tests.errors import raises

MIB = 1 << 20


class Taking:
    """Takes archives into new folders below one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._count = 0

    def __call__(self, content: bytes, limits: TakeLimits | None = None) -> tuple[str, Path]:
        """Take an archive; return its digest and where its files are."""
        self._count += 1
        (self.folder / "upload").write_bytes(content)
        new = self.folder / f"taken{self._count}"
        return take(self.folder / "upload", new, limits), new

    def left(self) -> set[str]:
        """Return what is in the folder."""
        return set(os.listdir(self.folder))


@pytest.fixture
def taking(tmp_path: Path) -> Taking:
    return Taking(tmp_path)


class TestSound:
    """What a submission becomes depends on names and contents alone."""

    def test_the_same_files_have_one_digest_in_every_form(
        self, taking: Taking, tmp_path: Path
    ) -> None:
        around = {f"bot-1.0/{name}": content for name, content in FILES.items()}
        archives = [
            tar_of(FILES),
            tar_of(dict(reversed(FILES.items())), tarfile.GNU_FORMAT),
            tar_of({f"./{name}": content for name, content in FILES.items()}),
            tar_of(around, tarfile.USTAR_FORMAT),
            zip_of(FILES),
            zip_of(around, zipfile.ZIP_STORED),
        ]
        digests = {taking(archive)[0] for archive in archives}
        digests.add(take(folder_of(FILES, tmp_path / "source"), tmp_path / "copy"))
        assert len(digests) == 1

    def test_times_owners_and_permissions_are_dropped(self, taking: Taking) -> None:
        info, content = file("main.py", b"print()")
        info.mtime, info.mode, info.uid, info.uname = 1e9, 0o4777, 7, "root"
        digest, folder = taking(tar([(info, content)]))
        assert digest == taking(tar_of({"main.py": b"print()"}))[0]
        assert stat.S_IMODE((folder / "main.py").stat().st_mode) == 0o644

    def test_a_script_and_a_program_are_executable(self, taking: Taking) -> None:
        _, folder = taking(zip_of({"run": b"#!/bin/sh\n", "bin": b"\x7fELF", "data": b"#"}))
        assert {path.name for path in folder.iterdir() if os.access(path, os.X_OK)} == {
            "run",
            "bin",
        }

    def test_another_name_content_or_link_has_another_digest(self, taking: Taking) -> None:
        archives = [
            tar([file("a", b"1"), file("b", b"2")]),
            tar([file("a", b"2"), file("b", b"1")]),
            tar([file("a", b"1"), file("c", b"2")]),
            tar([file("a", b"1"), file("c/b", b"2")]),
            tar([file("a", b"1"), file("b", b"2"), link("c", "a")]),
            tar([file("a", b"1"), file("b", b"2"), link("c", "b")]),
            tar([file("a", b"1"), file("b", b"2"), file("c", b"b")]),
        ]
        assert len({taking(archive)[0] for archive in archives}) == len(archives)

    def test_metadata_and_output_of_builds_are_left_out(
        self, taking: Taking, tmp_path: Path
    ) -> None:
        more = {
            ".git/config": b"",
            "a/node_modules/b": b"",
            "__MACOSX/x": b"",
            "src/.DS_Store": b"",
        }
        for digest, folder in (
            taking(tar_of({**FILES, **more})),
            taking(zip_of({**more, **FILES})),
        ):
            assert digest == taking(tar_of(FILES))[0]
            assert not (folder / ".git").exists()
        source = folder_of({**FILES, **more}, tmp_path / "source")
        (source / ".venv").symlink_to("/usr")
        assert take(source, tmp_path / "copy") == digest

    def test_long_names_of_gnu_and_of_posix_are_read(self, taking: Taking) -> None:
        name = "/".join(("d" * 70, "e" * 90, "fü"))
        for form in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
            _, folder = taking(tar_of({name: b"x", "a": b""}, form))
            assert (folder / name).read_bytes() == b"x"

    def test_an_archive_of_git_is_read(self, taking: Taking) -> None:
        target = io.BytesIO()
        with tarfile.open(fileobj=target, mode="w", pax_headers={"comment": "a" * 40}) as archive:
            archive.addfile(file("a")[0], io.BytesIO(b"x"))
        assert (taking(gzip.compress(target.getvalue()))[1] / "a").is_file()

    def test_links_that_stay_inside_are_kept(self, taking: Taking, tmp_path: Path) -> None:
        members = [file("top/lib/a"), link("top/b", "lib/a"), link("top/lib/c", "../b")]
        _, folder = taking(tar(members))
        assert (folder / "lib/c").read_bytes() == b"x"
        assert os.readlink(folder / "b") == "lib/a"
        _, folder = taking(zip_link("l", "real"))
        assert (folder / "l").read_bytes() == b"x"

    def test_an_archive_in_an_archive_is_a_file(self, taking: Taking) -> None:
        bomb = zip_of({"0": bytes(8 * MIB)})
        _, folder = taking(zip_of({"a.zip": zip_of({"b.zip": bomb})}))
        assert zipfile.is_zipfile(folder / "a.zip")


class TestRefused:
    """The first offence is named, and nothing is left."""

    @pytest.mark.parametrize(
        ("members", "sentence", "fields"),
        [
            ([file("../a")], SubmissionSentence.PATH_OUTSIDE, {"path": "../a"}),
            ([file("a/../../b")], SubmissionSentence.PATH_OUTSIDE, {"path": "a/../../b"}),
            ([file("/etc/x")], SubmissionSentence.PATH_OUTSIDE, {"path": "/etc/x"}),
            ([file(".git/../../x")], SubmissionSentence.PATH_OUTSIDE, {"path": ".git/../../x"}),
            ([file("a\\b")], SubmissionSentence.PATH_NOT_PLAIN, {"path": "a\\b"}),
            ([file("a\nb")], SubmissionSentence.PATH_NOT_PLAIN, {"path": "a\nb"}),
            ([file("a\u202eb")], SubmissionSentence.PATH_NOT_PLAIN, {"path": "a\u202eb"}),
            ([file("a//b")], SubmissionSentence.PATH_NOT_PLAIN, {"path": "a//b"}),
            ([file("a/./b")], SubmissionSentence.PATH_NOT_PLAIN, {"path": "a/./b"}),
            ([file("a/" * 24 + "b")], SubmissionSentence.PATH_TOO_DEEP, {"most": 24}),
            ([file("ü" * 121)], SubmissionSentence.PATH_TOO_LONG, {"most": 240}),
            ([file("a"), file("a")], SubmissionSentence.PATH_TWICE, {"path": "a"}),
            ([file("a"), file("a/b")], SubmissionSentence.PATH_TWICE, {"path": "a"}),
            ([file("a/b"), file("a")], SubmissionSentence.PATH_TWICE, {"path": "a"}),
            (
                [file("a"), special("a", tarfile.DIRTYPE)],
                SubmissionSentence.PATH_TWICE,
                {"path": "a"},
            ),
            ([link("a", "b"), file("a/b")], SubmissionSentence.PATH_TWICE, {"path": "a"}),
            (
                [file("Bot"), file("bot")],
                SubmissionSentence.PATHS_FOLD,
                {"one": "Bot", "other": "bot"},
            ),
            ([file("A/x"), file("a/y")], SubmissionSentence.PATHS_FOLD, {"one": "A", "other": "a"}),
            ([file("\u00e9"), file("e\u0301")], SubmissionSentence.PATHS_FOLD, {"one": "\u00e9"}),
            ([file("\ufb01x"), file("fix")], SubmissionSentence.PATHS_FOLD, {"other": "fix"}),
            ([file("stra\u00dfe"), file("STRASSE")], SubmissionSentence.PATHS_FOLD, {}),
            ([file("a."), file("a")], SubmissionSentence.PATHS_FOLD, {}),
            ([special("a", tarfile.CHRTYPE)], SubmissionSentence.MEMBER_NOT_TAKEN, {"path": "a"}),
            ([special("a", tarfile.BLKTYPE)], SubmissionSentence.MEMBER_NOT_TAKEN, {"path": "a"}),
            ([special("a", tarfile.FIFOTYPE)], SubmissionSentence.MEMBER_NOT_TAKEN, {"path": "a"}),
            ([special("a", b"Z")], SubmissionSentence.MEMBER_NOT_TAKEN, {"path": "a"}),
            (
                [file("a"), special("b", tarfile.LNKTYPE, "a")],
                SubmissionSentence.MEMBER_NOT_TAKEN,
                {"path": "b", "kind": "a hard link"},
            ),
            (
                [file("a"), link("b", "/etc/passwd")],
                SubmissionSentence.LINK_LEADS_NOWHERE,
                {"path": "b"},
            ),
            (
                [file("t/a"), link("t/b", "../..")],
                SubmissionSentence.LINK_LEADS_NOWHERE,
                {"path": "b"},
            ),
            ([file("a"), link("b", "c")], SubmissionSentence.LINK_LEADS_NOWHERE, {"path": "b"}),
            (
                [file("a"), link("b", "a/../a")],
                SubmissionSentence.LINK_LEADS_NOWHERE,
                {"path": "b"},
            ),
            ([file("a"), link("b", "b")], SubmissionSentence.LINK_LEADS_NOWHERE, {"path": "b"}),
            (
                [file("d/a"), link("d/e", "."), link("b", "d/e/../..")],
                SubmissionSentence.LINK_LEADS_NOWHERE,
                {"path": "b"},
            ),
            ([file("a"), link("b", "a" * 241)], SubmissionSentence.PATH_TOO_LONG, {"most": 240}),
            ([], SubmissionSentence.SUBMISSION_EMPTY, {}),
            ([special("a", tarfile.DIRTYPE)], SubmissionSentence.SUBMISSION_EMPTY, {}),
            ([file(".git/x")], SubmissionSentence.SUBMISSION_EMPTY, {}),
        ],
    )
    def test_a_hostile_member(
        self,
        taking: Taking,
        members: list[tuple[tarfile.TarInfo, bytes]],
        sentence: SubmissionSentence,
        fields: dict[str, object],
    ) -> None:
        with raises(DataError, sentence, **fields) as caught:
            taking(tar(members))
        assert str(caught.value).isprintable()
        assert taking.left() == {"upload"}

    def test_hostile_names_in_a_zip_file(self, taking: Taking) -> None:
        for name, sentence in {
            "../a": SubmissionSentence.PATH_OUTSIDE,
            "/a": SubmissionSentence.PATH_OUTSIDE,
            "a\\..\\b": SubmissionSentence.PATH_NOT_PLAIN,
        }.items():
            with raises(DataError, sentence, path=name):
                taking(zip_of({name: b""}))
        with raises(DataError, SubmissionSentence.PATHS_FOLD):
            taking(zip_of({"a": b"", "A": b""}))
        with raises(DataError, SubmissionSentence.LINK_LEADS_NOWHERE, target="/etc/passwd"):
            taking(zip_link("l", "/etc/passwd"))
        assert taking.left() == {"upload"}

    def test_a_folder_with_a_pipe_or_a_link_out(self, tmp_path: Path) -> None:
        source = folder_of(FILES, tmp_path / "source")
        (source / "out").symlink_to("/etc/passwd")
        with raises(DataError, SubmissionSentence.LINK_LEADS_NOWHERE, path="out"):
            take(source, tmp_path / "new")
        os.mkfifo(source / "pipe")
        with raises(DataError, SubmissionSentence.MEMBER_NOT_TAKEN, path="pipe"):
            take(source, tmp_path / "new")
        assert os.listdir(tmp_path) == ["source"]

    def test_something_else_than_an_archive(self, taking: Taking) -> None:
        for content in (b"", b"x", b"\x28\xb5\x2f\xfd more", b"BZh9"):
            with raises(UsageError, SubmissionSentence.NO_SUBMISSION):
                taking(content)
        with raises(StorageError, SubmissionSentence.SUBMISSION_NOT_TAKEN):
            take(taking.folder / "missing", taking.folder / "new")

    @pytest.mark.parametrize("whole", [tar_of(FILES), zip_of(FILES)], ids=["tar", "zip"])
    def test_an_archive_that_is_cut_off_anywhere(self, taking: Taking, whole: bytes) -> None:
        for size in range(4, len(whole) - 1, 7):
            with raises(DataError, SubmissionSentence.SUBMISSION_BROKEN):
                taking(whole[:size])
        assert taking.left() == {"upload"}

    def test_a_changed_file_in_an_archive(self, taking: Taking) -> None:
        stored = zip_of({"a": b"content"}, zipfile.ZIP_STORED).replace(b"content", b"CONTENT")
        with raises(DataError, SubmissionSentence.SUBMISSION_BROKEN):
            taking(stored)
        with raises(DataError, SubmissionSentence.SUBMISSION_BROKEN):
            taking(tar_of(FILES) + b"more")

    def test_an_encrypted_zip_file_and_other_methods(self, taking: Taking) -> None:
        encrypted = bytearray(zip_of({"a": b"x"}))
        encrypted[encrypted.index(b"PK\x01\x02") + 8] |= 1
        for content in (bytes(encrypted), zip_of({"a": b"x"}, zipfile.ZIP_LZMA)):
            with raises(DataError, SubmissionSentence.SUBMISSION_BROKEN):
                taking(content)


class TestBombs:
    """What an archive costs is bounded by the limits, not by what it claims."""

    def test_a_file_that_unpacks_to_far_more(self, taking: Taking) -> None:
        zeros = {"a": b"x", "b": bytes(64 * MIB)}
        for content in (tar_of(zeros), zip_of(zeros)):
            with raises(DataError, SubmissionSentence.UNPACKED_TOO_LARGE, path="b"):
                taking(content)
        assert taking.left() == {"upload"}

    def test_files_that_share_their_content(self, taking: Taking) -> None:
        """Many entries of the directory name the same compressed bytes."""
        one = zip_of({"0": bytes(MIB)})
        start = one.index(b"PK\x01\x02")
        entry, end = one[start : one.index(b"PK\x05\x06")], one[one.index(b"PK\x05\x06") :]
        entries = b"".join(
            entry[:28] + struct.pack("<H", 4) + entry[30:46] + f"{number:04}".encode()
            for number in range(999)
        )
        head = bytearray(end)
        head[8:12] = struct.pack("<HH", 999, 999)
        head[12:16] = struct.pack("<L", len(entries))
        with pytest.raises(DataError) as caught:
            taking(one[:start] + entries + bytes(head))
        assert caught.value.sentence in (
            SubmissionSentence.UNPACKED_TOO_LARGE,
            SubmissionSentence.SUBMISSION_BROKEN,
        )

    def test_a_million_files(self, taking: Taking) -> None:
        block = tarfile.TarInfo("a").tobuf()
        with raises(DataError, SubmissionSentence.TOO_MANY_FILES, most=3):
            names = [tarfile.TarInfo(f"{number}").tobuf() for number in range(5)]
            taking(gzip.compress(b"".join(names)), TakeLimits(tree=TreeLimits(files=3)))
        with raises(DataError, SubmissionSentence.PATH_TWICE):
            taking(gzip.compress(block * 1_000_000, 1))
        folders = b"".join(_folder(number) for number in range(20_000))
        with raises(DataError, SubmissionSentence.TOO_MANY_FILES, most=10_000):
            taking(gzip.compress(folders, 1))

    def test_a_zip_file_of_a_million_files_is_refused_from_its_directory(
        self, taking: Taking
    ) -> None:
        entry = struct.pack("<4s4B4HL2L5H2L", b"PK\x01\x02", *[0] * 11, 1, *[0] * 6) + b"a"
        directory = entry * 200_000
        end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0, 0, len(directory), 0, 0)
        with raises(DataError, SubmissionSentence.SUBMISSION_BROKEN, why=_LISTS):
            taking(b"PK\x03\x04" + directory + end)

    def test_a_sparse_file_of_a_terabyte(self, taking: Taking) -> None:
        info = tarfile.TarInfo("big")
        info.type, info.size = tarfile.GNUTYPE_SPARSE, 0
        with raises(DataError, SubmissionSentence.MEMBER_NOT_TAKEN, kind="a sparse file"):
            taking(gzip.compress(info.tobuf()))
        posix = tarfile.TarInfo("big")
        posix.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.realsize": str(1 << 40)}
        with raises(DataError, SubmissionSentence.MEMBER_NOT_TAKEN, kind="a sparse file"):
            taking(tar([(posix, b"")]))

    def test_a_file_that_claims_a_terabyte(self, taking: Taking) -> None:
        info = tarfile.TarInfo("big")
        info.size = 1 << 40
        for form in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
            with raises(DataError, SubmissionSentence.UNPACKED_TOO_LARGE, path="big"):
                taking(gzip.compress(info.tobuf(form)))

    def test_an_extended_header_without_an_end(self, taking: Taking) -> None:
        for kind in (b"x", b"g", b"L", b"K"):
            info = tarfile.TarInfo("h")
            info.type, info.size = kind, 1 << 33
            with raises(DataError, SubmissionSentence.SUBMISSION_BROKEN):
                taking(gzip.compress(info.tobuf(tarfile.GNU_FORMAT)))
            info.size = 0
            with raises(DataError, SubmissionSentence.SUBMISSION_BROKEN):
                taking(gzip.compress(info.tobuf(tarfile.GNU_FORMAT) * 100_000, 1))

    def test_many_links_of_long_targets(self, taking: Taking) -> None:
        hops = [link(f"l{number}", "d/../" * 40 + f"l{number + 1}") for number in range(50)]
        with raises(DataError, SubmissionSentence.LINK_LEADS_NOWHERE):
            taking(tar([file("d/a"), *hops, file("l50")]))
        many = [link(f"l{number}", "a") for number in range(1_001)]
        with raises(DataError, SubmissionSentence.TOO_MANY_LINKS, most=1_000):
            taking(tar([file("a"), *many]))

    def test_an_archive_that_contains_itself_is_a_file_in_a_file(self, taking: Taking) -> None:
        """A quine unpacks to itself; nothing here unpacks twice."""
        quine = tar_of({"quine.tar.gz": tar_of(FILES)})
        _, folder = taking(quine)
        assert [path.name for path in folder.iterdir()] == ["quine.tar.gz"]

    def test_a_large_archive(self, taking: Taking) -> None:
        with raises(DataError, SubmissionSentence.PACKED_TOO_LARGE, most=10):
            taking(tar_of(FILES), TakeLimits(packed=10))

    def test_content_up_to_the_limits_is_taken(self, taking: Taking, fresh_seed: int) -> None:
        noise = random.Random(fresh_seed).randbytes(MIB)
        limits = TakeLimits(tree=TreeLimits(files=2, size=2 * MIB))
        taking(tar_of({"a": noise, "b": noise}), limits)
        with raises(DataError, SubmissionSentence.UNPACKED_TOO_LARGE, path="b"):
            taking(tar_of({"a": noise, "b": noise + b"x"}), limits)


_LISTS = "its directory lists too many files"


def _folder(number: int) -> bytes:
    info = tarfile.TarInfo(f"d{number}")
    info.type = tarfile.DIRTYPE
    return info.tobuf()
