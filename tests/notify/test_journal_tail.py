"""The reader of a journal reads each whole line once, with bounded memory."""

from pathlib import Path

import pytest

from referee.identifier import BotName
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.journal import Journal
from referee.league.ledger.journal_event import BotBenched, RoundEnded
from referee.notify.journal_tail import JournalTail, TailPosition


def journal(path: Path) -> Journal:
    return Journal(path, JournalPosition())


class TestTail:
    def test_a_line_longer_than_a_block_is_passed_over(self, tmp_path: Path) -> None:
        written = journal(tmp_path / "j")
        written.append([RoundEnded(1), BotBenched(BotName("a"), "x" * 3_000_000), RoundEnded(2)])
        lines = list(JournalTail(tmp_path / "j").lines(TailPosition()))
        assert ["round_ended" in line.text for line in lines] == [True, False, True]
        after = list(JournalTail(tmp_path / "j").lines(lines[1].position))
        assert after == lines[2:]
        written.close()

    def test_part_of_a_line_is_read_when_it_is_whole(self, tmp_path: Path) -> None:
        written = journal(tmp_path / "j")
        written.append([RoundEnded(1), RoundEnded(2)])
        written.close()
        whole = (tmp_path / "j").read_bytes()
        (tmp_path / "j").write_bytes(whole[:-5])
        (first,) = JournalTail(tmp_path / "j").lines(TailPosition())
        (tmp_path / "j").write_bytes(whole)
        (second,) = JournalTail(tmp_path / "j").lines(first.position)
        assert "2" in second.text

    def test_a_journal_that_was_replaced_is_noticed(self, tmp_path: Path) -> None:
        for number in (1, 2):
            (tmp_path / "j").unlink(missing_ok=True)
            written = journal(tmp_path / "j")
            written.append([RoundEnded(number)])
            written.close()
            if number == 1:
                position = JournalTail(tmp_path / "j").end()
        with pytest.raises(LookupError):
            list(JournalTail(tmp_path / "j").lines(position))

    def test_a_journal_that_does_not_exist_yet_is_empty(self, tmp_path: Path) -> None:
        assert list(JournalTail(tmp_path / "j").lines(TailPosition())) == []
