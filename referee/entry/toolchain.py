"""The toolchains of a host: what a build may use besides the system and the submission.

A build has no network. So the organiser fills a folder for each language once, with the packages
that the starter kit of the language needs (`prepare_toolchain.py`), and variables point the tools
to it.
"""

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from referee.entry.toolchain_recipe import RECIPES

ABOUT: Final = "toolchain.json"
"""The file of a toolchain that says what was prepared; it is written last."""

_NOTED: Final = "toolchains.json"
"""The file of the store with the languages of the toolchains."""

CACHE: Final = "cache"
"""The folder of a toolchain with the packages."""


@dataclass(frozen=True, slots=True)
class Toolchain:
    """What the organiser prepared for one language. A build and a bot may read it, not change it.

    Attributes:
        variables: environment variables that make the tools work without network.
        readable: folders outside of the system that builds and bots may read.
        programs: folders of programs, which come after those of PATH.
        begin: command for sh that begins each build; empty for none.
    """

    variables: Mapping[str, str] = field(default_factory=dict)
    readable: tuple[Path, ...] = ()
    programs: tuple[Path, ...] = ()
    begin: str = ""


def prepared_in(folder: Path) -> dict[str, Toolchain]:
    """Return the toolchains that were prepared in a folder, by language."""
    found = {language: about(folder / language) for language in sorted(RECIPES)}
    return {
        language: _toolchain(language, folder.absolute() / language / CACHE, one["homes"])
        for language, one in found.items()
        if one is not None
    }


def note_languages(store: Path, languages: Iterable[str]) -> None:
    """Leave the languages that can be built in the store, for the entry process."""
    beside, text = store / f"{_NOTED}.new", json.dumps(list(languages))
    with suppress(OSError):  # it is shown, and nothing depends on it
        beside.write_text(text)
        beside.replace(store / _NOTED)


def noted_languages(store: Path) -> tuple[str, ...]:
    """Return the languages that can be built, as the build process last noted them."""
    try:
        return tuple(json.loads((store / _NOTED).read_bytes()))
    except (OSError, ValueError):
        return ()


def about(place: Path) -> dict[str, Any] | None:
    """Return what was prepared in the folder of a toolchain; None if it is not whole."""
    try:
        found = json.loads((place / ABOUT).read_bytes())
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and "homes" in found else None


def _toolchain(language: str, cache: Path, homes: list[str]) -> Toolchain:
    """Return the toolchain of a language.

    Args:
        language: a language with a recipe.
        cache: the folder with its packages.
        homes: the folders of its tools outside of the system.
    """
    recipe = RECIPES[language]
    variables = {name: value.format(cache=cache) for name, value in recipe.variables.items()}
    programs = tuple(path for home in homes if (path := Path(home, "bin")).is_dir())
    if programs:
        inherited = os.environ.get("PATH", os.defpath)
        variables["PATH"] = os.pathsep.join((inherited, *map(str, programs)))
    readable = (*((cache,) if recipe.prepare else ()), *map(Path, homes))
    return Toolchain(variables, readable, programs, recipe.begin)
