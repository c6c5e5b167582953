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

The process of the supervisors has also imported the SDK. A supervisor without a sandbox runs a bot
in Python in the process that it forked for the bot, without a new interpreter. A forked command or
worker that plays has a child of its own for its supervisors.

A fork ends after its threads and its functions of `atexit`, without freeing its objects.
"""

import array
import atexit
import contextlib
import ctypes
import fcntl
import gc
import importlib
import io
import json
import os
import resource
import runpy
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import types
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, AnyStr, NoReturn, TextIO

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

_WORKER = "referee.league.executor.worker"
_PLAYING = {"check-bot", "compare", "play", "rehearse", "run", "serve"}
"""Commands of the referee that start bots."""

_ISOLATED = ("-I", "-m")
"""The flags with which the referee starts them."""

_SUPERVISOR = "referee.launch.supervisor"
_SDK_MODULES = ("tianming.bot", "tianming.china", "tianming.dragon", "tianming.ming")
"""What bots import: the preloaded process of the supervisors imports it."""

_INSTALLED_BOT = ("-I", "-u", "-m")
"""The flags with which the referee starts an installed bot."""

_FOUND_BY_NAME = "tests.zoo.hostile"
"""The bot whose processes tests find by their command lines, which forks do not have."""

_PLAIN = {"PYTHONHASHSEED", "PYTHONIOENCODING", "PYTHONUNBUFFERED"}
"""Variables of Python that a bot may have to run without a new interpreter."""

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
    subprocess.Popen._execute_child = _execute_own_child  # type: ignore[attr-defined]
    try:
        yield
    finally:
        subprocess.Popen._execute_child = _execute_child  # type: ignore[attr-defined]


def _execute_own_child(self: Any, args: Any, *rest: Any) -> None:
    """Fork a child process of the referee itself; fork for another one, and execute a file."""
    is_own = not isinstance(args, str) and tuple(args[1:3]) == _ISOLATED
    chosen: Any = PreloadedPopen._execute_child if is_own else _execute_child
    chosen(self, args, *rest)


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
        near = _NEAR.get(os.getpid())
        server = near or _server(module, _of_interpreter(environment) if module else _OWN)
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

_NEAR: dict[int, socket.socket] = {}
"""The connection of a forked process to the child that forks its supervisors."""

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
    modules = (_SUPERVISOR,) if os.getpid() in _NEAR else _OWN_MODULES
    is_own = tuple(words[1:3]) == _ISOLATED and words[3] in modules
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
    for module in _SDK_MODULES if own_module in (_SUPERVISOR, _WORKER) else ():
        importlib.import_module(module)
    for module in () if own_module else (*_MODULES, *_SDK_MODULES):
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
    out: Any = sys.stdout
    _open_streams(is_direct=out.write_through)  # with PYTHONUNBUFFERED


def _open_streams(is_direct: bool) -> None:
    """Open the standard streams; directly as with PYTHONUNBUFFERED, or with buffers."""
    sys.stdin = _stream(sys.stdin, 0, "rb", is_direct=False)
    sys.stdout = _stream(sys.stdout, 1, "wb", is_direct)
    sys.stderr = _stream(sys.stderr, 2, "wb", is_direct)


def _stream(old: Any, number: int, mode: str, is_direct: bool) -> TextIO:
    """Open a standard stream as the interpreter does at its start."""
    binary: Any = os.fdopen(number, mode, 0 if is_direct else -1, closefd=False)
    is_by_line = number == 2 or binary.isatty()
    return io.TextIOWrapper(
        binary, old.encoding, old.errors, line_buffering=is_by_line, write_through=is_direct
    )


def _become(asked: Mapping[str, Any]) -> NoReturn:
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
    if not sys.flags.safe_path:
        sys.path[0] = asked["folder"] if asked["words"][0] == "-m" else ""
    match asked["words"]:
        case ["-m", name, *_] if name == _SUPERVISOR:
            _run_bots_without_exec()
        case ["-m", "referee.cli.main", *words] if not _PLAYING.isdisjoint(words):
            _fork_supervisors_near()
        case ["-m", name, *_] if name == _WORKER:
            _fork_supervisors_near()
    _run_to_exit(asked["words"])


def _run_to_exit(words: Sequence[str]) -> NoReturn:
    """Run a program, and exit with its code."""
    code = 0
    try:
        _run(words)
    except SystemExit as stop:
        if not isinstance(stop.code, int | None):
            raise
        code = stop.code or 0
    _end(code)


def _end(code: int) -> NoReturn:
    """Exit like Python, but without the time that it takes to free all objects."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    if (own := vars(sys.modules["__main__"])) is not globals():
        own.clear()  # which closes the files of the program
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (AttributeError, OSError, ValueError):
        sys.exit(code)  # Python reports it
    os._exit(code & 0xFF)


