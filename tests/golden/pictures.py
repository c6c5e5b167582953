"""Draw the pictures of the documentation, and write a digest of one picture per option set.

    python -m tests.golden.pictures

`drawn/digests.json` has a digest for each option set: that of the board and the pieces at step 100
of its golden game. A reviewer looks at the pictures in `docs/rules/`, which the same code draws.
"""

import json
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any

from referee.game_check.random_play import random_steps, seed_bytes
from tests.games.variants import VARIANTS, label, variants
from tests.golden.write import SEED, seat_numbers
from tianming_bots.greedy import POLICIES
from tianming_games.chance import Chance
from tianming_games.game import Game
from tianming_games.registry import load
from tianming_games.scene_svg import to_svg
from tianming_games.state import CHANCE, State

DIGESTS = Path(__file__).with_name("drawn") / "digests.json"
DOCS = Path(__file__).parents[2] / "docs" / "rules"

STEP = 100
"""The step of a game that is drawn; every game has at least as many."""

BOTH = {"edition": "anniversary", "great_wall": "yes", "super_event": "solar-eclipse"}

MATCHES: dict[str, tuple[int, dict[str, str], int]] = {
    "china": (4, {"fortifications": "yes"}, 150),
    "dragon": (4, BOTH, 72),
    "ming": (3, {}, 190),
}
"""The matches that the documentation shows, by game: seats, options, and a step of the match."""

MAPS = {"china-3-4": ("china", "3-4"), "china-4-5": ("china", "4-5"), "ming-map": ("ming", "ming")}
"""The maps that the documentation shows."""


def draw(game: Game[Any], seats: int, options: dict[str, str], state: State) -> str:
    """Return the SVG of the public view of a position."""
    shown = game.presentation(seats, options, [f"bot {seat}" for seat in range(seats)])
    assert shown.board is not None
    return to_svg(shown.board, shown.scene(state.observation(None)))


def greedy_position(game: Game[Any], seats: int, options: dict[str, str], step: int) -> State:
    """Return the position after `step` steps of greedy bots, which build more than random ones."""
    state: State = game.begin(seats, options)
    policy, draws = POLICIES[game.name], 0
    for _ in range(step):
        if state.current_player == CHANCE:
            state.apply_draw(state.sample_draw(Chance(seed_bytes(SEED), f"draw {draws}")))
            draws += 1
            continue
        seat = state.to_act()[0]
        legal = state.legal_actions(seat)
        state.apply_action(seat, legal[policy.choose(state, seat)])
    return state


def digests() -> dict[str, str]:
    """Return the digest of one picture for each option set; the number of seats varies."""
    found = {}
    for name in VARIANTS:
        game = load(name)
        for number, options in enumerate(variants(name)):
            possible = seat_numbers(game, options)
            seats = possible[number % len(possible)]
            state, _, _ = next(islice(random_steps(game, seats, options, SEED), STEP, None))
            drawn = draw(game, seats, options, state)
            digest = blake2b(drawn.encode(), digest_size=8).hexdigest()
            found[f"{name}-{label(options)}"] = digest
    return found


def documentation() -> dict[str, str]:
    """Return the SVG pictures of the documentation by file name."""
    matches = {}
    for name, (seats, options, step) in MATCHES.items():
        game = load(name)
        state = greedy_position(game, seats, options, step)
        matches[f"{name}.svg"] = draw(game, seats, options, state)
    maps = {f"{name}.svg": load(game).draw_board(board)[1] for name, (game, board) in MAPS.items()}
    return {**matches, **maps}


if __name__ == "__main__":
    DIGESTS.write_text(json.dumps(digests(), indent=2) + "\n")
    for name, drawn in documentation().items():
        (DOCS / name).write_text(drawn)
