"""Write the golden files again, after the rules or a game were changed on purpose.

    python -m tests.golden.write

A reviewer reads the difference: every line that changed is a game that would now be
played otherwise.
"""

import json
from pathlib import Path

from referee.error import UsageError
from referee.games.registry import load, names
from tests.games.play import digest
from tests.games.variants import label, variants

FOLDER = Path(__file__).parent


def digests() -> dict[str, str]:
    """One digest for each game, option set and number of seats."""
    result = {}
    for name in names():
        game = load(name)
        for options in variants(name):
            for seats in range(game.facts.least_seats, game.facts.most_seats + 1):
                try:
                    game.begin(seats, options)
                except UsageError:
                    continue
                result[f"{name}-{seats}-{label(options)}"] = digest(game, seats, options, 7)
    return result


if __name__ == "__main__":
    (FOLDER / "digests.json").write_text(json.dumps(digests(), indent=2) + "\n")
