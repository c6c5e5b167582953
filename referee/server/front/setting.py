"""What the referee asks of the front, as JSON: to serve an address, or to call a bot."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Self

from referee.server.front.filter import Bounds


@dataclass(frozen=True, slots=True)
class Tokens:
    """The settings of a token bucket: its burst, and its sustained rate."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Certificates:
    """Paths of PEM files: the chain and key of the server, and the authority of its clients."""

    chain: str
    key: str
    client_authority: str | None


@dataclass(frozen=True, slots=True)
class ListenerSettings:
    """How the front serves the sockets of one address."""

    address: str
    backend: str
    """Path of the Unix socket at which gRPC listens."""
    certificates: Certificates | None
    bounds: Bounds
    frames: Tokens
    blocks: Tokens
    connections: Tokens
    max_connections: int
    handshake_timeout: float

    def encode(self) -> bytes:
        """Return the settings as JSON."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def decode(cls, data: bytes) -> Self:
        """Return the settings that `encode` has written."""
        fields = json.loads(data)
        certificates = fields["certificates"]
        return cls(
            **fields
            | {
                "certificates": certificates and Certificates(**certificates),
                "bounds": Bounds(**fields["bounds"]),
            }
            | {name: Tokens(**fields[name]) for name in ("frames", "blocks", "connections")}
        )


@dataclass(frozen=True, slots=True)
class ClientFiles:
    """Paths of PEM files for a call with TLS; None for the authorities of the system, or no own."""

    authority: str | None
    chain: str | None
    key: str | None


@dataclass(frozen=True, slots=True)
class CallSettings:
    """How the front calls one listening bot."""

    name: str
    """The name of the call, and of the socket to which gRPC connects."""
    target: str
    """`host:port` or `unix:/path`."""
    files: ClientFiles | None
    """The files for TLS; None for plaintext."""
    bounds: Bounds
    frames: Tokens
    blocks: Tokens
    control: Tokens
    timeout: float
    """Maximum seconds to connect, including TLS, and then to begin HTTP/2."""

    def encode(self) -> bytes:
        """Return the settings as JSON."""
        return json.dumps({"call": asdict(self)}).encode()

    @classmethod
    def decode(cls, fields: dict[str, Any]) -> Self:
        """Return the settings, from the fields that `encode` has written under `call`."""
        return cls(
            **fields
            | {
                "files": fields["files"] and ClientFiles(**fields["files"]),
                "bounds": Bounds(**fields["bounds"]),
            }
            | {name: Tokens(**fields[name]) for name in ("frames", "blocks", "control")}
        )


@dataclass(frozen=True, slots=True)
class CallState:
    """What the front reports about a call: that it is open, has failed, or has ended."""

    call: str
    is_open: bool
    why: str = ""
    """Why it failed, or why the front closed it; empty if it only ended."""
    is_violation: bool = False
    """Whether the bot began HTTP/2, and then broke it."""

    def encode(self) -> bytes:
        """Return the state as JSON."""
        return json.dumps(asdict(self)).encode()


def peer_of(peer: str) -> str:
    """Return the address of a caller, from gRPC's name of its peer.

    gRPC's peer is the front's end of the connection, a socket whose name is the client's address.
    """
    return peer.removeprefix("unix:")
