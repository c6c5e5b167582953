"""`referee doctor`: check versions, limits and sandboxes of this machine."""

import os
import platform
import resource
import socket
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.version import build

_LEAST_FILES = 1024
_SLOW_SYNC = 0.05


Diagnosis = tuple[str, str, bool]
"""The name of a check, its result, and whether the result is sufficient."""


def _versions() -> Iterator[Diagnosis]:
    yield "python", platform.python_version(), True
    for package in ("tianming-referee", "tianming", "grpcio", "protobuf", "uvloop"):
        yield package, version(package), True
    yield "build", build(), True
    yield "system", f"{platform.system()} {platform.release()}", platform.system() == "Linux"


def _processor() -> Iterator[Diagnosis]:
    cores = len(os.sched_getaffinity(0))
    yield "cores", f"{cores} (one is the referee's)", cores > 1


def _clock() -> Iterator[Diagnosis]:
    readings = [time.monotonic_ns() for _ in range(10_000)]
    steps = [b - a for a, b in pairwise(readings) if b > a]
    step = statistics.median(steps)
    yield "clock step", f"{step:.0f} ns", step < 1e6


def _disk() -> Iterator[Diagnosis]:
    with tempfile.NamedTemporaryFile(dir=Path.cwd()) as file:
        spent = []
        for _ in range(20):
            file.write(b"x" * 600)
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            spent.append(time.perf_counter() - began)
    median = statistics.median(spent)
    yield (
        "fsync here",
        f"{median * 1e3:.2f} ms (slowest {max(spent) * 1e3:.2f} ms)",
        (median < _SLOW_SYNC),
    )


def _network() -> Iterator[Diagnosis]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        yield "loopback", f"port {probe.getsockname()[1]} can be bound", True
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield "open files", str(files), files >= _LEAST_FILES


def _sandboxes() -> Iterator[Diagnosis]:
    from referee.launch.sandbox import Preset, refusal_of
    from referee.launch.supervisor.landlock import version

    for preset in Preset:
        refusal = refusal_of(preset)
        yield f"sandbox {preset.value}", str(refusal or "available"), True
    landlock = version()
    yield "landlock", f"version {landlock}" if landlock else "none (not needed)", True


PROBES: tuple[Callable[[], Iterator[Diagnosis]], ...] = (
    _versions,
    _processor,
    _clock,
    _disk,
    _network,
    _sandboxes,
)


def _findings() -> Iterator[Diagnosis]:
    for probe in PROBES:
        try:
            yield from probe()
        except OSError as error:
            yield probe.__name__.strip("_"), f"failed: {error.strerror}", False


@command(
    "doctor",
    examples=("referee doctor", "referee doctor --json"),
    one="finished; the machine falls short",
)
@json_option(help="print the findings as JSON")
def doctor(as_json: bool) -> int:
    """Check this machine, and report versions, limits and sandboxes (add this to bug reports)."""
    findings = list(_findings())
    if as_json:
        output.print_json(
            [{"what": what, "found": found, "ok": ok} for what, found, ok in findings]
        )
    else:
        output.print_table(
            [
                {"what": what, "found": found, "": "" if ok else "insufficient"}
                for what, found, ok in findings
            ]
        )
    return 0 if all(ok for _, _, ok in findings) else 1
