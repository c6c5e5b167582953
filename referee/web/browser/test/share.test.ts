import assert from "node:assert/strict";
import { test } from "node:test";
import { embedCode, linkTo, parseAddress } from "../src/match/address.ts";

const PAGE = "https://pages.example/matches/m1";

test("a shared link has its step where servers read it", () => {
  assert.equal(linkTo(PAGE, 120), `${PAGE}?step=120`);
  assert.equal(linkTo(PAGE, 0), `${PAGE}?step=0`);
  assert.deepEqual(parseAddress("?step=120&seat=1"), { step: 120, seat: 1 });
});

test("a link to the start and one between files need no server", () => {
  assert.equal(linkTo(PAGE, -1), PAGE);
  assert.equal(linkTo(`${PAGE}.html`, 7, true), `${PAGE}.html#step=7`);
});

test("a hostile title stays inside the code of a frame", () => {
  const code = embedCode(PAGE, 3, `"><script>alert('x')</script>&`);
  assert.ok(!code.includes("<script"));
  assert.equal(code.split('"').length, 11);
  assert.match(code, /width="600" height="400"/);
});
