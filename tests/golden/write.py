"""Write the golden files again after a deliberate change of the rules or of a game.

    python -m tests.golden.write [--check]

With `--check` it writes nothing, and exits with 1 if a file differs from what the rules produce.

A reviewer reads the difference: each changed line shows a game that is now played differently.
`digests.json` has one digest for each game, option set and number of seats. Each
`GAME-OPTIONS.txt` is a readable game: each action with its seat, each draw, and a digest of the
state every 25 steps.
"""

import json
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

from referee.error import UsageError
from referee.game_check.random_play import digest, random_steps
from tests.games.variants import label, variants
from tianming_games.action import Action
from tianming_games.game import Game
from tianming_games.registry import load, names
from tianming_games.state import State

FOLDER = Path(__file__).parent
SEED = 7
EVERY = 25
"""Number of steps between two digests."""


def seat_numbers(game: Game[Any], options: dict[str, str]) -> list[int]:
    """Return the numbers of seats that an option set allows."""
    result = []
    for seats in range(game.facts.least_seats, game.facts.most_seats + 1):
        try:
            game.begin(seats, options)
        except UsageError:
            continue
        result.append(seats)
    return result


def digests() -> dict[str, str]:
    """Return the digest of each game, option set and number of seats."""
    return {
        f"{name}-{seats}-{label(options)}": digest(game, seats, options, SEED)
        for name in names()
        for game in (load(name),)
        for options in variants(name)
        for seats in seat_numbers(game, options)
    }


def state_digest(state: State) -> str:
    """Return the digest of a state: 16 hexadecimal digits."""
    return blake2b(state.canonical_bytes(), digest_size=8).hexdigest()


def playthrough(game: Game[Any], seats: int, options: dict[str, str]) -> Iterator[str]:
    """Yield the lines of a random game: options, steps, digests, and the result."""
    yield f"game {game.name}"
    yield f"seats {seats}"
    yield " ".join(("options", *(f"{name}={value}" for name, value in options.items())))
    for number, (state, seat, step) in enumerate(random_steps(game, seats, options, SEED)):
        if number % EVERY == 0:
            yield f"state {state_digest(state)}"
        if isinstance(step, Action):
            yield f"{seat} {game.write(step)}"
        elif not state.is_terminal():
            yield " ".join(("chance", *map(str, step)))
        else:
            yield f"end {state_digest(state)}"
            yield " ".join(("points", *map(str, state.returns())))
            yield " ".join(("places", *map(str, state.places())))


def playthroughs() -> dict[str, str]:
    """Return a game for each option set by file name; the number of seats varies."""
    result = {}
    for name in names():
        game = load(name)
        for number, options in enumerate(variants(name)):
            possible = seat_numbers(game, options)
            seats = possible[number % len(possible)]
            lines = playthrough(game, seats, options)
            result[f"{name}-{label(options)}.txt"] = "\n".join(lines) + "\n"
    return result


def wanted() -> dict[str, str]:
    """Return the content of every golden file by its name, from the current rules."""
    return {"digests.json": json.dumps(digests(), indent=2) + "\n", **playthroughs()}


def main(arguments: list[str]) -> int:
    """Write all files and remove obsolete ones, or check them; return the exit status."""
    files = wanted()
    committed = {
        path.name: path.read_text() for path in FOLDER.iterdir() if path.suffix in (".json", ".txt")
    }
    if "--check" in arguments:
        wrong = [name for name in files | committed if files.get(name) != committed.get(name)]
        print("\n".join(f"{name} is not what the rules give" for name in wrong) or "all as written")
        return 1 if wrong else 0
    for name in committed.keys() - files.keys():
        (FOLDER / name).unlink()
    for name, text in files.items():
        (FOLDER / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
