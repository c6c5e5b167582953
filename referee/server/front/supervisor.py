"""Supervise the process of the front: start it, hand it listening sockets, and restart it."""

import asyncio
import contextlib
import itertools
import json
import math
import os
import shutil
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from referee.error import MachineError, UnavailableError
from referee.event_log import structlog
from referee.import_path import own_python
from referee.machine_errno import is_machine_error
from referee.machine_error import machine_failed, why_of
from referee.machine_sentence import MachineSentence
from referee.runtime_folder import runtime_folder
from referee.server.front.bind import bound
from referee.server.front.call import CallFailed, FrontCall, bounds_of, call_settings
from referee.server.front.setting import (
    CallState,
    Certificates,
    ClientFiles,
    ListenerSettings,
    Tokens,
)
from referee.server.limits import Limits
from referee.server.rate_limited_log import UNAUTHENTICATED, RateLimitedLog
from referee.server.sentence import ServerSentence

log = structlog.get_logger()

_MESSAGE: Final = 1 << 14
"""Maximum bytes of a message of the front."""

_LONGEST_FOLDER: Final = 97
"""Maximum bytes of the path of the sockets' folder, so that the path of a socket is valid."""

_START: Final = 20.0
"""Seconds for the process to serve an address."""

_PATIENCE: Final = 3.0
"""Seconds for the process to end by itself."""

_REST: Final = 1.0
"""Seconds between two tries to restart it."""

_PAUSES: Final = (0.1, 0.2, 0.4, 0.8)
"""Seconds before each further try to pass sockets on."""

_STARVED: Final = 3.0
"""Seconds for which a failed `accept` of the process counts."""


