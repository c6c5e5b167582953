"""The file with the reasoning of bots lies beside the record, and goes where the record goes."""

import errno
import json
import os
import stat
from pathlib import Path

import pytest

from referee.match.question import Answer, Question
from referee.record.companion import analysis_path, move_record, remove_record
from referee.record.file import RecordFile, write_record
from referee.record.reader import read
from referee.record.reasoning import (
    MOST_KEPT,
    CheckedReasoning,
    check_reasoning,
    packed,
    read_reasoning,
    texts_in,
)
from tests.cli.running import league, reasoning, write
from tests.cli.shell import referee
from tests.match.driver import Driver
from tests.record.test_reasoning import TEXT, kept, thought


class TestFile:
    """The file of a match that is being played."""

    def test_only_its_owner_may_read_it_until_the_match_ends(self, tmp_path: Path) -> None:
        file = RecordFile(tmp_path / "a.tianming")
        file.append(b"one")
        assert file.keep_reasoning(TEXT)
        beside = tmp_path / "a.tianming.reasoning"
        assert stat.S_IMODE(beside.stat().st_mode) == 0o600
        file.finish()
        assert stat.S_IMODE(beside.stat().st_mode) == stat.S_IMODE(file.path.stat().st_mode)

    def test_a_match_without_reasoning_has_no_file(self, tmp_path: Path) -> None:
        file = RecordFile(tmp_path / "a.tianming")
        file.append(b"one")
        file.finish()
        assert [one.name for one in tmp_path.iterdir()] == ["a.tianming"]

    def test_an_abandoned_match_leaves_nothing(self, tmp_path: Path) -> None:
        file = RecordFile(tmp_path / "a.tianming")
        file.keep_reasoning(TEXT)
        file.abandon()
        assert not [*tmp_path.iterdir()]

    def test_a_resumed_match_goes_on_after_the_last_whole_text(self, tmp_path: Path) -> None:
        file = RecordFile(tmp_path / "a.tianming")
        file.append(b"one")
        file.keep_reasoning("first")
        file.close()
        beside = tmp_path / "a.tianming.reasoning"
        with beside.open("ab") as torn:
            torn.write(packed("lost")[:-2])
        again = RecordFile.reopen(tmp_path / "a.tianming")
        assert again.keep_reasoning("second")
        again.finish()
        assert [*texts_in(beside.read_bytes()).values()] == ["first", "second"]

    def test_a_link_in_its_place_is_not_followed(self, tmp_path: Path) -> None:
        target = tmp_path / "target"
        target.write_bytes(b"precious")
        (tmp_path / "a.tianming.reasoning").symlink_to(target)
        file = RecordFile(tmp_path / "a.tianming")
        assert not file.keep_reasoning(TEXT)
        file.abandon()
        assert target.read_bytes() == b"precious"

    def test_another_record_of_almost_this_name_has_another_file(self, tmp_path: Path) -> None:
        for name, text in (("a.tianming", "first"), ("a", "second")):
            file = RecordFile(tmp_path / name)
            file.append(b"one")
            file.keep_reasoning(text)
            file.finish()
        assert {*(read_reasoning(tmp_path / "a.tianming") or {}).values()} == {"first"}


