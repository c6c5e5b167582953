/** Options that a person means: by number, by words, or by a place of the board. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { matching, spots } from "../src/seat/option.ts";

const OPTIONS = [
  { words: "takes a red card.", notation: "take red", has_rule: true, at: [[10, 10]] },
  { words: "takes a green card.", notation: "take green", has_rule: true, at: [[12, 14]] },
  {
    words: "passes.",
    notation: "pass",
    has_rule: false,
    at: [
      [100, 10],
      [10, 12],
      [11, 12],
    ],
  },
] as const;

test("a number names one option, and words name all that have them", () => {
  assert.deepEqual(matching(OPTIONS, ""), [0, 1, 2]);
  assert.deepEqual(matching(OPTIONS, " 2 "), [1]);
  assert.deepEqual(matching(OPTIONS, "TAKE GREEN"), [1]);
  assert.deepEqual(matching(OPTIONS, "card takes"), [0, 1]);
  assert.deepEqual(matching(OPTIONS, "0"), []);
  assert.deepEqual(matching(OPTIONS, "4"), []);
  assert.deepEqual(matching(OPTIONS, "nonsense"), []);
});

test("places that would cover each other are one, with the options of both", () => {
  assert.deepEqual(spots(OPTIONS, [0, 1, 2]), [
    { at: [10, 10], options: [0, 1, 2] },
    { at: [100, 10], options: [2] },
  ]);
  assert.deepEqual(spots(OPTIONS, []), []);
});
