"""The build hook that compiles the modules of every decision, on request.

Built with `TIANMING_COMPILE=1` in the environment, or with the name of the distribution in it, the
modules that the distribution's `pyproject.toml` names are compiled by mypyc
(https://mypyc.readthedocs.io) and shipped beside their sources: the same games, byte for byte, in
less than half the time. Without it the wheel is pure Python, and no C compiler is needed. An
editable install is never compiled.

The rules have a compiled wheel of their own. The referee's has them too, compiled together with
the referee: modules of one group call each other without the interpreter.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_ASKED = "TIANMING_COMPILE"

_SETUP = """
import sys
from mypyc.build import mypycify
from setuptools import setup

words = ["--config-file=mypy.ini", *sys.argv.pop().split(",")]
setup(name="compiled", packages=[], ext_modules=mypycify(words, opt_level="1", debug_level="0"))
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
    """Adds the compiled modules to a wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Dependencies of the build in addition to hatchling."""
        return list(self.config["compilers"]) if self._is_asked() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """In a clone, name the folders beside this one; compile before the wheel is built."""
        if version == "editable":
            return
        self.metadata.core.dependencies[:0] = self._beside()  # first: pip takes them in order
        if not self._is_asked():
            return
        self._folder = TemporaryDirectory(prefix="tianming-compile-")
        folder, root = Path(self._folder.name), Path(self.root)
        for source in self.config["sources"]:
            shutil.copytree(root / source, folder / Path(source).name)
        _compile(folder, sorted(self._modules(folder)))
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

    def _is_asked(self) -> bool:
        return os.environ.get(_ASKED) in ("1", self.metadata.name)

    def _beside(self) -> list[str]:
        """The project's other distributions as direct references, if this is a clone.

        They are on no index, so `pip install .` would not find them. A wheel with such references
        is for this machine only. One that is built from an sdist, which has a PKG-INFO, has none.
        """
        root = Path(self.root)
        if (root / "PKG-INFO").exists():
            return []
        folders = [root / folder for folder in self.config.get("beside", ())]
        return [f"{_name(folder)} @ {folder.as_uri()}" for folder in folders]

    def _modules(self, folder: Path) -> Iterator[str]:
        """The modules that are to be compiled, as paths."""
        for config in self._configs():
            for pattern in config["modules"]:
                for path in folder.glob(pattern):
                    module = str(path.relative_to(folder))
                    if not any(fnmatch(module, other) for other in config["interpreted"]):
                        yield module

    def _configs(self) -> Iterator[dict[str, Any]]:
        """The settings of this distribution, and of those that are compiled with it.

        Modules that are compiled together call each other without the interpreter.
        """
        yield self.config
        for name in self.config.get("together", ()):
            data: Any = tomllib.loads((Path(self.root) / name).read_text())
            for key in ("tool", "hatch", "build", "targets", "wheel", "hooks", "custom"):
                data = data[key]
            yield data


def _name(folder: Path) -> str:
    """The name of the distribution in a folder."""
    project: Any = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    name: str = project["project"]["name"]
    return name


def _compile(folder: Path, modules: list[str]) -> None:
    """Put a compiled module beside the source of each, relative to a folder."""
    (folder / "setup.py").write_text(_SETUP)
    (folder / "mypy.ini").write_text(_SETTINGS)
    words = (sys.executable, "setup.py", "build_ext", "--inplace", ",".join(modules))
    run = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode:
        raise SystemExit(f"mypyc could not compile:\n{run.stdout}\n{run.stderr}")
