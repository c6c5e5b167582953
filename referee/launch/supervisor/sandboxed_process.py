"""A sandboxed process: run one bot from its start to its end, and enforce its limits.

The supervisor is a separate process, so that a bot ends with its referee even if the referee is
killed. The lifeline, a pipe whose other end only the referee holds, then ends too.
"""

import base64
import contextlib
import errno
import os
import resource
import select
import signal
import time
from typing import TYPE_CHECKING

from referee.launch.supervisor import kernel, landlock, process_tree
from referee.launch.supervisor.exit_status import (
    HAS_STARTED,
    MIB,
    SUPERVISOR_ENDED,
    ExitStatus,
)
from referee.launch.supervisor.quota import Quota
from referee.launch.supervisor.spec import DEVICES, MOST_NAMES, SHARED, Isolation, SandboxSpec
from referee.machine_errno import is_machine_error

if TYPE_CHECKING:  # few bots are observed, and every supervisor would pay for the import
    from referee.launch.supervisor.observer import TouchObserver

LIFELINE = 0
PATIENCE = 1.0
"""Seconds between asking a bot to end and killing it."""

_LOOK = 0.1
"""Seconds between two checks of a bot's resource usage."""
_BEHIND = 2
"""Seconds by which the kernel's limit of processor time exceeds the supervisor's limit.

So the supervisor, which counts all processes and reports the reason, acts first.
"""
_SIGNALS = 1024
"""Queued signals and timers that a bot may have; the kernel counts them for each user."""
_LONGEST_LINE = 256
"""Bytes of a program's first line that the kernel reads."""
_NPROC_IN_NAMESPACES = (5, 14)
"""The Linux version from which on the limit of processes applies to each namespace."""


