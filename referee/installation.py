"""Check that the project's other distributions are installed beside the referee."""

import sys
from importlib.util import find_spec

_NEEDED = ("tianming", "tianming_bots", "tianming_games", "tianming_proto")


def check() -> None:
    """Exit with one sentence if a package is missing, before the import of it fails."""
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        sys.exit(
            f"referee: the package {missing[0]} is not installed. In a clone of Tianming, install "
            "all packages: `pip install -r requirements.txt`."
        )
