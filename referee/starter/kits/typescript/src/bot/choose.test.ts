import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { questionOf } from "tianming";
import { choose } from "./choose.js";

// If your bot plays one game, keep the question of that game only.
for (const file of readdirSync("questions")) {
  test(`the answer to the question in ${file} is an option`, () => {
    const question = questionOf(readFileSync(`questions/${file}`));
    const option = choose(question);
    assert.ok(Number.isInteger(option) && option >= 0 && option < question.optionCount);
  });
}
