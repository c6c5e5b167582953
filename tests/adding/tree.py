"""A copy of the sources that a test changes, with an interpreter that imports it."""

import ast
import os
import re
import shutil
import site
import subprocess
import tomllib
import venv
from collections.abc import Callable
from itertools import count
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorProto

from tests.source_tree import copy_to

PROJECTS = (".", "games", "proto/python", "clients/python", "bots/python")
"""The folders of the distributions."""

_VARIABLES = ("PYTHONPATH", "PYTHONSAFEPATH", "PYTHONNOUSERSITE", "PYTHONDONTWRITEBYTECODE")


class Tree:
    """A copy of the sources. `changed` has the paths of the files that a test changed."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "tree"
        self.changed: set[str] = set()
        self._before: dict[str, bytes | None] = {}
        self._times = count(1_000_000_000, 10)  # no two versions of a file have one time
        copy_to(self.root)
        self._library = interpreter(folder / "python", self.root)
        self._python = folder / "python" / "bin" / "python"

    def read(self, path: str) -> str:
        """Return the text of a file."""
        return (self.root / path).read_text(encoding="utf-8")

    def write(self, path: str, text: str, *, is_generated: bool = False) -> None:
        """Write a file. One that a command of the page generates does not count as changed."""
        file = self.root / path
        self._before.setdefault(path, file.read_bytes() if file.exists() else None)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        self._stamp(file)
        if not is_generated:
            self.changed.add(path)

    def add(self, path: str, after: str, text: str) -> None:
        """Add a text to a file, after the one place that a regular expression matches."""
        before = self.read(path)
        found = list(re.finditer(after, before, re.DOTALL))
        assert len(found) == 1, f"{path} has {len(found)} places that match {after}"
        at = found[0].end()
        self.write(path, before[:at] + text + before[at:])

    def generate(self, path: str, module: str) -> None:
        """Write a file with what a module of the copy prints."""
        self.write(path, self.run("-m", module), is_generated=True)

    def regenerate(self, proto: str, change: Callable[[FileDescriptorProto], None]) -> None:
        """Change the Python messages of a `.proto` file, as `tox run -e proto -- --write` would.

        The compiler of protobuf is not there in most environments, so the test makes the same
        change to the text and to its compiled form.
        """
        path = proto.replace("proto/tianming/", "proto/python/tianming_proto/")
        path = path.replace(".proto", "_pb2.py")

        def changed(data: bytes) -> bytes:
            descriptor = FileDescriptorProto.FromString(data)
            change(descriptor)
            return descriptor.SerializeToString()

        self.write(path, recompiled(self.read(path), changed), is_generated=True)

    def install(self, project: str) -> None:
        """Install a distribution of the copy again, so that its entry points are known."""
        known = tomllib.loads(self.read(f"{project}/pyproject.toml"))["project"]
        name, version = known["name"], known["version"]
        folder = self._library / f"{name.replace('-', '_')}-{version}.dist-info"
        folder.mkdir(exist_ok=True)
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}")
        lines = []
        for group, points in known.get("entry-points", {}).items():
            lines += [f"[{group}]", *(f"{key} = {value}" for key, value in points.items())]
        (folder / "entry_points.txt").write_text("\n".join(lines))

    def run(self, *arguments: str, code: int = 0) -> str:
        """Run the interpreter in the copy; return what it prints, or its error."""
        environment = {key: value for key, value in os.environ.items() if key not in _VARIABLES}
        done = subprocess.run(
            [self._python, *arguments],
            cwd=self.root,
            check=False,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,  # against a hang only
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout or done.stderr

    def test(self, *files: str) -> None:
        """Run tests in the copy."""
        self.run("-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "-p", "no:randomly", *files)

    def restore(self) -> None:
        """Undo all changes."""
        for path, data in self._before.items():
            file = self.root / path
            if data is None:
                file.unlink()
            else:
                file.write_bytes(data)
                self._stamp(file)
        for folder in self._library.glob("*.dist-info"):
            shutil.rmtree(folder)
        self._before.clear()
        self.changed.clear()

    def _stamp(self, file: Path) -> None:
        time = next(self._times)
        os.utime(file, (time, time))


def recompiled(text: str, change: Callable[[bytes], bytes]) -> str:
    """Return a module of messages whose compiled contract is changed."""
    found = re.search(r"(?<=AddSerializedFile\()b'.*'(?=\))", text)
    return (
        text if found is None else text.replace(found[0], repr(change(ast.literal_eval(found[0]))))
    )


def interpreter(folder: Path, root: Path) -> Path:
    """Make an environment that imports the copy, and else what this one has; return its library.

    A path file in another path file's folder is not read, so nothing leads to the original.
    """
    venv.create(folder, symlinks=True)
    (library,) = folder.glob("lib/python*/site-packages")
    paths = [*(str(root / project) for project in PROJECTS), *site.getsitepackages()]
    (library / "tree.pth").write_text("\n".join(paths))
    return library
