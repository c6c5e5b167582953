"""Real toolchains for tests: prepared once in a run, from the registries of the languages."""

import fcntl
import os
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from referee.entry.prepare_toolchain import ToolchainState, prepare_toolchain
from referee.entry.toolchain import Toolchain, prepared_in
from referee.entry.toolchain_recipe import RECIPES
from tests.janitor import VARIABLE
from tests.tool import TOOLS

QUICK = {
    "cpp": {"CMAKE_BUILD_TYPE": "None", "CXXFLAGS": "-O0"},
    "java": {"JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1"},
    "rust": {"CARGO_PROFILE_RELEASE_OPT_LEVEL": "0"},
}
"""Variables that let compilers optimise less; the promises are about the result."""

BY_LANGUAGE = [
    pytest.param(name, marks=pytest.mark.needs("strict", *({name} & TOOLS.keys())))
    for name in RECIPES
]
"""The languages as parameters of a test, with what each needs."""


def toolchains_folder() -> Path:
    """Return the folder of the toolchains of this run."""
    run = os.environ.get(VARIABLE, str(os.getpid()))
    folder = Path(tempfile.gettempdir()) / f"tianming-toolchains-{run}-kits"
    folder.mkdir(exist_ok=True)
    return folder


@cache
def toolchain_for(language: str) -> Toolchain:
    """Return the toolchain of a language; the first worker of a run prepares it."""
    folder = toolchains_folder()
    with (folder / ".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if language not in prepared_in(folder):
            assert prepare_toolchain(language, folder).state is ToolchainState.READY
        found = prepared_in(folder)[language]
    return replace(found, variables={**found.variables, **QUICK.get(language, {})})
