/** A reader sees the sentence of an error, and not its code. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { sentence } from "../src/api/problem.ts";

test("the sentence of a problem is shown, wherever it stands", () => {
  const message = "There is no bot 'gredy' in this season: did you mean 'greedy'?";
  assert.equal(sentence({ error: "no_such_bot", message }), message);
  assert.equal(sentence({ message, error: "no_such_bot" }), message);
});

test("what has no sentence has none", () => {
  for (const body of [null, "text", 7, [], {}, { error: "failed" }, { message: { a: 1 } }]) {
    assert.equal(sentence(body), null);
  }
});
