"""The referee: a gRPC server with a lobby, whose callers start matches on it."""

import asyncio
import contextlib
import os
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from referee.error import MachineError, UnavailableError
from referee.event_log import structlog
from referee.identifier import BotName
from referee.machine_error import machine_error, machine_failed, shortage, why_of
from referee.machine_sentence import MachineSentence
from referee.match.clock import seconds
from referee.match.settings import MatchSettings
from referee.record.durability import Durability
from referee.record.file import Keepable
from referee.record.playing_machine import PlayingMachine
from referee.record.reader import Record
from referee.record.resume import OpenRecord
from referee.server import invite, refusal, startup
from referee.server.address import FLAGS, Names, check_address, check_hidden, is_wildcard
from referee.server.calls import Calls
from referee.server.channel import server_arguments
from referee.server.commit import GroupCommit
from referee.server.deferred import Deferred
from referee.server.dial import Dial, DialTarget
from referee.server.echo import GrpcEcho
from referee.server.expiry import Expiry
from referee.server.front.supervisor import Front
from referee.server.grpc_version import check_grpc
from referee.server.host import MatchHost
from referee.server.identity import Identities
from referee.server.invite import InviteCalls
from referee.server.limits import Limits
from referee.server.lobby import Lobby
from referee.server.local import LocalListeners
from referee.server.metrics import Metrics
from referee.server.rate_limited_log import RateLimitedLog
from referee.server.rehearsal import Rehearsal
from referee.server.sentence import ServerSentence
from referee.server.stream import LAST_WRITE, PlayStreams
from referee.server.throttle import Throttle
from referee.server.time_source import FairClock
from referee.server.tls import Tls
from referee.server.unauthenticated import UnauthenticatedCalls
from referee.server.watchdog import Watchdog
from tianming_games.registry import load
from tianming_proto.v1 import play_pb2

log = structlog.get_logger()

SERVICE = play_pb2.DESCRIPTOR.services_by_name["RefereeService"].full_name

_TRIES = 6
"""Number of tries to bind an address that is taken."""

_RETRY = 0.1
"""Seconds between two such tries."""

_KEEP = 0.1
"""Maximum seconds until an open question is in its record's file."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The addresses, TLS and limits of a referee."""

    address: str
    limits: Limits = field(default_factory=Limits)
    extra_listeners: tuple[str, ...] = ()
    """More addresses to listen at, each with a separate limit on connections."""
    tls: Tls | None = None
    """TLS for all addresses that are not Unix sockets; None for plaintext."""
    plaintext: bool = False
    """Whether plaintext is allowed beyond this machine."""
    reflection: bool = True
    durability: Durability = Durability.PROCESS
    secret: str = field(default="", repr=False)
    """The secret of workers that invite bots from this lobby; empty if there are none."""
    local: str | None = None
    """An additional Unix socket for local bots, served by gRPC itself."""
    direct: bool = False
    """Whether gRPC itself listens at the addresses, because all callers are trusted."""
    names: Names = FLAGS
    """The names of these settings in errors."""

    def check(self) -> None:
        """Raise `UsageError` for an invalid address, or for plaintext beyond this machine."""
        for address in (self.address, *self.extra_listeners):
            check_address(address)
            if self.tls is None and not self.plaintext:
                check_hidden(address, self.names)


def _is_free(address: str) -> bool:
    """Return whether an address can be bound: it is not a Unix socket that a process serves.

    Binding would replace such a socket, and its process would become unreachable.
    """
    if not address.startswith("unix:"):
        return True
    path = os.fsencode(address.removeprefix("unix:"))
    with socket.socket(socket.AF_UNIX) as probe:
        probe.setblocking(False)
        try:
            probe.connect(path)
        except (FileNotFoundError, ConnectionRefusedError):
            return True
        except OSError:
            return False
    return False


def _taken(address: str) -> UnavailableError:
    return UnavailableError(ServerSentence.CANNOT_LISTEN, address=address)


