"""Commands on many records: those of a folder, and so many that every core reads them."""

import json
from pathlib import Path

import pytest

from referee.cli.main import main
from tests.cli.shell import referee, shown_on_terminal
from tests.record.samples import bodies, dragon_record, forged


def of_match(name: str) -> bytes:
    """A record of a match of that name."""
    entries = bodies(dragon_record())
    entries[0].header.match_id = name
    return forged(entries)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder as a league leaves it: two finished records, and what are none."""
    for name in "ba":
        (tmp_path / f"{name}.tianming").write_bytes(of_match(name))
    for name in ("league.journal", ".workers.lock", "c.tianming.part", "d.tianming.torn"):
        (tmp_path / name).write_bytes(b"no record")
    (tmp_path / "benched").mkdir()
    return tmp_path


class TestFolder:
    """A folder stands for the finished records in it."""

    @pytest.mark.parametrize("command", ["verify", "table"])
    def test_it_is_as_if_they_were_named(
        self, command: str, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main([command, str(folder), "--json"]) == 0
        said = capsys.readouterr().out
        assert main([command, *(str(folder / f"{name}.tianming") for name in "ab"), "--json"]) == 0
        assert capsys.readouterr().out == said

    @pytest.mark.parametrize("command", ["verify", "table"])
    def test_one_without_records_is_refused(self, command: str, tmp_path: Path) -> None:
        (tmp_path / "m.tianming.part").touch()
        done = referee(command, tmp_path)
        assert done.returncode == 65
        assert done.stderr == (
            f"referee {command}: the folder {tmp_path} has no finished record "
            "(NAME.tianming): name the folder of the records, or their files.\n"
        )


class TestOneBad:
    """One bad record does not hide the others."""

    @pytest.mark.parametrize("command", ["verify", "table"])
    def test_the_others_are_shown_the_bad_one_is_named_and_the_status_says_so(
        self, command: str, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main([command, str(folder), "--json"]) == 0
        want = capsys.readouterr().out
        bad = folder / "0.tianming"
        bad.write_bytes(of_match("0")[:-5])
        assert main([command, str(folder), "--json"]) == 65
        shown = capsys.readouterr()
        assert str(bad) in shown.err
        assert shown.err.splitlines()[0].startswith(f"referee {command}: ")
        if command == "table":
            assert json.loads(shown.out) == json.loads(want) | {"left_out": 1}
        else:
            assert shown.out.endswith(want)

    def test_a_bad_one_alone_is_an_error(
        self, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        bad = folder / "0.tianming"
        bad.write_bytes(of_match("0")[:100])
        assert main(["table", str(bad)]) == 65
        shown = capsys.readouterr()
        assert (shown.out, len(shown.err.splitlines())) == ("", 1)


class TestInterrupted:
    """A record that was not finished is offered to whoever names the finished one."""

    @pytest.mark.parametrize(
        "words",
        [
            ("replay",),
            ("verify",),
            ("web",),
            ("replay", "--clocks"),
            ("table",),
            ("export", "--to", "jsonl"),
        ],
    )
    def test_it_is_named(
        self, words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        part = tmp_path / "w.tianming.part"
        part.write_bytes(of_match("w")[:-40])
        command, *options = words
        assert main([command, str(tmp_path / "w.tianming"), *options]) == 65
        assert f"{part} is the record of the interrupted match" in capsys.readouterr().err


class TestEveryCore:
    """Many records are verified by many processes, and told of in their order."""

    def test_each_record_is_reported_in_order_even_an_invalid_one(self, tmp_path: Path) -> None:
        data = dragon_record()
        for number in range(60):
            is_wrong = number == 40
            (tmp_path / f"{number:02}.tianming").write_bytes(data[:-5] if is_wrong else data)
        done = referee("verify", tmp_path, "--json")
        assert done.returncode == 65
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        assert [Path(line["record"]).stem for line in lines] == [f"{n:02}" for n in range(60)]
        assert [n for n, line in enumerate(lines) if not line["sound"]] == [40]
        assert done.stderr.startswith(f"referee verify: {tmp_path / '40.tianming'}: entry ")
        assert len(done.stderr.splitlines()) == 1

    @pytest.mark.parametrize(
        ("command", "reported"),
        [("verify", b"2 of 2 records verified"), ("table", b"2 records read")],
    )
    def test_a_terminal_shows_the_progress(
        self, command: str, reported: bytes, folder: Path
    ) -> None:
        assert reported in shown_on_terminal("stderr", command, str(folder))
        assert reported not in shown_on_terminal("stdout", command, str(folder))
