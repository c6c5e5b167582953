"""Start Python programs without the time that their imports take.

    with PreloadedPopen([*REFEREE, "games"], stdout=PIPE) as process: ...

A process of each pytest worker has imported the modules of the referee, has one thread, and forks
for each program. The fork becomes a child of the worker: its id, signals, streams, exit status and
processor time are those of any child. It differs in `/proc`, where it has the command line and the
environment of the process from which it was forked.

A program whose interpreter would be set up in another way is started as usual.

`fork_own_modules` does the same for the child processes that the referee starts in a worker. They
fork from another process for each of their modules, which imports only that module, with the same
flags.
"""

import array
import atexit
import ctypes
import fcntl
import gc
import importlib
import io
import json
import os
import resource
import runpy
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, AnyStr, TextIO

REFEREE = (sys.executable, "-m", "referee.cli.main")
"""The command `referee`."""

_MODULES = (
    "referee.cli.league.run",
    "referee.cli.league.serve",
    "referee.cli.league.status",
    "referee.cli.look.replay",
    "referee.cli.look.table",
    "referee.cli.look.verify",
    "referee.cli.option.ledger",
    "referee.cli.play.compare",
    "referee.cli.play.people",
    "referee.cli.play.play",
    "referee.cli.play.serve",
    "referee.cli.report.season_table",
    "referee.interval.command_work",
    "referee.launch.failure",
    "referee.league.configuration.league_file",
    "referee.league.running.runner",
    "referee.league.running.season_server",
    "referee.league.season.season",
    "tianming_games.china.box",
    "tianming_games.dragon.box",
    "tianming_games.dragon.wire",
    "tianming_games.ming.box",
)
"""What is imported before a fork: with their imports, all that common commands use."""

_OWN_MODULES = (
    "referee.entry",
    "referee.entry.build_process",
    "referee.launch.supervisor",
    "referee.league.executor.worker",
    "referee.notify",
    "referee.server.front",
)
"""The modules of the referee's own child processes that fork."""

_ISOLATED = ("-I", "-m")
"""The flags with which the referee starts them."""

_ROOT = Path(__file__).resolve().parents[1]
_STREAMS = 3
_DESCRIPTORS = 16
"""Maximum number of descriptors of a program: its streams, and those that it is passed."""

_LENGTH = struct.Struct("!I")
_PR_SET_CHILD_SUBREAPER = 36


class PreloadedPopen(subprocess.Popen[AnyStr]):
    """A `Popen` of Python with `-m MODULE` or `-c PROGRAM`."""

    def _execute_child(
        self, args: Any, executable: Any, preexec_fn: Any, close_fds: Any, pass_fds: Any, cwd: Any,
        env: Any, startupinfo: Any, creationflags: Any, shell: Any, p2cread: int, p2cwrite: int,
        c2pread: int, c2pwrite: int, errread: int, errwrite: int, *rest: Any,
    ) -> None:  # fmt: skip
        """Let the preloaded process fork, where `Popen` would fork and execute a file."""
        *_, start_new_session, process_group = rest
        words = [] if isinstance(args, str) else [os.fspath(word) for word in args]
        variables = dict(os.environ if env is None else env)
        is_usual = preexec_fn or shell or executable or process_group != -1
        is_usual = is_usual or (cwd is not None and not os.path.isdir(cwd))
        module = None if is_usual else _module_of(words, variables)
        if module is None or (pass_fds and not module):
            _execute_child(
                self, args, executable, preexec_fn, close_fds, pass_fds, cwd, env, startupinfo,
                creationflags, shell, p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite, *rest
            )  # fmt: skip
            return
        chosen = (p2cread, c2pwrite, errwrite)
        streams = [usual if one == -1 else one for usual, one in enumerate(chosen)]
        try:
            self.pid = start(
                words,
                variables,
                cwd,
                streams,
                passed=pass_fds,
                has_session=start_new_session,
                module=module,
            )
            self._child_created = True
        finally:
            self._close_pipe_fds(  # type: ignore[attr-defined]
                p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite
            )


_execute_child: Any = subprocess.Popen._execute_child  # type: ignore[attr-defined]
"""Fork, and execute a file."""


