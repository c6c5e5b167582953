"""The installed versions: the referee and its build, Python and gRPC."""

import platform
from importlib.util import find_spec

from referee import __version__


def build() -> str:
    """Return the installed build: `plain Python` or `compiled`."""
    spec = find_spec("referee.match.match")
    is_source = spec is None or spec.origin is None or spec.origin.endswith(".py")
    return "plain Python" if is_source else "compiled"


def version_text() -> str:
    """Return all versions in one line."""
    from importlib.metadata import version

    return (
        f"tianming-referee {__version__} ({build()}), "
        f"Python {platform.python_version()}, gRPC {version('grpcio')}"
    )