@dataclass(slots=True)
class _Running:
    """A running front, and the socket for messages to and from it."""

    process: subprocess.Popen[bytes]
    control: socket.socket

    def hand_over(self, settings: ListenerSettings, sockets: list[socket.socket]) -> None:
        """Send it the settings of an address with the listening sockets."""
        descriptors = [each.fileno() for each in sockets]
        socket.send_fds(self.control, [settings.encode()], descriptors)

    def end(self) -> None:
        """Close the socket, so that the process ends; kill it if it does not."""
        self.control.close()
        try:
            self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Front:
    """The front of one referee.

    Its process starts after the first address is bound. This class keeps listening sockets open,
    so that bots that connect during a restart of the process wait and are not refused.
    """

    def __init__(self, limits: Limits, log_lines: RateLimitedLog) -> None:
        self._limits = limits
        self._log_lines = log_lines
        self._listeners: list[tuple[ListenerSettings, list[socket.socket]]] = []
        self._running: _Running | None = None
        self._watching: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._opened: dict[str, asyncio.Event] = {}
        self._failed: dict[str, int] = {}
        self._calls: dict[str, FrontCall] = {}
        self._numbers = itertools.count(1)
        self._folder = ""
        self._starved = _Starved()
        self._down: MachineError | None = None

    @property
    def pid(self) -> int | None:
        """The id of the running process; None if none runs."""
        return None if self._running is None else self._running.process.pid

    @property
    def fault(self) -> MachineError | None:
        """Why the process serves nobody now: it has ended, or this machine starves it.

        None if it serves.
        """
        if self._down is not None:
            return self._down
        return self._starved.fault(time.monotonic())

    def bind(
        self, address: str, certificates: Certificates | None, max_connections: int
    ) -> ListenerSettings:
        """Bind and listen at an address; `start` or `serve` then starts to serve it.

        Raises:
            OSError: when the address is taken, or belongs to another machine.
            UnavailableError: when the path of the folder for sockets is too long.
        """
        sockets, address = bound(address)
        return self.adopt(address, sockets, certificates, max_connections)

    def adopt(
        self,
        address: str,
        sockets: list[socket.socket],
        certificates: Certificates | None,
        max_connections: int,
    ) -> ListenerSettings:
        """Take sockets that listen at an address, as `bind` makes them.

        Raises:
            UnavailableError: when the path of the folder for sockets is too long.
        """
        try:
            backend = self._backend()
        except BaseException:
            for each in sockets:
                each.close()
            raise
        limits = replace(self._limits, max_connections=max_connections)
        settings = _settings(address, backend, certificates, limits)
        self._listeners.append((settings, sockets))
        return settings

    def _backend(self) -> str:
        """Return the path of a new socket for gRPC."""
        return str(Path(self._sockets()) / f"{next(self._numbers)}")

    def _sockets(self) -> str:
        """Return the folder of the sockets, which only the user can access."""
        if not self._folder:
            self._folder = tempfile.mkdtemp(prefix="front-", dir=runtime_folder())
        if len(self._folder.encode()) > _LONGEST_FOLDER:
            raise UnavailableError(
                ServerSentence.FRONT_FOLDER_TOO_LONG, most=_LONGEST_FOLDER, folder=self._folder
            )
        return self._folder

    async def start(self) -> None:
        """Start the process, if there are addresses, and serve all of them.

        Raises:
            MachineError: when the process does not start.
        """
        if self._listeners:
            await self.begin()

    async def begin(self) -> None:
        """Start the process, if it does not run.

        Raises:
            UnavailableError: when the process does not start.
        """
        self._sockets()
        async with self._starting:
            if self._watching is None:
                await self._start()
                self._watching = asyncio.create_task(self._watch())

    async def serve(self, settings: ListenerSettings) -> None:
        """Serve an address that was bound after the process has started.

        Raises:
            MachineError: when the process does not serve it.
        """
        if self._watching is None:
            await self.start()
            return
        opened = self._opened[settings.address] = asyncio.Event()
        sockets = next(each for known, each in self._listeners if known is settings)
        try:
            await self._hand_over(settings, sockets)
            async with asyncio.timeout(_START):
                await opened.wait()
            self._check(settings.address)
        except TimeoutError:
            raise self.fault or _unserved(settings.address, f"no answer in {_START:g} s") from None
        finally:
            del self._opened[settings.address]

    def _check(self, address: str) -> None:
        """Raise `MachineError` if the process has no descriptors for an address."""
        number = self._failed.pop(address, None)
        if number is not None:
            raise _unserved(address, os.strerror(number), number)

    async def _hand_over(self, settings: ListenerSettings, sockets: list[socket.socket]) -> None:
        """Hand an address to the running process; a process that starts later is handed all.

        Raises:
            MachineError: when the system does not pass the sockets on.
        """
        assert self._running is not None
        for pause in (*_PAUSES, None):
            try:
                self._running.hand_over(settings, sockets)
            except OSError as error:
                if not is_machine_error(error):
                    return  # the process has ended
                if pause is None:
                    raise _unserved(settings.address, why_of(error), error.errno) from None
                await asyncio.sleep(pause)
            else:
                return

    def forget(self, address: str) -> None:
        """Stop serving an address, and close its sockets."""
        for settings, sockets in self._listeners:
            if settings.address == address:
                for each in sockets:
                    _unlink(each)
                    each.close()
                with contextlib.suppress(OSError):  # the next process does not learn of it
                    if self._running is not None:
                        self._running.control.send(json.dumps({"close": address}).encode())
                with contextlib.suppress(OSError):
                    Path(settings.backend).unlink()
        self._listeners = [one for one in self._listeners if one[0].address != address]

    async def call(self, target: str, files: ClientFiles | None) -> FrontCall:
        """Call a listening bot; return the call, which is open.

        Args:
            target: `host:port` or `unix:/path` of the bot.
            files: the files for TLS; None for plaintext.

        Raises:
            MachineError: when the process does not start, or does not answer.
            CallFailed: when the bot does not answer, or its certificate is not trusted.
        """
        await self.begin()
        name = f"call-{next(self._numbers)}"
        made = FrontCall(f"unix:{self._folder}/{name}", partial(self._hang_up, name))
        self._calls[name] = made
        try:
            self._send(call_settings(name, target, files, self._limits).encode())
            async with asyncio.timeout(self._limits.handshake_timeout + _PATIENCE):
                why = await made.opened
        except (OSError, TimeoutError):
            self._hang_up(name)
            raise self.fault or _unserved(target, "no answer") from None
        except BaseException:
            self._hang_up(name)
            raise
        if why:
            self._hang_up(name)
            raise CallFailed(why)
        return made

    def _hang_up(self, name: str) -> None:
        """Let the process end a call, if it has not ended; it reports the end."""
        if name in self._calls:
            with contextlib.suppress(OSError):  # a process that has ended has no calls
                self._send(json.dumps({"hang_up": name}).encode())

    def _send(self, message: bytes) -> None:
        assert self._running is not None
        self._running.control.send(message)

    async def close(self) -> None:
        """Stop the process, which lets connections end, and close the listening sockets."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.wait((self._watching,))
        if self._running is not None:
            await asyncio.to_thread(self._running.end)
            self._running = None
        for _, sockets in self._listeners:
            for each in sockets:
                _unlink(each)
                each.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    # -- the process

    async def _start(self) -> None:
        """Start the process, and hand it all addresses."""
        try:
            self._running = running = _started(self._folder)
        except OSError as error:
            raise _unstarted(why_of(error), error.errno) from None
        try:
            async with asyncio.timeout(_START):
                for settings, sockets in self._listeners:
                    running.hand_over(settings, sockets)
                    while settings.address not in self._handle(await self._message(running)):
                        pass
                    self._check(settings.address)
        except (MachineError, OSError, TimeoutError) as error:
            await asyncio.to_thread(running.end)
            if isinstance(error, MachineError):
                raise
            if is_machine_error(error):
                raise _unstarted(why_of(error), getattr(error, "errno", None)) from None
            raise _unstarted(f"its exit status is {running.process.returncode}") from None
        self._down = None

    async def _message(self, running: _Running) -> bytes:
        """Return the next message.

        Raises:
            ConnectionResetError: when the process has ended.
        """
        data = await asyncio.get_running_loop().sock_recv(running.control, _MESSAGE)
        if not data:
            raise ConnectionResetError
        return data

    def _handle(self, data: bytes) -> str:
        """Handle a message; return the address that it answers for, or ""."""
        message = json.loads(data)
        if "call" in message:
            self._handle_call(CallState(**message))
        if "certificate" in message:
            _log_certificate(message["certificate"], message["why"])
        if "refused" in message:
            facts = {name: str(value) for name, value in message.items()}
            self._log_lines.line(UNAUTHENTICATED, "connections_refused", **facts)
        if "starved" in message:
            self._starved = _Starved(int(message["starved"]), time.monotonic())
            self._log_lines.line(UNAUTHENTICATED, "front_starved", error=message["starved"])
        if "failed" in message:
            self._failed[message["failed"]] = int(message["why"])
        address = str(message.get("open", message.get("failed", "")))
        if address in self._opened:
            self._opened[address].set()
        return address

    def _handle_call(self, state: CallState) -> None:
        if (call := self._calls.get(state.call)) is not None:
            call.handle(state)
            if not state.is_open:
                del self._calls[state.call]

    async def _watch(self) -> None:
        """Read the messages of the process, and restart the process whenever it ends."""
        while True:
            running = self._running
            assert running is not None
            with contextlib.suppress(OSError):
                while True:
                    self._handle(await self._message(running))
            for name in tuple(self._calls):
                self._handle_call(CallState(name, is_open=False))
            await asyncio.to_thread(running.end)
            status = running.process.returncode
            log.error("front_ended", status=status)
            self._down = _unstarted(f"it ended with status {status}")
            await self._restart()

    async def _restart(self) -> None:
        while True:
            try:
                await self._start()
            except MachineError as error:
                self._down = error
                log.error("front_not_started", reason=str(error))
                await asyncio.sleep(_REST)
            else:
                log.warning("front_started_again", pid=self.pid)
                return


@dataclass(frozen=True, slots=True)
class _Starved:
    """The last connection that the process could not accept: the error number, and when."""

    number: int = 0
    at: float = -math.inf

    def fault(self, now: float) -> MachineError | None:
        """Return the error of this machine, if that was just now."""
        if now - self.at > _STARVED:
            return None
        why = os.strerror(self.number)
        return machine_failed(why, MachineSentence.FRONT_STARVES, number=self.number)


def _unserved(address: str, why: str, number: int | None = None) -> MachineError:
    sentence = MachineSentence.FRONT_DOES_NOT_SERVE
    return machine_failed(why, sentence, number=number, address=address)


def _unstarted(why: str, number: int | None = None) -> MachineError:
    return machine_failed(why, MachineSentence.FRONT_DOES_NOT_START, number=number)


def _started(folder: str) -> _Running:
    """Start the process, with a socket for messages to and from it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        ours.setblocking(False)
        with theirs:
            return _Running(_spawned(theirs, folder), ours)
    except BaseException:
        ours.close()
        raise


