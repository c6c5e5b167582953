"""A later run finds the machine of a set in the records."""

from dataclasses import replace
from pathlib import Path

from referee.identifier import BotName, MatchId
from referee.league.pairing import Pairing
from referee.league.running.set_machine import machine_of_set
from referee.match.clock import Instant
from referee.record.file import MemoryFile
from referee.record.playing_machine import PlayingMachine
from referee.record.writer import RecordWriter
from tests.league.executor.cluster import dragon
from tianming_games.registry import load

PAIRING = Pairing(MatchId("test-r001-s00002-1"), 1, 2, (BotName("ann"), BotName("bob")), bytes(32))


def write(path: Path, machine: PlayingMachine | None) -> None:
    """Write the beginning of a record."""
    file, settings = MemoryFile(), dragon("m").settings
    writer = RecordWriter(file, Instant(0))
    writer.header(settings, load(settings.game), 0.0, machine=machine)
    writer.flush()
    path.write_bytes(bytes(file.data))


class TestSetMachine:
    def test_it_is_that_of_another_match_of_the_set(self, tmp_path: Path) -> None:
        write(tmp_path / "test-r001-s00002-2.3.tianming", PlayingMachine("a", 1, compiled=False))
        write(tmp_path / "test-r001-s00003-1.tianming", PlayingMachine("b", 1, compiled=False))
        assert machine_of_set(tmp_path, PAIRING) == "a"

    def test_there_is_none_without_a_record_that_names_one(self, tmp_path: Path) -> None:
        assert machine_of_set(tmp_path, PAIRING) == ""
        write(tmp_path / "test-r001-s00002-2.tianming", None)
        (tmp_path / "test-r001-s00002-2.2.tianming").write_bytes(b"no record")
        assert machine_of_set(tmp_path, PAIRING) == ""
        other = replace(PAIRING, match_id=MatchId("exhibition"))
        assert machine_of_set(tmp_path, other) == ""
