"""Sign records and check signatures: Ed25519 over the digest of the seal.

A signed record has one more entry after its seal, which only the owner of the organiser's private
key can make. So the public key is sufficient to detect a record that somebody else wrote.
`cryptography` is imported only when a key is created or used.
"""

import contextlib
import os
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from referee.error import DataError, StorageError, UsageError
from referee.record.framing import pack
from referee.record.sentence import RecordSentence
from tianming_games.ground.plain_file import read_plain
from tianming_proto.record.v1 import record_pb2 as pb

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from referee.record.reader import Record

CONTEXT: Final = b"tianming.v1.record.signature"
"""The prefix of the signed bytes, so that no other signature of the key is valid here."""

_MOST_BYTES = 4096
"""Maximum bytes of a key file."""

_HEX = re.compile(r"[0-9a-fA-F]{64}")


class SigningKey:
    """An organiser's private key."""

    def __init__(self, private: "Ed25519PrivateKey") -> None:
        self._private = private
        self._public = private.public_key().public_bytes_raw()

    @property
    def public(self) -> str:
        """The public key: 64 hexadecimal digits."""
        return self._public.hex()

    def entry(self, seal: bytes) -> bytes:
        """Return the entry that signs a record, from the digest of its seal (16 bytes)."""
        signature = pb.RecordSignature(
            public_key=self._public, signature=self._private.sign(CONTEXT + seal)
        )
        return pack(seal, pb.RecordBody(signature=signature).SerializeToString())[0]


def make_key(path: Path) -> SigningKey:
    """Create a key, and write it to a new PEM file (PKCS #8) that only its owner may read.

    Raises:
        UsageError: if the file exists.
        StorageError: if it cannot be written.
    """
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.generate()
    data = private.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise UsageError(RecordSentence.KEY_EXISTS, path=path) from None
    except OSError as error:
        raise StorageError(RecordSentence.KEY_NOT_WRITTEN, path=path, why=error.strerror) from None
    try:
        with open(file, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        with contextlib.suppress(OSError):
            path.unlink()
        raise StorageError(RecordSentence.KEY_NOT_WRITTEN, path=path, why=error.strerror) from None
    return SigningKey(private)


def signing_key(path: Path) -> SigningKey:
    """Return the private key in a file, which each process reads only once.

    Raises:
        UsageError: if it cannot be read, or is no Ed25519 key in PEM without a password.
    """
    return _signing_key(path, Path.cwd())


@cache
def _signing_key(path: Path, _: Path) -> SigningKey:
    """Return the private key in a file; the working folder is part of the cache key."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        private = load_pem_private_key(read_plain(path, _MOST_BYTES), password=None)
    except OSError as error:
        raise UsageError(RecordSentence.KEY_NOT_READ, path=path, why=error.strerror) from None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise UsageError(RecordSentence.NO_KEY, path=path)
    return SigningKey(private)


def public_key(text: str) -> bytes:
    """Return the 32 bytes of a public key from 64 hexadecimal digits, or a file with them.

    Raises:
        UsageError: if it is neither.
    """
    digits = text
    if not _HEX.fullmatch(text):
        try:
            digits = read_plain(Path(text), _MOST_BYTES).decode("utf-8-sig").strip()
        except OSError as error:
            raise UsageError(
                RecordSentence.PUBLIC_KEY_NOT_READ, text=text, why=error.strerror
            ) from None
        except ValueError:
            digits = ""
    if not _HEX.fullmatch(digits):
        raise UsageError(RecordSentence.NO_PUBLIC_KEY, text=text)
    return bytes.fromhex(digits)


def check_signature(record: "Record", public: bytes) -> None:
    """Check that a sealed record was signed with the private key of this public key.

    Raises:
        DataError: if it has no signature, the signature of another key, or an invalid one.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    found = record.signature
    if found is None:
        raise DataError(RecordSentence.NOT_SIGNED, source=record.source)
    if found.public_key != public:
        raise DataError(
            RecordSentence.OTHER_SIGNER,
            source=record.source,
            found=found.public_key.hex(),
            expected=public.hex(),
        )
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(found.signature, CONTEXT + record.digest)
    except (InvalidSignature, ValueError):
        raise DataError(RecordSentence.WRONG_SIGNATURE, source=record.source) from None
