"""A sandbox: the isolation of a local bot, and its limits.

A preset is kept whole or refused. Whether this machine can keep one is found out by
trying: the program that would hold the bot holds something harmless first.
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
from enum import Enum
from functools import cache
from pathlib import Path

from referee.error import UnavailableError, UsageError
from referee.identifier import BotName
from referee.launch import bubblewrap, seccomp
from referee.launch.command import BotCommand
from referee.launch.supervisor.exit_status import MIB, ExitStatus
from referee.launch.supervisor.spec import Isolation, ObserverSpec, SandboxSpec
from referee.runtime_folder import runtime_folder
from referee.sentence.launch import LaunchSentence

_PROBE = BotCommand(BotName("probe"), (sys.executable, "-S", "-c", ""))
_TRIAL = 20.0
"""Seconds a preset may take to hold something that ends at once."""

_PASSED_ON = (
    *("HOME", "JAVA_HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "LOGNAME", "PATH", "SHELL"),
    *("TERM", "TZ", "USER", "VIRTUAL_ENV"),
)
_FAMILIES = ("GODEBUG", "GOMAXPROCS", "GRPC_", "LC_", "OMP_", "PYTHON", "TIANMING_")
"""The variables a bot in a sandbox gets, by name and by what they begin with."""


class Preset(Enum):
    """How much a bot is kept from."""

    NONE = "none"
    """Nothing: it is a process of the same user. It ends with its referee."""
    BASIC = "basic"
    """No network, no other process, writes to a scratch folder only, limits."""
    STRICT = "strict"
    """The same, and it reads only the system and its own folder."""


@dataclass(frozen=True, slots=True)
class SandboxLimits:
    """What a bot in a sandbox may use, all its processes together.

    `memory` and `disk` are bytes, `tasks` are processes and threads, `files` are open descriptors
    of a process, `cpu` is seconds of processor time and `quota` percent of one processor over time;
    0 is unlimited.
    """

    memory: int = 2048 * MIB
    disk: int = 64 * MIB
    tasks: int = 256
    files: int = 1024
    cpu: int = 0
    quota: int = 0


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A preset with its limits.

    `readable` is what `strict` lets bots read besides. `hidden` are files and folders that no
    bot may open, wherever it lies: what the league keeps, and what it locks. `observed` is
    whether the supervisor notes what the bot touches, which slows the calls it notes.
    """

    preset: Preset = Preset.NONE
    limits: SandboxLimits = field(default_factory=SandboxLimits)
    readable: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()
    observed: bool = False

    def check(self) -> None:
        """Make sure that this machine can keep the preset; takes a moment, once.

        Raises:
            UnavailableError: with the missing part, and how to install it.
        """
        with _trying:
            refusal = refusal_of(self.preset)
        if refusal is not None:
            raise UnavailableError(refusal.sentence, **refusal.fields)

    def arguments(
        self, command: BotCommand, report: int, folder: str, server: str, notes: int = -1
    ) -> list[str]:
        """The command line that runs a bot in here.

        Args:
            command: the bot.
            report: the descriptor for the report on its end.
            folder: an empty folder, which `basic` needs; it is removed at the end.
            server: the referee's address.
            notes: the descriptor for the observations of a bot.

        Raises:
            UsageError: when it cannot hide the league's files from the bot's folder.
        """
        limits = self.limits
        self.check_reach(command)
        strict = self.preset is Preset.STRICT
        filter_ = b"" if self.preset is Preset.NONE else seccomp.program()
        spec = SandboxSpec(
            report=report,
            isolation=_ISOLATION[self.preset],
            scratch=bubblewrap.SCRATCH if strict else folder,
            memory=limits.memory,
            disk=limits.disk,
            tasks=limits.tasks,
            files=limits.files,
            cpu=limits.cpu,
            quota=limits.quota,
            filter=base64.b64encode(filter_).decode(),
            hidden=self._covered() if self.preset is Preset.BASIC else (),
            socket=server.removeprefix("unix:") if server.startswith("unix:") else "",
            observer=self._observer(notes),
        )
        supervisor = [sys.executable, "-P", "-m", "referee.launch.supervisor", spec.to_json()]
        if not strict:
            return [*supervisor, *command.arguments]
        shown = bubblewrap.Shown(self.readable, self.hidden)
        walls = bubblewrap.arguments(command, shown, limits.disk, server)
        return [*walls, *supervisor, *command.arguments]

    def _observer(self, notes: int) -> ObserverSpec | None:
        """The settings for the supervisor of an observed bot."""
        if not self.observed or self.preset is Preset.NONE:
            return None
        known = seccomp.observer_filter()
        calls = {str(number): name for number, name in known.calls.items()}
        return ObserverSpec(notes, base64.b64encode(known.filter).decode(), calls, known.seccomp)

    def _covered(self) -> tuple[str, ...]:
        """The paths that `basic` hides: also the sockets of all local bots of the user."""
        return tuple(str(path.absolute()) for path in (*self.hidden, runtime_folder()))

    def check_reach(self, command: BotCommand) -> None:
        """Raise `UsageError` where hiding a folder would hide the bot as well."""
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
        """What a bot in here gets of an environment."""
        if self.preset is Preset.NONE:
            return dict(own)
        kept = {
            name: value
            for name, value in own.items()
            if name in _PASSED_ON or name.startswith(_FAMILIES)
        }
        if self.preset is Preset.BASIC:
            return kept | {"TMPDIR": folder}
        return kept | {"TMPDIR": bubblewrap.SCRATCH, "HOME": bubblewrap.SCRATCH}


_ISOLATION = {
    Preset.NONE: Isolation.NONE,
    Preset.BASIC: Isolation.OWN,
    Preset.STRICT: Isolation.GIVEN,
}


_trying = threading.Lock()
"""Many matches ask at once, and one trial answers them all."""


@cache
def refusal_of(preset: Preset) -> UnavailableError | None:
    """The error that says why this machine cannot keep a preset; None when it can."""
    if preset is Preset.NONE:
        return None
    reason = bubblewrap.missing() if preset is Preset.STRICT else None
    reason = reason or seccomp.missing() or _trial(Sandbox(preset))
    if reason is None:
        return None
    return UnavailableError(LaunchSentence.SANDBOX_NOT_ENFORCED, preset=preset.value, why=reason)


def _trial(sandbox: Sandbox) -> str | None:
    """Why a sandbox does not hold a program that ends at once; None when it does."""
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
            line = report.read().decode()
    if not line:
        return f"bubblewrap says {output!r}. {_CURE}"
    ending = ExitStatus.from_json(line)
    return None if ending.code == 0 else f"{ending.refused or ending.cause}. {_CURE}"


def _run(arguments: list[str], report: int) -> str:
    """Run a program and hold its lifeline; return its report.

    Raises:
        TimeoutExpired: when it takes too long; then it and its group are killed.
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
        lifeline, process.stdin = process.stdin, None  # communicate() would let go of it
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
