"""What each distribution promises of itself is in its folder, and they all say the same.

Nothing is built here: hatchling takes into a wheel all that is in the package and the
files called LICENSE beside it.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import referee
import tianming
from tianming import client

ROOT = Path(__file__).parents[2]
FOLDERS = {"clients/python": "tianming", "bots/python": "tianming_bots", ".": "referee"}


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

    def test_its_readme_says_how_it_is_used(self, folder: str) -> None:
        readme = ROOT / folder / project(folder)["readme"]
        assert "referee play " in readme.read_text(encoding="utf-8")

    def test_it_has_the_version_of_the_others(self, folder: str) -> None:
        version = project(".")["version"]
        assert project(folder)["version"] == version
        ours = [name for name in project(folder)["dependencies"] if name.startswith("tianming")]
        assert all(name.endswith(f"=={version}") for name in ours)


def test_the_packages_say_the_version_that_they_are_installed_by() -> None:
    version = project(".")["version"]
    assert (referee.__version__, tianming.__version__) == (version, version)
    assert f"tianming-python/{version}" == client.USER_AGENT
