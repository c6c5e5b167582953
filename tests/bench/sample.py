"""Take samples in worker processes; our samples and those of rivals alternate."""

import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.bench.figure import Series

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Result = Mapping[str, float]
"""The measurements of a worker, by name."""


@dataclass(frozen=True, slots=True)
class Checkout:
    """Another commit: the folder of its sources, and a Python in which it is installed."""

    folder: Path
    python: Path


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale of a run.

    Attributes:
        rounds: number of samples of each kind.
        seconds: duration of each sample.
        against: another commit to measure in turn with this one; None for none.
    """

    rounds: int
    seconds: float
    against: Checkout | None = None


FULL = Scale(rounds=5, seconds=1.0)
QUICK = Scale(rounds=1, seconds=0.3)


class WorkerError(RuntimeError):
    """A worker ended without a result; the text is its error output."""


def take(
    worker: str,
    job: "DataclassInstance",
    environment: Mapping[str, str],
    checkout: Checkout | None = None,
) -> Result:
    """Take one sample in a new process.

    Args:
        worker: the name of a module in `tests.bench.worker`.
        job: the job of the worker.
        environment: additional environment variables.
        checkout: the commit to measure; None for this one.

    Raises:
        WorkerError: when the worker ends without a result.
    """
    arguments = ("-m", f"tests.bench.worker.{worker}", json.dumps(asdict(job)))
    variables = {**os.environ, **environment}
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as path:
        if checkout is None:
            words = (sys.executable, *arguments)
        else:
            (Path(path) / "tests").symlink_to(checkout.folder / "tests")
            variables |= {"PYTHONSAFEPATH": "1", "PYTHONPATH": path}
            words = (str(checkout.python), *arguments)
        output = asyncio.run(_output(words, variables))
    result: dict[str, float] = json.loads(output.splitlines()[-1])
    return result


async def _output(words: tuple[str, ...], environment: Mapping[str, str]) -> str:
    process = await asyncio.create_subprocess_exec(
        *words,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment,
    )
    output, errors = await process.communicate()
    if process.returncode or not output.strip():
        raise WorkerError(errors.decode(errors="replace"))
    return output.decode()


def in_turn(
    takers: Mapping[str, Callable[[], Result]], rounds: int
) -> dict[str, dict[str, Series]]:
    """Take samples of all kinds in turn in every round; return them by kind and name."""
    taken: dict[str, list[Result]] = {kind: [] for kind in takers}
    for _ in range(rounds):
        for kind, taker in takers.items():
            taken[kind].append(taker())
    return {
        kind: {name: Series(tuple(result[name] for result in results)) for name in results[0]}
        for kind, results in taken.items()
    }


def job_of(job_type: Callable[..., Any]) -> Any:
    """Return the job of this worker process, from its argument."""
    return job_type(**json.loads(sys.argv[1]))


def report(result: Result) -> None:
    """Print the result of this worker process for `take`."""
    print(json.dumps(result))
