"""Rollouts: a program in Go with the service of the rules, compared with Python itself."""

from collections.abc import Iterator
from functools import partial

from tests.bench import command
from tests.bench.figure import Figure, at_least
from tests.bench.sample import Scale, in_turn, take
from tests.bench.worker.rollouts import Rollouts
from tests.tool import TOOLS
from tianming_games.registry import names

_WANTED = at_least(0.7)


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield the rollouts a second of each game, if Go is here."""
    if not TOOLS["go"].is_here():
        return
    for game in names():
        takers = {
            language: partial(take, "rollouts", Rollouts(game, scale.seconds, language), {})
            for language in ("go", "python")
        }
        series = in_turn(takers, scale.rounds)
        ours, python = series["go"]["rate"], series["python"]["rate"]
        yield Figure(f"{game}: rollouts from Go", "rollouts/s", ours, "Python", python, _WANTED)


if __name__ == "__main__":
    command.main({"rollouts": bench})
