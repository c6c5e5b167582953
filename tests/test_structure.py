"""Check the source as a whole: unique names, no import cycles, named arguments, settings.

The names are those of the referee, the rules, the Python SDK and the Python bots.
"""

import ast
import graphlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache

import tianming
from tests.source_tree import ROOT, files

ROOTS = (
    "referee",
    "games/tianming_games",
    "clients/python/tianming",
    "bots/python/tianming_bots",
    "bots/python/tianming_learn",
    "games/tianming_adapters",
)
GAMES = ("china", "dragon", "ming", "small")

SHARED = {
    "error": "the errors of a package or distribution",
    "report": "what a suite of checks found",
    "sentence": "the sentences of the errors that a package raises",
    "settings": "what a package is told",
    "suite": "checks that run in order",
}
"""Names of modules that several packages may have, with their common meaning."""

NAMED_AFTER = ("referee/cli", "referee/conformance/checks", "referee/web/api")
"""Folders whose modules are named after their subject, such as a command or what the API publishes.

These names may also occur in other folders.
"""

SETTINGS = {
    "gc": {"disable", "enable", "freeze", "set_threshold"},
    "os": {"nice", "umask"},
    "resource": {"setrlimit"},
    "sys": {"setrecursionlimit", "setswitchinterval"},
}
"""Functions that change settings of a whole process, by module."""

PROCESSES = (
    "referee/cli/",
    "referee/entry/inside_build.py",
    "referee/launch/supervisor/",
    "referee/notify/__main__.py",
    "referee/server/environment.py",
    "referee/server/front/__main__.py",
)
"""The places of commands and of the programs of child processes."""

MOST_POSITIONAL = 6
"""The most positional arguments of a call of our own."""


@cache
def modules() -> dict[str, ast.Module]:
    """Return every module by its path in the repository."""
    return {
        name: ast.parse((ROOT / name).read_text(encoding="utf-8"))
        for name in files(*ROOTS)
        if name.endswith(".py") and not any(part in name for part in ("/migrations/", "/kits/"))
    }


def game_of(path: str) -> str | None:
    """Return the game that a module belongs to; None if it belongs to no game."""
    parts = path.split("/")
    return parts[2] if path.startswith(ROOTS[1]) and parts[2] in GAMES else None


def is_of_siblings(paths: Iterable[str]) -> bool:
    """Return whether each of these modules belongs to a different game."""
    games = [game_of(path) for path in paths]
    return None not in games and len(set(games)) == len(games)


def classes() -> dict[str, list[str]]:
    """Return the modules that define a class, by the name of the class.

    Public types of the SDK and models of the API are left out: they may have the name of the
    referee's class that they represent.
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
    """Return the modules of each distribution and base name.

    Modules in `SHARED` and in the folders of `NAMED_AFTER` are left out.
    """
    found = defaultdict(list)
    for path in modules():
        folder, _, base = path.removesuffix(".py").rpartition("/")
        root = next(root for root in ROOTS if path.startswith(root))
        if base.startswith("__") or base in SHARED or folder.startswith(NAMED_AFTER):
            continue
        found[root, base].append(path)
    return found


def module_name(path: str) -> str:
    """Return the name under which a module is imported."""
    for root in ROOTS[1:]:
        path = path.removeprefix(root.rpartition("/")[0] + "/")
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports(tree: ast.Module, known: frozenset[str]) -> Iterator[str]:
    """Yield the project's modules that a module imports, also in functions or only for types."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module in known:
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                yield inner if inner in known else node.module


def settings(tree: ast.Module) -> Iterator[str]:
    """Yield the functions in `SETTINGS` that a module uses, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                if name in SETTINGS.get(module, ()):
                    yield f"{module}.{name} in line {node.lineno}"


@cache
def own_callables() -> frozenset[str]:
    """Return the names of all classes and functions that take a fixed number of arguments."""
    nodes = [node for tree in modules().values() for node in ast.walk(tree)]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    open_ones = {function.name for function in functions if function.args.vararg is not None}
    names = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    return frozenset(names.union(function.name for function in functions) - open_ones)


def walls(tree: ast.Module) -> Iterator[str]:
    """Yield the calls of our own with too many positional arguments, with their lines."""
    nodes = list(ast.walk(tree))
    foreign = {
        name.name
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        and not str(node.module).startswith(("referee", "tianming"))
        for name in node.names
    }
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args):
                is_own = name == "cls" or (name in own_callables() and name not in foreign)
                if len(args) > MOST_POSITIONAL and is_own:
                    yield f"{name} in line {node.lineno}"


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
    """Imports have no cycles."""

    def test_no_modules_import_each_other(self) -> None:
        known = frozenset(map(module_name, modules()))
        graph = {
            name: set(imports(tree, known)) - {name}
            for path, tree in modules().items()
            if (name := module_name(path))
        }
        graphlib.TopologicalSorter(graph).prepare()


class TestSettings:
    """Only commands and the programs of child processes change settings of their process."""

    def test_a_library_leaves_its_process_only(self) -> None:
        changes = {
            path: found
            for path, tree in modules().items()
            if not path.startswith(PROCESSES) and (found := list(settings(tree)))
        }
        assert changes == {}


class TestCalls:
    """A reader of a call sees what each argument is."""

    def test_no_call_of_our_own_has_seven_positional_arguments(self) -> None:
        found = {path: calls for path, tree in modules().items() if (calls := list(walls(tree)))}
        assert found == {}

    def test_such_a_call_is_found_and_that_of_a_library_is_not(self) -> None:
        own, other = "Asked(1, 2, 3, 4, 5, 6, 7)", "Table(1, 2, 3, 4, 5, 6, 7)"
        source = f"from sqlalchemy import Table\n{own}\n{other}\nprint(1, 2, 3, 4, 5, 6, 7)"
        assert list(walls(ast.parse(source))) == ["Asked in line 2"]
