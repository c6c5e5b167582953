"""`bot.toml`: what it may say, and one clear sentence about what it may not."""

import json
import shlex
from pathlib import Path

import jsonschema
import pytest

from referee.entry.bot_file import NAME_OF_FILE, BotFile, bot_file_of, read_bot_file, schema
from referee.entry.sentence import SubmissionSentence
from referee.error import DataError
from referee.starter.kit import BOT_FILE, write_kit
from referee.starter.language import LANGUAGES, Language
from tests.entry.archives import folder_of
from tests.errors import raises
from tests.source_tree import ROOT

PUBLISHED = ROOT / "docs/bot.schema.json"


def written(text: str | bytes, folder: Path) -> BotFile:
    """Write a file `bot.toml`, and read it."""
    (folder / NAME_OF_FILE).write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_bot_file(folder)


class TestFile:
    """The values of a file, and its errors."""

    def test_only_run_is_needed(self, tmp_path: Path) -> None:
        assert written('run = "./bot --fast"', tmp_path) == BotFile(run="./bot --fast")

    def test_all_keys_are_read(self, tmp_path: Path) -> None:
        text = """name = "Deep Red"\nlanguage = "go"\nbuild = "go build && strip bot"
        run = "./bot"\nversion = "1.2"\ngames = ["dragon", "ming"]"""
        assert written(f"\ufeff{text}", tmp_path) == BotFile(
            name="Deep Red",
            language="go",
            build="go build && strip bot",
            run="./bot",
            version="1.2",
            games=("dragon", "ming"),
        )

    @pytest.mark.parametrize(
        ("text", "key"),
        [
            ('name = "../x"', "name"),
            ("name = 7", "name"),
            ('language = "Go!"', "language"),
            ('build = """a\nb"""', "build"),
            ('build = ["make"]', "build"),
            (f'build = "{"x" * 1001}"', "build"),
            ('run = ""', "run"),
            ('run = "  "', "run"),
            ('run = "\'"', "run"),
            ('run = "a\\u0000"', "run"),
            ("version = 1.0", "version"),
            (f'version = "{"1" * 41}"', "version"),
            ('version = "\\u202e"', "version"),
            ('games = "dragon"', "games"),
            ('games = ["../x"]', "games"),
            ("games = [1]", "games"),
        ],
    )
    def test_a_wrong_value(self, text: str, key: str, tmp_path: Path) -> None:
        line = "" if key == "run" else '\nrun = "./bot"'
        with raises(DataError, SubmissionSentence.BOT_FILE_WRONG_KEY, key=key) as caught:
            written(text + line, tmp_path)
        assert str(caught.value).isprintable()

    def test_a_missing_and_an_unknown_key(self, tmp_path: Path) -> None:
        with raises(DataError, SubmissionSentence.BOT_FILE_LACKS_KEY, key="run"):
            written('name = "x"', tmp_path)
        with raises(DataError, SubmissionSentence.BOT_FILE_UNKNOWN_KEY, key="rum") as caught:
            written('run = "./bot"\nrum = "x"', tmp_path)
        assert "run" in str(caught.value)

    def test_what_is_no_toml(self, tmp_path: Path) -> None:
        for text in (b"run = ", b"\xff", b"x = " + b"[" * 4000):
            with raises(DataError, SubmissionSentence.BOT_FILE_NO_TOML):
                written(text, tmp_path)
        with raises(DataError, SubmissionSentence.BOT_FILE_TOO_LARGE):
            written("#" * 9000, tmp_path)
        (tmp_path / NAME_OF_FILE).unlink()
        (tmp_path / NAME_OF_FILE).mkdir()
        with raises(DataError, SubmissionSentence.BOT_FILE_NOT_READ):
            read_bot_file(tmp_path)


class TestWithoutFile:
    """A bot of one file in Python needs no `bot.toml`."""

    @pytest.mark.parametrize(
        ("names", "program"),
        [
            (["my bot.py"], "my bot.py"),
            (["main.py", "rules.py"], "main.py"),
            (["x.py", "y"], "x.py"),
        ],
    )
    def test_the_program_is_found(self, names: list[str], program: str, tmp_path: Path) -> None:
        folder = folder_of(dict.fromkeys(names, b""), tmp_path)
        assert shlex.split(read_bot_file(folder).run) == ["python3", program]

    @pytest.mark.parametrize("names", [[], ["a.py", "b.py"], ["main.go"], ["src/main.py"]])
    def test_otherwise_the_file_is_asked_for(self, names: list[str], tmp_path: Path) -> None:
        folder = folder_of(dict.fromkeys(names, b""), tmp_path)
        with raises(DataError, SubmissionSentence.NO_BOT_FILE):
            read_bot_file(folder)


class TestKits:
    """Every starter kit is a submission."""

    @pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda one: one.name)
    def test_its_bot_file_builds_and_starts_it_as_its_readme_does(
        self, language: Language, tmp_path: Path
    ) -> None:
        assert Path(BOT_FILE) in write_kit(language, "deep-red", tmp_path / "kit")
        named = language.named("deep-red")
        assert read_bot_file(tmp_path / "kit") == BotFile(
            name="deep-red", language=named.name, build=named.build, run=named.bot
        )


class TestSchema:
    """The published schema is that of the model."""

    def test_it_is_as_the_model_is(self) -> None:
        """If not, write it: `python -m referee.entry.bot_file > docs/bot.schema.json`."""
        assert PUBLISHED.read_text(encoding="utf-8") == schema()

    @pytest.mark.parametrize(
        "values",
        [
            {"run": "a"},
            {"run": "a", "name": "x" * 41},
            {"run": "a", "games": ["Dragon"]},
            {"run": "a", "games": ["dragon"], "version": "1"},
            {"run": "a", "rum": "a"},
            {"run": 1},
            {},
        ],
    )
    def test_it_allows_what_the_model_allows(self, values: dict[str, object]) -> None:
        validator = jsonschema.Draft202012Validator(json.loads(schema()))
        try:
            bot_file_of(values)
            is_valid = True
        except DataError:
            is_valid = False
        assert validator.is_valid(values) is is_valid
