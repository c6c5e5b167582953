"""The games that a bridge knows: those whose messages are installed."""

import pkgutil
from importlib.metadata import entry_points

from tianming_proto import games


def known() -> list[str]:
    """The names of the games in `tianming_proto`, and of those of other distributions."""
    own = {module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg}
    return sorted(own | {point.name for point in entry_points(group="tianming.games")})
