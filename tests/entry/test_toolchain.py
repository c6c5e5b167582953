"""A prepared toolchain: its folder is named in the variables, and builds may read it."""

from pathlib import Path

import pytest

from referee.entry.toolchain import RECIPES, Toolchain, prepared
from referee.starter.language import LANGUAGES


@pytest.mark.parametrize("language", RECIPES)
def test_a_folder_that_is_prepared_is_used(language: str, tmp_path: Path) -> None:
    toolchain = prepared(language, tmp_path)
    is_named = str(tmp_path) in toolchain.variables.values()
    assert is_named is ("$CACHE" in RECIPES[language].prepare) is (toolchain.readable != ())
    assert language in LANGUAGES


def test_a_language_that_needs_no_folder_gets_none(tmp_path: Path) -> None:
    assert prepared("cpp", tmp_path) == Toolchain()
