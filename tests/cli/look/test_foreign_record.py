"""A forged record with a valid chain and arbitrary content harms nobody."""

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli.main import main
from tests.record.samples import bodies, dragon_record, forged
from tianming_proto.record.v1 import record_pb2 as pb

Bodies = list[pb.RecordBody]


def no_results(changed: Bodies) -> None:
    del changed[-1].seal.results[1:]


def no_winner(changed: Bodies) -> None:
    for result in changed[-1].seal.results:
        result.place = 2


def no_such_seat(changed: Bodies) -> None:
    changed.insert(2, pb.RecordBody(note=pb.RecordNote(seat=9, text="x")))


class TestSense:
    """What makes no sense is named, with its record."""

    @pytest.mark.parametrize(
        ("command", "spoil", "sentence"),
        [
            ("table", no_results, "the seal has 1 result for 2 seats"),
            ("table", no_winner, "the seal has no first place"),
            ("replay", no_such_seat, "entry 2 (byte "),
        ],
    )
    def test_a_record_without_sense_is_named(
        self,
        command: str,
        spoil: Callable[[Bodies], None],
        sentence: str,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        changed = bodies(dragon_record())
        spoil(changed)
        path = tmp_path / "odd.tianming"
        path.write_bytes(forged(changed))
        assert main([command, str(path)]) == 65
        said = capsys.readouterr().err
        assert sentence in said
        assert "odd.tianming" in said


class TestTerminal:
    """Nothing in a record steers the terminal it is shown in."""

    @pytest.mark.parametrize("command", ["verify", "replay", "table"])
    def test_names_and_versions_are_shown_without_control_characters(
        self, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        changed = bodies(dragon_record())
        changed[0].header.bots[0] = "red\x1b[31m\x9b7m"
        changed[0].header.writer = "\x1b]0;owned\x07"
        if command == "verify":
            changed[0].header.rules_version = 99
        path = tmp_path / "red.tianming"
        path.write_bytes(forged(changed))
        main([command, str(path)])
        said = capsys.readouterr()
        assert not {"\x1b", "\x9b", "\x07"} & set(said.out + said.err)