def _log_certificate(address: str, why: str) -> None:
    if why:
        log.warning("certificate_kept", address=address, reason=why)
    else:
        log.info("certificate_read", address=address)


def _spawned(control: socket.socket, folder: str) -> subprocess.Popen[bytes]:
    """Start the process in a new session; it inherits only its end of the socket."""
    return subprocess.Popen(
        own_python("referee.server.front", str(control.fileno()), folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        pass_fds=(control.fileno(),),
        start_new_session=True,
    )


def _settings(
    address: str, backend: str, certificates: Certificates | None, limits: Limits
) -> ListenerSettings:
    """Return the front's settings for an address."""
    return ListenerSettings(
        address=address,
        backend=backend,
        certificates=certificates,
        bounds=bounds_of(limits),
        frames=Tokens(limits.frame_burst, limits.address_frames_per_second),
        blocks=Tokens(limits.address_call_burst, limits.address_calls_per_second),
        connections=Tokens(limits.address_connection_burst, limits.address_connections_per_second),
        max_connections=limits.max_connections,
        handshake_timeout=limits.handshake_timeout,
    )


def _unlink(listening: socket.socket) -> None:
    """Remove the file of a Unix socket."""
    if listening.family == socket.AF_UNIX and listening.fileno() >= 0:
        with contextlib.suppress(OSError):
            Path(listening.getsockname()).unlink()
