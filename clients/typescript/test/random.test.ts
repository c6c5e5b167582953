import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../src/random.js";

const SEED = Buffer.alloc(32, 7);

function draw(seed: Uint8Array, count: number): number[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => random.next());
}

test("a seed gives the same numbers each time, and another seed others", () => {
  assert.deepEqual(draw(SEED, 5000), draw(SEED, 5000));
  assert.notDeepEqual(draw(SEED, 5), draw(Buffer.alloc(32, 8), 5));
});

test("numbers are spread over the range from 0 to 1", () => {
  const numbers = draw(SEED, 10_000);
  assert(numbers.every((number) => number >= 0 && number < 1));
  const mean = numbers.reduce((sum, number) => sum + number) / numbers.length;
  assert(Math.abs(mean - 0.5) < 0.02);
});

test("below gives each integer under the limit", () => {
  const random = new Random(SEED);
  const counts = [0, 0, 0];
  for (let draws = 0; draws < 3000; draws++) {
    const number = random.below(counts.length);
    counts[number] = (counts[number] ?? NaN) + 1;
  }
  assert(counts.every((count) => count > 850));
});
