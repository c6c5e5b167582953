"""What every game promises, held against random plays of every option set.

Each play is walked once, and all promises are checked. A new game is tested by being installed; its
option sets are listed in `variants.py`. The default run plays the first option set with every
number of seats, and each other one with one of them; `--full` has the rest. A run with rolled seeds
has more plays than one with fixed seeds, which would find nothing new in them.
"""

from typing import Any

import pytest

from referee.game_check.promise_walk import GameCase, walk
from referee.game_check.suite import PROMISES
from tests.games.variants import label, variants
from tests.golden.write import seat_numbers
from tianming_games.action import NotationError
from tianming_games.registry import load, names

PLAYS = 6
"""Random plays of each game and number of seats, shared by its option sets; each has one."""

ROLLED = 3
"""Times as many plays in a run with rolled seeds."""


def every_case() -> list[Any]:
    """Every game with every option set and every number of seats it takes."""
    return [
        pytest.param(
            GameCase(load(name), seats, options),
            id=f"{name}-{seats}-{label(options)}",
            marks=() if not number or at == number % len(numbers) else pytest.mark.full,
        )
        for name in names()
        for number, options in enumerate(variants(name))
        for numbers in [seat_numbers(load(name), options)]
        for at, seats in enumerate(numbers)
    ]


CASES = every_case()


@pytest.mark.parametrize("case", CASES)
class TestPromises:
    """What holds at every step of every play."""

    def test_every_promise_is_kept(
        self, case: GameCase, run_seed: int, pytestconfig: pytest.Config
    ) -> None:
        plays = max(1, PLAYS // len(variants(case.game.name)))
        plays *= ROLLED if pytestconfig.getoption("rolled") else 1
        verdicts = walk(case, range(run_seed, run_seed + plays), PROMISES)
        broken = [breach.error for breach in verdicts.values() if breach is not None]
        if broken:
            print([breach for breach in verdicts.values() if breach is not None])
            raise ExceptionGroup(f"{len(broken)} promises are broken", broken)


@pytest.mark.parametrize("name", names())
def test_a_text_that_is_no_action_is_refused(name: str) -> None:
    for text in ("", "?", "resign", "0", "place", "place x", "place -1", "place 01", "é 1"):
        with pytest.raises(NotationError, match=r"is no action of"):
            load(name).read(text)
