"""What each distribution promises of itself is in its folder, and they all say the same.

Nothing is built here: hatchling takes into a wheel all that is in the package and the
files called LICENSE beside it.
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import referee
import tianming
from tianming import session

ROOT = Path(__file__).parents[2]
FOLDERS = {
    ".": "referee",
    "bots/python": "tianming_bots",
    "clients/python": "tianming",
    "games": "tianming_games",
    "proto/python": "tianming_proto",
}
PLAYED = (".", "bots/python", "clients/python")
"""Those whose README shows a match; that of the others shows a program."""

HEAVY = ("grpc", "numpy", "referee", "sqlalchemy", "structlog")


def project(folder: str) -> dict[str, Any]:
    """What a distribution says of itself."""
    text = (ROOT / folder / "pyproject.toml").read_text(encoding="utf-8")
    found: dict[str, Any] = tomllib.loads(text)["project"]
    return found


@pytest.mark.parametrize("folder", FOLDERS)
class TestDistribution:
    """Each of them, as it is installed."""

    def test_it_carries_its_licence(self, folder: str) -> None:
        licence = (ROOT / "LICENSE").read_bytes()
        assert (ROOT / folder / "LICENSE").read_bytes() == licence

    def test_it_is_typed_as_it_says(self, folder: str) -> None:
        assert "Typing :: Typed" in project(folder)["classifiers"]
        assert (ROOT / folder / FOLDERS[folder] / "py.typed").is_file()

    def test_it_has_the_version_of_the_others(self, folder: str) -> None:
        version = project(".")["version"]
        assert project(folder)["version"] == version
        ours = [name for name in project(folder)["dependencies"] if name.startswith("tianming")]
        assert all(name.endswith(f"=={version}") for name in ours)


def test_one_file_installs_all_of_them() -> None:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert {str(Path(line)) for line in lines if not line.startswith("#")} == FOLDERS.keys()


def test_the_sdks_of_other_languages_have_the_same_version() -> None:
    package = json.loads((ROOT / "clients/typescript/package.json").read_text(encoding="utf-8"))
    crate = tomllib.loads((ROOT / "clients/rust/Cargo.toml").read_text(encoding="utf-8"))
    pom = (ROOT / "clients/java/pom.xml").read_text(encoding="utf-8")
    version = project(".")["version"]
    assert (package["version"], crate["package"]["version"]) == (version, version)
    assert re.findall(r"^  <version>(.*)</version>", pom, re.MULTILINE) == [version]


@pytest.mark.parametrize("folder", [".", "games"])
def test_a_distribution_compiles_only_modules_of_its_own(folder: str) -> None:
    data: Any = tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))
    hook = data["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    assert all(pattern.startswith(f"{FOLDERS[folder]}/") for pattern in hook["modules"])


def test_the_image_locks_a_version_of_each_dependency_that_is_allowed() -> None:
    text = (ROOT / "deploy/requirements.lock").read_text(encoding="utf-8")
    locked = re.findall(r"^([\w-]+)==([\w.]+)", text, re.MULTILINE)
    extras = project(".")["optional-dependencies"]
    names = [*extras["parquet"], *extras["postgres"]]
    names += [name for folder in FOLDERS for name in project(folder)["dependencies"]]
    for wanted in (Requirement(name) for name in names if not name.startswith("tianming")):
        versions = [version for name, version in locked if name == wanted.name]
        assert versions, wanted
        assert all(wanted.specifier.contains(version) for version in versions), wanted


def readme(folder: str) -> str:
    """What a distribution's README says."""
    path: str = project(folder)["readme"]
    return (ROOT / folder / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", PLAYED)
def test_a_readme_shows_how_a_match_is_played(folder: str) -> None:
    assert "referee play " in readme(folder)


@pytest.mark.parametrize("folder", sorted(FOLDERS.keys() - set(PLAYED)))
def test_the_program_of_a_readme_runs_without_what_the_referee_needs(folder: str) -> None:
    program = readme(folder).partition("```python\n")[2].partition("```")[0]
    check = f"import sys\nassert not {{*{HEAVY!r}}} & sys.modules.keys(), sys.modules.keys()\n"
    done = subprocess.run((sys.executable, "-c", program + check), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_a_question_is_encoded_without_what_the_referee_needs() -> None:
    program = (
        "from tianming_games import registry\n"
        "for name in registry.names():\n"
        "    registry.load(name).wire()\n"
        f"import sys\nassert not {{*{HEAVY!r}}} & sys.modules.keys(), sys.modules.keys()\n"
    )
    subprocess.run((sys.executable, "-c", program), check=True)


def test_every_extra_that_is_named_is_there() -> None:
    texts = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "referee").rglob("*.py")]
    pattern = re.compile(r"(?:tianming-referee|['\"]\.)\[([\w,]+)\]")
    named = {
        name
        for path in texts
        for extras in pattern.findall(path.read_text(encoding="utf-8"))
        for name in extras.split(",")
    }
    assert named >= {"cluster", "parquet", "postgres"}
    assert named <= project(".")["optional-dependencies"].keys()


def test_the_packages_say_the_version_that_they_are_installed_by() -> None:
    version = project(".")["version"]
    assert (referee.__version__, tianming.__version__) == (version, version)
    assert f"tianming-python/{version}" == session.USER_AGENT
