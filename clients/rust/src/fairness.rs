//! The referee's commitment to the seed of a match.

use sha2::{Digest, Sha256};

/// The hash that commits a referee to a seed: SHA-256 of a label, the nonce and the seed.
///
/// [`MatchResult::is_fair`](crate::MatchResult::is_fair) compares it with the one that the
/// referee sent before the first draw.
#[must_use]
pub fn commitment(seed: &[u8], nonce: &[u8]) -> [u8; 32] {
    Sha256::new()
        .chain_update(b"tianming.v1.seed")
        .chain_update(nonce)
        .chain_update(seed)
        .finalize()
        .into()
}
