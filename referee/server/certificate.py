"""A private certificate authority, and the certificates that it signs."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from referee.error import DataError, StorageError, UsageError
from referee.server.sentence import ServerSentence

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

AUTHORITY_DAYS = 3650
"""Days for which a new authority is valid, longer than the certificates that it signs."""

_EARLIER = timedelta(hours=1)
"""How far a certificate's validity begins before now, because other clocks may be late."""

_PEM = serialization.Encoding.PEM


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate and its private key, as PEM."""

    certificate: bytes
    key: bytes

    def write(self, folder: Path, name: str) -> tuple[Path, Path]:
        """Write both into a folder, and replace older ones.

        Returns:
            The paths of `NAME.pem` and `NAME-key.pem`. Only the owner may read the key.

        Raises:
            StorageError: when a file cannot be written.
        """
        certificate, key = paths(folder, name)
        _write(key, self.key, 0o600)
        _write(certificate, self.certificate, 0o644)
        return certificate, key


def paths(folder: Path, name: str) -> tuple[Path, Path]:
    """Return the paths of the certificate and private key of a name in a folder."""
    return folder / f"{name}.pem", folder / f"{name}-key.pem"


def hosts_of(path: Path) -> tuple[str, ...]:
    """Return the hosts of a server's certificate; none if the file is missing or has no valid one.

    Raises:
        StorageError: when the file cannot be read.
    """
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (FileNotFoundError, ValueError, x509.ExtensionNotFound):
        return ()
    except OSError as error:
        raise StorageError(
            ServerSentence.CERTIFICATE_NOT_READ, path=path, why=error.strerror
        ) from None
    return tuple(str(name.value) for name in names)


class Authority:
    """A certificate authority: it signs certificates of servers and clients.

    Attributes:
        certificate: its own certificate, as PEM. A peer that trusts it trusts all that it signed.
    """

    def __init__(self, certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> None:
        self._issuer = certificate
        self._key = key
        self.certificate = certificate.public_bytes(_PEM)

    @classmethod
    def new(cls, name: str) -> Authority:
        """Create an authority with a new key."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _builder(_name(name), _name(name), key.public_key(), AUTHORITY_DAYS)
        ca = x509.BasicConstraints(ca=True, path_length=0)
        builder = builder.add_extension(ca, critical=True)
        identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
        builder = builder.add_extension(identifier, critical=False)
        return cls(builder.sign(key, hashes.SHA256()), key)

    @classmethod
    def read(cls, certificate: Path, key: Path) -> Authority:
        """Return the authority that `write` has written.

        Raises:
            StorageError: when a file cannot be read.
            DataError: when the files are not a certificate and its private key.
        """
        try:
            issuer = x509.load_pem_x509_certificate(certificate.read_bytes())
            private = serialization.load_pem_private_key(key.read_bytes(), password=None)
        except OSError as error:
            raise StorageError(
                ServerSentence.AUTHORITY_NOT_READ, path=error.filename, why=error.strerror
            ) from None
        except (ValueError, TypeError):
            raise _no_pair(certificate, key) from None
        if not isinstance(private, ec.EllipticCurvePrivateKey):
            raise _no_pair(certificate, key)
        if private.public_key() != issuer.public_key():
            raise _no_pair(certificate, key)
        return cls(issuer, private)

    def write(self, folder: Path, name: str) -> tuple[Path, Path]:
        """Write the authority as `Certificate.write` does."""
        return Certificate(self.certificate, _private(self._key)).write(folder, name)

    def issue_server(self, hosts: Sequence[str], days: int) -> Certificate:
        """Return a new certificate of a server.

        Args:
            hosts: the names and IP addresses by which clients call it.
            days: number of days for which it is valid.

        Raises:
            UsageError: if a text is not a host name.
        """
        names = x509.SubjectAlternativeName([_host(host) for host in hosts])
        return self._issue(hosts[0], names, ExtendedKeyUsageOID.SERVER_AUTH, days)

    def issue_client(self, name: str, days: int) -> Certificate:
        """Return a new certificate of a client that is valid for `days` days."""
        return self._issue(name, None, ExtendedKeyUsageOID.CLIENT_AUTH, days)

    def _issue(
        self,
        name: str,
        names: x509.SubjectAlternativeName | None,
        usage: x509.ObjectIdentifier,
        days: int,
    ) -> Certificate:
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _builder(_name(name), self._issuer.subject, key.public_key(), days)
        builder = builder.add_extension(x509.ExtendedKeyUsage([usage]), critical=False)
        # It distinguishes authorities of the same name, of which a client may trust the wrong one.
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        builder = builder.add_extension(issuer, critical=False)
        if names is not None:
            builder = builder.add_extension(names, critical=False)
        signed = builder.sign(self._key, hashes.SHA256())
        return Certificate(signed.public_bytes(_PEM), _private(key))


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:64])])


def _host(text: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        pass
    if text and text.isascii() and not set(text) & set(" /:@[]"):
        return x509.DNSName(text)
    raise UsageError(ServerSentence.NO_HOST, host=text)


def _private(key: ec.EllipticCurvePrivateKey) -> bytes:
    pkcs8, open_key = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return key.private_bytes(_PEM, pkcs8, open_key)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, days: int
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _EARLIER)
        .not_valid_after(now + timedelta(days=days))
    )


def _no_pair(certificate: Path, key: Path) -> DataError:
    return DataError(ServerSentence.NO_AUTHORITY_PAIR, certificate=certificate, key=key)


def _write(path: Path, data: bytes, mode: int) -> None:
    """Write a file atomically, so that no reader finds half of it."""
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.unlink(missing_ok=True)
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise StorageError(
            ServerSentence.CERTIFICATE_NOT_WRITTEN, path=path, why=error.strerror
        ) from None
