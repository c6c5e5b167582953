"""`referee new bot`."""

import json
import shlex
import shutil
from pathlib import Path, PurePath

import pytest

from referee.starter import kit
from referee.starter.language import LANGUAGES
from tests.cli.shell import referee, refused
from tianming_games.registry import is_own, names

CLIENTS = Path(__file__).parents[3] / "clients"


def test_it_prints_the_commands_that_build_the_bot_and_let_it_play(tmp_path: Path) -> None:
    folder = tmp_path / "deep-red"
    printed = referee("new", "bot", folder, "--lang", "python").stdout.splitlines()
    python = LANGUAGES["python"].named("deep-red")
    assert [line.strip() for line in printed[2:5]] == [
        f"cd {folder}",
        python.build,
        f'referee play dragon "{python.bot}" random',
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kit_has_what_it_says_and_the_name_of_the_bot(language: str, tmp_path: Path) -> None:
    folder = tmp_path / "my-bot"
    facts = json.loads(referee("new", "bot", folder, "--lang", language, "--json").stdout)
    texts = [(folder / file).read_text() for file in facts["files"]]
    assert {"README.md", "Containerfile"} <= {*facts["files"]}
    assert texts[facts["files"].index("README.md")].startswith("# my-bot\n")
    assert not [text for text in texts if "{{" in text.replace("${{", "")]
    assert (folder / "sdk").is_dir()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_of_a_bot_gives_it_the_name_of_its_folder(language: str) -> None:
    words = shlex.split(LANGUAGES[language].named("deep-red").bot)
    assert PurePath(words[-1]).stem == "deep-red"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kit_has_a_recorded_question_of_each_game(language: str, tmp_path: Path) -> None:
    referee("new", "bot", tmp_path / "my-bot", "--lang", language)
    questions = {file.stem for file in (tmp_path / "my-bot/questions").iterdir()}
    assert questions == {name for name in names() if is_own(name)}


@pytest.mark.parametrize("name", ["random", "queue", "tianming", "grpc"])
def test_a_bot_in_python_does_not_hide_a_module_that_it_needs(name: str, tmp_path: Path) -> None:
    error, _ = refused("new", "bot", tmp_path / name, "--lang", "python")
    assert (error["code"], error["fields"]) == ("name_of_module", {"name": name})
    assert referee("new", "bot", tmp_path / name, "--lang", "go").returncode == 0


def test_the_kit_in_go_needs_the_versions_of_the_sdk() -> None:
    def needed(path: Path) -> dict[str, str]:
        lines = (line.split() for line in path.read_text().splitlines() if line.startswith("\t"))
        return {words[0]: words[1] for words in lines if len(words) > 1}

    own, sdk = needed(kit.KITS / "go/go.mod"), needed(CLIENTS / "go/go.mod")
    assert own == {name: sdk[name] for name in own}
    sums = (CLIENTS / "go/go.sum").read_text().splitlines()
    assert {*(kit.KITS / "go/go.sum").read_text().splitlines()} <= {*sums}


def test_the_kit_in_typescript_installs_what_the_sdk_needs_to_run_and_no_more() -> None:
    own = json.loads((kit.KITS / "typescript/sdk/tianming/package.json").read_text())
    sdk = json.loads((CLIENTS / "typescript/package.json").read_text())
    assert "devDependencies" not in own
    for key in ("name", "version", "type", "exports", "dependencies"):
        assert own[key] == sdk[key]


def test_what_an_installation_compiled_is_in_no_kit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kits = tmp_path / "kits"
    shutil.copytree(kit.KITS, kits)
    (kits / "python" / "__pycache__").mkdir(exist_ok=True)
    (kits / "python" / "__pycache__" / "bot.cpython-311.pyc").write_bytes(b"\xa7")
    monkeypatch.setattr(kit, "KITS", kits)
    done = referee("new", "bot", tmp_path / "my-bot", "--lang", "python")
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "my-bot" / "__pycache__").exists()


def test_a_folder_with_something_in_it_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "my-bot").mkdir()
    (tmp_path / "my-bot/bot.py").write_text("mine")
    folder = tmp_path / "my-bot"
    error, _ = refused("new", "bot", folder, "--lang", "python")
    assert (error["code"], error["fields"]) == ("folder_is_taken", {"folder": str(folder)})
    assert (tmp_path / "my-bot/bot.py").read_text() == "mine"


@pytest.mark.parametrize("name", ["My-Bot", "1bot", "my_bot", "a--b", "ä", "x" * 41])
def test_a_name_that_no_package_can_have_is_refused(name: str, tmp_path: Path) -> None:
    error, _ = refused("new", "bot", tmp_path / name, "--lang", "python")
    assert (error["code"], error["fields"]) == ("no_name_of_package", {"name": name, "most": 40})
    assert not (tmp_path / name).exists()
