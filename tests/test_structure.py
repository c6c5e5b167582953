"""The source as a whole: one meaning for each name, no cycles, settings of processes in commands.

Names are compared across the referee, the rules, the Python SDK and the Python bots.
"""

import ast
import graphlib
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import tianming

ROOT = Path(__file__).parents[1]
ROOTS = ("referee", "games/tianming_games", "clients/python/tianming", "bots/python/tianming_bots")
GAMES = ("china", "dragon", "ming")

SHARED = {
    "error": "the errors of a package or distribution",
    "report": "what a suite of checks found",
    "settings": "what a package is told",
    "suite": "checks that run in order",
}
"""Modules that several packages have, with the meaning that they share."""

NAMED_AFTER = ("referee/cli", "referee/conformance/checks", "referee/sentence", "referee/web/api")
"""Folders whose modules are named after what they are about: a module of a command, for example,
is named after the command, and one of the API after what it publishes."""

SETTINGS = {
    "gc": {"disable", "enable", "freeze", "set_threshold"},
    "os": {"nice", "umask"},
    "resource": {"setrlimit"},
    "sys": {"setrecursionlimit", "setswitchinterval"},
}
"""Functions that change settings of a whole process."""

PROCESSES = (
    "referee/cli/",
    "referee/launch/supervisor/",
    "referee/server/environment.py",
    "referee/server/front/__main__.py",
)
"""Where the commands and the programs of child processes are."""


@cache
def modules() -> dict[str, ast.Module]:
    """Every module by its path in the repository."""
    names = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *ROOTS],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    return {
        name: ast.parse((ROOT / name).read_text(encoding="utf-8"))
        for name in names
        if name.endswith(".py")
        and not any(part in name for part in ("/migrations/", "/kits/"))
        and (ROOT / name).exists()
    }


def game_of(path: str) -> str | None:
    """The game that a module is a part of."""
    parts = path.split("/")
    return parts[2] if path.startswith(ROOTS[1]) and parts[2] in GAMES else None


def is_of_siblings(paths: Iterable[str]) -> bool:
    """Whether modules are the same part of different games, and no others."""
    games = [game_of(path) for path in paths]
    return None not in games and len(set(games)) == len(games)


def classes() -> dict[str, list[str]]:
    """The modules of each name of a class.

    A type of the SDK shows a bot what the referee has under that name, and a model of the API
    shows it to a page, so these are left out.
    """
    found = defaultdict(list)
    for path, tree in modules().items():
        if path.startswith("referee/web/api/"):
            continue
        for node in ast.walk(tree):
            if not isinstance(node, ast.ClassDef):
                continue
            if not (path.startswith(ROOTS[2]) and node.name in tianming.__all__):
                found[node.name].append(path)
    return found


def basenames() -> dict[tuple[str, str], list[str]]:
    """The modules of each distribution and base name, without those named after their subject."""
    found = defaultdict(list)
    for path in modules():
        folder, _, base = path.removesuffix(".py").rpartition("/")
        root = next(root for root in ROOTS if path.startswith(root))
        if base.startswith("__") or base in SHARED or folder.startswith(NAMED_AFTER):
            continue
        found[root, base].append(path)
    return found


def module_name(path: str) -> str:
    """The name under which a module is imported."""
    for root in ROOTS[1:]:
        path = path.removeprefix(root.rpartition("/")[0] + "/")
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports(tree: ast.Module, known: frozenset[str]) -> Iterator[str]:
    """The modules of the project that a module imports, for types only or inside functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                yield inner if inner in known else node.module


def settings(tree: ast.Module) -> Iterator[str]:
    """The settings of the process that a module changes, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                if name in SETTINGS.get(module, ()):
                    yield f"{module}.{name} in line {node.lineno}"


class TestNames:
    """A name has one meaning."""

    def test_no_two_classes_have_one_name_unless_games_are_alike(self) -> None:
        twice = {
            name: paths
            for name, paths in classes().items()
            if len(paths) > 1 and not is_of_siblings(paths)
        }
        assert twice == {}

    def test_no_two_modules_of_a_distribution_have_one_name_unless_games_are_alike(self) -> None:
        twice = {}
        for (_, base), paths in basenames().items():
            of_games = [path for path in paths if game_of(path) is not None]
            others = [path for path in paths if path not in of_games]
            is_interface = set(others) <= {f"{ROOTS[1]}/{base}.py", f"{ROOTS[1]}/ground/{base}.py"}
            if (
                len(others) > 1
                or (others and of_games and not is_interface)
                or not is_of_siblings(of_games)
            ):
                twice[base] = paths
        assert twice == {}


class TestImports:
    """Modules stand on each other, and never in a circle."""

    def test_no_modules_import_each_other(self) -> None:
        known = frozenset(map(module_name, modules()))
        graph = {
            name: set(imports(tree, known)) - {name}
            for path, tree in modules().items()
            if (name := module_name(path))
        }
        graphlib.TopologicalSorter(graph).prepare()


class TestSettings:
    """Only a command and the program of a child change settings of their process."""

    def test_a_library_leaves_its_process_alone(self) -> None:
        changes = {
            path: found
            for path, tree in modules().items()
            if not path.startswith(PROCESSES) and (found := list(settings(tree)))
        }
        assert changes == {}
