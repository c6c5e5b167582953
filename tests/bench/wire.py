"""Wire: one match at a time with a bot in another process, compared with a bare echo."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from referee.server.environment import EXPERIMENTS
from tests.bench import command, core
from tests.bench.figure import Figure, Series, Target, at_least, at_most
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

_MORE = at_most(20)
"""Microseconds by which a decision takes longer than a round trip of the echo."""


def sizes(scale: Scale) -> tuple[int, int]:
    """Return the average bytes of a frame with one question, and of a frame with one answer."""
    result: Result = take("referee", Load(GAME, 1, scale.seconds), SHIPPED)
    return round(result["question"]), round(result["answer"])


def against_echo(
    at_once: int, frame: tuple[int, int], way: Way, scale: Scale
) -> dict[str, dict[str, Series]]:
    """Take samples of our matches and of the echoes, by `ours`, `messages`, `bytes` and `frames`.

    The echoes of messages and of bytes send one message in each frame. That of frames sends the
    messages of all matches in one, on one stream, and has our settings.

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
        "frames": partial(take, "echo", replace(echo, streams=1, fill=at_once), way.ours),
    }
    return in_turn(takers, scale.rounds)


def beside_echo(
    subject: str, series: dict[str, dict[str, Series]], target: Target | None
) -> Iterator[Figure]:
    """Yield decisions and CPU compared with both echoes; the target is for the echo of messages."""
    ours = series["ours"]
    for echo, aim in (("messages", target), ("bytes", None), ("frames", None)):
        rival = f"bare echo of {echo}"
        yield Figure(subject, "decisions/s", ours["rate"], rival, series[echo]["rate"], aim)
        yield Figure(f"{subject}: referee's CPU", "us", ours["cpu"], rival, series[echo]["cpu"])


def against_commit(at_once: int, scale: Scale) -> Iterator[Figure]:
    """Yield the processor time of a decision, compared with another commit if there is one."""
    if scale.against is None:
        return
    load = Load(GAME, at_once, scale.seconds)
    series = in_turn(
        {
            "ours": partial(take, "referee", load, SHIPPED),
            "theirs": partial(take, "referee", load, SHIPPED, scale.against),
        },
        scale.rounds,
    )
    for name, whose in (("cpu", "referee's"), ("bot_cpu", "bot's")):
        ours, theirs = series["ours"][name], series["theirs"][name]
        yield Figure(f"{at_once} at once: {whose} CPU", "us", ours, "other commit", theirs)


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield decisions with rules, clocks and record, compared with round trips of an echo."""
    frame = sizes(scale)
    yield Figure("one match: frame with a question", "bytes", Series((frame[0],)))
    yield Figure("one match: frame with an answer", "bytes", Series((frame[1],)))
    for name, way in WAYS.items():
        series = against_echo(1, frame, way, scale)
        yield from beside_echo(f"one match, {name}", series, _TARGET if way.is_aim else None)
        ours, echo = (_microseconds(series[kind]["rate"]) for kind in ("ours", "messages"))
        target = _MORE if way.is_aim else None
        yield Figure(f"one match, {name}: more than the echo", "us", ours.less(echo), target=target)
    yield from against_commit(1, scale)


def _microseconds(rate: Series) -> Series:
    """Return the time of each decision, from decisions per second."""
    return Series(tuple(1e6 / value for value in rate.values))


if __name__ == "__main__":
    command.main({"wire": bench})