def _run(words: Sequence[str]) -> None:
    """Run the program of the words `-m MODULE ...`, `-c PROGRAM ...` or `FILE ...`."""
    kind, *arguments = words
    what = arguments.pop(0) if kind in ("-m", "-c") else kind
    sys.argv[:] = [kind, *arguments]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.enable()
    if kind == "-m":
        runpy.run_module(what, run_name="__main__", alter_sys=True)
        return
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    text, name = what, "<string>"
    if kind != "-c":
        text, name = Path(what).read_text(encoding="utf-8"), os.path.abspath(what)
        main.__file__ = name
    exec(compile(text, name, "exec"), vars(main))  # noqa: S102


def _fork_supervisors_near() -> None:
    """Fork the supervisors of this process from a fork of it as it is now, without threads."""
    ours, theirs = socket.socketpair()
    if not os.fork():
        os.setsid()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        null = os.open(os.devnull, os.O_RDWR)
        for number in range(_STREAMS):
            os.dup2(null, number)
        _close_all({*range(_STREAMS), theirs.fileno()})
        if not sys.flags.safe_path:
            del sys.path[0]  # as with `_ISOLATED`
        try:
            asked = _serve(theirs)
        except SystemExit:
            os._exit(0)
        _become(asked)
    theirs.close()
    _NEAR[os.getpid()] = ours
    subprocess.Popen._execute_child = _execute_own_child  # type: ignore[attr-defined]


def _open() -> set[int]:
    """Return the open descriptors of this process."""
    numbers = map(int, os.listdir("/proc/self/fd"))
    return {one for one in numbers if os.path.exists(f"/proc/self/fd/{one}")}


def _close_all(kept: set[int]) -> None:
    """Close all descriptors of this process but these."""
    for one in _open() - kept:
        os.close(one)


def _run_bots_without_exec() -> None:
    """Let supervisors without a sandbox run bots in Python without a new interpreter."""
    module: Any = importlib.import_module(f"{_SUPERVISOR}.sandboxed_process")
    become, none = module.SandboxedProcess._become, module.Isolation.NONE

    def become_here(process: Any, failure: int, observer: object) -> None:
        if process._spec.isolation is none and observer is None and _is_plain(process._command):
            changed = {"execvp": _run_bot, "_exit": lambda _: None}  # so its exceptions pass
            module.os = types.SimpleNamespace(**vars(os) | changed)
        become(process, failure, observer)

    module.SandboxedProcess._become = become_here


def _is_plain(command: Sequence[str]) -> bool:
    """Whether a new interpreter would run a bot's command as a fork of this one does."""
    found = shutil.which(command[0]) or ""
    names = {name for name in os.environ if name.startswith("PYTHON")}
    folder, name = os.path.split(found)
    if folder != os.path.dirname(_PYTHON) or not name.startswith("python") or not names <= _PLAIN:
        return False
    match _words_of_bot(command):
        case ["-m", module, *_] if module == _FOUND_BY_NAME:
            return False
        case ["-m" | "-c", _, *_] as words:
            return _has_installed_path(command) or not _hides_loaded(_first_folder(words))
        case [file, *_] as words if not file.startswith("-"):
            return not _hides_loaded(_first_folder(words))
    return False


def _has_installed_path(command: Sequence[str]) -> bool:
    """Whether the bot has the flags of the referee's own programs, as an installed bot does."""
    return tuple(command[1:4]) == _INSTALLED_BOT


def _words_of_bot(command: Sequence[str]) -> list[str]:
    """Return the words after the program and the flags of the referee's own programs."""
    return list(command[3 if _has_installed_path(command) else 1 :])


def _first_folder(words: Sequence[str]) -> str:
    """Return the folder that a new interpreter would put first on the import path."""
    return os.getcwd() if words[0] in ("-m", "-c") else os.path.dirname(os.path.realpath(words[0]))


def _hides_loaded(folder: str) -> bool:
    """Whether a folder has another file for a module that this process has loaded."""
    with contextlib.suppress(FileNotFoundError):
        for name in os.listdir(folder):
            file = getattr(sys.modules.get(name.partition(".")[0]), "__file__", None)
            if file is not None and os.path.commonpath((file, folder)) != folder:
                return True
    return False


def _run_bot(_: str, command: Sequence[str]) -> NoReturn:
    """Run a bot in this process, which is a fork of its supervisor, and exit."""
    words = _words_of_bot(command)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    _close_all({one for one in _open() if os.get_inheritable(one)})
    _open_streams(is_direct=True)
    if not _has_installed_path(command):
        sys.path.insert(0, "" if words[0] == "-c" else _first_folder(words))
    try:
        _run_to_exit(words)
    except Exception as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
            trace = trace.tb_next
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        del trace  # and with it the frames of the program
    _end(1)


if __name__ == "__main__":
    _preload(*sys.argv[1:])
    _become(_serve(socket.socket(fileno=0)))
