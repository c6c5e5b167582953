"""Hostile bots, each in a separate process. A bot attacks at its first question.

python -m tests.zoo.hostile NAME[,NAME...] [FACT=VALUE...] [MARK]

All attacks are bounded, so that the machine survives if a sandbox fails. Some attacks print what
they achieved. Afterwards, the bot continues to play if it still can.
"""

import contextlib
import ctypes
import mmap
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import tianming
from tests.zoo import keyring

MIB = 1 << 20
_LONG = 30.0
_PTRACE_ATTACH = 16
_PTRACE_DETACH = 17
_CLONE_NEWUSER = 0x10000000
_COUNT = "i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done"


def fact(name: str) -> str:
    """Return the value of an argument `NAME=VALUE` from the test."""
    return next(word.partition("=")[2] for word in sys.argv if word.startswith(f"{name}="))


def fork_bomb() -> None:
    """Fork 60 children, each of which forks 32 more: about 2,000 processes within 30 s."""
    for _ in range(2):
        for _ in range(30):
            if os.fork() == 0:
                for _ in range(32):
                    if os.fork() == 0:
                        _sleep_and_exit()
                _sleep_and_exit()
    time.sleep(_LONG)


def _sleep_and_exit() -> NoReturn:
    """Sleep, and end this process without a return to the loops of its parent."""
    time.sleep(_LONG)
    os._exit(0)


def memory_hog() -> None:
    """Allocate 1 GiB of memory, and write to it."""
    hoard = [bytearray(b"x" * (8 * MIB)) for _ in range(128)]
    print(len(hoard))


def shared_hog() -> None:
    """Allocate 1 GiB of shared memory, which no limit of a process counts."""
    hoard = mmap.mmap(-1, 1024 * MIB)
    for at in range(0, 1024 * MIB, MIB):
        hoard[at : at + MIB] = b"x" * MIB
    time.sleep(_LONG)


def family_hog() -> None:
    """Fork ten children, each of which allocates 40 MiB."""
    for _ in range(10):
        if os.fork() == 0:
            hoard = b"x" * (40 * MIB)
            time.sleep(_LONG)
            print(len(hoard))
    time.sleep(_LONG)


def endless_stderr() -> None:
    """Write to standard error without a pause for 30 s."""
    until = time.monotonic() + _LONG
    while time.monotonic() < until:
        sys.stderr.write("\x1b[31mnoise\x07 " * 4096)


def spinner() -> None:
    """Use a processor for 30 s."""
    until = time.monotonic() + _LONG
    while time.monotonic() < until:
        pass


def deaf() -> None:
    """Ignore SIGTERM, SIGINT and SIGHUP, and do not answer for 30 s."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(_LONG)


def runaway() -> None:
    """Leave a grandchild behind that is `deaf`, in a new session and without a parent."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            deaf()
        os._exit(0)
    os.wait()


def frozen() -> None:
    """Stop this process with SIGSTOP."""
    os.kill(os.getpid(), signal.SIGSTOP)


def parricide() -> None:
    """Kill the parent process."""
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(0.5)
    print("alive")


def segfault() -> None:
    """End like a program with a bug in native code."""
    os.kill(os.getpid(), signal.SIGSEGV)


def caller() -> None:
    """Open a TCP connection to a port of the test."""
    with socket.create_connection(("127.0.0.1", int(fact("port"))), timeout=5) as wire:
        wire.sendall(b"secrets")
    print("connected")


