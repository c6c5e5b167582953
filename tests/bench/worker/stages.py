"""Measure the layers of the referee, and some parts alone, in processor time or in instructions.

`sys.getswitchinterval` marks where a program begins and ends: nothing else calls it. So valgrind
can count each program alone.
"""

import asyncio
import gc
import logging
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import structlog
import uvloop

from referee.identifier import BotName, SessionId
from referee.match.clock import SECOND, Instant
from referee.match.entry import Origin
from referee.record import chain
from referee.server.deadline_timer import DeadlineTimer
from referee.server.environment import prepare_environment
from referee.server.limits import Limits
from referee.server.lobby import Lobby
from referee.server.message import QuestionEncoder
from referee.server.metrics import Metrics
from referee.server.plain_answer import plain_answers
from referee.server.rate_limited_log import RateLimitedLog
from referee.server.session import Session
from tests.bench import core
from tests.bench.sample import Result, job_of, report
from tests.bench.worker.layers import Layers, counting_clock
from tianming_proto.v1 import play_pb2 as pb

_MICRO = 1e6

Program = Callable[[], object]
"""Runs all matches, or one part of them."""

Prepare = Callable[[], Program]
"""Returns a program that can run once; what it needs is not measured."""


@dataclass(frozen=True, slots=True)
class Stages:
    """The job of the worker: matches, and how often each program runs; the fastest run counts.

    `only` are the programs to run; all, if it is empty.
    """

    game: str
    at_once: int
    matches: int
    rounds: int
    only: tuple[str, ...] = ()


def main(job: Stages) -> None:
    """Report microseconds per decision of each program."""
    core.pin_if_asked(core.FIRST)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as folder:
        report(measured(job, Path(folder)))


def measured(job: Stages, folder: Path) -> Result:
    """Return microseconds per decision of each program; the records are in a folder."""
    with uvloop_runner() as runner:
        layers = Layers(job.game, job.at_once, job.matches, folder)
        runner.run(layers.learn())
        programs = _programs(layers, runner)
        names = [name for name in programs if not job.only or name in job.only]
        best = dict.fromkeys(names, float("inf"))
        for _ in range(job.rounds):
            for name in names:
                best[name] = min(best[name], _spent(programs[name]()))
        return _result(best, layers)


def uvloop_runner() -> asyncio.Runner:
    """Return a runner of coroutines on the referee's event loop."""
    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


def _result(best: dict[str, float], layers: Layers) -> Result:
    decisions = layers.decisions
    spent = {name: seconds / decisions * _MICRO for name, seconds in best.items()}
    return {**spent, "decisions": decisions, "frames": len(layers.sent)}


def _spent(program: Program) -> float:
    """Run a program between two marks; return its processor time in seconds."""
    gc.collect()
    sys.getswitchinterval()
    began = time.process_time()
    program()
    spent = time.process_time() - began
    sys.getswitchinterval()
    return spent


def _programs(layers: Layers, runner: asyncio.Runner) -> dict[str, Prepare]:
    """Return the layers, and the parts that a part of the record and of the host takes."""
    deadlines = layers.decisions
    return {
        "rules": lambda: layers.rules,
        "draws": lambda: layers.draws,
        "questions": lambda: layers.questions,
        "match": lambda: layers.match,
        "record": lambda: layers.record,
        "host": lambda: lambda: runner.run(layers.host()),
        "frame in": lambda: lambda: _read(layers.arrived),
        "encoding": lambda: _encoding(layers),
        "digests": lambda: _digests(layers),
        "frame out": lambda: _frames(layers),
        "timers": lambda: lambda: runner.run(_timers(deadlines)),
        "metrics": lambda: lambda: _metrics(deadlines),
    }


def _read(frames: list[bytes]) -> int:
    """Read the frames of a bot as a session does; return the number of plain answers."""
    read = 0
    for frame in frames:
        answers = plain_answers(frame, Instant(0), None)
        if answers is None:
            pb.PlayRequest.FromString(frame)
        else:
            read += len(answers)
    return read


def _encoding(layers: Layers) -> Program:
    """Return the program that puts the positions of all questions into messages."""
    package = layers.game.package
    asked = [(QuestionEncoder(name, package), questions) for name, questions in layers.match()]

    def encode() -> None:
        for encoder, questions in asked:
            for one in questions:
                encoder.question(
                    one.seat, one.number, len(one.options), one.budget, one.since, one.payload
                )

    return encode


def _digests(layers: Layers) -> Program:
    payloads = [one.payload for _, questions in layers.match() for one in questions]

    def hash_all() -> None:
        for payload in payloads:
            chain.digest(payload)
        for bodies in layers.bodies:
            digest = chain.START
            for body in bodies:
                digest = chain.link(digest, body)

    return hash_all


def _frames(layers: Layers) -> Program:
    """Return the program that queues the messages of all frames, and takes the frames."""
    frames = [
        [one.SerializeToString() for one in pb.PlayResponse.FromString(frame).messages]
        for frame in layers.sent
    ]
    clock, limits = counting_clock(), Limits()
    lobby = Lobby(limits, RateLimitedLog(limits, clock))
    session = Session(SessionId("s1"), BotName("bench"), lobby, limits, clock())

    def send_all() -> None:
        for messages in frames:
            for one in messages:
                session.send(one)
            session.frame(Instant(0))
            session.handed_over(Instant(0))

    return send_all


async def _timers(count: int) -> None:
    """Set as many deadlines, each later than the last."""
    timer = DeadlineTimer(counting_clock(), lambda: None)
    for number in range(count):
        timer.set(Instant((60 + number) * SECOND))
    timer.close()


def _metrics(count: int) -> None:
    """Count as many answers, and the referee's own time for them."""
    metrics = Metrics()
    for _ in range(count):
        metrics.decisions[Origin.BOT] += 1
        metrics.overhead.observe(400_000 / SECOND)


if __name__ == "__main__":
    prepare_environment()
    main(job_of(Stages))
