import assert from "node:assert/strict";
import { test } from "node:test";
import { commitment, keepsCommitment } from "../src/seed.js";
import { hex, vectors } from "./vectors.js";

interface SeedVector {
  readonly seed: string;
  readonly nonce: string;
  readonly commitment: string;
}

const SEEDS = vectors<SeedVector>("seeds");

test("the commitment to a seed is that of the vectors", () => {
  for (const { seed, nonce, commitment: expected } of SEEDS) {
    assert.equal(Buffer.from(commitment(hex(seed), hex(nonce))).toString("hex"), expected);
  }
});

test("only the seed and the nonce that were committed to keep the commitment", () => {
  for (const one of SEEDS) {
    for (const other of SEEDS) {
      const keeps = keepsCommitment(hex(one.commitment), hex(other.seed), hex(other.nonce));
      assert.equal(keeps, one === other);
    }
  }
});

test("a match without a commitment is not fair", () => {
  assert.equal(keepsCommitment(hex(""), hex(""), hex("")), false);
});
