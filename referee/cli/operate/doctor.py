"""`referee doctor`: check versions, limits and sandboxes of this machine."""

from __future__ import annotations

import os
import platform
import resource
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.cli.option.league_file import LeagueFile, league_of
from referee.cli.version import build
from referee.error import UnavailableError, UsageError
from referee.server.environment import usual_open_files

_LEAST_FILES = 4096
"""Open descriptors that are enough for a public server with its front, or for 400 local bots."""

_LEAST_PROCESSES = 1024
"""Processes and threads that are enough for 30 local bots."""

_SLOW_SYNC = 0.05
_VARIABLES = ("TIANMING_CA", "TIANMING_CERTIFICATE")
"""Variables that name the certificates with which the referee dials bots."""


Diagnosis = tuple[str, str, bool]
"""The name of a check, its result, and whether the result is sufficient."""


def _versions() -> Iterator[Diagnosis]:
    from importlib.metadata import version

    yield "python", platform.python_version(), True
    for package in ("tianming-referee", "tianming", "protobuf", "uvloop"):
        yield package, version(package), True
    yield _grpc()
    yield "build", build(), True
    yield "system", f"{platform.system()} {platform.release()}", platform.system() == "Linux"


def _grpc() -> Diagnosis:
    from importlib.metadata import version

    from referee.server.grpc_version import check_grpc

    try:
        check_grpc()
    except UnavailableError as error:
        return "grpcio", str(error), False
    return "grpcio", version("grpcio"), True


def _certificates(files: Sequence[Path]) -> Iterator[Diagnosis]:
    from referee.server.expiry import expiries

    named = [Path(name) for variable in _VARIABLES if (name := os.environ.get(variable))]
    for expiry in expiries(dict.fromkeys([*files, *named])):
        yield f"certificate {expiry.path}", str(expiry), not expiry.is_soon()


def _processor() -> Iterator[Diagnosis]:
    cores = len(os.sched_getaffinity(0))
    yield "cores", f"{cores} (one is the referee's)", cores > 1


def _clock() -> Iterator[Diagnosis]:
    import statistics

    readings = [time.monotonic_ns() for _ in range(10_000)]
    steps = [b - a for a, b in pairwise(readings) if b > a]
    step = statistics.median(steps)
    yield "clock step", f"{step:.0f} ns", step < 1e6


def _disk() -> Iterator[Diagnosis]:
    import statistics
    import tempfile

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
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        yield "loopback", f"port {probe.getsockname()[1]} can be bound", True


def _limits(source: LeagueFile | None = None) -> Iterator[Diagnosis]:
    """Compare the limits of this process with what a league needs, or any referee without one."""
    files, processes, whose = _LEAST_FILES, _LEAST_PROCESSES, "a referee"
    if source is not None:
        from referee.league.configuration.machine_need import need_of

        need = need_of(league_of(source))
        files, processes, whose = need.files, need.processes, "this league"
        if need.cores:
            from referee.launch.core_lock import bot_cores

            cores = len(bot_cores())
            found = f"{cores} beside the referee's ({need.cores} are enough for {whose})"
            yield "cores for bots", found, cores >= need.cores
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    usual = usual_open_files()
    raised = f", raised from {usual}" if most == resource.RLIM_INFINITY or usual < most else ""
    yield (
        "open files",
        f"{_number(most)}{raised} ({files} are enough for {whose})",
        _allows(most, files),
    )
    soft, _ = resource.getrlimit(resource.RLIMIT_NPROC)
    yield (
        "processes",
        f"{_number(soft)} ({processes} are enough for {whose})",
        _allows(soft, processes),
    )


def _toolchains(source: LeagueFile | None) -> Iterator[Diagnosis]:
    """Yield the state of each prepared toolchain of a league whose owners submit bots."""
    from referee.entry.prepare_toolchain import ToolchainState, status_of
    from referee.entry.toolchain import prepared_in

    if source is None:
        return
    settings = league_of(source)
    folder = settings.folder / settings.entry.toolchains
    for language in prepared_in(folder) if settings.entry.listen else ():
        status = status_of(language, folder)
        is_ready = status.state is ToolchainState.READY
        way = "" if is_ready else f": `referee league prepare {language}`"
        yield f"toolchain {language}", f"{status.state.value}{way}", is_ready


