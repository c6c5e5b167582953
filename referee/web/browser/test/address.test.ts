import assert from "node:assert/strict";
import { test } from "node:test";
import type { MatchLine } from "../src/api/model.ts";
import { place } from "../src/api/place.ts";
import { formatAddress, otherWords, parseAddress } from "../src/match/address.ts";
import { chosen, fromQuery, matchesPath, toQuery } from "../src/page/filter.ts";

test("an address of a step is read as it was written", () => {
  for (const address of [
    { step: 12, seat: null },
    { step: 0, seat: 3 },
    { step: null, seat: null },
  ]) {
    assert.deepEqual(parseAddress(formatAddress(address)), address);
  }
});

test("an address that names no step means none", () => {
  for (const hash of ["", "#main", "#step=", "#step=x", "#step=-1", "#step=1e99"]) {
    assert.equal(parseAddress(hash).step, null, hash);
  }
});

test("a query keeps what is not about the step", () => {
  assert.equal(otherWords("?step=3&follow"), "?follow=");
  assert.equal(otherWords("?step=3&seat=1"), "");
  assert.equal(otherWords(""), "");
});

test("each path names its page", () => {
  assert.deepEqual(place("/", "/"), { page: "league", key: "" });
  assert.deepEqual(place("/matches", "/"), { page: "matches", key: "" });
  assert.deepEqual(place("/matches/r1-2", "/"), { page: "match", key: "r1-2" });
  assert.deepEqual(place("/cup/bots/Net%20Ada", "/cup/"), { page: "bot", key: "Net Ada" });
  assert.deepEqual(place("/embed/matches/r1", "/"), { page: "embed", key: "r1" });
});

test("a path that names no page is unknown, whatever it holds", () => {
  for (const path of ["/x", "/bots", "/matches/a/b", "/embed/bots/a", "/a/b/c/d", "/%E0%A4"]) {
    assert.equal(place(path, "/").page, "unknown", path);
  }
});

test("a filter is read from the address as it was written", () => {
  const filter = fromQuery("?bot=Net+Ada&round=3&other=1");
  assert.equal(toQuery(filter), "?bot=Net+Ada&round=3");
  assert.equal(toQuery(fromQuery("")), "");
});

test("a seat is looked for only together with a bot", () => {
  assert.equal(matchesPath(fromQuery("?seat=1")), "matches");
  assert.equal(matchesPath(fromQuery("?seat=1&bot=a")), "matches?bot=a&seat=1");
});

test("a site without a server finds the same matches in its list", () => {
  const line = (id: string, round: number, bots: readonly string[], faults = {}): MatchLine => ({
    id,
    game: "china",
    state: "finished",
    round,
    seats: bots.map((bot, at) => (at === 0 ? { bot, faults } : { bot })),
  });
  const matches = [
    line("a", 1, ["x", "y"]),
    line("b", 2, ["y", "x"], { late: 1 }),
    line("c", 2, ["y", "z"]),
  ];
  const found = (query: string) =>
    chosen({ total: 3, page: 1, size: 2, matches }, fromQuery(query)).matches.map(({ id }) => id);
  assert.deepEqual(found("?bot=x"), ["a", "b"]);
  assert.deepEqual(found("?bot=x&seat=1"), ["b"]);
  assert.deepEqual(found("?round=2"), ["b", "c"]);
  assert.deepEqual(found("?fault=any"), ["b"]);
  assert.deepEqual(found("?bot=x&fault=late"), []);
  assert.deepEqual(found("?page=2"), ["c"]);
});

test("the page of two bots names both", () => {
  assert.deepEqual(place("/bots/ada/vs/b%2F1", "/"), { page: "versus", key: "ada", other: "b/1" });
  assert.equal(place("/bots/ada/xx/bob", "/").page, "unknown");
});
