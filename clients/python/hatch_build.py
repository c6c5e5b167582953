"""The build hook: leaves out requirements that no index has."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CloneHook(BuildHookInterface[Any]):
    """In a clone, requires nothing of the project's other distributions.

    Their folders are installed beside this one, in any order. A build from an sdist, which has a
    PKG-INFO, requires them.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Change the metadata before the wheel is built."""
        if not (Path(self.root) / "PKG-INFO").exists():
            names = self.metadata.core.dependencies
            names[:] = [name for name in names if not name.startswith("tianming")]
