"""A starter kit of every language plays its first match, as its README says, from an empty folder.

The kits fetch what they need from the registries of their languages, as a new user's do.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.starter.language import LANGUAGES, Language
from tests.source_tree import ROOT
from tests.tool import TOOLS

QUICK = {
    "CARGO_BUILD_BUILD_DIR": str(ROOT / "bots/rust/target"),
    "CARGO_PROFILE_DEV_DEBUG": "false",
}
"""Environment variables: `tox run -e sdks` has compiled the same libraries in Rust in that folder.

The environments of tox let compilers optimise less, because the promises are about the result.
"""

MOST_NODE_MODULES = 60 << 20
"""Bytes that npm may install for a kit, compiler included."""

BIN = Path(sys.executable).parent


def shell(command: str, folder: Path) -> str:
    """Run a command of the README in a folder; give what it printed."""
    path = {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ("bash", "-c", command),
        cwd=folder,
        env=os.environ | QUICK | path,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.full
@pytest.mark.needs(*(name for name in LANGUAGES if name in TOOLS))
@pytest.mark.timeout(3600)  # compilers run here
@pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda language: language.name)
def test_three_commands_lead_to_a_match(language: Language, tmp_path: Path) -> None:
    shell(f"referee new bot deep-red --lang {language.name}", tmp_path)
    folder, language = tmp_path / "deep-red", language.named("deep-red")
    shell(language.build, folder)
    printed = shell(f'referee play dragon "{language.bot}" random --seed 1', folder)
    assert " deep-red " in printed
    assert [line.split()[-1] for line in printed.splitlines()[1:3]] == ["0", "0"], printed
    shell(language.test, folder)
    modules = sum(file.lstat().st_size for file in folder.rglob("node_modules/**/*"))
    assert modules <= MOST_NODE_MODULES


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda language: language.name)
def test_the_readme_of_a_kit_has_its_commands(language: Language, tmp_path: Path) -> None:
    shell(f"referee new bot my-bot --lang {language.name}", tmp_path)
    readme = (tmp_path / "my-bot/README.md").read_text()
    language = language.named("my-bot")
    for command in (language.build, language.bot, language.test):
        assert command in readme
