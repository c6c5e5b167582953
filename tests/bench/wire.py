"""Wire: one match at a time with a bot in another process, against a bare echo."""

from collections.abc import Iterator
from functools import partial

from tests.bench import command
from tests.bench.figure import Figure, Series, at_least
from tests.bench.sample import Result, Scale, in_turn, take
from tests.bench.worker.echo import Echo
from tests.bench.worker.referee import Load

GAME = "dragon"

EXPERIMENTS = {"default": "", "older event loop": "-event_engine_client,-event_engine_listener"}
"""Settings of gRPC's environment in all processes; see `referee.launch.process`."""

RIVAL = "bare echo"

_TARGET = at_least(0.7)


def environment(experiments: str) -> dict[str, str]:
    """The environment of all processes of a sample."""
    return {"GRPC_EXPERIMENTS": experiments}


def sizes(scale: Scale) -> tuple[int, int]:
    """Bytes of the average frame with one question, and of that with one answer."""
    result: Result = take("referee", Load(GAME, 1, scale.seconds), environment(""))
    return round(result["question"]), round(result["answer"])


def against_echo(
    at_once: int, frame: tuple[int, int], experiments: str, scale: Scale
) -> tuple[dict[str, Series], dict[str, Series]]:
    """Samples of so many matches on one stream, and of as many streams of the echo."""
    around = environment(experiments)
    question, answer = frame
    load = Load(GAME, at_once, scale.seconds)
    echo = Echo(at_once, scale.seconds, question, answer)
    takers = {
        "ours": partial(take, "referee", load, around),
        "echo": partial(take, "echo", echo, around),
    }
    series = in_turn(takers, scale.rounds)
    return series["ours"], series["echo"]


def bench(scale: Scale) -> Iterator[Figure]:
    """Decisions with rules, clocks and record, against bytes there and back."""
    frame = sizes(scale)
    yield Figure("one match: frame with a question", "bytes", Series((frame[0],)))
    yield Figure("one match: frame with an answer", "bytes", Series((frame[1],)))
    for name, experiments in EXPERIMENTS.items():
        ours, echo = against_echo(1, frame, experiments, scale)
        subject = f"one match, {name}"
        yield Figure(subject, "decisions/s", ours["rate"], RIVAL, echo["rate"], _TARGET)
        yield Figure(f"{subject}: referee's CPU", "us", ours["cpu"], RIVAL, echo["cpu"])


if __name__ == "__main__":
    command.main({"wire": bench})
