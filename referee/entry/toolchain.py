"""The toolchains of a host: what a build may use besides the system and the submission.

A build has no network. So the organiser fills a folder for each language once, with the packages
that the starter kit of the language needs, and variables point the tools to it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from referee.launch.bubblewrap import SCRATCH


@dataclass(frozen=True, slots=True)
class Toolchain:
    """What the organiser prepared for one language. A build and a bot may read it, not change it.

    Attributes:
        variables: environment variables that make the tools work without network.
        readable: folders outside of the system that builds and bots may read.
    """

    variables: Mapping[str, str] = field(default_factory=dict)
    readable: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolchainRecipe:
    """How the toolchain of a language is prepared and used.

    Attributes:
        prepare: command for sh that fills the folder `$CACHE`, run in a starter kit; empty if the
            system has all that builds need.
        variables: environment variables of builds; `{cache}` is the folder.
    """

    prepare: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)


RECIPES: Mapping[str, ToolchainRecipe] = {
    "cpp": ToolchainRecipe(),
    "go": ToolchainRecipe(
        prepare='GOMODCACHE="$CACHE" GOFLAGS=-modcacherw go mod download',
        variables={
            "GOCACHE": f"{SCRATCH}/go-build",
            "GOMODCACHE": "{cache}",
            "GOPROXY": "off",
            "GOTOOLCHAIN": "local",
        },
    ),
    "python": ToolchainRecipe(
        prepare=(
            "python3 -m pip download -q --disable-pip-version-check"
            ' -d "$CACHE" -r requirements.txt hatchling'
        ),
        variables={
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_FIND_LINKS": "{cache}",
            "PIP_NO_CACHE_DIR": "1",
            "PIP_NO_INDEX": "1",
        },
    ),
}
"""The recipes by language."""


def prepared(language: str, cache: Path) -> Toolchain:
    """Return the toolchain of a language with a recipe, whose folder was filled."""
    recipe = RECIPES[language]
    variables = {
        name: value.format(cache=cache.absolute()) for name, value in recipe.variables.items()
    }
    return Toolchain(variables, (cache.absolute(),) if recipe.prepare else ())


def prepared_in(folder: Path) -> dict[str, Toolchain]:
    """Return the toolchains that were prepared in a folder, by language."""
    return {
        language: prepared(language, folder / language)
        for language in sorted(RECIPES)
        if (folder / language).is_dir()
    }
