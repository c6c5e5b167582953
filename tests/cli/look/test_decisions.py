"""`referee export --to parquet`: a row for each decision, and the page that reads it back."""

import json
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from referee.cli.main import main
from referee.cli.report import decision_table
from referee.match.entry import Origin
from referee.record.decisions import split_of
from referee.record.reader import parse
from referee.record.recorded_question import questions
from tests.match.driver import Driver
from tests.patience import PATIENCE
from tests.record.samples import bodies, dragon_record, forged, record_of, toy_record
from tianming_games.match_terms import place_rewards
from tianming_games.registry import load
from tianming_proto.record.v1 import record_pb2 as pb

PAGE = Path(__file__).parents[3] / "docs" / "data.md"


@cache
def ming_record() -> bytes:
    """A match of Ming Dynasty, in which seats choose at the same time."""
    return record_of(Driver(load("ming"), seats=2))


def named(data: bytes, match: str, seed: bytes = bytes(32), turn: int = 0) -> bytes:
    """The record with that match, seed, and order of bots, as a set has several."""
    changed = bodies(data)
    header = changed[0].header
    bots = list(header.bots)
    header.match_id, header.seed, header.bots[:] = match, seed, bots[turn:] + bots[:turn]
    return forged(changed)


def exported(*paths: Path, more: tuple[str, ...] = (), code: int = 0) -> list[dict[str, Any]]:
    """The rows that the command writes for these records."""
    out = paths[0].parent / "out.parquet"
    words = [str(path) for path in paths]
    assert main(["export", "--to", "parquet", *words, "--output", str(out), *more]) == code
    return list(pyarrow.parquet.read_table(out).to_pylist())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a match of Dragon and one of Ming Dynasty."""
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "a.tianming").write_bytes(named(dragon_record(), "a"))
    (folder / "b.tianming").write_bytes(named(ming_record(), "b"))
    return folder


class TestRows:
    """Each row says what a seat saw, could do, and did."""

    def test_every_decision_has_a_row_with_its_choice_time_and_result(self, folder: Path) -> None:
        rows = exported(folder)
        for name, data in (("a", dragon_record()), ("b", ming_record())):
            record = parse(data, "x")
            assert record.seal is not None
            mine = [row for row in rows if row["match"] == name]
            chosen = [e.body.chosen for e in record.entries if e.body.HasField("chosen")]
            assert len(mine) == len(chosen)
            places = [result.place for result in record.seal.results]
            for row, choice in zip(mine, chosen, strict=True):
                result = record.seal.results[choice.seat]
                assert (row["seat"], row["question"]) == (choice.seat, choice.number)
                assert row["origin"] == Origin(choice.origin).name.lower()
                assert (row["place"], row["score"]) == (result.place, result.score)
                assert row["reward"] == place_rewards(places)[choice.seat]
                assert row["bot"] == record.header.bots[choice.seat]
                took = (choice.at_ns - choice.handed_at_ns) / 1e9
                assert row["seconds"] == (took if choice.number else None)
            assert {row["rules_version"] for row in mine} == {record.header.rules_version}

    def test_the_mask_and_the_id_are_those_of_the_options_that_the_bot_was_asked(
        self, folder: Path
    ) -> None:
        rows = {(row["match"], row["question"]): row for row in exported(folder)}
        for name, data in (("a", dragon_record()), ("b", ming_record())):
            record = parse(data, "x")
            game = load(record.header.game)
            catalogue = game.catalogue({one.name: one.value for one in record.header.options})
            for asked in questions(record):
                row = rows[name, asked.number]
                legal = [at for at, is_legal in enumerate(row["mask"]) if is_legal]
                written = [game.write(catalogue.actions[number]) for number in legal]
                assert sorted(written) == sorted(asked.options)
                assert asked.choice is not None
                played = game.write(catalogue.actions[row["choice"]])
                assert played == asked.options[asked.choice]

    def test_the_tensor_is_that_of_the_layout_and_of_the_seat(self, folder: Path) -> None:
        for row in exported(folder):
            layout = load(row["game"]).tensor_layout(row["seats"], json.loads(row["options"]))
            layout.verify(row["layout"])
            assert len(row["observation"]) == layout.length
            assert row["observation"][: row["seats"]].index(1) == row["seat"]

    def test_positions_are_the_bytes_that_the_bot_received(self, folder: Path) -> None:
        rows = exported(folder, more=("--positions",))
        assert not {"layout", "observation"} & set(rows[0])
        for name, data in (("a", dragon_record()), ("b", ming_record())):
            sent = {one.number: one.payload for one in questions(parse(data, "x"))}
            mine = {row["question"]: row["position"] for row in rows if row["match"] == name}
            assert {number: mine[number] for number in sent} == sent
        assert all(row["position"] for row in rows)


class TestSplit:
    """Matches of a set are in one split."""

    def test_matches_of_a_set_share_it_and_those_of_other_sets_do_not(self, tmp_path: Path) -> None:
        paths = []
        for seed in range(3):
            for turn in range(2):
                paths.append(tmp_path / f"{seed}-{turn}.tianming")
                # the choices hold for the draws of the record, whatever seed the header has
                data = named(dragon_record(), paths[-1].stem, bytes([seed]) * 32, turn)
                paths[-1].write_bytes(data)
        sets: dict[str, set[str]] = {}
        for row in exported(*paths):
            sets.setdefault(row["set"], set()).add(row["match"])
            assert row["split"] == split_of(row["set"])
        assert sorted(sorted(names) for names in sets.values()) == [
            [f"{seed}-0", f"{seed}-1"] for seed in range(3)
        ]

    def test_eight_of_ten_sets_are_for_training(self) -> None:
        found = [split_of(f"{number:016x}") for number in range(1_000)]
        shares = {name: found.count(name) for name in set(found)}
        assert shares == {"train": 800, "validation": 100, "test": 100}


class TestMany:
    """A season is streamed."""

    def test_a_row_group_is_written_as_soon_as_it_is_full(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(decision_table, "_GROUP", 1)
        rows = exported(folder)
        file = pyarrow.parquet.ParquetFile(folder.parent / "out.parquet")
        assert file.num_row_groups == 2
        assert file.read_row_group(0).to_pylist() == [row for row in rows if row["match"] == "a"]

    def test_several_processes_write_the_same_rows(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rows = exported(folder)
        monkeypatch.setattr(import_module("referee.cli.look.export"), "_FEW", 2)
        assert exported(folder) == rows

    def test_the_bad_ones_are_named_and_left_out(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        rows = exported(folder)
        other = bodies(dragon_record())
        other[0].header.rules_version += 1
        unknown = bodies(dragon_record())
        unknown[0].header.game = "chess"
        wrong = {
            "0": (forged(other), "but version"),
            "1": (dragon_record()[:-5], "cut off"),
            "2": (forged(bodies(dragon_record())[:-1]), "there is no seal"),
            "3": (b"Dear diary", "is not the header of a record"),
            "4": (forged(unknown), "there is no game 'chess'"),
            "5": (toy_record(), "toy has no catalogue of actions"),
        }
        for name, (data, _) in wrong.items():
            (folder / f"{name}.tianming").write_bytes(data)
        capsys.readouterr()
        assert exported(folder, more=("--json",), code=65) == rows
        said = capsys.readouterr()
        *lines, last = said.err.splitlines()
        for line, (name, (_, why)) in zip(lines, wrong.items(), strict=True):
            assert line.startswith(f"referee export: {folder / name}.tianming: ")
            assert why in line
        assert last == "6 records left out."
        data = json.loads(said.out)
        assert (data["records"], data["left_out"], data["decisions"]) == (2, 6, len(rows))

    def test_a_wrong_entry_is_named(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        changed = bodies(dragon_record())
        at = next(at for at, body in enumerate(changed) if body.HasField("chosen"))
        for seat, option in ((99, 0), (0, 999)):
            changed[at].chosen.seat, changed[at].chosen.option = seat, option
            path = tmp_path / "a.tianming"
            path.write_bytes(forged(changed))
            out = tmp_path / "out.parquet"
            assert main(["export", "--to", "parquet", str(path), "--output", str(out)]) == 65
            assert f"{path}: entry {at} " in capsys.readouterr().err
            assert list(tmp_path.iterdir()) == [path]

    def test_a_void_match_has_no_rows(self, folder: Path) -> None:
        changed = bodies(dragon_record())
        seal = changed[-1].seal
        del seal.results[:]
        seal.termination, seal.reason = pb.RECORD_TERMINATION_VOID, "The referee failed."
        (folder / "c.tianming").write_bytes(forged(changed))
        assert {row["match"] for row in exported(folder)} == {"a", "b"}


class TestUse:
    """Options that do not fit together get one sentence."""

    @pytest.mark.parametrize(
        ("words", "why"),
        [
            (("--to", "parquet", "a.tianming"), "name it with --output"),
            (("--to", "jsonl", "a.tianming", "--positions"), "--positions is an option of"),
            (("--to", "jsonl", "a.tianming", "b.tianming"), "takes one record"),
            (("--to", "jsonl", "."), "takes one record"),
        ],
    )
    def test_what_does_not_fit_is_refused(
        self,
        words: tuple[str, ...],
        why: str,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.chdir(folder)
        assert main(["export", *words]) == 2
        said = capsys.readouterr()
        assert (said.out, len(said.err.splitlines())) == ("", 1)
        assert why in said.err

    def test_without_pyarrow_it_says_how_to_get_it(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        out = folder / "out.parquet"
        assert main(["export", "--to", "parquet", str(folder), "--output", str(out)]) == 2
        assert "pip install 'tianming-referee[parquet]'" in capsys.readouterr().err
        assert not out.exists()


def test_the_program_of_the_page_reads_it_back(folder: Path) -> None:
    (program,) = [part.partition("```")[0] for part in PAGE.read_text().split("```python\n")[1:]]
    exported(folder)
    (folder.parent / "out.parquet").rename(folder / "season.parquet")
    words = (sys.executable, "-W", "error", "-c", program)
    run = subprocess.run(
        words, capture_output=True, text=True, check=True, timeout=PATIENCE, cwd=folder
    )
    assert "True" in run.stdout


def test_the_page_has_every_column(folder: Path) -> None:
    rows = exported(folder)[0] | exported(folder, more=("--positions",))[0]
    assert [name for name in rows if f"`{name}`" not in PAGE.read_text()] == []
