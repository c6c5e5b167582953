"""A bot whose own file hides a module is told the name of the file."""

import subprocess
import sys
from pathlib import Path

import pytest

from referee.identifier import BotName
from referee.launch.command import BotCommand
from referee.launch.shadowing import SDK_MODULES, hidden_module
from tests.cli.shell import referee

BOT = "import tianming\ntianming.run(lambda question: 0)\n"

LOADED = """
import sys
before = set(sys.modules)
import tianming
for name in sorted({name.partition(".")[0] for name in set(sys.modules) - before}):
    file = getattr(sys.modules.get(name), "__file__", None)
    if file and name not in sys.stdlib_module_names: print(name)
"""
"""Prints the modules that the SDK loads; gRPC also tries its other packages, `grpc_...`."""


def warnings_of(folder: Path, *words: str) -> str:
    """What is said of a bot that ends at once."""
    command = BotCommand(BotName("bot"), (sys.executable, *words), folder)
    done = subprocess.run(command.arguments, cwd=folder, capture_output=True, check=False)
    assert done.returncode, "the bot was to fail"
    return hidden_module(command, done.stdout + done.stderr)


class TestHidden:
    """Only a file that is the cause is named."""

    @pytest.mark.parametrize("module", ["socket", "types", "select", "asyncio"])
    @pytest.mark.parametrize("text", ["x = 1\n", BOT])
    def test_a_file_beside_the_bot_is(self, module: str, text: str, tmp_path: Path) -> None:
        (tmp_path / "bot.py").write_text(BOT)
        hiding = tmp_path / f"{module}.py"
        hiding.write_text(text)
        said = warnings_of(tmp_path, "bot.py")
        assert said == f"; {hiding} hides the module {module} of Python: rename it"

    @pytest.mark.parametrize("module", sorted(SDK_MODULES))
    def test_a_file_with_the_name_of_what_the_sdk_needs_is(
        self, module: str, tmp_path: Path
    ) -> None:
        (tmp_path / "bot.py").write_text(BOT)
        (tmp_path / f"{module}.py").touch()
        said = warnings_of(tmp_path, "bot.py")
        assert said.endswith(f"{module}.py hides the module {module} of the SDK: rename it")

    @pytest.mark.parametrize("module", ["random", "tianming", "grpc", "socket"])
    def test_a_bot_that_hides_a_module_is_named(self, module: str, tmp_path: Path) -> None:
        (tmp_path / f"{module}.py").write_text(BOT)
        assert f"{module}.py hides the module {module} of " in warnings_of(tmp_path, f"{module}.py")

    @pytest.mark.parametrize("words", [("pkg",), ("pkg/__main__.py",)])
    def test_a_package_in_its_folder_is(self, words: tuple[str, ...], tmp_path: Path) -> None:
        (tmp_path / "pkg" / "grpc").mkdir(parents=True)
        (tmp_path / "pkg" / "__main__.py").write_text(BOT)
        (tmp_path / "pkg" / "grpc" / "__init__.py").touch()
        assert "grpc hides the module grpc of the SDK" in warnings_of(tmp_path, *words)

    def test_a_file_beside_a_module_of_the_folder_is(self, tmp_path: Path) -> None:
        (tmp_path / "mine.py").write_text(BOT)
        (tmp_path / "grpc.py").touch()
        assert "grpc.py hides the module grpc of the SDK" in warnings_of(tmp_path, "-m", "mine")

    @pytest.mark.parametrize(
        "text",
        ["raise SystemExit(1)", "raise AttributeError('x')", "import no_such_module", "1 / 0"],
    )
    def test_another_error_of_the_bot_is_not_explained_so(self, text: str, tmp_path: Path) -> None:
        (tmp_path / "code.py").write_text(text)
        (tmp_path / "calendar.py").touch()
        assert warnings_of(tmp_path, "code.py") == ""

    def test_the_list_of_what_the_sdk_needs_is_complete(self) -> None:
        done = subprocess.run(
            [sys.executable, "-I", "-c", LOADED], capture_output=True, text=True, check=True
        )
        loaded = {name for name in done.stdout.split() if not name.startswith("grpc_")}
        assert loaded <= SDK_MODULES


@pytest.mark.parametrize(
    "words",
    [
        ("play", "dragon", "random", "python tianming.py"),
        ("check-bot", "--", "python", "tianming.py"),
        ("conform", "--check", "answer", "--", "python", "tianming.py"),
    ],
)
def test_the_file_is_named_where_the_bot_is_reported(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "tianming.py").write_text(BOT)
    done = referee(*words, cwd=tmp_path)
    assert done.returncode
    said = f"; {tmp_path / 'tianming.py'} hides the module tianming of the SDK: rename it"
    assert said in done.stdout + done.stderr