def listener() -> None:
    """Listen on a TCP port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        print("listening")


def _environments() -> Iterator[str]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                yield (folder / "environ").read_bytes().decode(errors="replace")
            except OSError:
                continue


def thief() -> None:
    """Search the environments of all processes for other bots' tokens and the referee's secret."""
    own = os.environ["TIANMING_TOKEN"]
    found = {
        line
        for environment in _environments()
        for line in environment.split("\0")
        if line.startswith("TIANMING_TOKEN=") and own not in line
    }
    secret = any("HOUSE_SECRET=" in environment for environment in _environments())
    print(f"stole {len(found)} tokens, the referee's secret: {secret}")


def spy() -> None:
    """Read a file of the test."""
    print(Path(fact("secret")).read_text(encoding="utf-8"))


def vandal() -> None:
    """Try to write to a folder of the test, to change its file, and to open a system setting."""
    folder = Path(fact("folder"))
    for act in (
        lambda: (folder / "defaced").write_text("was here"),
        lambda: os.truncate(folder / "precious", 0),
        (folder / "precious").unlink,
        lambda: (folder / "precious").rename(folder / "stolen"),
        lambda: (folder / "precious").chmod(0),
        lambda: os.close(os.open("/proc/sys/kernel/hostname", os.O_WRONLY)),
    ):
        try:
            act()
            print("did it")
        except OSError as error:
            print(f"refused: {error.strerror}")


def filler() -> None:
    """Write up to 100 files of 1 MiB to the folder for temporary files."""
    written = 0
    try:
        for number in range(100):
            Path(os.environ["TMPDIR"], f"{number}").write_bytes(b"x" * MIB)
            written += 1
    except OSError:
        pass
    print(f"wrote {written} MiB")


def big_file() -> None:
    """Write one file of up to 100 MiB."""
    written = 0
    try:
        with open(Path(os.environ["TMPDIR"], "big"), "wb", buffering=0) as file:
            for _ in range(100):
                written += file.write(b"x" * MIB)
    except OSError:
        pass
    print(f"wrote {written // MIB} MiB")


def debugger() -> None:
    """Try to attach to the referee and to the parent as a debugger, and to signal them."""
    libc = ctypes.CDLL(None, use_errno=True)
    referee = int(fact("referee"))
    caught, signalled = [], []
    for pid in (referee, os.getppid()):
        if libc.ptrace(_PTRACE_ATTACH, pid, None, None) == 0:
            caught.append(pid)
            os.waitpid(pid, 0)
            libc.ptrace(_PTRACE_DETACH, pid, None, None)
        try:
            os.kill(pid, 0)
            signalled.append(pid)
        except OSError:
            continue
    print(f"caught {len(caught)}, reached the referee: {referee in signalled}")


def climber() -> None:
    """Try to create a user namespace, and print the rights of this process."""
    libc = ctypes.CDLL(None, use_errno=True)
    made = libc.unshare(_CLONE_NEWUSER)
    with open("/proc/self/status", encoding="ascii") as status:
        facts = dict(line.split(":\t") for line in status.read().splitlines() if ":\t" in line)
    print(f"namespace {made}, rights {int(facts['CapEff'], 16)}, locked {facts['NoNewPrivs']}")


def forger() -> None:
    """Write a false exit report to every open descriptor, then exit with 9."""
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, b'{"code":0,"limit":null}\n')
        except OSError:
            continue
    os._exit(9)


def opener() -> None:
    """Open up to 5,000 files, until the system refuses."""
    held: list[int] = []
    try:
        while len(held) < 5000:
            held += (os.open(os.devnull, os.O_RDONLY),)
    except OSError:
        print(f"opened {len(held)} files")
    for file in held:
        os.close(file)


def family_spinner() -> None:
    """Use the processors for 3 s with short-lived child processes, and wait for each."""
    began, at_first = time.monotonic(), sum(os.times()[:4])
    while time.monotonic() < began + 3:
        children = [subprocess.Popen(("sh", "-c", _COUNT)) for _ in range(4)]
        for child in children:
            child.wait()
    took = time.monotonic() - began
    print(f"used {(sum(os.times()[:4]) - at_first) / took:.2f} of a processor")


def amnesiac() -> None:
    """Use a second of processor time in each of four children, whose exit nobody collects."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    began = time.monotonic()
    for _ in range(4):
        if os.fork() == 0:
            while time.process_time() < 1:
                pass
            os._exit(0)
        with contextlib.suppress(ChildProcessError):
            os.wait()
    print(f"used {4 / (time.monotonic() - began):.2f} of a processor")


def crowd() -> None:
    """Start 200 idle processes, and print the processor time that their supervisor uses."""
    children: list[int] = []
    while len(children) < 200:
        children += (os.fork(),)
        if not children[-1]:
            time.sleep(_LONG)
            os._exit(0)
    began, at_first = time.monotonic(), _watching()
    time.sleep(3)
    print(f"cost {(_watching() - at_first) / (time.monotonic() - began):.2f} of a processor")
    for child in children:
        os.kill(child, signal.SIGKILL)


def _watching() -> float:
    """Return the processor time of process 1, in seconds."""
    fields = Path("/proc/1/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def locksmith() -> None:
    """Read a key of this user, which the test names."""
    print(f"read {keyring.stolen(fact('key'))}")


def key_filler() -> None:
    """Add keys until this user may have no more."""
    print(f"added {keyring.filled()}")


def neighbour() -> None:
    """Search for sockets of other bots of this user."""
    own = Path(os.environ["TIANMING_SERVER"].removeprefix("unix:"))
    walk = os.walk(own.parents[1])  # ignores folders that are removed meanwhile
    paths = {Path(folder, name) for folder, _, names in walk for name in names}
    found = {path for path in paths if path.is_socket()} - {own}
    print(f"found {len(found)} sockets")


def peeker() -> None:
    """Print the user, the number of the referee's variables, and the root folder."""
    user = os.getuid()
    words = sorted(name for name in os.environ if name.startswith("HOUSE_"))
    print(f"user {user}, {len(words)} of the referee's variables")
    print(subprocess.run(["ls", "/"], capture_output=True, text=True, check=True).stdout.split())


ACTS: dict[str, Callable[[], None]] = {
    act.__name__: act
    for act in (
        *(fork_bomb, memory_hog, shared_hog, family_hog, endless_stderr, spinner, deaf, runaway),
        *(family_spinner, amnesiac, crowd),
        *(frozen, parricide, segfault, caller, listener, thief, spy, vandal, filler, big_file),
        *(debugger, climber, forger, opener, locksmith, key_filler, neighbour, peeker),
    )
}


class Hostile:
    """A bot that attacks once, prints the error if the system refuses, and then plays."""

    def __init__(self, acts: list[str]) -> None:
        self._acts = acts

    def choose(self, question: tianming.Question) -> int:
        """Attack at the first question; return the first option."""
        acts, self._acts = self._acts, []
        for act in acts:
            print(f"[{act}]")
            try:
                ACTS[act]()
            except OSError as error:
                print(f"refused: {error.strerror}")
        return 0


if __name__ == "__main__":
    tianming.run(Hostile(sys.argv[1].split(",")))
