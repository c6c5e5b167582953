"""TLS of the server, from files that are checked before the front gets them."""

import ssl
from dataclasses import dataclass
from pathlib import Path

from referee.error import UsageError
from referee.server.address import FLAGS, Names
from referee.server.front.setting import Certificates


@dataclass(frozen=True, slots=True)
class Tls:
    """The certificate chain and the private key of the server, as PEM files.

    Where there is a `client_authority`, only clients with a certificate of it come in.
    """

    certificate: Path
    key: Path
    client_authority: Path | None = None

    def certificates(self, names: Names = FLAGS) -> Certificates:
        """Check the files, and return their paths; `names` are what the settings are called.

        Raises:
            UsageError: when a file cannot be read, or is none of TLS.
        """
        read_pem(self.key, names.key)
        read_pem(self.certificate, names.certificate)
        self._check_pair(names)
        chain, key = str(self.certificate.resolve()), str(self.key.resolve())
        if self.client_authority is None:
            return Certificates(chain, key, None)
        read_pem(self.client_authority, names.client_authority)
        self._check_authority(self.client_authority, names)
        return Certificates(chain, key, str(self.client_authority.resolve()))

    def _check_pair(self, names: Names) -> None:
        """Have the pair read, so that what is wrong is told here."""
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(
                self.certificate, self.key, password=b""
            )
        except (ssl.SSLError, ValueError):
            raise UsageError(
                f"{self.certificate} is no PEM certificate with its private key in {self.key}: "
                f"name a chain with {names.certificate} and its key, without a password, with "
                f"{names.key}."
            ) from None

    def _check_authority(self, path: Path, names: Names) -> None:
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_verify_locations(path)
        except (ssl.SSLError, ValueError):
            raise UsageError(
                f"{path} has no PEM certificate: name the authority that signs the certificates "
                f"of the bots with {names.client_authority}."
            ) from None


def read_pem(path: Path, name: str) -> bytes:
    """What stands in a file of TLS that somebody gave under a name.

    Raises:
        UsageError: when it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"the TLS file {path} cannot be read: {error.strerror}; name a PEM file with {name}."
        ) from None