class TestDisk:
    """A disk that does not take the reasoning is nobody's fault, and the match goes on."""

    def test_a_full_file_takes_no_more_and_the_record_names_none(self, tmp_path: Path) -> None:
        driver = Driver()
        driver.file.reasoning += bytes(MOST_KEPT)
        (question,) = [one for one in driver.start() if isinstance(one, Question)]
        told = thought(TEXT)
        driver.match.choose(question.seat, Answer(question.number, 0, driver.now, thought=told))
        (chosen,) = [
            entry.body.chosen
            for entry in driver.record().entries
            if entry.body.chosen.HasField("thought")
        ]
        assert not chosen.thought.reasoning_digest
        assert chosen.thought.tokens_in == 1200

    def test_a_disk_that_refuses_the_text_takes_the_record(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = RecordFile(tmp_path / "a.tianming")
        with monkeypatch.context() as patched:
            patched.setattr(os, "open", _refuse)
            assert not file.keep_reasoning("first")
        assert not file.keep_reasoning("second")
        file.append(b"one")
        file.finish()
        assert [one.name for one in tmp_path.iterdir()] == ["a.tianming"]

    def test_a_text_that_cannot_be_synced_is_the_last_and_the_record_is_finished(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file, sync = RecordFile(tmp_path / "a.tianming"), os.fsync
        beside = tmp_path / "a.tianming.reasoning"
        file.append(b"one")
        assert file.keep_reasoning("first")

        def fsync(handle: int) -> None:
            if os.path.samestat(os.fstat(handle), beside.stat()):
                raise OSError(errno.EIO, "Input/output error")
            sync(handle)

        monkeypatch.setattr(os, "fsync", fsync)
        file.sync()
        assert not file.keep_reasoning("second")
        file.finish()
        assert (tmp_path / "a.tianming").read_bytes() == b"one"

    def test_texts_are_synced_once(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        file, sync, synced = RecordFile(tmp_path / "a.tianming"), os.fsync, list[int]()
        file.append(b"one")
        file.keep_reasoning(TEXT)

        def fsync(handle: int) -> None:
            synced.append(handle)
            sync(handle)

        monkeypatch.setattr(os, "fsync", fsync)
        file.sync()
        first = len(synced)
        file.sync()
        assert len(synced) == first + 1
        file.finish()


def _refuse(*_: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


class TestMoves:
    """Where the record goes, its reasoning goes."""

    def test_a_record_that_a_worker_returns_is_written_with_it(self, tmp_path: Path) -> None:
        path = kept(tmp_path)
        other = tmp_path / "other.tianming"
        beside = path.with_name("m1.tianming.reasoning")
        write_record(other, path.read_bytes(), beside.read_bytes())
        assert check_reasoning(read(other), other) == CheckedReasoning(1, is_there=True)

    def test_a_quarantined_record_keeps_it_and_a_removed_one_leaves_nothing(
        self, tmp_path: Path
    ) -> None:
        path, aside = kept(tmp_path), tmp_path / "m1.tianming.unsound"
        move_record(path, aside)
        assert check_reasoning(read(aside), aside) == CheckedReasoning(1, is_there=True)
        remove_record(aside)
        assert not [*tmp_path.iterdir()]
        file = RecordFile(tmp_path / "b.tianming")
        file.append(b"torn")
        file.keep_reasoning(TEXT)
        file.quarantine()
        names = ["b.tianming.torn", "b.tianming.torn.reasoning"]
        assert sorted(one.name for one in tmp_path.iterdir()) == names

    def test_an_export_has_it_in_the_line_of_its_choice(self, tmp_path: Path) -> None:
        path = kept(tmp_path)
        lines = referee("export", path, "--to", "jsonl").stdout.splitlines()
        assert [one["reasoning"] for one in map(json.loads, lines) if "reasoning" in one] == [TEXT]

    def test_a_season_keeps_it_and_analyses_in_its_archive(self, tmp_path: Path) -> None:
        write(tmp_path / "league.toml", {"ann": reasoning(), "bob": "random"})
        league(tmp_path, "run")
        (record, *_) = sorted((tmp_path / "records").glob("*.tianming"))
        analysis_path(record).write_text("{}")
        league(tmp_path, "archive", "a.tar.gz")
        league(tmp_path, "open", "a.tar.gz", "opened")
        assert analysis_path(tmp_path / "opened" / "records" / record.name).read_text() == "{}"
        done = referee("verify", tmp_path / "opened" / "records", "--json")
        found = [json.loads(line)["reasoning"] for line in done.stdout.splitlines()]
        assert all(one["choices"] == one["checked"] > 0 for one in found)
