"""Check a small change in less than a minute: style, types, and the tests of what changed.

    tox run -e quick -- [COMMIT]

A change is what differs from the commit, or from the commit at which this branch left `main`. The
first run takes longer, because mypy has no cache yet.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import PurePosixPath

from tests.source_tree import ROOT, files

MOST = 8
"""Test modules that are chosen because they import what changed."""

_NO_TEST = 5
"""The exit status of pytest if it leaves all tests to `tox run -e full`."""

MIRRORED = {"clients/python/tianming/": "sdk", "bots/python/": "e2e"}
"""The folders of tests with another name than the folder of the source."""


def main(commit: str | None) -> int:
    """Check the change; return the exit status."""
    changed = differing(commit or _git("merge-base", "HEAD", "main") or "HEAD")
    tests, left = selected(changed)
    print(f"{len(changed)} files changed; their tests: {', '.join(tests) or 'none'}", flush=True)
    sources = [path for path in changed if path.endswith(".py")]
    steps = [[sys.executable, "-m", "mypy"]] if sources else []
    steps += [["ruff", "check", *sources], ["ruff", "format", "--check", *sources]]
    if any(path.startswith("referee/") for path in sources):
        steps.append(["lint-imports"])
    if changed:
        steps.append(["codespell", *changed])
    if tests:
        steps.append([sys.executable, "-m", "pytest", "-q", "-n", "2", *tests])
    failed = run(steps)
    if left:
        print(f"{left} more test modules import what changed: `tox run` runs them.")
    print(f"failed: {'; '.join(failed)}" if failed else "all steps passed")
    return 1 if failed else 0


def differing(commit: str) -> list[str]:
    """Return the paths that differ from a commit and still exist."""
    listed = _git("diff", "--name-only", commit), _git("ls-files", "--others", "--exclude-standard")
    names = {name for names in listed for name in names.splitlines()}
    return sorted(name for name in names if (ROOT / name).is_file())


def selected(changed: list[str]) -> tuple[list[str], int]:
    """Return the tests of changed files, and how many more modules import these.

    A test module that changed comes first, then those with the name of a changed module, then
    those that import one.
    """
    chosen = {path: None for path in changed if PurePosixPath(path).name.startswith("test_")}
    if any(path.endswith(".md") for path in changed):
        chosen["tests/e2e/test_docs.py::TestReferences"] = None
    if "tox.ini" in changed:
        chosen["tests/test_tox.py"] = None
    sources = [path for path in changed if path.endswith(".py") and path not in chosen]
    for path in sources:
        chosen |= dict.fromkeys(named_after(path))
    names = {module_of(path) for path in sources}
    folders = {PurePosixPath(path).parent.name for path in sources}
    importers = sorted(
        (path for path in _tests() if path not in chosen and names & imported(path)),
        key=lambda path: PurePosixPath(path).parent.name not in folders,
    )
    return [*chosen, *importers[:MOST]], len(importers[MOST:])


def named_after(path: str) -> list[str]:
    """Return the test modules with the name of a module: those in its folder, if there are any."""
    source = PurePosixPath(path)
    folder = next((to for start, to in MIRRORED.items() if path.startswith(start)), None)
    found = [test for test in _tests() if PurePosixPath(test).stem == f"test_{source.stem}"]
    beside = [
        test for test in found if PurePosixPath(test).parent.name == (folder or source.parent.name)
    ]
    return beside or found


def module_of(path: str) -> str:
    """Return the name under which a file is imported."""
    for root in ("games/", "clients/python/", "bots/python/", "proto/python/"):
        path = path.removeprefix(root)
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def imported(path: str) -> frozenset[str]:
    """Return the modules that a file imports."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(name for node in ast.walk(tree) for name in _names(node))


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.module
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def run(steps: list[list[str]]) -> list[str]:
    """Run steps, the first beside the others; return those that failed."""
    names = [" ".join(step[:3] if step[0] == sys.executable else step[:2]) for step in steps]
    beside = [subprocess.Popen(step, cwd=ROOT) for step in steps[:1]]
    codes = [subprocess.call(step, cwd=ROOT) for step in steps[1:]]
    codes = [*(process.wait() for process in beside), *codes]
    return [name for name, code in zip(names, codes, strict=True) if code not in {0, _NO_TEST}]


def _tests() -> list[str]:
    return [path for path in files("tests/*.py") if PurePosixPath(path).name.startswith("test_")]


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(next(iter(sys.argv[1:]), None)))
