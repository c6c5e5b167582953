"""The checks of a release's wheels find what they look for."""

import os
import sys
import zipfile
from pathlib import Path

import pytest

from tests.release.build import ROOT, check_no_overlap
from tests.release.compiled import compiled_wheels

TAG = f"cp{sys.version_info.major}{sys.version_info.minor}"


def wheel(path: Path, file: str) -> Path:
    """Make a wheel with one file."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(file, "")
    return path


def test_a_file_of_two_distributions_is_found(tmp_path: Path) -> None:
    first = wheel(tmp_path / "first.whl", "tianming_games/state.so")
    second = wheel(tmp_path / "second.whl", "referee/match.so")
    third = wheel(tmp_path / "third.whl", "tianming_games/state.so")
    check_no_overlap([first, second])
    with pytest.raises(AssertionError, match=r"first\.whl and in third\.whl"):
        check_no_overlap([first, second, third])


def test_the_bots_are_compiled_by_the_same_hook_as_the_rules() -> None:
    hooks = [ROOT / folder / "hatch_build.py" for folder in ("games", "bots/python")]
    assert hooks[0].read_bytes() == hooks[1].read_bytes()


def test_a_compiled_wheel_is_taken_for_this_python_and_these_sources_only(tmp_path: Path) -> None:
    mine = wheel(tmp_path / f"tianming_games-0.1.0-{TAG}-{TAG}-linux_x86_64.whl", "a")
    bots = wheel(tmp_path / f"tianming_bots-0.1.0-{TAG}-{TAG}-linux_x86_64.whl", "a")
    wheel(tmp_path / "tianming_games-0.1.0-cp39-cp39-linux_x86_64.whl", "a")
    wheel(tmp_path / "tianming_games-0.1.0-py3-none-any.whl", "a")
    assert compiled_wheels(tmp_path) == [mine, bots]
    os.utime(mine, (0, 0))
    assert compiled_wheels(tmp_path) == [bots]
