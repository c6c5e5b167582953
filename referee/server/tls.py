"""The TLS files of the server, which are checked before the front gets their paths."""

import ssl
from dataclasses import dataclass
from pathlib import Path

from referee.error import UsageError
from referee.server.address import FLAGS, Names
from referee.server.expiry import Expiry, expiries
from referee.server.front.setting import Certificates
from referee.server.sentence import ServerSentence


@dataclass(frozen=True, slots=True)
class Tls:
    """The certificate chain and the private key of the server, as PEM files.

    With a `client_authority`, only clients with a certificate that it signed can connect.
    """

    certificate: Path
    key: Path
    client_authority: Path | None = None

    def certificates(self, names: Names = FLAGS) -> Certificates:
        """Check the files, and return their absolute paths; `names` names the settings in errors.

        Symbolic links stay, because a renewal may change where they point.

        Raises:
            UsageError: when a file cannot be read, or is no valid certificate or key.
        """
        read_pem(self.key, names.key)
        read_pem(self.certificate, names.certificate)
        self._check_pair(names)
        chain, key = str(self.certificate.absolute()), str(self.key.absolute())
        if self.client_authority is None:
            return Certificates(chain, key, None)
        read_pem(self.client_authority, names.client_authority)
        self._check_authority(self.client_authority, names)
        return Certificates(chain, key, str(self.client_authority.absolute()))

    def expiries(self) -> list[Expiry]:
        """Return when the certificates in the files expire."""
        files = (self.certificate, self.client_authority)
        return expiries(path for path in files if path is not None)

    def _check_pair(self, names: Names) -> None:
        """Load the certificate and key, so that an error appears here and not in the front."""
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(
                self.certificate, self.key, password=b""
            )
        except (ssl.SSLError, ValueError):
            raise UsageError(
                ServerSentence.NO_KEY_PAIR,
                certificate=self.certificate,
                key=self.key,
                certificate_name=names.certificate,
                key_name=names.key,
            ) from None

    def _check_authority(self, path: Path, names: Names) -> None:
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_verify_locations(path)
        except (ssl.SSLError, ValueError):
            raise UsageError(
                ServerSentence.NO_AUTHORITY, path=path, name=names.client_authority
            ) from None


def read_pem(path: Path, name: str) -> bytes:
    """Return the bytes of a PEM file; `name` names its setting in an error.

    Raises:
        UsageError: when it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(
            ServerSentence.PEM_NOT_READ, path=path, why=error.strerror, name=name
        ) from None
