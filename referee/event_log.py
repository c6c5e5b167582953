"""structlog, which writes the log of events, imported without rich.

structlog imports rich for coloured tracebacks, which no process of the referee prints. rich would
take a quarter of the time in which such a process starts.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

__all__ = ["structlog"]


class _WithoutRich:
    """A finder of modules that hides rich."""

    @staticmethod
    def find_spec(name: str, _: Sequence[str] | None, __: ModuleType | None = None) -> None:
        if name == "rich":
            raise ModuleNotFoundError(name)


def _imported() -> ModuleType:
    finder = _WithoutRich()
    sys.meta_path.insert(0, finder)
    try:
        return import_module("structlog")
    finally:
        sys.meta_path.remove(finder)


if TYPE_CHECKING:
    import structlog
else:
    structlog = _imported()
