"""Toolchains: they are prepared whole or not at all, and their folder is named to the tools."""

import json
import os
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from referee.entry.bot_file import BotFile
from referee.entry.hosted_command import hosted_command
from referee.entry.prepare_toolchain import ToolchainState, prepare_toolchain, status_of
from referee.entry.sentence import SubmissionSentence
from referee.entry.toolchain import ABOUT, CACHE, Toolchain, prepared_in
from referee.entry.toolchain_recipe import RECIPES, ToolchainRecipe
from referee.error import DataError, StorageError, UnavailableError
from referee.file_lock import lock_file
from referee.identifier import BotName
from referee.starter.language import LANGUAGES
from tests.entry.archives import folder_of
from tests.errors import raises

PLAIN = ToolchainRecipe(
    tools=("sh",),
    version="printf '\\033[1mshell 1\\033[m\\nmore\\n'",
    prepare='test -f bot.toml && echo package > "$CACHE/package"',
    variables={"PACKAGES": "{cache}"},
)


@pytest.fixture
def recipe(monkeypatch: pytest.MonkeyPatch) -> ToolchainRecipe:
    """A recipe for Go that needs neither Go nor a network."""
    monkeypatch.setitem(RECIPES, "go", PLAIN)
    return PLAIN


def prepared(folder: Path) -> Toolchain:
    """Prepare the toolchain for Go; return it."""
    assert prepare_toolchain("go", folder).state is ToolchainState.READY
    return prepared_in(folder)["go"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_with_a_starter_kit_has_a_recipe(language: str) -> None:
    recipe = RECIPES[language]
    names = {*recipe.variables.values()}
    assert bool(recipe.prepare) is any("{cache}" in value for value in names)
    assert all(shlex.split(command) for command in (recipe.version, *recipe.tools))


@pytest.mark.usefixtures("recipe")
class TestPrepare:
    """A folder is filled once, and is used when it is whole."""

    def test_the_packages_are_in_the_folder_that_the_variables_name(self, tmp_path: Path) -> None:
        toolchain = prepared(tmp_path)
        cache = tmp_path / "go" / CACHE
        assert toolchain == Toolchain({"PACKAGES": str(cache)}, (cache,))
        assert (cache / "package").read_text() == "package\n"
        assert os.listdir(tmp_path) == ["go"]

    def test_the_status_names_the_tools_and_the_size(self, tmp_path: Path) -> None:
        assert status_of("go", tmp_path).state is ToolchainState.MISSING
        prepared(tmp_path)
        status = status_of("go", tmp_path)
        assert (status.state, status.tools) == (ToolchainState.READY, "shell 1")
        assert status.size > len("package\n")

    def test_other_tools_or_another_recipe_make_it_stale(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        prepared(tmp_path)
        for other in (replace(PLAIN, version="echo 2"), replace(PLAIN, prepare="true")):
            monkeypatch.setitem(RECIPES, "go", other)
            assert status_of("go", tmp_path).state is ToolchainState.STALE
            assert list(prepared_in(tmp_path)) == ["go"]
        prepared(tmp_path)
        assert os.listdir(tmp_path / "go" / CACHE) == []

    def test_a_recipe_that_fails_leaves_the_old_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        prepared(tmp_path)
        broken = replace(PLAIN, prepare='echo x > "$CACHE/half"; echo no registry; exit 3')
        monkeypatch.setitem(RECIPES, "go", broken)
        sentence = SubmissionSentence.TOOLCHAIN_NOT_PREPARED
        with raises(UnavailableError, sentence, language="go", printed="no registry"):
            prepare_toolchain("go", tmp_path)
        assert os.listdir(tmp_path) == ["go"]
        assert os.listdir(tmp_path / "go" / CACHE) == ["package"]

    def test_what_a_killed_process_left_is_not_used_and_goes(self, tmp_path: Path) -> None:
        for name in ("go", ".prepare-1"):
            (tmp_path / name / CACHE).mkdir(parents=True)
        assert prepared_in(tmp_path) == {}
        (tmp_path / "go" / ABOUT).write_text("{")
        assert prepared_in(tmp_path) == {}
        prepared(tmp_path)
        assert os.listdir(tmp_path) == ["go"]

    def test_only_one_process_prepares_in_a_folder(self, tmp_path: Path) -> None:
        handle = os.open(tmp_path, os.O_RDONLY)
        try:
            lock_file(handle)
            with raises(StorageError, SubmissionSentence.TOOLCHAINS_LOCKED, folder=tmp_path):
                prepare_toolchain("go", tmp_path)
        finally:
            os.close(handle)

    def test_a_folder_that_cannot_be_written(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(StorageError):
            prepare_toolchain("go", tmp_path / "file" / "toolchains")


class TestTools:
    """Tools outside of the system are found, shown and named in PATH."""

    def test_the_home_of_a_tool_is_readable_and_its_programs_come_last(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        home = tmp_path / "sdk"
        (home / "bin").mkdir(parents=True)
        homes = f"echo {home}; echo {home}; echo /usr/lib; echo a warning"
        monkeypatch.setitem(RECIPES, "go", replace(PLAIN, homes=homes))
        toolchain = prepared(tmp_path / "toolchains")
        assert toolchain.readable[1:] == (home,)
        assert toolchain.programs == (home / "bin",)
        assert toolchain.variables["PATH"].endswith(f":{home}/bin")

    def test_a_bot_may_run_a_program_of_the_toolchain_and_no_other_of_path(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        homes = [tmp_path / name for name in ("sdk", "home")]
        for home in homes:
            program = folder_of({"engine": b"#!/bin/sh\n"}, home / "bin") / "engine"
            program.chmod(0o755)
        monkeypatch.setenv("PATH", str(homes[1] / "bin"))
        bot = BotFile(run="engine --fast")
        toolchain = Toolchain(readable=(homes[0],), programs=(homes[0] / "bin",))
        command = hosted_command(bot, BotName("x"), tmp_path, toolchain)
        assert command.arguments == (str(homes[0] / "bin/engine"), "--fast")
        with raises(DataError, SubmissionSentence.RUN_WITHOUT_PROGRAM, word="engine"):
            hosted_command(bot, BotName("x"), tmp_path, Toolchain())

    def test_a_machine_without_the_tools_says_which(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(RECIPES, "go", replace(PLAIN, tools=("sh", "no-such-tool")))
        status = status_of("go", tmp_path)
        assert (status.state, status.missing) == (ToolchainState.NO_TOOLS, ("no-such-tool",))

    def test_what_was_prepared_says_for_which_tools(
        self, recipe: ToolchainRecipe, tmp_path: Path
    ) -> None:
        prepared(tmp_path)
        about = json.loads((tmp_path / "go" / ABOUT).read_text())
        assert about["tools"] in recipe.version
        assert about["homes"] == []