def _number(limit: int) -> str:
    return "unlimited" if limit == resource.RLIM_INFINITY else str(limit)


def _allows(limit: int, needed: int) -> bool:
    return limit == resource.RLIM_INFINITY or limit >= needed


def _sandboxes() -> Iterator[Diagnosis]:
    from referee.launch.memory_group import delegation
    from referee.launch.preset import Preset
    from referee.launch.sandbox import refusal_of
    from referee.launch.supervisor.landlock import version

    for preset in Preset:
        refusal = refusal_of(preset)
        yield f"sandbox {preset.value}", str(refusal or "available"), True
    group = delegation()
    yield (
        "memory cgroup",
        f"version {group.version}, {group.folder}: all memory of a sandboxed bot counts"
        if group is not None
        else "none is delegated: memory that no process owns does not count (docs/sandbox.md)",
        True,
    )
    landlock = version()
    yield "landlock", f"version {landlock}" if landlock else "none (not needed)", True


def _games() -> Iterator[Diagnosis]:
    """Yield the games of other distributions, and what is missing or broken in them."""
    from tianming_games.registry import distribution_of, faults, is_own, playable

    for fault in faults():
        yield f"game {fault.fields['game']}", str(fault), False
    for name in playable():
        if is_own(name):
            continue
        problems = [str(error) for error in _lacking(name)]
        for problem in problems:
            yield f"game {name}", problem, False
        if not problems:
            yield f"game {name}", f"of the distribution {distribution_of(name)}", True


def _lacking(game: str) -> Iterator[Exception]:
    """Yield why the messages or the page of the rules of a game cannot be used."""
    from referee.game_check.wire_promise import BotsFindMessages, message_class
    from referee.terminal.rules_page import page
    from tianming_games.registry import load

    try:
        for message in BotsFindMessages.MESSAGES:
            message_class(load(game), message)
    except ImportError as error:
        yield error
    try:
        page(game)
    except UsageError as error:
        yield error


PROBES: tuple[Callable[[], Iterator[Diagnosis]], ...] = (
    _versions,
    _processor,
    _clock,
    _disk,
    _network,
    _sandboxes,
    _games,
)
"""The checks that are the same for every league."""


def _findings(source: LeagueFile | None, certificates: Sequence[Path]) -> Iterator[Diagnosis]:
    probes: list[Callable[[], Iterator[Diagnosis]]] = [
        partial(_limits, source),
        *PROBES,
        partial(_toolchains, source),
    ]
    for probe in probes:
        try:
            yield from probe()
        except OSError as error:
            name = getattr(probe, "__name__", "limits").strip("_")
            yield name, f"failed: {error.strerror}", False
    yield from _certificates(certificates)


def _readable(path: Path) -> Path:
    """Return a path, or raise `UsageError` if it is no file with a PEM certificate."""
    from referee.server.expiry import expiries
    from referee.server.sentence import ServerSentence
    from referee.server.tls import read_pem

    read_pem(path, "--tls-certificate")
    if not expiries([path]):
        raise UsageError(ServerSentence.NO_CERTIFICATE, path=path)
    return path


@command(
    "doctor",
    examples=(
        "referee doctor",
        "referee doctor league.toml",
        "referee doctor --tls-certificate tls/server.pem",
        "referee doctor --json",
    ),
    one="finished; the machine falls short",
)
@click.argument(
    "file",
    metavar="[FILE]",
    type=PATH,
    required=False,
    help="a league file: check that the limits are enough for its season",
)
@click.option(
    "--tls-certificate",
    "certificates",
    type=PATH,
    multiple=True,
    metavar="FILE",
    help="PEM file whose certificates must be valid for 30 more days; repeat it for several",
)
@json_option(help="print the findings as JSON")
def doctor(file: Path | None, certificates: tuple[Path, ...], as_json: bool) -> int:
    """Check this machine, and report versions, limits and sandboxes (add this to bug reports).

    It also checks the certificates in TIANMING_CA and TIANMING_CERTIFICATE, and names each game
    of another distribution whose entry point, messages or page of the rules is missing or broken.
    """
    source = None if file is None else LeagueFile(file, ())
    findings = list(_findings(source, [_readable(path) for path in certificates]))
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
