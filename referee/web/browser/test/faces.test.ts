import assert from "node:assert/strict";
import { test } from "node:test";
import { colourOf, initialOf, learnFaces, titleOf } from "../src/api/faces.ts";

test("a bot is shown as the answers say", () => {
  const face = { title: "小明", initial: "明", colours: ["#111111", "#eeeeee"] };
  learnFaces({ faces: { xm: face } });
  assert.equal(titleOf("xm"), "小明");
  assert.equal(initialOf("xm"), "明");
  assert.equal(colourOf("xm"), "light-dark(#111111, #eeeeee)");
});

test("a bot without a face has its name and a colour of the page", () => {
  assert.equal(titleOf("greedy"), "greedy");
  assert.equal(initialOf("greedy"), "");
  assert.match(colourOf("greedy"), /^var\(--series-\d\)$/);
});

test("an answer without faces, and names of properties, change nothing", () => {
  for (const answer of [null, 7, "x", {}, []]) learnFaces(answer);
  assert.equal(titleOf("__proto__"), "__proto__");
  assert.equal(titleOf("constructor"), "constructor");
});
