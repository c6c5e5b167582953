"""TLS of the server, from files that are looked at before gRPC gets them."""

import ssl
from dataclasses import dataclass
from pathlib import Path

import grpc

from referee.error import UsageError


@dataclass(frozen=True, slots=True)
class Tls:
    """The certificate chain and the private key of the server, as PEM files.

    Where there is a `client_authority`, only clients with a certificate of it come in.
    """

    certificate: Path
    key: Path
    client_authority: Path | None = None

    def credentials(self) -> grpc.ServerCredentials:
        """The credentials of the server.

        Raises:
            UsageError: when a file cannot be read, or is none of TLS.
        """
        pair = (_read(self.key, "--tls-key"), _read(self.certificate, "--tls-certificate"))
        self._check_pair()
        if self.client_authority is None:
            return grpc.ssl_server_credentials([pair])
        authority = _read(self.client_authority, "--tls-client-ca")
        self._check_authority(self.client_authority)
        return grpc.ssl_server_credentials(
            [pair], root_certificates=authority, require_client_auth=True
        )

    def _check_pair(self) -> None:
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

    def _check_authority(self, path: Path) -> None:
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_verify_locations(path)
        except (ssl.SSLError, ValueError):
            raise UsageError(
                f"{path} has no PEM certificate: name the authority that signs the certificates "
                "of the bots with --tls-client-ca."
            ) from None


def _read(path: Path, flag: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"the TLS file {path} cannot be read: {error.strerror}; name a PEM file with {flag}."
        ) from None
