"""`referee new game`; `tests/e2e/test_outside_games.py` installs and plays what it writes."""

import json
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from tests.cli.shell import referee, refused


def test_it_writes_rules_a_page_tests_and_a_project(tmp_path: Path) -> None:
    facts = json.loads(referee("new", "game", tmp_path / "my-game", "--json").stdout)
    assert sorted(facts["files"]) == [
        "README.md",
        "my_game/__init__.py",
        "my_game/my_game.md",
        "pyproject.toml",
        "test_my_game.py",
    ]
    texts = [(tmp_path / "my-game" / file).read_text() for file in facts["files"]]
    assert not [text for text in texts if "{{" in text]
    assert facts["check"] == "referee games check my_game"


def test_it_may_have_messages_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The generated module has the messages of the `.proto` file."""
    folder = tmp_path / "own-words"
    facts = json.loads(referee("new", "game", folder, "--proto", "--json").stdout)
    assert {"own_words/own_words.proto", "own_words/own_words_pb2.py"} <= set(facts["files"])
    project = tomllib.loads((folder / "pyproject.toml").read_text())
    points = project["project"]["entry-points"]["tianming.messages"]
    assert points == {"own_words.v1": "own_words.own_words_pb2"}
    monkeypatch.syspath_prepend(folder)
    game = import_module("own_words").GAME
    module = import_module("own_words.own_words_pb2")
    assert game.package == module.DESCRIPTOR.package == "own_words.v1"
    words = (folder / "own_words/own_words.proto").read_text()
    declared = re.findall(r"^ +(?:repeated )?\S.* (\w+) = (\d+);", words, re.MULTILINE)
    fields = [
        (field.name, str(field.number))
        for message in module.DESCRIPTOR.message_types_by_name.values()
        for field in message.fields
    ]
    assert declared == fields
    state = game.begin(2)
    position = game.wire().position(state, 0, state.legal_actions(0))
    assert len(module.Position.FromString(position).options) == 9


def test_its_rules_have_less_than_sixty_lines(tmp_path: Path) -> None:
    referee("new", "game", tmp_path / "my-game")
    assert len((tmp_path / "my-game/my_game/__init__.py").read_text().splitlines()) < 60


def test_it_prints_how_to_install_check_and_play(tmp_path: Path) -> None:
    printed = referee("new", "game", tmp_path / "my-game").stdout.splitlines()
    assert [line.strip() for line in printed[2:7]] == [
        f"cd {tmp_path / 'my-game'}",
        "pip install -e .",
        "referee games check my_game",
        "referee play my_game random random",
        "python -m unittest",
    ]


@pytest.mark.parametrize("name", ["dragon", "random", "referee", "tianming-games"])
def test_the_name_of_a_game_or_a_module_is_refused(name: str, tmp_path: Path) -> None:
    error, _ = refused("new", "game", tmp_path / name)
    assert (error["code"], error["fields"]) == ("name_of_game", {"name": name.replace("-", "_")})


@pytest.mark.parametrize("name", ["My-Game", "1st", "a" * 41])
def test_a_name_that_no_package_can_have_is_refused(name: str, tmp_path: Path) -> None:
    error, _ = refused("new", "game", tmp_path / name)
    assert error["code"] == "no_name_of_package"


def test_a_folder_with_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "my-game").mkdir()
    (tmp_path / "my-game/notes.txt").write_text("mine")
    error, _ = refused("new", "game", tmp_path / "my-game")
    assert error["code"] == "folder_is_taken"
    assert [file.name for file in (tmp_path / "my-game").iterdir()] == ["notes.txt"]
