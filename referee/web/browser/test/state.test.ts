import assert from "node:assert/strict";
import { test } from "node:test";
import { advanceMatch, begin, type MatchEvent, type MatchState } from "../src/match/state.ts";
import { match, STEPS, step } from "./match.ts";

function play(state: MatchState, ...events: readonly MatchEvent[]): MatchState {
  return events.reduce(advanceMatch, state);
}

const newStep = (n: number, more = {}): MatchEvent => ({
  kind: "step",
  step: step(n, more),
  now: 1000,
});
const live = begin(match({ over: false }), null);
const over = begin(match(), null);
const LAST = STEPS.length;

test("a match that is over begins at its start, a live one at its newest step", () => {
  assert.equal(over.player.at, 0);
  assert.equal(live.player.at, LAST);
});

test("a link begins at its step, live and afterwards", () => {
  assert.equal(begin(match(), 6).player.at, 3);
  assert.equal(begin(match({ over: false }), 6).player.at, 3);
});

test("a reader at the newest step of a live match sees new ones as they come", () => {
  assert.equal(play(live, newStep(13)).player.at, LAST + 1);
});

test("a reader who has gone back stays there while new steps come", () => {
  assert.equal(play(live, { kind: "go", to: 2 }, newStep(13)).player.at, 2);
});

test("a reader who comes back to the newest step follows again", () => {
  const state = play(live, { kind: "go", to: 2 }, { kind: "go", to: LAST }, newStep(13));
  assert.equal(state.player.at, LAST + 1);
});

test("playing goes on step by step, and stops at the end", () => {
  const near = play(over, { kind: "go", to: LAST - 2 }, { kind: "toggle" }, { kind: "tick" });
  assert.deepEqual([near.player.at, near.player.playing], [LAST - 1, true]);
  const end = play(near, { kind: "tick" });
  assert.deepEqual([end.player.at, end.player.playing], [LAST, false]);
});

test("playing from the end begins at the start", () => {
  const state = play(over, { kind: "go", to: LAST }, { kind: "toggle" });
  assert.deepEqual([state.player.at, state.player.playing], [0, true]);
});

test("a reader who goes somewhere stops the playing", () => {
  assert.equal(play(over, { kind: "toggle" }, { kind: "go", to: 4 }).player.playing, false);
});

test("a reader who goes on twice at once goes on by two", () => {
  const on: MatchEvent = { kind: "walk", unit: "step", direction: 1 };
  assert.equal(play(over, on, on, { ...on, direction: -1 }).player.at, 1);
});

test("the board moves pieces for one step, and jumps for more", () => {
  assert.equal(play(over, { kind: "go", to: 1 }).player.gentle, true);
  assert.equal(play(over, { kind: "go", to: 4 }).player.gentle, false);
});

test("to go where one is already stops no movement", () => {
  const go: MatchEvent = { kind: "go", to: 1 };
  assert.equal(play(over, go, go).player.gentle, true);
});

test("no place is outside the match", () => {
  assert.equal(play(over, { kind: "go", to: 999 }).player.at, LAST);
  assert.equal(play(over, { kind: "go", to: -1 }).player.at, 0);
});

test("a seat's clock runs from its question to its answer", () => {
  const question = { n: 12, seat: 1, budget: 5, elapsed: 2 };
  const asked = play(live, { kind: "question", question, now: 1000 });
  assert.deepEqual(asked.questions, [{ seat: 1, deadline: 4000 }]);
  assert.deepEqual(play(asked, newStep(13, { seat: 1 })).questions, []);
});

test("a question of a live match belongs to its step afterwards as well", () => {
  const question = { n: 12, seat: 1, budget: 5, elapsed: 2 };
  const state = play(live, { kind: "question", question, now: 1000 }, newStep(13, { seat: 1 }));
  assert.deepEqual(state.line[LAST]?.asked, [{ seat: 1, budget: 5 }]);
});

test("a step brings the questions that follow it", () => {
  const state = play(live, newStep(13, { asked: [{ seat: 0, budget: 3 }] }));
  assert.deepEqual(state.questions, [{ seat: 0, deadline: 4000 }]);
});

test("the view of another seat is shown at the same step and speed", () => {
  const state = play(
    over,
    { kind: "speed", speed: 4 },
    { kind: "go", to: 3 },
    { kind: "loaded", steps: match({ seat: 1 }) },
  );
  assert.deepEqual([state.player.at, state.player.speed, state.steps.seat], [3, 4, 1]);
});

test("a stream that begins again changes nothing until it has news", () => {
  const again = STEPS.map((step): MatchEvent => ({ kind: "step", step, now: 1000 }));
  const back = play(live, { kind: "go", to: 2 });
  const old = { n: 4, seat: 0, budget: 5, elapsed: 2 };
  assert.equal(play(back, ...again, { kind: "question", question: old, now: 1000 }), back);
  assert.equal(play(live, ...again, newStep(13)).player.at, LAST + 1);
});

test("at the end of a live match no clock runs", () => {
  const state = play(live, newStep(13, { asked: [{ seat: 0, budget: 3 }] }), { kind: "end" });
  assert.deepEqual([state.live, state.questions], [false, []]);
});
