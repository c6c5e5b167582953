"""`referee league prepare`: the toolchains of a league that takes submissions."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from referee.entry.toolchain_recipe import RECIPES, ToolchainRecipe
from tests.cli.shell import referee

HERE = ToolchainRecipe(
    tools=("sh",), version="echo shell 1", prepare='echo package > "$CACHE/package"'
)
AWAY = ToolchainRecipe(tools=("no-such-tool",), version="false", prepare="false")

LEAGUE = """
name = "spring"
game = "ming"
seats = 2
seed = "1"

[[bot]]
name = "ann"
command = "random"

[[bot]]
name = "bob"
command = "random"
"""


@pytest.fixture(autouse=True)
def season(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a league file, on a machine that has the tools of one language only."""
    for language in RECIPES:
        monkeypatch.setitem(RECIPES, language, HERE if language == "go" else AWAY)
    (tmp_path / "league.toml").write_text(LEAGUE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def states(text: str) -> dict[str, str]:
    """Return the state of each toolchain, from JSON."""
    return {one["language"]: one["state"] for one in json.loads(text)["toolchains"]}


def test_all_languages_whose_tools_are_here_are_prepared_once() -> None:
    done = referee("league", "prepare", "--json")
    assert (done.returncode, done.stderr) == (0, "Preparing go with shell 1 ...\n")
    assert states(done.stdout) == dict.fromkeys(RECIPES, "no tools") | {"go": "ready"}
    assert Path("toolchains/go/cache/package").read_text() == "package\n"
    again = referee("league", "prepare")
    assert (again.returncode, again.stderr) == (0, "")
    assert "shell 1" in again.stdout
    assert "missing: no-such-tool" in again.stdout


def test_check_prepares_nothing_and_says_what_is_there() -> None:
    done = referee("league", "prepare", "--check", "--json")
    assert (done.returncode, states(done.stdout)["go"]) == (1, "not prepared")
    assert not Path("toolchains").exists()
    assert referee("league", "prepare", "go").returncode == 0
    assert referee("league", "prepare", "--check").returncode == 0
    assert referee("league", "prepare", "--check", "rust").returncode == 1


def test_the_league_file_and_its_keys_name_the_folder(season: Path) -> None:
    (season / "league.toml").rename(season / "autumn.toml")
    done = referee("league", "prepare", "go", "autumn.toml", "--set", "entry.toolchains=kits")
    assert done.returncode == 0, done.stderr
    assert (season / "kits/go/toolchain.json").exists()


def test_league_check_and_doctor_say_which_toolchains_are_there(season: Path) -> None:
    entries = f'{LEAGUE}\n[entry]\nlisten = "127.0.0.1:0"\n'
    (season / "league.toml").write_text(entries)
    assert "the folder toolchains has no toolchain; " in referee("league", "check").stdout
    assert referee("league", "prepare").returncode == 0
    assert "the folder toolchains has toolchains for go; " in referee("league", "check").stdout
    assert toolchain_line() == "toolchain go  ready"


def test_doctor_names_a_stale_toolchain_and_the_way_out(
    season: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (season / "league.toml").write_text(f'{LEAGUE}\n[entry]\nlisten = "127.0.0.1:0"\n')
    assert referee("league", "prepare").returncode == 0
    monkeypatch.setitem(RECIPES, "go", replace(HERE, version="echo shell 2"))
    assert toolchain_line() == "toolchain go  stale: `referee league prepare go`  insufficient"


def toolchain_line() -> str:
    """Return what `referee doctor` says about the toolchain for Go."""
    lines = referee("doctor", "league.toml").stdout.splitlines()
    (line,) = [line for line in lines if line.startswith("toolchain")]
    return "  ".join(part.strip() for part in line.split("  ") if part.strip())


def test_a_named_language_without_its_tools_is_an_error_that_names_them() -> None:
    done = referee("league", "prepare", "go", "rust")
    assert done.returncode == 69
    assert "lacks no-such-tool, which the toolchain for rust needs" in done.stderr
    assert not Path("toolchains").exists()


def test_an_unknown_language_is_an_error_with_the_nearest_name() -> None:
    done = referee("league", "prepare", "gp")
    assert done.returncode == 2
    assert "there is no toolchain for 'gp'" in done.stderr
    assert "go" in done.stderr.partition("'gp'")[2]
