"""SDK: the start time of a program, compared with that of gRPC alone."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec

from tests.bench import command
from tests.bench.figure import Figure, at_most
from tests.bench.sample import Result, Scale, in_turn, take
from tests.bench.worker.begin import Begin

_WALL = at_most(0.3)

_ROUNDS = 3
"""Factor for the number of rounds, because one start takes little time."""

_OURS = {"import tianming": ("-c", "import tianming")}
_CLI = {"referee --help": ("-m", "referee.cli.main", "--help")}
_FLOOR = ("-c", "import grpc")


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield the start times of our programs, each compared with `import grpc`."""
    programs = {**_OURS, **(_CLI if find_spec("referee.cli") else {})}
    takers: dict[str, Callable[[], Result]] = {
        name: partial(take, "begin", Begin(words), {}) for name, words in programs.items()
    }
    takers["floor"] = partial(take, "begin", Begin(_FLOOR), {})
    series = in_turn(takers, scale.rounds * _ROUNDS)
    floor = series["floor"]["seconds"]
    for name in programs:
        ours = series[name]["seconds"]
        yield Figure(name, "s", ours, "import grpc", floor)
        yield Figure(name, "s", ours, target=_WALL)


if __name__ == "__main__":
    command.main({"sdk": bench})