@contextmanager
def fork_own_modules() -> Iterator[None]:
    """Let `subprocess.Popen` fork the referee's own child processes from preloaded ones."""

    def execute(self: Any, args: Any, *rest: Any) -> None:
        is_own = not isinstance(args, str) and tuple(args[1:3]) == _ISOLATED
        chosen: Any = PreloadedPopen._execute_child if is_own else _execute_child
        chosen(self, args, *rest)

    subprocess.Popen._execute_child = execute  # type: ignore[attr-defined]
    try:
        yield
    finally:
        subprocess.Popen._execute_child = _execute_child  # type: ignore[attr-defined]


def run_preloaded(
    words: Sequence[str | Path],
    *,
    check: bool = False,
    timeout: float | None = None,
    **settings: Any,
) -> "subprocess.CompletedProcess[Any]":
    """Run a program like `subprocess.run`."""
    if settings.pop("capture_output", False):
        settings |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    text = settings.pop("input", None)
    if text is not None:
        settings["stdin"] = subprocess.PIPE
    with PreloadedPopen([*map(str, words)], **settings) as process:
        try:
            out, err = process.communicate(text, timeout)
        except BaseException:
            process.kill()
            raise
    done = subprocess.CompletedProcess(process.args, process.returncode, out, err)
    if check:
        done.check_returncode()
    return done


def start(
    words: Sequence[str],
    environment: Mapping[str, str],
    folder: str | Path | None,
    streams: Sequence[int],
    *,
    passed: Sequence[int] = (),
    has_session: bool = False,
    has_terminal: bool = False,
    module: str = "",
) -> int:
    """Fork a program with three streams; return its id. The caller is its parent.

    Args:
        words: the command line, `[sys.executable, "-m" or "-c", ...]`.
        environment: all its environment variables.
        folder: its working folder, that of this process if `None`.
        streams: what becomes its standard input, output and error.
        passed: other descriptors, which keep their numbers.
        has_session: whether it has a session of its own.
        has_terminal: whether the first stream is the terminal of that session.
        module: the module of the referee that its preloaded process has imported; the modules of
            common commands by default.
    """
    asked = {
        "words": words[2:] if module else words[1:],
        "environment": dict(environment),
        "folder": os.path.abspath(folder or "."),
        "passed": list(passed),
        "has_session": has_session,
        "has_terminal": has_terminal,
    }
    with _LOCK:
        server = _server(module, _of_interpreter(environment) if module else _OWN)
        _adopt_orphans(True)  # the fork's first parent ends at once
        try:
            data = json.dumps(asked).encode()
            descriptors = array.array("i", [*streams, *passed]).tobytes()
            message = (socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)
            server.sendmsg([_LENGTH.pack(len(data))], [message])
            server.sendall(data)
            return int(_LENGTH.unpack(_exactly(server, _LENGTH.size))[0])
        finally:
            _adopt_orphans(False)