class SandboxedProcess:
    """Runs one bot. `hold` starts the bot and returns its exit status."""

    def __init__(self, spec: SandboxSpec, command: list[str]) -> None:
        self._spec = spec
        self._command = command
        self._peak = 0
        self._hurry = False
        self._meter = process_tree.Meter()
        self._quota = Quota(spec.quota, time.monotonic()) if spec.quota else None
        self._rests = False
        self._bell, self._ringer = os.pipe()
        os.set_blocking(self._bell, False)
        os.set_blocking(self._ringer, False)

    def hold(self) -> ExitStatus:
        """Start the bot, watch it, and return its exit status when all its processes are gone."""
        self._listen()
        child, refused = self._start()
        ending = (ExitStatus.from_json(refused) if refused else None) or self._watch(child)
        process_tree.end()
        return ending

    def _listen(self) -> None:
        """Make signals wake the loop. Process 1 of a namespace ignores signals from inside."""
        signal.set_wakeup_fd(self._ringer, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        if os.getpid() == 1:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
        else:
            signal.signal(signal.SIGTERM, self._hasten)

    def _hasten(self, *_: object) -> None:
        """Note that the referee does not wait for a graceful end."""
        self._hurry = True

    def _watch(self, child: int) -> ExitStatus:
        poll = select.poll()
        poll.register(LIFELINE, select.POLLIN)
        poll.register(self._bell, select.POLLIN)
        due = time.monotonic() + _LOOK
        while True:
            left = max(0.0, due - time.monotonic())
            rung = dict(poll.poll(left * 1000 if self._spec.limited else None))
            self._silence()
            ended = self._reap(child)
            if ended is not None:
                return ended
            if LIFELINE in rung:
                return self._stop(child)
            if self._hurry:
                return self._ending_in_a_hurry(child)
            if self._spec.limited and time.monotonic() >= due:
                pause = _LOOK
                if not self._wake():
                    used = process_tree.usage(self._meter)
                    limit = self._broken(used)
                    if limit is not None:
                        return ExitStatus(limit=limit, peak=self._peak)
                    pause = self._ration(used)
                due = time.monotonic() + pause

    def _silence(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self._bell, 4096)

    def _reap(self, child: int) -> ExitStatus | None:
        """Reap ended processes; return the bot's exit status if it is among them."""
        with contextlib.suppress(ChildProcessError):
            while (found := os.wait4(-1, os.WNOHANG))[0]:
                pid, status, used = found
                if pid == child:
                    peak = max(self._peak, used.ru_maxrss * 1024)
                    code = os.waitstatus_to_exitcode(status)
                    if code < 0:
                        return ExitStatus(signal=-code, peak=peak)
                    return ExitStatus(code=code, peak=peak)
        return None

    def _stop(self, child: int) -> ExitStatus:
        """Ask the bot to end, because the referee wants it to or is gone; wait `PATIENCE`."""
        process_tree.ask_to_end()
        self._wake()
        until = time.monotonic() + PATIENCE
        while not self._hurry and (left := until - time.monotonic()) > 0:
            select.select([self._bell], [], [], left)
            self._silence()
            ended = self._reap(child)
            if ended is not None:
                code = ended.code if ended.signal is None else -ended.signal
                return ExitStatus(peak=ended.peak, stopped=code)
        return ExitStatus(peak=self._peak, deaf=not self._hurry)

    def _ending_in_a_hurry(self, child: int) -> ExitStatus:
        """End the bot after a SIGTERM; report who sent it, as the referee ends the lifeline too."""
        lifeline = select.poll()
        lifeline.register(LIFELINE, select.POLLIN)
        ended = self._stop(child)
        if lifeline.poll(0):
            return ended
        return ExitStatus(lost=SUPERVISOR_ENDED.format(name="SIGTERM"), peak=ended.peak)

    def _ration(self, used: process_tree.Usage) -> float:
        """Suspend a process tree that is over its quota; return the seconds until the next check.

        The processor time of the supervisor counts for the bot.
        """
        if self._quota is None:
            return _LOOK
        rest = self._quota.rest(used.cpu + time.process_time(), time.monotonic())
        if not rest:
            return _LOOK
        process_tree.stop()
        self._rests = True
        return rest

    def _wake(self) -> bool:
        """Continue a suspended process tree; return whether it was suspended."""
        rested, self._rests = self._rests, False
        if rested:
            process_tree.go_on()
        return rested

    def _broken(self, used: process_tree.Usage) -> str | None:
        """Return the limit that the process tree exceeds, as a clause; None if it exceeds none."""
        spec = self._spec
        if used.tasks > spec.tasks:
            return f"it had {used.tasks} processes and threads, and may have {spec.tasks}"
        if used.cpu > spec.cpu > 0:
            return f"it used {used.cpu:.1f} s of processor time, and may use {spec.cpu}"
        names = max(map(_names, (spec.scratch, SHARED)))
        if names > MOST_NAMES:
            return f"it made {names} files in a scratch folder, and may have {MOST_NAMES}"
        memory = used.memory if used.memory <= spec.memory else process_tree.fair_memory()
        self._peak = max(self._peak, memory)
        if memory > spec.memory:
            return (
                f"its processes used {memory / MIB:.0f} MiB of memory, "
                f"and may use {spec.memory / MIB:.0f}"
            )
        return None

    # -- the bot's own process

    def _start(self) -> tuple[int, str]:
        """Start the bot; return its process id, and its exit status if it could not be started.

        The exit status is JSON, or empty if the program of the bot runs.
        """
        reading, writing = os.pipe()
        observer = self._observer()
        child = os.fork()
        if not child:
            self._become(writing, observer)
        os.close(writing)
        if observer is not None:
            observer.start()
        with open(reading, encoding="utf-8", errors="replace") as failure:
            return child, failure.read()

    def _observer(self) -> "TouchObserver | None":
        """Return the observer of the bot; None if it is not observed."""
        if self._spec.observer is None:
            return None
        from referee.launch.supervisor.observer import TouchObserver

        return TouchObserver(self._spec.observer)

    def _become(self, failure: int, observer: "TouchObserver | None") -> None:
        """Replace this process by the bot; if that fails, write the exit status to `failure`."""
        ours = is_machine_error
        try:
            os.setpgid(0, 0)  # its signals to its group must not reach the supervisor
            _reset_signals()
            self._give_up_rights()
            os.dup2(os.open(os.devnull, os.O_RDONLY), LIFELINE)
            if observer is not None:
                observer.install()
            ours = _is_out_of_files  # the program of a bot can cause all other errors
            os.write(self._spec.report, HAS_STARTED)
            os.execvp(self._command[0], self._command)
        except Exception as error:
            why = _why_not_started(error, self._command[0])
            os.write(failure, ExitStatus(refused=why, by_machine=ours(error)).to_json().encode())
        finally:
            os._exit(127)

    def _give_up_rights(self) -> None:
        spec = self._spec
        if spec.isolation is Isolation.NONE:
            kernel.die_with_parent(signal.SIGKILL)
            _lower_softly(resource.RLIMIT_NOFILE, spec.files)
            return
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _lower(resource.RLIMIT_DATA, spec.memory)
        _lower(resource.RLIMIT_FSIZE, spec.disk)
        _lower(resource.RLIMIT_NOFILE, spec.files)
        _lower(resource.RLIMIT_CPU, spec.cpu and spec.cpu + _BEHIND)
        if _linux() >= _NPROC_IN_NAMESPACES:
            _lower(resource.RLIMIT_NPROC, spec.tasks)
        _lower(resource.RLIMIT_SIGPENDING, _SIGNALS)
        resource.setrlimit(resource.RLIMIT_MSGQUEUE, (0, 0))
        kernel.gain_no_privileges()
        landlock.restrict((spec.scratch, SHARED, *DEVICES))
        kernel.filter_calls(base64.b64decode(spec.filter))


def _is_out_of_files(error: BaseException) -> bool:
    """Return whether this machine has no descriptors left."""
    return isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE)


