import assert from "node:assert/strict";
import { test } from "node:test";
import type { Question } from "tianming";
import { choose } from "./choose.js";

test("an answer is an option", () => {
  const random = { below: (count: number) => count - 1 };
  const match = { random } as unknown as Question["match"];
  for (let optionCount = 1; optionCount < 50; optionCount++) {
    const option = choose({ match, optionCount });
    assert.ok(option >= 0 && option < optionCount);
  }
});