def _of_interpreter(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that Python and libraries read at their start."""
    prefixes = ("PYTHON", "LC_", "LANG", "GRPC_", "LD_")
    return {name: value for name, value in environment.items() if name.startswith(prefixes)}


def _inherited() -> tuple[object, ...]:
    """Return the limits of this process that a test may change, and that a child inherits."""
    files, cores = resource.getrlimit(resource.RLIMIT_NOFILE), os.sched_getaffinity(0)
    return files, cores, os.getpriority(os.PRIO_PROCESS, 0)


_PYTHON = sys.executable
_OWN = _of_interpreter(os.environ)
_OWN_LIMITS = _inherited()
_LOCK = threading.Lock()
_Key = tuple[int, str, frozenset[tuple[str, str]]]
"""The id of a process, and the module and the variables of a preloaded process of it."""

_SERVERS: dict[_Key, socket.socket] = {}
"""The connections to preloaded processes."""

PRELOADED: set[int] = set()
"""The ids of preloaded processes: their command lines are those of their forks."""


def _module_of(words: Sequence[str], environment: Mapping[str, str]) -> str | None:
    """Return the module of the preloaded process that is set up like the program's interpreter.

    Common commands have the module "", and other programs have none.
    """
    if len(words) < 3 or words[0] != _PYTHON:
        return None
    if words[1] in ("-m", "-c"):
        return "" if _of_interpreter(environment) == _OWN else None
    is_own = tuple(words[1:3]) == _ISOLATED and words[3] in _OWN_MODULES
    return words[3] if is_own and _inherited() == _OWN_LIMITS else None


def _server(module: str, variables: Mapping[str, str]) -> socket.socket:
    """Return the connection to a preloaded process; start it if there is none."""
    key = os.getpid(), module, frozenset(variables.items())
    if key not in _SERVERS:
        ours, theirs = socket.socketpair()
        how = ("-I", __file__, module) if module else ("-m", "tests.preloaded_python")
        others = dict(os.environ.items() - _of_interpreter(os.environ).items())
        process = subprocess.Popen(
            (_PYTHON, *how), cwd=_ROOT, stdin=theirs.fileno(), env={**others, **variables}
        )
        theirs.close()
        _SERVERS[key] = ours
        PRELOADED.add(process.pid)
        atexit.register(_stop, key, process)
    return _SERVERS[key]


def _stop(key: _Key, process: "subprocess.Popen[bytes]") -> None:
    if key[0] == os.getpid():
        _SERVERS.pop(key).close()
        process.wait()


def _adopt_orphans(is_on: bool) -> None:
    """Become the parent of descendants whose parent ends, or stop that."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, int(is_on), 0, 0, 0)


def _exactly(connection: socket.socket, size: int) -> bytes:
    """Read so many bytes."""
    data = b""
    while len(data) < size:
        more = connection.recv(size - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def _preload(own_module: str = "") -> None:
    """Import what programs need, and spare it the garbage collection of the forks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of the terminal: the programs get their own
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # or numpy starts threads
    gc.disable()
    if own_module:
        main: str = runpy._get_module_details(own_module)[0]  # type: ignore[attr-defined]
        importlib.import_module(main)
        del sys.modules[main]  # the program runs it
    else:
        importlib.import_module("referee.server.environment").prepare_environment()
        for module in _MODULES:
            importlib.import_module(module)
    gc.collect()
    gc.freeze()


def _serve(connection: socket.socket) -> dict[str, Any]:
    """Fork for each request; return it in the fork, ready to run. Exit after the last request."""
    while True:
        head, descriptors, *_ = socket.recv_fds(connection, _LENGTH.size, _DESCRIPTORS)
        if not head:
            sys.exit()
        asked: dict[str, Any] = json.loads(_exactly(connection, *_LENGTH.unpack(head)))
        (told, tell), (gone, go) = os.pipe(), os.pipe()
        if not (first := os.fork()):
            if os.fork():
                os._exit(0)
            os.write(tell, _LENGTH.pack(os.getpid()))
            os.close(go)
            os.read(gone, 1)  # until its first parent has ended
            for one in (told, tell, gone):
                os.close(one)
            connection.close()
            _take(descriptors, asked["passed"])
            return asked
        for one in (tell, gone, *descriptors):
            os.close(one)
        pid = os.read(told, _LENGTH.size)
        os.waitpid(first, 0)
        os.close(told)
        os.close(go)
        connection.sendall(pid)


def _take(descriptors: Sequence[int], passed: Sequence[int]) -> None:
    """Make these descriptors the standard streams, and then those with the numbers `passed`."""
    numbers = [*range(_STREAMS), *passed]
    free = max(numbers) + 1
    held = [fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, free) for one in descriptors]
    for one in descriptors:
        os.close(one)
    for number, one in zip(numbers, held, strict=True):
        os.dup2(one, number)
        os.close(one)
    sys.stdin = _stream(sys.stdin, 0, "rb")
    sys.stdout = _stream(sys.stdout, 1, "wb")
    sys.stderr = _stream(sys.stderr, 2, "wb")


def _stream(old: Any, number: int, mode: str) -> TextIO:
    """Open a standard stream as the interpreter does at its start."""
    is_direct = old.write_through  # with PYTHONUNBUFFERED
    binary: Any = os.fdopen(number, mode, 0 if is_direct else -1, closefd=False)
    is_by_line = number == 2 or binary.isatty()
    return io.TextIOWrapper(
        binary, old.encoding, old.errors, line_buffering=is_by_line, write_through=is_direct
    )


def _become(asked: Mapping[str, Any]) -> None:
    """Give this process what the request says, and run the program to its end."""
    if asked["has_session"] or asked["has_terminal"]:
        os.setsid()
    if asked["has_terminal"]:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    time.tzset()
    tempfile.tempdir = None
    kind, what, *arguments = asked["words"]
    sys.argv[:] = [kind, *arguments]
    if not sys.flags.safe_path:
        sys.path[0] = asked["folder"] if kind == "-m" else ""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.enable()
    if kind == "-m":
        runpy.run_module(what, run_name="__main__", alter_sys=True)
    else:
        exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102


if __name__ == "__main__":
    _preload(*sys.argv[1:])
    _become(_serve(socket.socket(fileno=0)))
