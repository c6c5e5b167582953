"""What programs read: one way for results and for errors of all commands."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from referee.cli import output
from referee.cli.main import main
from tests.cli.shell import referee, refused
from tests.record.samples import dragon_record
from tests.wording.help import pages

SILENT = {"bridge", "games rules", "games serve", "web"}
"""Commands with nothing for programs to read."""

KEY = re.compile(r"[a-z][a-z0-9_]*")
NUMBER = re.compile(r"-?\d+(\.\d+)?")


@pytest.fixture
def folder(season: Path) -> Path:
    """A folder with a record and a league that was played."""
    (season / "m.tianming").write_bytes(dragon_record())
    shutil.copy(season / "league.toml", season / "other.toml")
    return season


def keys(value: object) -> Iterator[str]:
    """Every key in a value."""
    if isinstance(value, dict):
        yield from value
        for each in value.values():
            yield from keys(each)
    elif isinstance(value, list):
        for each in value:
            yield from keys(each)


def numeric_texts(value: object, key: str = "") -> Iterator[str]:
    """The keys of texts that are numbers."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from numeric_texts(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from numeric_texts(each, key)
    elif isinstance(value, str) and NUMBER.fullmatch(value):
        yield key


def test_every_command_has_a_form_for_programs() -> None:
    commands = {name: page for name, page in pages().items() if not isinstance(page, click.Group)}
    without = {
        name
        for name, page in commands.items()
        if not any("--json" in param.opts for param in page.params)
    }
    assert without == SILENT


class TestResult:
    """Keys are in snake_case, and numbers are numbers."""

    @pytest.mark.parametrize(
        "words",
        [
            "play dragon random random",
            "verify m.tianming",
            "replay m.tianming",
            "replay m.tianming --entry 3",
            "table m.tianming",
            "table m.tianming --matches bot0",
            "export --to jsonl m.tianming --output m.jsonl",
            "export --to jsonl m.tianming",
            "replay m.tianming --clocks",
            "new bot my-bot --lang python",
            "new game my-game",
            "conform --list",
            "token ann --tokens t.txt --expires 2930-12-31",
            "new key signing.key",
            "games",
            "games check toy --plays 1",
            "games board china/3-4 --svg a.svg",
            "doctor",
            "league check",
            "league run",
            "league new new.toml",
        ],
    )
    def test_it_is_read_alike_from_every_command(self, words: str, folder: Path) -> None:
        done = referee(*words.split(), "--json", cwd=folder)
        assert done.returncode in (0, 1), done.stderr
        documents = [json.loads(line) for line in done.stdout.splitlines()]
        assert documents
        for document in documents:
            assert [key for key in keys(document) if not KEY.fullmatch(key)] == []
        names = {"found", "board", "default", "choices", "edition", "seed", "seed_nonce", "value"}
        assert set(numeric_texts(documents)) <= names

    def test_orders_of_an_organiser_say_what_was_done(self, folder: Path) -> None:
        for order, result in (
            (
                "add eve",
                {
                    "league": "small",
                    "bot": "eve",
                    "state": "plays",
                    "open_matches": 0,
                    "round": 1,
                    "obstacle": "",
                },
            ),
            (
                "bench eve --reason Ill.",
                {"league": "small", "bot": "eve", "state": "benched", "reason": "Ill."},
            ),
        ):
            done = referee("league", *order.split(), "--json", cwd=folder)
            assert json.loads(done.stdout) == result
        run = referee("league", "run", "--json", cwd=folder)
        assert run.returncode == 0, run.stderr
        match = "small-r001-s00001-1"
        orders: tuple[tuple[str, dict[str, object]], ...] = (
            (f"void {match}", {"match": match, "state": "void", "reason": "by the organiser"}),
            (
                f"rerun {match}",
                {"matches": [match], "left_out": [], "benched": [], "state": "open"},
            ),
        )
        for order, result in orders:
            done = referee("league", *order.split(), "--json", cwd=folder)
            assert json.loads(done.stdout) == {"league": "small", **result}


class TestError:
    """An error is one object on standard output, and a sentence on standard error."""

    def test_it_has_a_code_a_message_fields_and_the_exit_code(self) -> None:
        error, said = refused("play", "dargon", "random", "random")
        assert error == {
            "code": "no_such_game",
            "message": error["message"],
            "fields": {"name": "dargon", "hint": "did you mean dragon?"},
            "exit_code": 2,
        }
        assert said == f"referee play: {error['message']}\n"

    def test_a_mistake_in_the_command_line_itself_is_one_too(self) -> None:
        error, said = refused("league", "stat")
        assert error["code"] == "unknown_command"
        assert said.startswith("referee league: ")

    def test_an_error_of_ours_is_one_too(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        shown = output.print_json

        def broken(value: object) -> None:
            monkeypatch.setattr(output, "print_json", shown)
            raise OverflowError("a bug")

        monkeypatch.setattr(output, "print_json", broken)
        assert main(["games", "--json"]) == 70
        said = capsys.readouterr()
        error = json.loads(said.out)["error"]
        assert (error["code"], error["fields"]) == ("referee_failed", {"kind": "OverflowError"})
        assert error["exit_code"] == 70

    def test_the_option_of_a_bot_is_not_ours(self, tmp_path: Path) -> None:
        done = referee("rehearse", "no.tianming", "--", "no-such-bot", "--json", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (69, "")

    def test_a_wrong_record_among_sound_ones_has_its_error_in_its_line(
        self, tmp_path: Path
    ) -> None:
        (tmp_path / "cut.tianming").write_bytes(dragon_record()[:-5])
        (tmp_path / "whole.tianming").write_bytes(dragon_record())
        done = referee("verify", "cut.tianming", "whole.tianming", "--json", cwd=tmp_path)
        assert done.returncode == 65
        wrong, sound = map(json.loads, done.stdout.splitlines())
        assert wrong["error"]["code"] == "record_cut_off"
        assert wrong["error"]["fields"]["source"] == "cut.tianming"
        assert sound["sound"] is True
