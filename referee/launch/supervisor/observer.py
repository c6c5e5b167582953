"""Observe a bot: note the files it opens or changes, its addresses, and the programs it runs.

A second seccomp filter, in addition to that of the sandbox, makes the kernel notify the supervisor
of each such call. The bot waits in the call until it is noted. The call then continues: the
observer notes what a bot tries, and the sandbox decides what succeeds.
"""

import base64
import contextlib
import ctypes
import fcntl
import json
import os
import select
import socket
import struct
import sys
import threading

from referee.launch.supervisor import kernel
from referee.launch.supervisor.spec import ObserverSpec

MOST = 5000
"""The most different touches that are noted for one bot."""
MOST_CHARACTERS = 500
"""How many of the last characters of a path or an address are noted."""

_SET_MODE_FILTER = 1
_NEW_LISTENER = 8
_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_CONTINUE = 1

_NOTIFICATION = struct.Struct("=QIIiIQ6Q")
_RESPONSE = struct.Struct("=QqiI")

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_PAGE = os.sysconf("SC_PAGE_SIZE")
_LONGEST_PATH = 4096
_LONGEST_ADDRESS = 128
_HOSTS = {socket.AF_INET: slice(4, 8), socket.AF_INET6: slice(8, 24)}
"""The position of the host in an address structure by family; the port is always at 2."""

_PATHS: dict[str, tuple[int | None, int]] = {
    **dict.fromkeys(("open", "creat", "truncate", "mkdir", "mknod"), (None, 0)),
    **dict.fromkeys(("unlink", "rmdir", "execve"), (None, 0)),
    **dict.fromkeys(("openat", "openat2", "mkdirat", "mknodat", "unlinkat", "execveat"), (0, 1)),
    **dict.fromkeys(("rename", "link", "symlink"), (None, 1)),
    **dict.fromkeys(("renameat", "renameat2", "linkat"), (2, 3)),
    "symlinkat": (1, 2),
}
"""The indexes of the arguments with the folder and the path that a call touches; of two paths, the
new one."""


class TouchObserver:
    """Notes the files, addresses and programs of one bot in a separate thread, each once.

    A note is a line of JSON: a list of the kind of the touch (`read`, `write`, `connect`, `bind`,
    `send`, `run`) and its target.
    """

    def __init__(self, spec: ObserverSpec) -> None:
        self._spec = spec
        self._seen: set[tuple[str, str, int]] = set()
        self._ours, self._theirs = socket.socketpair()

    def install(self) -> None:
        """Install the filter for this process and its children.

        Raises:
            OSError: when the kernel refuses.
        """
        program = base64.b64decode(self._spec.filter)
        instructions = ctypes.create_string_buffer(program, len(program))
        filter_ = kernel.FilterProgram(len(program) // 8, ctypes.addressof(instructions))
        pointer = ctypes.byref(filter_)
        listener = kernel.syscall(self._spec.seccomp, _SET_MODE_FILTER, _NEW_LISTENER, pointer)
        socket.send_fds(self._theirs, [b"l"], [listener])
        os.close(listener)

    def start(self) -> None:
        """Start to note touches; called in the parent of the bot's process."""
        self._theirs.close()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        _, listeners, _, _ = socket.recv_fds(self._ours, 1, 1)
        if not listeners:
            return  # the bot was never started, or the kernel refused the filter
        self._note("observed", "")
        poll = select.poll()
        poll.register(listeners[0], select.POLLIN)
        while not any(event & select.POLLHUP for _, event in poll.poll()):
            with contextlib.suppress(OSError):  # the calling process may have been killed
                self._answer(listeners[0])

    def _answer(self, listener: int) -> None:
        """Note a call, and let it continue."""
        data = bytearray(_NOTIFICATION.size)
        fcntl.ioctl(listener, _RECEIVE, data)
        number, pid, _, call, _, _, *arguments = _NOTIFICATION.unpack(data)
        with contextlib.suppress(OSError, ValueError):
            self._take(pid, self._spec.calls.get(str(call), ""), arguments)
        fcntl.ioctl(listener, _SEND, bytearray(_RESPONSE.pack(number, 0, 0, _CONTINUE)))

    def _take(self, pid: int, name: str, arguments: list[int]) -> None:
        if name in _PATHS:
            folder, path = _PATHS[name]
            at = None if folder is None else arguments[folder]
            kind = _kind(pid, name, arguments)
            self._note(kind, _path(pid, at, arguments[path]), pid if kind == "run" else 0)
        elif name in ("connect", "bind"):
            self._note(name, _address(pid, arguments[1], arguments[2]))
        elif name == "sendto":
            self._note("send", _address(pid, arguments[4], arguments[5]))

    def _note(self, kind: str, what: str, pid: int = 0) -> None:
        """Write a touch unless it was noted before; `run` is noted once for each process."""
        what = what[-MOST_CHARACTERS:]
        if (kind, what, pid) in self._seen or len(self._seen) >= MOST:
            return
        self._seen.add((kind, what, pid))
        os.write(self._spec.notes, f"{json.dumps([kind, what])}\n".encode())


def _kind(pid: int, name: str, arguments: list[int]) -> str:
    """Return what a call with a path does: `read`, `write` or `run`."""
    if name.startswith("execve"):
        return "run"
    match name:
        case "open":
            flags = arguments[1]
        case "openat":
            flags = arguments[2]
        case "openat2":
            flags = int.from_bytes(_memory(pid, arguments[2], 8), "little")
        case _:
            return "write"
    return "write" if flags & _WRITES else "read"


def _path(pid: int, folder: int | None, pointer: int) -> str:
    """Return the absolute path that a call touches."""
    data, _, _ = _memory(pid, pointer, _LONGEST_PATH).partition(b"\0")
    path = os.fsdecode(data)
    if os.path.isabs(path):
        return os.path.normpath(path)
    number = None if folder is None else ctypes.c_int(folder & 0xFFFFFFFF).value
    is_here = number is None or number == kernel.AT_FDCWD
    here = os.readlink(f"/proc/{pid}/cwd" if is_here else f"/proc/{pid}/fd/{number}")
    return os.path.normpath(os.path.join(here, path))


def _address(pid: int, pointer: int, length: int) -> str:
    """Return an address as text: `127.0.0.1:80`, `[::1]:80` or `unix:/path`."""
    data = _memory(pid, pointer, min(length & 0xFFFFFFFF, _LONGEST_ADDRESS))
    family = int.from_bytes(data[:2], sys.byteorder)
    if family == socket.AF_UNIX:
        abstract = data[2:3] == bytes(1)
        name = data[3:] if abstract else data[2:].partition(bytes(1))[0]
        return f"unix:{'@' if abstract else ''}{os.fsdecode(name)}"
    if family not in _HOSTS:
        return f"an address of family {family}"
    host = socket.inet_ntop(family, data[_HOSTS[socket.AddressFamily(family)]])
    port = int.from_bytes(data[2:4], "big")
    return f"[{host}]:{port}" if family == socket.AF_INET6 else f"{host}:{port}"


def _memory(pid: int, address: int, size: int) -> bytes:
    """Return bytes of a process's memory; fewer than `size` if the next page is not mapped."""
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as file:
        try:
            return os.pread(file.fileno(), size, address)
        except OSError:
            return os.pread(file.fileno(), min(size, _PAGE - address % _PAGE), address)
