"""Somebody submits a record that should make the tools hang, crash or print false output."""

import csv
import io
import os
from pathlib import Path
from time import process_time

import pytest

from referee.cli import output
from referee.cli.main import main
from referee.record import chain, reader
from referee.record.framing import MOST_BYTES, FileEnding, Scan, pack
from tests.record.samples import bodies, dragon_record, forged, toy_record
from tianming_games.ground.encoding import varint
from tianming_proto.record.v1 import record_pb2 as pb


def crafted(size: int) -> bytes:
    """Return `size` bytes; at every ninth byte begins an entry of almost the maximum size."""
    body = 65511  # a multiple of 9: each body ends right before the last two bytes of a tile
    tile = varint(body + 22) + b"\x0a" + varint(body) + b"\x12\x10"
    assert len(tile) == 9
    assert body + 22 <= MOST_BYTES
    return (tile * (size // 9 + 1))[:size]


class TestTime:
    """Reading a crafted file takes seconds at most."""

    @pytest.mark.parametrize(
        ("data", "ending"),
        [
            (bytes(4 << 20), FileEnding.TORN),
            (b"\x01" * (4 << 20), FileEnding.DAMAGED),
            (crafted(1 << 20), FileEnding.DAMAGED),
            (crafted(4 << 20), FileEnding.DAMAGED),
        ],
        ids=["zeros", "ones", "crafted", "crafted and long"],
    )
    def test_what_follows_an_unsound_entry_is_searched_within_bounds(
        self, data: bytes, ending: FileEnding
    ) -> None:
        began = process_time()
        scan = Scan(toy_record() + data)
        entries = list(scan.entries())
        assert process_time() - began < 5
        assert len(entries) > 10
        assert scan.ending is ending

    @pytest.mark.parametrize("command", ["verify", "replay", "export", "table"])
    def test_a_file_larger_than_any_record_is_refused(
        self, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        huge = tmp_path / "huge.tianming"
        with huge.open("wb") as file:
            file.write(toy_record())
            os.ftruncate(file.fileno(), 1 << 40)
        words = ["--to", "jsonl"] if command == "export" else []
        assert main([command, *words, str(huge)]) == os.EX_DATAERR
        assert f"the file has more than {reader.MOST_BYTES} bytes" in capsys.readouterr().err


class TestNames:
    """Names of files and bots cannot forge lines of output or formulas in a spreadsheet."""

    def test_a_name_with_a_newline_prints_one_line(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for name, data in (("sound\nforged: sound, 9", toy_record()), ("bad\nforged: sound", b"")):
            (tmp_path / f"{name}.tianming").write_bytes(data)
        assert main(["verify", str(tmp_path)]) == os.EX_DATAERR
        said = capsys.readouterr()
        assert not any(line.startswith("forged") for line in (said.out + said.err).splitlines())
        assert len(said.err.splitlines()) == 1

    def test_a_bot_of_a_record_is_no_formula_and_no_escape_sequence(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        changed = bodies(toy_record())
        names = ['=cmd|"/c calc"!A1', "\x1b]0;owned\x07", "+1+1"]
        changed[0].header.bots[:] = names[: len(changed[0].header.bots)]
        file = tmp_path / "forged.tianming"
        file.write_bytes(forged(changed))
        assert main(["table", "--csv", str(file)]) == 0
        said = capsys.readouterr().out
        assert "\x1b" not in said
        cells = [cell for row in csv.reader(io.StringIO(said)) for cell in row]
        assert not any(cell.startswith(("=", "+", "@")) for cell in cells)
        assert any(cell.startswith("'=cmd") for cell in cells)

    def test_numbers_stay_numbers(self, capsys: pytest.CaptureFixture[str]) -> None:
        output.print_csv(["a", "b"], [{"a": -1.5, "b": "-1"}])
        assert capsys.readouterr().out == "a,b\n-1.5,'-1\n"


class TestStart:
    """A start time outside of the calendar is refused with a sentence."""

    @pytest.mark.parametrize("seconds", [1 << 62, -(1 << 62), 253402300800])
    @pytest.mark.parametrize("command", [["verify"], ["export", "--to", "jsonl"]])
    def test_a_match_that_began_in_no_year(
        self,
        seconds: int,
        command: list[str],
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        changed = bodies(dragon_record())
        changed[0].header.start_time.seconds = seconds
        file = tmp_path / "forged.tianming"
        file.write_bytes(forged(changed))
        assert main([*command, str(file)]) == os.EX_DATAERR
        assert "the header's start_time is not a valid time" in capsys.readouterr().err


@pytest.mark.full
class TestLongTime:
    """Even the largest accepted files are read within a minute."""

    @pytest.mark.parametrize("data", [bytes(31 << 20), crafted(31 << 20)], ids=["zeros", "crafted"])
    def test_what_follows_an_unsound_entry(self, data: bytes) -> None:
        began = process_time()
        list(Scan(toy_record() + data).entries())
        assert process_time() - began < 5

    def test_half_a_million_short_entries(self, tmp_path: Path) -> None:
        head = bodies(toy_record())[0].SerializeToString()
        note = pb.RecordBody(note=pb.RecordNote(text="x")).SerializeToString()
        digest, pieces = chain.START, []
        for body in (head, *[note] * 500_000):
            entry, digest = pack(digest, body)
            pieces.append(entry)
        file = tmp_path / "long.tianming"
        file.write_bytes(b"".join(pieces))
        assert file.stat().st_size < reader.MOST_BYTES
        began = process_time()
        assert main(["verify", str(file)]) == os.EX_DATAERR
        assert process_time() - began < 60
