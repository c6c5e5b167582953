"""Check that a referee did not cheat: the seed it reveals is the one it had committed to.

At the start of a match the referee sends a hash, at the end the seed and the nonce that
were hashed. A referee that wanted another seed would have to find two that hash alike.
"""

import hmac
from hashlib import sha256


def commitment(seed: bytes, nonce: bytes) -> bytes:
    """The hash that commits a referee to a seed: 32 bytes, SHA-256 of a label, nonce, seed."""
    return sha256(b"tianming.v1.seed" + nonce + seed).digest()


def keeps_word(committed: bytes, seed: bytes, nonce: bytes) -> bool:
    """Whether the seed and the nonce of `MatchEnded` fit the hash of `MatchStarted`."""
    return hmac.compare_digest(committed, commitment(seed, nonce))