def _not_bound(address: str, error: OSError | None) -> UnavailableError:
    """Return the error of an address that cannot be bound, or of a machine that lacks something."""
    sentence = MachineSentence.CANNOT_WORK
    return (error and machine_error(error, sentence)) or _taken(address)


class Referee:
    """A referee. It listens inside `async with`.

    `clock` is the monotonic clock of all its matches, and `wall` returns the time of day in seconds
    since 1970. The referee counts in `metrics`, if that is not None.
    """

    def __init__(
        self,
        settings: ServerSettings,
        clock: FairClock | None = None,
        wall: Callable[[], float] = time.time,
        metrics: Metrics | None = None,
    ) -> None:
        settings.check()
        self.settings = settings
        self.identities = Identities()
        self.metrics = metrics
        self._clock = clock or FairClock()
        self._wall = wall
        self._commits = GroupCommit()
        self._deferred = Deferred()
        self._log_lines = RateLimitedLog(settings.limits, self._clock)
        self.lobby = Lobby(settings.limits, self._log_lines)
        self.address = settings.address
        self.extra_listeners = settings.extra_listeners
        self._throttle = Throttle(settings.limits, self._clock)
        self._streams = PlayStreams(
            self.lobby, self.identities, self._log_lines, self._clock, self._throttle
        )
        self._health = health.aio.HealthServicer()
        self._calls = Calls()
        self._front = Front(settings.limits, self._log_lines)
        self._locals = LocalListeners(settings.limits, self._calls, self._play, self._front)
        self._server = self._build()
        self._tasks: list[asyncio.Task[None]] = []
        self._matches: dict[str, MatchHost] = {}
        self._dials: list[Dial] = []
        self.watchdog = Watchdog(self._clock, self._look)
        self._echo = GrpcEcho(self._clock)

    @property
    def matches(self) -> tuple[MatchHost, ...]:
        """The matches that are being played."""
        return tuple(self._matches.values())

    @property
    def local_address(self) -> str:
        """The address for bots on this machine: the local socket, if there is one."""
        return self.settings.local or self.address

    @property
    def front_pid(self) -> int | None:
        """The process id of the front, None if none runs."""
        return self._front.pid

    @property
    def link(self) -> str:
        """The address for bots on other machines, as the SDK takes it: `https://host:port`."""
        if self.address.startswith("unix:"):
            return self.address
        host, _, port = self.address.rpartition(":")
        if is_wildcard(host):
            host = socket.gethostname()
        return f"{'http' if self.settings.tls is None else 'https'}://{host}:{port}"

    def _build(self) -> grpc.aio.Server:
        limits = self.settings.limits
        server = grpc.aio.server(
            options=server_arguments(limits),
            interceptors=(self._calls, UnauthenticatedCalls(limits, SERVICE)),
            maximum_concurrent_rpcs=limits.max_streams,
        )
        server.add_generic_rpc_handlers((self._play(),))
        if self.settings.secret:
            server.add_generic_rpc_handlers((self._invitations(),))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, server)
        if self.settings.reflection:
            names = (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, server)
        return server

    def _play(self) -> grpc.GenericRpcHandler:
        """Return the handler of the service that bots call."""
        play: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(
            self._streams.play
        )
        return grpc.method_handlers_generic_handler(SERVICE, {"Play": play})

    def _invitations(self) -> grpc.GenericRpcHandler:
        """Return the handler of the service that workers call."""
        calls = InviteCalls(self.lobby, self._log_lines, self._throttle, self.settings.secret)
        method: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(
            calls.invite
        )
        return grpc.method_handlers_generic_handler(invite.SERVICE, {"Invite": method})

    async def __aenter__(self) -> Self:
        """Start to listen.

        Raises:
            MachineError: when this machine lacks what the referee needs.
            UnavailableError: when the address is taken, or belongs to another machine, or when
                gRPC has an excluded version.
        """
        check_grpc()
        try:
            await self._listen_everywhere()
        except BaseException:
            await self._echo.stop()
            await self._front.close()
            raise
        for service in ("", SERVICE):
            await self._health.set(service, health_pb2.HealthCheckResponse.SERVING)
        self._tasks = [
            asyncio.create_task(self._streams.watch()),
            asyncio.create_task(self._keep()),
        ]
        self.watchdog.start()
        for address in (self.address, *self.extra_listeners):
            is_safe = self.settings.tls is not None and not address.startswith("unix:")
            log.info("referee_listening", address=address, tls=is_safe)
        for expiry in self.expiries():
            if expiry.is_soon():
                event = "certificate_expired" if expiry.days() < 0 else "certificate_expires"
                log.warning(event, file=str(expiry.path), on=str(expiry.at.date()))
        return self

    def expiries(self) -> list[Expiry]:
        """Return when the certificates of the server expire."""
        return [] if self.settings.tls is None else self.settings.tls.expiries()

    async def _listen_everywhere(self) -> None:
        """Listen at all addresses: with gRPC if all callers are trusted, else with the front."""
        settings = self.settings
        wanted = (settings.address, *settings.extra_listeners)
        if settings.direct:
            self.address, *extra_listeners = [self._listen(each) for each in wanted]
        else:
            self.address, *extra_listeners = [await self._listen_behind(each) for each in wanted]
        self.extra_listeners = tuple(extra_listeners)
        if settings.local is not None:
            self._listen(settings.local)
        await startup.start(self._server)
        await self._front.start()
        await self._start_echo()

    async def _start_echo(self) -> None:
        """Begin to measure whether gRPC's threads are late."""
        try:
            await self._echo.start()
        except (OSError, RuntimeError) as error:
            raise machine_failed(why_of(error), MachineSentence.CANNOT_WORK) from None

    def _listen(self, address: str) -> str:
        """Let gRPC listen at an address; return the address with its actual port."""
        if not _is_free(address):
            raise _taken(address)
        try:
            port = self._server.add_insecure_port(address)
        except RuntimeError:
            raise _not_bound(address, shortage()) from None
        is_socket = address.startswith("unix:")
        return address if is_socket else f"{address.rpartition(':')[0]}:{port}"

    async def admit_local(self, bot: BotName, *, trusted: bool = False) -> tuple[str, str]:
        """Listen for a local bot at a separate socket; return its address and the bot's token.

        A `trusted` bot connects to gRPC directly, which is faster; any other through the front.

        Raises:
            MachineError: when this machine does not let the referee or its front serve a socket.
            UnavailableError: when there is no folder for sockets.
            UsageError: when the path of the socket is too long, or the bot's name is invalid.
        """
        return await self._locals.open(trusted=trusted), self.identities.admit(bot)

    async def dismiss_local(self, address: str, token: str) -> None:
        """Close the socket of a local bot, which has ended, and refuse its token."""
        self.identities.dismiss(token)
        await self._locals.close_one(address)

    @property
    def front_fault(self) -> MachineError | None:
        """Why the front serves nobody now, if it does not."""
        return self._front.fault

    def dial(self, bot: DialTarget) -> Dial:
        """Dial a listening bot, repeatedly, until the dial is closed or the referee stops."""
        limits = self.settings.limits
        dial = Dial(bot, self._streams.serve, limits, self._front, self._log_lines)
        self._dials = [*(one for one in self._dials if not one.ended.done()), dial]
        return dial

    async def prepare_to_dial(self) -> None:
        """Start the front, so that its start takes no time from the first bot that is dialled."""
        with contextlib.suppress(UnavailableError):  # each dial says why
            await self._front.begin()

    async def _listen_behind(self, address: str) -> str:
        """Let the front listen at an address, and gRPC behind it; return the address with its port.

        It tries several times: the front of a referee that was just killed may still hold the
        address.
        """
        tls = None if address.startswith("unix:") else self.settings.tls
        certificates = None if tls is None else tls.certificates(self.settings.names)
        most = self.settings.limits.max_connections
        found: OSError | None = None
        for _ in range(_TRIES):
            if _is_free(address):
                try:
                    listener = self._front.bind(address, certificates, most)
                    self._server.add_insecure_port(f"unix:{listener.backend}")
                except OSError as error:
                    found = error
                else:
                    return listener.address
            await asyncio.sleep(_RETRY)
        raise _not_bound(address, found)

    async def __aexit__(self, *_: object) -> None:
        """Stop at once: streams end, and open matches can be resumed from their records."""
        await self.stop(0)

    def drain(self, grace: float) -> None:
        """Notify the bots and health checks that the referee stops within `grace` seconds.

        Matches and streams continue.
        """
        self.lobby.drain(seconds(grace))
        self._tasks.append(asyncio.create_task(self._health.enter_graceful_shutdown()))

    async def stop(self, grace: float) -> None:
        """Drain: notify the bots, wait up to `grace` seconds for matches, then end the streams.

        The `done` of a match that is open then is cancelled. To stop waiting, cancel this call.
        """
        if not self._tasks:
            return
        self.drain(grace)
        tasks, self._tasks = self._tasks, []
        open_matches = [host.done for host in self.lobby.hosts]
        try:
            if grace and open_matches:
                await asyncio.wait(open_matches, timeout=grace)
        finally:
            self._flush()
            for host in self.lobby.hosts:
                host.done.cancel()
            self.lobby.close(refusal.draining())
            try:
                dials = [dial.close() for dial in self._dials]
                await asyncio.gather(self._server.stop(0.5), self._locals.close(0.5), *dials)
                await self._calls.ended(2 * LAST_WRITE)
            finally:
                for task in tasks:
                    task.cancel()
                self._commits.close()
                await self._echo.stop()
                self.watchdog.stop()
                self._log_lines.close()
                await self._front.close()
                log.info("referee_stopped", address=self.address)

    def host(
        self, settings: MatchSettings, file: Keepable, machine: PlayingMachine | None = None
    ) -> MatchHost:
        """Create the host of a new match, which begins when the host's `start` is called.

        `machine` is this machine, for the record; None if its speed is unknown.

        Raises:
            UsageError: when the game, an option or the number of seats is wrong, or a
                match of that name is being played.
        """
        return self._take_in(settings, file, self.settings.durability, machine=machine)

    def rehearse(self, record: Record, seat: int) -> Rehearsal:
        """Create a rehearsal of one seat of a record.

        Raises:
            DataError: when the installed rules have another version than the record.
            UsageError: when the game is not installed, or the match's name is in use.
        """
        rehearsal = Rehearsal(record, seat, self._clock)
        self.lobby.open(rehearsal)
        return rehearsal

    def resume(self, left: OpenRecord) -> MatchHost:
        """Create the host of an interrupted match, which continues when its `start` is called.

        Its bots may be connected already or come later; see `Match.resume`. If its record is sealed
        already, `start` only finishes the file.

        Raises:
            UsageError: when a match of that name is being played.
            StorageError: when the record cannot be written.
        """
        return self._take_in(left.settings, left.file, left.durability, left)

    def _take_in(
        self,
        settings: MatchSettings,
        file: Keepable,
        durability: Durability,
        left: OpenRecord | None = None,
        machine: PlayingMachine | None = None,
    ) -> MatchHost:
        commits = self._commits if durability is Durability.POWER else None
        game, wall, later = load(settings.game), self._wall(), self._deferred
        host = MatchHost(
            settings=settings,
            game=game,
            file=file,
            clock=self._clock,
            wall=wall,
            commits=commits,
            left=left,
            metrics=self.metrics,
            deferred=later,
            machine=machine,
        )
        self.lobby.open(host)
        self._matches[settings.match_id] = host
        host.done.add_done_callback(lambda _: self._matches.pop(settings.match_id))
        return host

    async def _keep(self) -> None:
        """Append open questions to the files every `_KEEP` seconds, so that a kill loses few."""
        while True:
            await asyncio.sleep(_KEEP)
            self._flush()

    def _flush(self) -> None:
        for host in self.matches:
            host.flush()

    def _look(self) -> None:
        """Record a stall of the host in every open match."""
        for host in self.matches:
            host.look()
