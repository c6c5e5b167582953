import assert from "node:assert/strict";
import { test } from "node:test";
import { clockTime, count, decimal, duration, percent, usage } from "../src/format.ts";

test("a clock shows minutes, and tenths at the end", () => {
  assert.deepEqual([247.9, 60, 59.9, 10, 9.96, 0, -1].map(clockTime), [
    "4:07",
    "1:00",
    "0:59",
    "0:10",
    "9.9",
    "0.0",
    "0.0",
  ]);
});

test("times have the unit that fits them", () => {
  assert.deepEqual([0, 0.012, 1.25, 99, 600].map(duration), [
    "< 1 ms",
    "12 ms",
    "1.3 s",
    "99.0 s",
    "10 min",
  ]);
});

test("numbers are words as people write them", () => {
  assert.equal(decimal(-1.5, 1), "−1.5");
  assert.deepEqual([0, 0.001, 0.125, 0.999, 1].map(percent), [
    "0 %",
    "<1 %",
    "13 %",
    ">99 %",
    "100 %",
  ]);
  assert.equal(count(1, "match", "matches"), "1 match");
  assert.equal(count(1200, "match", "matches"), "1,200 matches");
});

test("what a bot declared is shown with tokens and cost, and nothing is no words", () => {
  assert.equal(usage(1200, 80, 0.0031), "1,200 tokens in, 80 out, $0.0031");
  assert.equal(usage(1200, 80), "1,200 tokens in, 80 out");
  assert.equal(usage(0, 0, 12.5), "$12.50");
  assert.equal(usage(), "");
});
