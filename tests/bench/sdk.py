"""SDK: its start time, compared with gRPC alone, and its processor time, with the smallest bots."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from shlex import join

from tests.bench import command
from tests.bench.figure import Figure, at_most
from tests.bench.frames import MATCHES
from tests.bench.sample import Result, Scale, in_turn, take
from tests.bench.wire import GAME, SHIPPED
from tests.bench.worker.begin import Begin
from tests.bench.worker.referee import Load

_WALL = at_most(0.3)

_ROUNDS = 3
"""Factor for the number of rounds, because one start takes little time."""

_OURS = {"import tianming": ("-c", "import tianming")}
_CLI = {"referee --help": ("-m", "referee.cli.main", "--help")}
_FLOOR = ("-c", "import grpc")

_BARE = (sys.executable, "-m", "tests.bench.worker.bare_bot")
_BOTS = {"SDK": "", "bare grpc.aio": join((*_BARE, "aio")), "bare grpc": join((*_BARE, "sync"))}
"""The commands of the bots: the SDK's, and the smallest ones that send the same bytes."""


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield the start times of our programs, and the processor time of a bot on the SDK."""
    yield from _starts(scale)
    for at_once in (1, MATCHES):
        yield from _bots(at_once, scale)


def _bots(at_once: int, scale: Scale) -> Iterator[Figure]:
    """Yield the processor time of a decision of the SDK's bot, compared with bots without it."""
    takers = {
        name: partial(take, "referee", Load(GAME, at_once, scale.seconds, bot=bot), SHIPPED)
        for name, bot in _BOTS.items()
    }
    series = in_turn(takers, scale.rounds)
    ours = series["SDK"]["bot_cpu"]
    for name in tuple(_BOTS)[1:]:
        yield Figure(f"{at_once} at once: bot's CPU", "us", ours, name, series[name]["bot_cpu"])


def _starts(scale: Scale) -> Iterator[Figure]:
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
