"""The sandbox of a local bot: its isolation and its limits.

A preset is enforced completely or refused. A trial finds out whether this machine can enforce it:
the supervisor first runs a harmless program in it.
"""

import base64
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from referee.error import UnavailableError, UsageError
from referee.identifier import BotName
from referee.import_path import own_python
from referee.launch import bubblewrap, seccomp
from referee.launch.command import BotCommand
from referee.launch.core_lock import CoreLock
from referee.launch.memory_group import MemoryGroup, delegation
from referee.launch.preset import Preset
from referee.launch.sentence import LaunchSentence
from referee.launch.supervisor.exit_status import MIB, ExitStatus
from referee.launch.supervisor.spec import Isolation, ObserverSpec, SandboxSpec
from referee.runtime_folder import runtime_folder
from referee.server.environment import open_files, usual_open_files

_PROBE = BotCommand(BotName("probe"), (sys.executable, "-S", "-c", ""))
_TRIAL = 20.0
"""Seconds that the trial of a preset may take."""

_PASSED_ON = (
    *("HOME", "JAVA_HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "LOGNAME", "PATH", "SHELL"),
    *("TERM", "TZ", "USER", "VIRTUAL_ENV"),
)
_FAMILIES = ("GODEBUG", "GOMAXPROCS", "GRPC_", "LC_", "OMP_", "PYTHON", "TIANMING_")
"""The prefixes of variables that a sandboxed bot gets, in addition to `_PASSED_ON`."""
_HELD_BACK = ("PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP", "PYTHONUSERBASE")
"""Variables of these families that it does not get: paths of the referee's own Python."""


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """The limits of a sandboxed bot, for all of its processes together.

    Attributes:
        memory: memory in bytes.
        disk: the size of its scratch folder in bytes.
        tasks: the number of processes and threads.
        files: the number of open descriptors of each process, at most half of the referee's.
        cpu: processor time in seconds; 0 for no limit.
        quota: percent of one processor over time; 0 for no limit.
        cores: whether the bot runs on a core of its own. In a sandbox it cannot leave the core.
    """

    memory: int = 2048 * MIB
    disk: int = 64 * MIB
    tasks: int = 256
    files: int = 1024
    cpu: int = 0
    quota: int = 0
    cores: bool = False


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A preset with its limits and paths.

    Attributes:
        preset: the preset.
        limits: the limits.
        readable: additional paths that bots may read with `strict`.
        hidden: the league's files and folders, which no bot may open.
        observed: whether the supervisor notes what the bot touches. This slows the noted calls.
    """

    preset: Preset = Preset.NONE
    limits: SandboxLimits = field(default_factory=SandboxLimits)
    readable: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()
    observed: bool = False

    @property
    def is_observed(self) -> bool:
        """Whether its supervisor notes what the bot touches, which needs a sandbox."""
        return self.observed and self.preset is not Preset.NONE

    def check(self) -> None:
        """Check that this machine can enforce the preset; takes a moment on the first call.

        Raises:
            UnavailableError: when it cannot, with the reason and how to fix it.
        """
        with _trying:
            refusal = refusal_of(self.preset)
        if refusal is not None:
            raise UnavailableError(refusal.sentence, **refusal.fields)

    def memory_group(self) -> MemoryGroup | None:
        """Return a new memory group for a bot; None if no group is delegated, or without a limit.

        Raises:
            OSError: when the system refuses it.
        """
        delegated = None if self.preset is Preset.NONE else delegation()
        return None if delegated is None else MemoryGroup(delegated, self.limits.memory)

    def core_lock(self, bot: BotName) -> CoreLock | None:
        """Return a core for a bot; None without `cores`.

        Raises:
            MachineError: when no core is free.
        """
        return CoreLock.take(bot) if self.limits.cores else None

    def arguments(
        self, command: BotCommand, report: int, folder: str, server: str, notes: int | None = None
    ) -> list[str]:
        """Return the command line that runs a bot in this sandbox.

        Args:
            command: the bot.
            report: the file descriptor for the exit status.
            folder: an empty folder, which only `basic` needs; the supervisor removes it.
            server: the address of the referee.
            notes: the file descriptor for the touches of an observed bot; None without one.

        Raises:
            UsageError: when the sandbox cannot hide the league's files from the bot.
        """
        limits = self.limits
        self.check_reach(command)
        strict = self.preset is Preset.STRICT
        filter_ = b"" if self.preset is Preset.NONE else seccomp.program(limits.cores)
        spec = SandboxSpec(
            report=report,
            isolation=_ISOLATION[self.preset],
            scratch=bubblewrap.SCRATCH if strict else folder,
            memory=limits.memory,
            disk=limits.disk,
            tasks=limits.tasks,
            files=self._files(),
            cpu=limits.cpu,
            quota=limits.quota,
            filter=base64.b64encode(filter_).decode(),
            hidden=self._covered() if self.preset is Preset.BASIC else (),
            socket=server.removeprefix("unix:") if server.startswith("unix:") else "",
            observer=None if notes is None else _observer(notes),
        )
        supervisor = own_python("referee.launch.supervisor", spec.to_json())
        if not strict:
            return [*supervisor, *command.arguments]
        shown = bubblewrap.Shown(self.readable, self.hidden)
        walls = bubblewrap.arguments(command, shown, limits.disk, server)
        return [*walls, *supervisor, *command.arguments]

    def _files(self) -> int:
        """Return the limit of open descriptors of each process of a bot.

        The kernel counts the descriptors that all processes of a user have in transit between
        processes, and compares the number with the limit of the one that sends. So a sandboxed bot
        gets at most half of the referee's limit: it cannot use up what the referee needs.
        """
        if self.preset is Preset.NONE:
            return usual_open_files()
        return min(self.limits.files, open_files() // 2)

    def _covered(self) -> tuple[str, ...]:
        """Return the paths that `basic` hides, including the sockets of the user's local bots."""
        return tuple(str(path.absolute()) for path in (*self.hidden, runtime_folder()))

    def check_reach(self, command: BotCommand) -> None:
        """Raise `UsageError` if hiding a path would also hide the bot."""
        if self.preset is Preset.NONE:
            return
        own = {command.folder.absolute(), *bubblewrap.own_folders(command)}
        for folder in (path.absolute() for path in self.hidden):
            if any(path.is_relative_to(folder) for path in own):
                raise UsageError(
                    LaunchSentence.BOT_IN_HIDDEN_FOLDER,
                    bot=command.name,
                    folder=folder,
                    preset=self.preset.value,
                )

    def environment(self, own: Mapping[str, str], folder: str) -> dict[str, str]:
        """Return the part of an environment that a bot in this sandbox gets.

        Args:
            own: the environment.
            folder: the scratch folder of `basic`.
        """
        if self.preset is Preset.NONE:
            return dict(own)
        kept = {
            name: value
            for name, value in own.items()
            if name in _PASSED_ON or (name.startswith(_FAMILIES) and name not in _HELD_BACK)
        }
        if self.preset is Preset.BASIC:
            return kept | {"TMPDIR": folder}
        return kept | {"TMPDIR": bubblewrap.SCRATCH, "HOME": bubblewrap.SCRATCH}


def _observer(notes: int) -> ObserverSpec:
    """Return the observer settings for the supervisor of an observed bot."""
    known = seccomp.observer_filter()
    calls = {str(number): name for number, name in known.calls.items()}
    return ObserverSpec(notes, base64.b64encode(known.filter).decode(), calls, known.seccomp)


_ISOLATION = {
    Preset.NONE: Isolation.NONE,
    Preset.BASIC: Isolation.OWN,
    Preset.STRICT: Isolation.GIVEN,
}


_trying = threading.Lock()
"""Lets concurrent matches share one trial."""


@cache
def refusal_of(preset: Preset) -> UnavailableError | None:
    """Return the error that says why this machine cannot enforce a preset; None if it can."""
    if preset is Preset.NONE:
        return None
    reason = bubblewrap.missing() if preset is Preset.STRICT else None
    reason = reason or seccomp.missing() or _trial(Sandbox(preset))
    if reason is None:
        return None
    return UnavailableError(LaunchSentence.SANDBOX_NOT_ENFORCED, preset=preset.value, why=reason)


def _trial(sandbox: Sandbox) -> str | None:
    """Return why a harmless program cannot run in a sandbox; None if it can."""
    with tempfile.TemporaryDirectory(prefix="tianming-") as folder:
        reading, writing = os.pipe()
        with os.fdopen(reading, "rb") as report:
            with os.fdopen(writing, "wb"):
                arguments = sandbox.arguments(_PROBE, writing, folder, "")
                try:
                    output = _run(arguments, writing)
                except subprocess.TimeoutExpired:
                    return (
                        f"a program that ends at once had not ended in it after {_TRIAL:g} s; the "
                        "machine may be too busy, or bubblewrap or the system is broken."
                    )
            line = report.read()
    if not line:
        return f"bubblewrap says {output!r}. {_CURE}"
    ending = ExitStatus.from_json(line)
    if ending is None:
        return f"its supervisor reports {line[:200]!r}. {_CURE}"
    return None if ending.code == 0 else f"{ending.refused or ending.cause}. {_CURE}"


def _run(arguments: list[str], report: int) -> str:
    """Run a program with an open lifeline; return the end of its standard error.

    Raises:
        TimeoutExpired: when the program takes too long; its process group is then killed.
    """
    with subprocess.Popen(
        arguments,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        pass_fds=(report,),
        start_new_session=True,
    ) as process:
        lifeline, process.stdin = process.stdin, None  # communicate() would close it
        try:
            _, output = process.communicate(timeout=_TRIAL)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        finally:
            assert lifeline is not None
            lifeline.close()
    return output.strip()[-200:]


_CURE = (
    "Unprivileged user namespaces must be allowed (on Debian and Ubuntu the sysctls "
    "kernel.unprivileged_userns_clone=1 and kernel.apparmor_restrict_unprivileged_userns=0, in "
    "a container a seccomp profile that lets them through), on Linux 5.12 or newer."
)
