"""`tox.ini` has few environments, and `CONTRIBUTING.md` describes each."""

import configparser
import re
import tomllib
from pathlib import Path

from tests.source_tree import ROOT, files
from tests.tool import LANGUAGE_FOLDERS

MENTION = re.compile(r"tox(?:\s+run)?\s+-e\s+([\w.-]+)")


def environments() -> dict[str, str]:
    """Return the description of each environment that a person can name."""
    tox = configparser.ConfigParser(interpolation=None)
    tox.read(ROOT / "tox.ini")
    named = {"py": tox["testenv"]["description"]}
    for section in tox.sections():
        name = section.removeprefix("testenv:")
        if name == section or name.startswith("."):
            continue
        named[name] = tox[section].get("description", "")
    return named


def test_there_are_at_most_twenty_and_each_has_a_description() -> None:
    assert len(environments()) <= 20
    assert all(environments().values())


def test_contributing_has_a_sentence_about_each() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = {name for name in environments() if re.search(rf"`{name}`|tox run -e {name}\b", text)}
    assert named == set(environments())


def test_the_project_names_no_other() -> None:
    texts = [(ROOT / path).read_text(encoding="utf-8") for path in files("*.md", "*.py", "*.toml")]
    assert {name for text in texts for name in MENTION.findall(text)} <= set(environments())


def test_ci_runs_environments_that_exist_and_then_the_commands_of_the_readme() -> None:
    tox = configparser.ConfigParser(interpolation=None)
    tox.read(ROOT / "tox.ini")
    label, _, names = tox["tox"]["labels"].strip().partition(" = ")
    assert set(names.split(", ")) <= set(environments())
    assert f"tox run-parallel -m {label}" in (ROOT / ".ci/run").read_text(encoding="utf-8")


def test_the_environment_of_other_languages_reads_all_folders_of_its_tests() -> None:
    tox = configparser.ConfigParser(interpolation=None)
    tox.read(ROOT / "tox.ini")
    (command,) = tox["testenv:languages"]["commands"].split("\n")[1:]
    assert command.partition("{posargs:")[2] == f"{' '.join(LANGUAGE_FOLDERS)}}}"


def test_the_compiled_environment_runs_the_tests_of_each_compiled_module_of_the_referee() -> None:
    tox = configparser.ConfigParser(interpolation=None)
    tox.read(ROOT / "tox.ini")
    chosen = [ROOT / path for path in tox["testenv:compiled"]["tests"].split()]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["modules"]
    modules = [path.relative_to(ROOT / "referee") for each in patterns for path in ROOT.glob(each)]
    mirrors = [ROOT / "tests" / path.parent / f"test_{path.name}" for path in modules]
    assert all(path.exists() for path in chosen)
    for tests in filter(Path.exists, mirrors):
        assert any(tests.is_relative_to(path) for path in chosen), tests
