import assert from "node:assert/strict";
import { test } from "node:test";
import type { League, LiveLine } from "../src/api/model.ts";
import { place } from "../src/api/place.ts";
import { outlook, span, until } from "../src/live/outlook.ts";
import { current, following, matchOf, neighbourOf, restOf, slidesOf } from "../src/live/slides.ts";

const START = "2026-11-27T12:00:00Z";
const NOW = Date.parse(START) + 90_000;

function line(id: string, more: Partial<LiveLine> = {}): LiveLine {
  return { id, game: "dragon", state: "live", seats: [], started: START, ...more };
}

const HIDDEN = { reason: "until_set_is_over", message: "later" } as const;

function league(live: readonly LiveLine[], more: Partial<League> = {}): League {
  return { live, next: [], rounds: [], table: [], ...more } as unknown as League;
}

test("a match that is played tells its time, and how much others took", () => {
  assert.deepEqual(outlook(START, 180, NOW), {
    share: 0.5,
    words: "In play for 1:30, usually 3:00",
  });
  assert.deepEqual(outlook(START, undefined, NOW), { share: null, words: "In play for 1:30" });
});

test("a match that takes longer than others is never shown as over", () => {
  const { share, words } = outlook(START, 60, NOW);
  assert.ok(share !== null && share < 1);
  assert.equal(words, "In play for 1:30, longer than the usual 1:00");
  assert.ok((outlook(START, 0, NOW).share ?? 1) < 1);
});

test("a clock of the reader that is behind makes no negative time", () => {
  assert.equal(outlook(START, 60, NOW - 3_600_000).words, "In play for 0:00, usually 1:00");
});

test("times are minutes, hours and days", () => {
  assert.deepEqual([span(7.9), span(750), span(3723)], ["0:07", "12:30", "1:02:03"]);
  assert.equal(until(START, NOW), "now");
  assert.equal(until(START, NOW - 100_000), "in 0:10");
  assert.equal(until("2026-11-29T13:00:00Z", Date.parse(START)), "in 2 d 1:00:00");
});

test("a projector shows live matches, then the table and what comes next", () => {
  const season = league([line("a"), line("b", { hidden: HIDDEN })], { next: [line("c")] });
  const slides = slidesOf(season);
  assert.deepEqual(
    slides.map(({ kind }) => kind),
    ["match", "hidden", "table", "next"],
  );
  assert.equal(slides[0] && matchOf(slides[0]), "a");
  assert.deepEqual(
    slidesOf(league([])).map(({ kind }) => kind),
    ["table"],
  );
});

test("slides follow each other in a ring, in both directions", () => {
  const slides = slidesOf(league([line("a"), line("b")]));
  assert.equal(neighbourOf(slides, "match a", 1).key, "match b");
  assert.equal(neighbourOf(slides, "table", 1).key, "match a");
  assert.equal(neighbourOf(slides, "match a", -1).key, "table");
  assert.equal(neighbourOf(slides, "match gone", 1).key, "match a");
  assert.ok(slides.every((slide) => restOf(slide) >= 10_000));
});

test("a match that ends stays on show until its time is over", () => {
  const [shown] = slidesOf(league([line("a")]));
  const later = slidesOf(league([line("b")]));
  assert.ok(shown);
  assert.equal(current(later, shown).key, "match a");
  assert.equal(current(later, null).key, "match b");
  assert.equal(current(later, { kind: "hidden", key: "hidden" }).key, "match b");
});

test("the next match is the newest other one that is shown", () => {
  const live = [
    line("a"),
    line("b", { started: "2026-11-27T12:05:00Z" }),
    line("c", { started: "2026-11-27T12:09:00Z", hidden: HIDDEN }),
  ];
  assert.equal(following(live, "a")?.id, "b");
  assert.equal(following(live, "b")?.id, "a");
  assert.equal(following([line("a")], "a"), undefined);
});

test("the page for a projector has its address", () => {
  assert.deepEqual(place("/cup/tv", "/cup/"), { page: "tv", key: "" });
  assert.equal(place("/tv/x", "/").page, "unknown");
});
