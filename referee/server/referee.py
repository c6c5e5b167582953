"""The referee: a gRPC server with a lobby, that plays matches when it is told to."""

import asyncio
import os
import ssl
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import grpc
import structlog
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from referee.error import UnavailableError, UsageError
from referee.games.registry import load
from referee.match.clock import SECOND, Span, seconds
from referee.match.match import MatchSettings
from referee.record.reader import Record
from referee.server import refusal
from referee.server.channel import server_arguments
from referee.server.clock import BEAT, FairClock
from referee.server.host import Keepable, MatchHost
from referee.server.identity import Identities
from referee.server.limits import Limits
from referee.server.lobby import Lobby
from referee.server.rehearsal import Rehearsal
from referee.server.stream import PlayStreams
from tianming.v1 import play_pb2

log = structlog.get_logger()

SERVICE = play_pb2.DESCRIPTOR.services_by_name["RefereeService"].full_name

_LONGEST_PATH = 107
"""Bytes of the path of a Unix socket, at most."""

_LOOPBACK = ("127.", "localhost:", "[::1]:", "unix:")


@dataclass(frozen=True, slots=True)
class Tls:
    """The certificate chain and the private key of the server, as PEM files."""

    certificate: Path
    key: Path

    def credentials(self) -> grpc.ServerCredentials:
        """The credentials of the server.

        Raises:
            UsageError: when a file cannot be read, or is none of TLS.
        """
        try:
            pair = (self.key.read_bytes(), self.certificate.read_bytes())
        except OSError as error:
            raise UsageError(
                f"the TLS file {error.filename} cannot be read: {error.strerror}; "
                "name a PEM file with --tls-certificate and one with --tls-key."
            ) from None
        self._check()
        return grpc.ssl_server_credentials([pair])

    def _check(self) -> None:
        """Have the pair read, for gRPC says nothing of one that it cannot use."""
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(
                self.certificate, self.key, password=b""
            )
        except (ssl.SSLError, ValueError):
            raise UsageError(
                f"{self.certificate} is no PEM certificate with its private key in {self.key}: "
                "name a chain with --tls-certificate and its key, without a password, with "
                "--tls-key."
            ) from None


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Where a referee listens, and what it accepts."""

    address: str
    limits: Limits = field(default_factory=Limits)
    tls: Tls | None = None
    plaintext: bool = False
    """Whether plaintext is allowed beyond this machine."""
    reflection: bool = True

    def check(self) -> None:
        """Raise `UsageError` where nobody can listen, or tokens would cross a network bare."""
        path = os.fsencode(self.address.removeprefix("unix:"))
        if self.address.startswith("unix:") and len(path) > _LONGEST_PATH:
            raise UsageError(
                f"{self.address} has a path of {len(path)} bytes, and a socket's has "
                f"{_LONGEST_PATH} at most: choose a shorter one (local bots meet in TMPDIR)."
            )
        if self.tls is None and not self.plaintext and not self.address.startswith(_LOOPBACK):
            raise UsageError(
                f"{self.address} can be reached from other machines, and without TLS every token "
                "could be read on the way: give --tls-certificate and --tls-key, or "
                "--plaintext if something in front of the referee does it."
            )


class Referee:
    """A server that is listening. Use `async with`."""

    def __init__(self, settings: ServerSettings) -> None:
        settings.check()
        self.settings = settings
        self.identities = Identities()
        self.lobby = Lobby(settings.limits)
        self.address = settings.address
        self._clock = FairClock()
        self._streams = PlayStreams(self.lobby, self.identities, self._clock)
        self._health = health.aio.HealthServicer()
        self._server = self._build()
        self._watch: asyncio.Task[None] | None = None
        self._pulse: asyncio.Task[None] | None = None

    def _build(self) -> grpc.aio.Server:
        server = grpc.aio.server(options=server_arguments(self.settings.limits))
        play: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(
            self._streams.play
        )
        server.add_generic_rpc_handlers(
            (grpc.method_handlers_generic_handler(SERVICE, {"Play": play}),)
        )
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        if self.settings.reflection:
            names = (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, server)
        return server

    async def __aenter__(self) -> Self:
        """Listen.

        Raises:
            UnavailableError: when the address is taken or is none of this machine.
        """
        address, tls = self.settings.address, self.settings.tls
        try:
            if tls is None:
                port = self._server.add_insecure_port(address)
            else:
                port = self._server.add_secure_port(address, tls.credentials())
        except RuntimeError:
            raise UnavailableError(
                f"cannot listen on {address}: the port is taken by another program, or the "
                "address is none of this machine; choose another with --listen."
            ) from None
        if not address.startswith("unix:"):
            self.address = f"{address.rpartition(':')[0]}:{port}"
        await self._server.start()
        for service in ("", SERVICE):
            await self._health.set(service, health_pb2.HealthCheckResponse.SERVING)
        self._watch = asyncio.create_task(self._streams.watch())
        self._pulse = asyncio.create_task(self._beat())
        log.info("referee_listening", address=self.address, tls=tls is not None)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop at once: streams end, open matches stay as their records have them."""
        await self.stop(0)

    async def stop(self, grace: float) -> None:
        """Drain: say so, wait up to `grace` s for open matches, then end all streams.

        Cancel it to end them at once.
        """
        if self._watch is None:
            return
        watch, self._watch = self._watch, None
        await self._health.enter_graceful_shutdown()
        self.lobby.drain(seconds(grace))
        open_matches = [host.done for host in self.lobby.hosts]
        try:
            if grace and open_matches:
                await asyncio.wait(open_matches, timeout=grace)
        finally:
            self.lobby.close(refusal.draining())
            await self._server.stop(0.5)
            watch.cancel()
            if self._pulse is not None:
                self._pulse.cancel()
            log.info("referee_stopped", address=self.address)

    def host(self, settings: MatchSettings, file: Keepable) -> MatchHost:
        """Take a match in. It begins when `start` of its host is called.

        Raises:
            UsageError: when the game, an option or the number of seats is wrong, or a
                match of that name is being played.
        """
        host = MatchHost(settings, load(settings.game), file, self._clock, time.time())
        self.lobby.open(host)
        return host

    def rehearse(self, record: Record, seat: int) -> Rehearsal:
        """Take a rehearsal in, of one seat of a record.

        Raises:
            DataError, UsageError: when the record's game is not the installed one.
        """
        rehearsal = Rehearsal(record, seat, self._clock)
        self.lobby.open(rehearsal)
        return rehearsal

    async def _beat(self) -> None:
        """Look at the clock, write every stall into the records of the open matches.

        What is open is handed to the files, so that a killed referee leaves no question
        unwritten that was put more than a beat ago.
        """
        known = self._clock.stalled
        while True:
            await asyncio.sleep(BEAT / SECOND)
            self._clock()
            if self._clock.stalled > known:
                stall, known = Span(self._clock.stalled - known), self._clock.stalled
                log.warning("host_stalled", seconds=stall / SECOND)
                for host in self.lobby.hosts:
                    host.stalled(stall)
            for host in self.lobby.hosts:
                host.flush()
