import assert from "node:assert/strict";
import { test } from "node:test";
import { extent, linear, spread, ticks } from "../src/chart/scale.ts";

test("a scale goes from one range to another, and to its middle from a range without extent", () => {
  assert.equal(linear([0, 10], [100, 200])(5), 150);
  assert.equal(linear([0, 10], [200, 100])(0), 200);
  assert.equal(linear([3, 3], [0, 10])(3), 5);
});

test("ticks are round numbers inside their range", () => {
  assert.deepEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticks(930, 1090, 4), [950, 1000, 1050]);
  assert.deepEqual(ticks(0, 0.5, 5), [0, 0.1, 0.2, 0.3, 0.4, 0.5]);
  assert.deepEqual(ticks(7, 7, 5), [7]);
});

test("the extent of nothing is from zero to one", () => {
  assert.deepEqual(extent([3, -1, 2]), [-1, 3]);
  assert.deepEqual(extent([]), [0, 1]);
});

test("labels keep their order and a gap, and stay inside their range", () => {
  assert.deepEqual(spread([50, 50, 10], 10, [0, 100]), [50, 60, 10]);
  assert.deepEqual(spread([99, 100], 10, [0, 100]), [90, 100]);
  assert.deepEqual(spread([], 10, [0, 100]), []);
});

test("lines of an axis are never closer than asked for", () => {
  assert.deepEqual(ticks(1374, 1394.2, 5, 10), [1380, 1390]);
  assert.deepEqual(ticks(1383.9, 1384.1, 5, 10), []);
  assert.deepEqual(ticks(1300, 1500, 5, 10), [1300, 1350, 1400, 1450, 1500]);
});