def _names(folder: str) -> int:
    """Return how many files and folders a file system in memory has."""
    found = os.statvfs(folder)
    return found.f_files - found.f_ffree


def _why_not_started(error: Exception, program: str) -> str:
    """Return why a program does not start.

    The system reports "no such file" also if only the interpreter of the program is missing.
    """
    if not isinstance(error, OSError):
        return str(error)
    if error.errno == errno.ENOEXEC:
        return "it is no program of this machine, nor does its first line name one, as in #!/bin/sh"
    if error.errno == errno.ENOENT:
        folders = [""] if "/" in program else os.get_exec_path()
        for path in [os.path.join(folder, program) for folder in folders]:
            with contextlib.suppress(OSError), open(path, "rb") as file:
                return _missing(file.readline(_LONGEST_LINE))
    return error.strerror or "the system refuses"


def _missing(first_line: bytes) -> str:
    """Return which interpreter or loader is missing for a program that exists."""
    if first_line.startswith(b"#!"):
        interpreter = first_line[2:].decode(errors="replace").rstrip("\n").strip(" ")
        return f"its first line names {interpreter!r} to run it, and that is not there"
    return "the file is there, but not the loader that it needs"


def _reset_signals() -> None:
    """Give each signal its default action, and block none, whatever the referee inherited."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        with contextlib.suppress(OSError):
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def _lower(limit: int, value: int) -> None:
    """Lower a resource limit to `value`; never raise it, and ignore a value of 0."""
    _, most = resource.getrlimit(limit)
    if value and (most == resource.RLIM_INFINITY or value < most):
        resource.setrlimit(limit, (value, value))


def _lower_softly(limit: int, value: int) -> None:
    """Lower a soft resource limit to `value`; the bot may raise it again."""
    soft, most = resource.getrlimit(limit)
    if 0 < value < soft or (value and soft == resource.RLIM_INFINITY):
        resource.setrlimit(limit, (value, most))


def _linux() -> tuple[int, ...]:
    major, minor, *_ = os.uname().release.split(".")
    return int(major), int("".join(filter(str.isdigit, minor[:3])) or 0)
