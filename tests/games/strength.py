"""How often the greedy policy of a game wins against random opponents.

    python -m tests.games.strength [dragon ...] [--matches 300]

The seat of the policy changes from match to match; the numbers of seats take turns; a shared first
place counts for one of those who share it.
"""

import argparse
import math
from typing import Any

from referee.game_check.random_play import seed_bytes
from tests.games.variants import label, variants
from tests.golden.write import seat_numbers
from tianming_bots.greedy import POLICIES
from tianming_games.chance import Chance
from tianming_games.game import Game
from tianming_games.registry import load, names
from tianming_games.state import CHANCE


def win(game: Game[Any], seats: int, options: dict[str, str], greedy: int, seed: int) -> float:
    """What one match is worth to the greedy seat: 1 for a win, a share of a shared one."""
    state, policy = game.begin(seats, options), POLICIES[game.name]
    chooser, draws = Chance(seed_bytes(seed), "choices"), 0
    while not state.is_terminal():
        if state.current_player == CHANCE:
            state.apply_draw(state.sample_draw(Chance(seed_bytes(seed), f"draw {draws}")))
            draws += 1
            continue
        seat = state.to_act()[0]
        legal = state.legal_actions(seat)
        index = policy.choose(state, seat) if seat == greedy else chooser.below(len(legal))
        state.apply_action(seat, legal[index])
    places = state.places()
    return 1 / places.count(1) if places[greedy] == 1 else 0.0


def strength(game: Game[Any], options: dict[str, str], matches: int) -> float:
    """The share of matches that the greedy seat wins."""
    numbers = seat_numbers(game, options)
    total = 0.0
    for match in range(matches):
        seats = numbers[match % len(numbers)]
        total += win(game, seats, options, match // len(numbers) % seats, match)
    return total / matches


def main() -> None:
    """Print the share of wins for every option set of some games, of all unless told."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", metavar="game", nargs="*", default=names())
    parser.add_argument("--matches", type=int, default=300)
    given = parser.parse_args()
    for name in given.games:
        game = load(name)
        for options in variants(name):
            share = strength(game, options, given.matches)
            error = math.sqrt(share * (1 - share) / given.matches)
            print(f"{name} {label(options):40} {share:6.1%} +- {error:.1%}", flush=True)


if __name__ == "__main__":
    main()
