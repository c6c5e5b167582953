"""The journal: events on disk, in their order, from several writers, whatever is cut."""

import errno
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

import pytest

from referee.error import DataError, StorageError
from referee.identifier import BotName, MatchId, OwnerName
from referee.league.hosted_version import HostedVersion
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.journal import Journal
from referee.league.ledger.journal_event import (
    AttemptBegun,
    BotBenched,
    BotListed,
    FriendlyEnded,
    JournalEvent,
    Opened,
    OwnerRenamed,
    VersionHeld,
    VersionRolledBack,
)
from referee.league.sentence import LeagueSentence
from tests.errors import raises
from tests.league.ledger.plan import planned
from tests.processes import files_held_in

EVENTS: tuple[JournalEvent, ...] = (
    Opened("test"),
    BotListed(BotName("ann"), "random", None),
    planned(),
    AttemptBegun(MatchId("test-r001-s00001-1"), 1),
    BotListed(BotName("eve"), None, 64 * "e", owner=OwnerName("ada")),
    OwnerRenamed(OwnerName("ada"), OwnerName("Ada")),
    BotBenched(BotName("ann"), "It \x1b[31m crashed\nagain."),
    BotListed(BotName("ann"), "./run", None, hosted=HostedVersion(3, "ab", "v/3", ("/go",), 2, 3)),
    VersionRolledBack(BotName("ann"), 3, 2, "crashed"),
    VersionHeld(BotName("eve"), "2.0"),
    VersionHeld(BotName("eve")),
    FriendlyEnded(1, (BotName("ann"), BotName("eve")), "ann won.", 5, 1, "[[1,2,0,0]]", "ff"),
)


def journal(path: Path) -> Journal:
    return Journal(path / "league.journal", JournalPosition())


class TestJournal:
    def test_a_written_file_reads_back(self, tmp_path: Path) -> None:
        journal(tmp_path).append(EVENTS)
        assert journal(tmp_path).catch_up() == list(EVENTS)

    def test_each_writer_learns_what_others_wrote_before_it(self, tmp_path: Path) -> None:
        one, other = journal(tmp_path), journal(tmp_path)
        assert one.append(EVENTS[:1]) == list(EVENTS[:1])
        assert other.append(EVENTS[1:3]) == list(EVENTS[:3])
        assert one.catch_up() == list(EVENTS[1:3])
        assert one.append(EVENTS[3:]) == list(EVENTS[3:])
        assert other.catch_up() == list(EVENTS[3:])
        assert one.position == other.position

    def test_writers_that_write_at_once_take_turns(self, tmp_path: Path) -> None:
        journals = [journal(tmp_path) for _ in range(4)]

        def write(one: Journal) -> list[JournalEvent]:
            return [event for _ in range(10) for event in one.append(EVENTS[:2])]

        with ThreadPoolExecutor(len(journals)) as threads:
            seen = list(threads.map(write, journals))
        assert journal(tmp_path).catch_up() == 40 * list(EVENTS[:2])
        assert max(map(len, seen)) == 80

    def test_a_reader_continues_from_a_position(self, tmp_path: Path) -> None:
        first = journal(tmp_path)
        first.append(EVENTS[:2])
        position = first.position
        first.append(EVENTS[2:])
        assert Journal(first.path, position).catch_up() == list(EVENTS[2:])

    def test_a_torn_line_is_cut_at_every_byte_and_nothing_else_is_lost(
        self, tmp_path: Path
    ) -> None:
        whole = journal(tmp_path)
        whole.append(EVENTS[:2])
        start = whole.position.offset
        whole.append(EVENTS[3:4])
        data = whole.path.read_bytes()
        for cut in range(start, len(data)):
            whole.path.write_bytes(data[:cut])
            assert journal(tmp_path).catch_up() == list(EVENTS[:2])
            again = journal(tmp_path)
            assert again.append(EVENTS[4:]) == [*EVENTS[:2], *EVENTS[4:]]
            assert journal(tmp_path).catch_up() == [*EVENTS[:2], *EVENTS[4:]]

    def test_a_changed_byte_is_found_wherever_it_is(self, tmp_path: Path) -> None:
        whole = journal(tmp_path)
        whole.append([*EVENTS[:2], *EVENTS[3:]])
        data = whole.path.read_bytes()
        for at in range(len(data) - 1):
            changed = bytearray(data)
            changed[at] ^= 1
            whole.path.write_bytes(changed)
            with raises(DataError, LeagueSentence.JOURNAL_DAMAGED):
                journal(tmp_path).catch_up()

    def test_a_line_that_was_left_out_is_found(self, tmp_path: Path) -> None:
        whole = journal(tmp_path)
        whole.append(EVENTS)
        lines = whole.path.read_bytes().splitlines(keepends=True)
        whole.path.write_bytes(b"".join(lines[:1] + lines[2:]))
        with raises(DataError, LeagueSentence.JOURNAL_DAMAGED, line=2):
            journal(tmp_path).catch_up()

    @pytest.mark.parametrize(
        ("left", "sentence"),
        [(100, LeagueSentence.JOURNAL_CUT), (0, LeagueSentence.JOURNAL_EMPTIED)],
    )
    def test_a_journal_that_has_become_shorter_is_refused_with_the_way_out(
        self, left: int, sentence: LeagueSentence, tmp_path: Path
    ) -> None:
        whole = journal(tmp_path)
        whole.append(EVENTS)
        read = len(whole.path.read_bytes())
        whole.path.write_bytes(whole.path.read_bytes()[:left])
        with raises(DataError, sentence, path=whole.path, bytes=left, read=read):
            whole.catch_up()


def refuses(*_: object) -> NoReturn:
    """A disk that is full."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class TestDisk:
    """An event is on disk before anybody goes by it, or there is an error."""

    def test_a_new_journal_is_on_disk_with_its_name(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        synced = []
        monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_mode))
        for _ in range(2):
            one = journal(tmp_path)
            one.append(EVENTS[:1])
        assert [stat.S_ISDIR(mode) for mode in synced] == [True, False, False, False]

    @pytest.mark.parametrize("call", ["write", "fsync"])
    def test_an_event_that_the_disk_does_not_take_is_an_error(
        self, call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one = journal(tmp_path)
        one.append(EVENTS[:1])
        position = one.position
        monkeypatch.setattr(os, call, refuses)
        with raises(
            StorageError,
            LeagueSentence.JOURNAL_NOT_WRITTEN,
            path=one.path,
            why=os.strerror(errno.ENOSPC),
        ):
            one.append(EVENTS[1:2])
        assert one.position == position

    def test_what_the_system_takes_in_pieces_is_written_whole(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write = os.write
        monkeypatch.setattr(os, "write", lambda file, data: write(file, data[:7]))
        journal(tmp_path).append(EVENTS)
        assert journal(tmp_path).catch_up() == list(EVENTS)

    def test_a_journal_that_is_closed_leaves_nothing_open(self, tmp_path: Path) -> None:
        journal(tmp_path).close()
        assert files_held_in(tmp_path) == set()
