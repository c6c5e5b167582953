import assert from "node:assert/strict";
import { test } from "node:test";
import { advance, painted, sceneOf } from "../src/board/scene.ts";

const house = { symbol: "house", x: 1, y: 2, words: "Red's house" };
const dragon = { symbol: "dragon", x: 5, y: 5, words: "the dragon", z: 3 };

test("a delta changes the fields that it names and keeps the others", () => {
  const scene = advance(sceneOf({ house }), { set: { house: { x: 9, tone: "seat-1" } }, gone: [] });
  assert.deepEqual(scene.get("house"), { ...house, x: 9, tone: "seat-1" });
});

test("a field that is null in a delta has its default again", () => {
  const scene = advance(sceneOf({ dragon }), { set: { dragon: { z: null } }, gone: [] });
  assert.equal("z" in (scene.get("dragon") ?? {}), false);
});

test("a delta brings new pieces and takes others away, and leaves the scene before as it was", () => {
  const before = sceneOf({ house });
  const after = advance(before, { set: { dragon }, gone: ["house"] });
  assert.deepEqual([...after.keys()], ["dragon"]);
  assert.deepEqual([...before.keys()], ["house"]);
});

test("a step that changes nothing shares its scene with the one before", () => {
  const scene = sceneOf({ house });
  assert.equal(advance(scene, undefined), scene);
});

test("pieces are painted by their z, then by their id", () => {
  const scene = sceneOf({ dragon, "house-2": house, "house-10": house });
  assert.deepEqual(painted(scene), ["house-10", "house-2", "dragon"]);
});
