"""The TLS context of an address, which is read again when its files change."""

import os
import ssl

from referee.server.front.setting import Certificates

_Stamp = tuple[tuple[int, int, int] | None, ...]
"""For each file: when it was written, its size, and its number; None if it is missing."""


class ServerContext:
    """The TLS context for new connections; open ones keep theirs.

    `context` is the newest valid one.
    """

    def __init__(self, certificates: Certificates) -> None:
        """Read the files.

        Raises:
            OSError, ssl.SSLError: when a file cannot be read, or is no valid certificate or key.
        """
        self._certificates = certificates
        self._read = self._seen = _stamp(certificates)
        self.context = new_context(certificates)

    def refresh(self) -> str | None:
        """Read the files again if they have changed, and did not change since the last call.

        Returns:
            "" if there is a new context, the reason if the changed files are not valid, so that
            the old one stays, and None without a change.
        """
        stamp = _stamp(self._certificates)
        is_settled, self._seen = stamp == self._seen, stamp
        if not is_settled or stamp == self._read:
            return None
        self._read = stamp
        try:
            self.context = new_context(self._certificates)
        except (OSError, ValueError) as error:
            return str(error)
        return ""


def new_context(certificates: Certificates) -> ssl.SSLContext:
    """Return the TLS context of a server with these certificates.

    Raises:
        OSError, ssl.SSLError: when a file cannot be read, or is no valid certificate or key.
    """
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.options |= ssl.OP_NO_RENEGOTIATION
    made.set_alpn_protocols(["h2"])
    made.load_cert_chain(certificates.chain, certificates.key, password=b"")
    if certificates.client_authority is not None:
        made.load_verify_locations(certificates.client_authority)
        made.verify_mode = ssl.CERT_REQUIRED
    return made


def _stamp(certificates: Certificates) -> _Stamp:
    paths = (certificates.chain, certificates.key, certificates.client_authority)
    return tuple(_file_stamp(path) for path in paths if path is not None)


def _file_stamp(path: str) -> tuple[int, int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
