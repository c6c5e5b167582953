"""The import path of the referee has what is installed; bots have the environment of the shell."""

import os
import site
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from referee import import_path
from referee.import_path import OWN, keep_to_installed, own_python, shell_environment

LIBRARY = os.path.dirname(os.__file__)
SITE = site.getsitepackages()[0]


@pytest.fixture(autouse=True)
def path(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The import path of a script in `/script`, with a user's site folder."""
    environment = {name: value for name, value in os.environ.items() if name[:6] != "PYTHON"}
    monkeypatch.setattr(os, "environ", environment)
    monkeypatch.setattr(site, "ENABLE_USER_SITE", True)
    monkeypatch.setattr(site, "getusersitepackages", lambda: "/home/ada/site")
    flags = SimpleNamespace(
        safe_path=False, ignore_environment=False, isolated=False, dont_write_bytecode=False
    )
    path = ["/script", "/home/ada/site", LIBRARY, SITE, OWN]
    python = SimpleNamespace(flags=flags, path=path, executable=sys.executable)
    monkeypatch.setattr(import_path, "sys", python)
    return path


class TestPath:
    """What may hold files of bots is not on the path."""

    def test_neither_the_scripts_folder_nor_the_users_nor_the_variables_stay(
        self, path: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        os.environ["PYTHONPATH"] = "/lib/of/ada:"
        path[1:1] = ["/lib/of/ada", os.getcwd()]
        keep_to_installed()
        assert path == [LIBRARY, SITE, OWN]

    def test_a_variable_with_the_installation_itself_hides_nothing_of_it(
        self, path: list[str]
    ) -> None:
        os.environ["PYTHONPATH"] = os.pathsep.join([LIBRARY, SITE])
        keep_to_installed()
        assert path == [LIBRARY, SITE, OWN]

    def test_a_child_process_ignores_the_environment_and_the_user(self) -> None:
        assert own_python("a.b", "c") == [sys.executable, "-I", "-m", "a.b", "c"]

    @pytest.mark.parametrize(
        ("variable", "user", "flags"),
        [(OWN, "/home/ada/site", ["-P", "-s"]), ("/lib", OWN, ["-P", "-E"])],
    )
    def test_the_folder_in_which_the_referee_is_installed_stays(
        self,
        variable: str,
        user: str,
        flags: list[str],
        path: list[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        os.environ["PYTHONPATH"] = variable
        monkeypatch.setattr(site, "getusersitepackages", lambda: user)
        assert own_python("a") == [sys.executable, *flags, "-m", "a"]
        keep_to_installed()
        assert OWN in path
        assert own_python("a") == [sys.executable, *flags, "-m", "a"]


class TestEnvironment:
    """Child processes of libraries are kept to what is installed, and bots are not."""

    @pytest.mark.parametrize("set_by_user", [{}, {"PYTHONPATH": "/lib", "PYTHONSAFEPATH": "1"}])
    def test_bots_get_that_of_the_shell(self, set_by_user: dict[str, str]) -> None:
        os.environ.update(set_by_user)
        shell = dict(os.environ)
        keep_to_installed()
        assert os.environ["PYTHONSAFEPATH"] == os.environ["PYTHONNOUSERSITE"] == "1"
        assert "PYTHONPATH" not in os.environ
        assert shell_environment() == shell
        keep_to_installed()  # in a child process
        assert shell_environment() == shell
        import_path.give_back_environment()
        assert os.environ == shell
