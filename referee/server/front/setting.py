"""The front's settings for one address, as JSON."""

import json
from dataclasses import asdict, dataclass
from typing import Self

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


def closed_by(message: bytes) -> str | None:
    """Return the address that a message of the referee closes; None if it opens one."""
    found = json.loads(message).get("close")
    return None if found is None else str(found)


def peer_of(peer: str) -> str:
    """Return the address of a caller, from gRPC's name of its peer.

    gRPC's peer is the front's end of the connection, a socket whose name is the client's address.
    """
    return peer.removeprefix("unix:")
