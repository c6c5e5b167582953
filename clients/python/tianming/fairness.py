"""Check that a referee reveals the seed to which it has committed.

At the start of a match, the referee sends a hash. At the end, it sends the seed and the nonce that
were hashed. To change the seed, it would have to find two seeds with the same hash.
"""

import hmac
from hashlib import sha256


def commitment(seed: bytes, nonce: bytes) -> bytes:
    """Return the commitment to a seed: the SHA-256 of a label, the nonce and the seed; 32 bytes."""
    return sha256(b"tianming.v1.seed" + nonce + seed).digest()


def keeps_word(committed: bytes, seed: bytes, nonce: bytes) -> bool:
    """Return whether the seed and nonce of `MatchEnded` fit the commitment of `MatchStarted`."""
    return hmac.compare_digest(committed, commitment(seed, nonce))
