"""Wire: one match at a time with a bot in another process, compared with a bare echo."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from referee.server.environment import EXPERIMENTS
from tests.bench import command, core
from tests.bench.figure import Figure, Series, Target, at_least
from tests.bench.sample import Result, Scale, in_turn, take
from tests.bench.worker.echo import Echo
from tests.bench.worker.referee import Load

GAME = "dragon"

Environment = Mapping[str, str]
"""Environment variables of the processes of a sample."""

SHIPPED: Environment = {"GRPC_EXPERIMENTS": EXPERIMENTS}
"""The settings that `referee` uses for itself and for its local bots."""

_BARE: Environment = {"GRPC_EXPERIMENTS": ""}
"""gRPC with its default settings."""


@dataclass(frozen=True, slots=True)
class Way:
    """The environments of our processes and of the echo, and whether the targets apply."""

    ours: Environment
    echo: Environment
    is_aim: bool = False

    @property
    def pinned(self) -> "Way":
        """Return the same environments with a separate core for each process."""
        pins = {core.A_CORE_EACH: "1"}
        return Way({**self.ours, **pins}, {**self.echo, **pins})


AS_SHIPPED = Way(SHIPPED, _BARE, is_aim=True)

WAYS: Mapping[str, Way] = {
    "as shipped": AS_SHIPPED,
    "as shipped, a core each": AS_SHIPPED.pinned,
    "the echo on gRPC's older event loop too": Way(SHIPPED, SHIPPED),
    "neither on it": Way(_BARE, _BARE),
}
"""The targets apply to a referee with its usual settings and an echo with gRPC's defaults.

Separate cores favour the echo, whose two processes only wait for each other. The last two ways
separate the effect of a gRPC setting (see `referee.server.environment`) from that of our code.
"""

_TARGET = at_least(0.7)


def sizes(scale: Scale) -> tuple[int, int]:
    """Return the average bytes of a frame with one question, and of a frame with one answer."""
    result: Result = take("referee", Load(GAME, 1, scale.seconds), SHIPPED)
    return round(result["question"]), round(result["answer"])


def against_echo(
    at_once: int, frame: tuple[int, int], way: Way, scale: Scale
) -> dict[str, dict[str, Series]]:
    """Take samples of our matches and of both echoes, by `ours`, `messages` and `bytes`.

    Args:
        at_once: number of parallel matches on one stream, and of streams of an echo.
        frame: bytes of a question and of an answer.
        way: the environments of the processes.
        scale: the number and length of the samples.
    """
    question, answer = frame
    echo = Echo(at_once, scale.seconds, question, answer)
    takers = {
        "ours": partial(take, "referee", Load(GAME, at_once, scale.seconds), way.ours),
        "messages": partial(take, "echo", echo, way.echo),
        "bytes": partial(take, "echo", replace(echo, messages=False), way.echo),
    }
    return in_turn(takers, scale.rounds)


def beside_echo(
    subject: str, series: dict[str, dict[str, Series]], target: Target | None
) -> Iterator[Figure]:
    """Yield decisions and CPU compared with both echoes; the target is for the echo of messages."""
    ours = series["ours"]
    for echo, aim in (("messages", target), ("bytes", None)):
        rival = f"bare echo of {echo}"
        yield Figure(subject, "decisions/s", ours["rate"], rival, series[echo]["rate"], aim)
        yield Figure(f"{subject}: referee's CPU", "us", ours["cpu"], rival, series[echo]["cpu"])


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield decisions with rules, clocks and record, compared with round trips of an echo."""
    frame = sizes(scale)
    yield Figure("one match: frame with a question", "bytes", Series((frame[0],)))
    yield Figure("one match: frame with an answer", "bytes", Series((frame[1],)))
    for name, way in WAYS.items():
        series = against_echo(1, frame, way, scale)
        yield from beside_echo(f"one match, {name}", series, _TARGET if way.is_aim else None)


if __name__ == "__main__":
    command.main({"wire": bench})
