"""The chain of digests that holds a record together.

The digest of an entry is the first 16 bytes of BLAKE2b over the digest of the entry
before it and the entry's body; the first entry follows the digest of a fixed text. So
an entry that was changed, cut, moved or left out is found, and where.
"""

from hashlib import blake2b

SIZE = 16

START = blake2b(b"tianming.v1.record", digest_size=SIZE).digest()
"""The digest before the first entry."""


def digest(data: bytes) -> bytes:
    """The digest of a payload or a fingerprint."""
    return blake2b(data, digest_size=SIZE).digest()


def link(before: bytes, body: bytes) -> bytes:
    """The digest of an entry with that body, after an entry with that digest."""
    return blake2b(before + body, digest_size=SIZE).digest()
