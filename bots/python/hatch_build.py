"""The build hook of rules, referee and bots: compiles modules on request.

With `TIANMING_COMPILE=1` in the environment, mypyc (https://mypyc.readthedocs.io) compiles the
modules that `pyproject.toml` names, and the wheel holds them beside their sources: the same games,
byte for byte, in about half the time. Otherwise the wheel is pure Python, and needs no C compiler.
An editable install is never compiled.

Each distribution compiles its own modules only. The referee's are type-checked together with the
rules, but they call the rules as ordinary Python objects. So compiled and pure builds fit together.
The file is twice in the repository, because the sdist of the bots needs one of its own.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_SETUP = """
import sys
from mypyc.build import mypycify
from setuptools import setup

group, modules = sys.argv.pop().split("=")
words = ["--config-file=mypy.ini", *modules.split(",")]
setup(
    name="compiled",
    packages=[],
    ext_modules=mypycify(words, opt_level="2", debug_level="0", group_name=group),
)
"""

_SETTINGS = """
[mypy]
ignore_missing_imports = True
explicit_package_bases = True
mypy_path = .
[mypy-tianming_proto.*]
ignore_errors = True
"""


class CompileHook(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel, and leaves out requirements that no index has."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return the dependencies of the build in addition to hatchling."""
        return list(self.config["compilers"]) if _is_asked() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is built."""
        self._leave_out_siblings()
        if version == "editable" or not _is_asked():
            return
        self._folder = TemporaryDirectory(prefix="tianming-compile-")
        folder, root = Path(self._folder.name), Path(self.root)
        for source in self.config["sources"]:
            shutil.copytree(root / source, folder / Path(source).name)
        group = self.metadata.name.replace("-", "_")
        _compile(folder, group, sorted(self._modules(folder)))
        for path in folder.rglob("*.so"):
            place = path.relative_to(folder)
            if place.parts[0] != "build":
                build_data["force_include"][str(path)] = str(place)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clean up."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()

    def _leave_out_siblings(self) -> None:
        """In a clone, require nothing of the project's other distributions.

        They are on no index, and their folders are installed beside this one, in any order. A build
        from an sdist, which has a PKG-INFO, requires them.
        """
        if not (Path(self.root) / "PKG-INFO").exists():
            names = self.metadata.core.dependencies
            names[:] = [name for name in names if not name.startswith("tianming")]

    def _modules(self, folder: Path) -> Iterator[str]:
        """Yield the paths of the modules to compile."""
        for pattern in self.config["modules"]:
            for path in folder.glob(pattern):
                module = str(path.relative_to(folder))
                if not any(fnmatch(module, other) for other in self.config["interpreted"]):
                    yield module


def _is_asked() -> bool:
    return os.environ.get("TIANMING_COMPILE") == "1"


def _compile(folder: Path, group: str, modules: list[str]) -> None:
    """Put a compiled module beside the source of each, relative to a folder."""
    (folder / "setup.py").write_text(_SETUP)
    (folder / "mypy.ini").write_text(_SETTINGS)
    words = (sys.executable, "setup.py", "build_ext", "--inplace", f"{group}={','.join(modules)}")
    run = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode:
        raise SystemExit(f"mypyc could not compile:\n{run.stdout}\n{run.stderr}")
