import { createHash, timingSafeEqual } from "node:crypto";

/** Returns the hash that commits a referee to a seed: 32 bytes. */
export function commitment(seed: Uint8Array, nonce: Uint8Array): Uint8Array {
  return createHash("sha256").update("tianming.v1.seed").update(nonce).update(seed).digest();
}

/** Whether the seed and the nonce of an ended match are those that the referee committed to. */
export function keepsCommitment(
  committed: Uint8Array,
  seed: Uint8Array,
  nonce: Uint8Array,
): boolean {
  const expected = commitment(seed, nonce);
  return committed.length === expected.length && timingSafeEqual(committed, expected);
}
