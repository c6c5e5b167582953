import assert from "node:assert/strict";
import { test } from "node:test";
import { extend, find, neighbour, numberOf, timeline, type Unit } from "../src/match/timeline.ts";
import { match, STEPS, step } from "./match.ts";

const line = timeline(match());

/** The numbers of the steps at which a reader comes by when they go by a unit from one end. */
function tour(unit: Unit, direction: 1 | -1): number[] {
  const stops: number[] = [];
  let at = direction === 1 ? 0 : line.length - 1;
  for (;;) {
    const next = neighbour(line, at, unit, direction);
    if (next === at) return stops;
    at = next;
    const moment = line[at];
    if (moment) stops.push(numberOf(moment));
  }
}

test("a match of n steps has n moments after them and one before", () => {
  assert.equal(line.length, STEPS.length + 1);
});

test("what a step does not say stays as it was", () => {
  const last = line.at(-1);
  assert.deepEqual(last?.clock, [9, 10]);
  assert.deepEqual(last?.strikes, [0, 1]);
  assert.deepEqual(last?.forfeited, [false, true]);
});

test("a step that is there already is not put in twice", () => {
  assert.equal(extend(line, [step(12), step(13)]).length, line.length + 1);
});

test("readers go by turns and by rounds, and come to the ends of the match", () => {
  assert.deepEqual(tour("turn", 1), [3, 6, 10, 12]);
  assert.deepEqual(tour("round", 1), [3, 10, 12]);
  assert.deepEqual(tour("round", -1), [10, 3, -1]);
});

test("readers jump to faults and to scoring, and stay where there are no more", () => {
  assert.deepEqual(tour("fault", 1), [9]);
  assert.deepEqual(tour("scoring", 1), [6, 12]);
  assert.deepEqual(tour("scoring", -1), [6]);
});

test("a link finds its step, or the last one before it", () => {
  const found = (number: number) => line[find(line, number)]?.step?.n;
  assert.equal(found(9), 9);
  assert.equal(found(8), 6);
  assert.equal(found(0), undefined);
  assert.equal(found(999), 12);
});
