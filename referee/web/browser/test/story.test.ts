import assert from "node:assert/strict";
import { test } from "node:test";
import { Arrangement, isTallLarger } from "../src/board/place.ts";
import { sceneOf } from "../src/board/scene.ts";
import { gained, moved, signed } from "../src/board/story.ts";
import { pinched, WHOLE } from "../src/board/zoom.ts";
import { step } from "./match.ts";

const at = (x: number, y: number, words: string, more = {}) => ({
  symbol: "house",
  x,
  y,
  words,
  ...more,
});

/** The story of a step from pieces to others, by the seat `Red`. */
function told(before: object, after: object, gone: string[] = []) {
  const [old, now] = [sceneOf(before as never), sceneOf(after as never)];
  const set = Object.fromEntries([...now].filter(([id]) => old.get(id) !== now.get(id)));
  return moved(old, now, step(1, { seat: 0, delta: { set, gone } }), "Red");
}

test("a new piece is told with the place from which it came", () => {
  const house = at(50, 60, "house of Red", { start: [5, 6] });
  assert.deepEqual(told({}, { house }), [{ id: "house", from: [5, 6], to: [50, 60] }]);
});

test("what only makes room is not told", () => {
  const [house, pile] = [at(50, 60, "house of Red", { start: [5, 6] }), at(90, 9, "pile")];
  const moves = told({ pile }, { house, pile: at(10, 9, "pile") });
  assert.deepEqual(
    moves.map(({ id }) => id),
    ["house"],
  );
  assert.deepEqual(told({ pile }, { pile: at(91, 9, "pile") }), []);
});

test("a piece that takes the place of one that is gone came from there", () => {
  const [one, other] = [at(1, 2, "a stone"), at(80, 90, "a stone of Red")];
  assert.deepEqual(told({ one }, { other }, ["one"]), [
    { id: "other", from: [1, 2], to: [80, 90] },
  ]);
});

test("a deal of many pieces is no move", () => {
  const cards = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`card-${n}`, at(20 * n, 0, "")]));
  assert.deepEqual(told({}, cards), []);
});

test("points are shown where their number is", () => {
  const scene = sceneOf({
    "score-0": at(10, 20, "Red: 7 points", { text: "7" }),
    "score-1": at(10, 80, "Blue: 7 points", { text: "7" }),
  });
  assert.deepEqual(gained(scene, ["Red", "Blue"], [0, 3], [7, 7]), [
    { at: [10, 80], text: "+3", reason: "" },
  ]);
  const [gain] = gained(scene, ["Red", "Blue"], [2, 0], [7, 7], "fireworks");
  assert.equal(gain?.reason, "fireworks");
  assert.equal(signed(-2), "−2");
});

test("a narrow page has the parts of a board elsewhere, with what lies in them", () => {
  const parts = [
    { box: [0, 0, 100, 100], tall: [0, 0, 1], drawing: [] },
    { box: [100, 0, 50, 100], tall: [10, 110, 2], drawing: [] },
  ] as const;
  const board = { title: "", width: 150, height: 100, drawing: [], symbols: {}, palette: {} };
  const places = new Arrangement({ ...board, parts, tall: [120, 320] } as never, true);
  assert.equal(places.height, 320);
  assert.deepEqual(places.at(110, 20), { x: 30, y: 150, scale: 2 });
  assert.deepEqual(new Arrangement(board as never, true).at(110, 20), { x: 110, y: 20, scale: 1 });
});

test("a board is tall in a frame where that makes it larger", () => {
  const board = { width: 150, height: 100, parts: [{}], tall: [120, 320] } as never;
  assert.equal(isTallLarger(board, 600, 300), false);
  assert.equal(isTallLarger(board, 340, 800), true);
  assert.equal(isTallLarger({ width: 150, height: 100 } as never, 340, 800), false);
});

test("a pinch keeps what is between the fingers, and the board in its frame", () => {
  const middle = { x: 50, y: 50 };
  const near = pinched(WHOLE, 2, middle, middle, [100, 100]);
  assert.deepEqual(near, { scale: 2, x: -50, y: -50 });
  assert.deepEqual(pinched(near, 1, { x: 0, y: 0 }, { x: 90, y: 90 }, [100, 100]), {
    scale: 2,
    x: 0,
    y: 0,
  });
  assert.deepEqual(pinched(near, 0.1, middle, middle, [100, 100]), { scale: 1, x: 0, y: 0 });
});
