import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PlayRequest } from "../src/gen/tianming/v1/play.js";
import { type Bot, play, questionOf, type Thought } from "../src/index.js";
import { Position } from "../src/gen/tianming/games/dragon/v1/dragon.js";
import { matchStarted, meet, question } from "./referee.js";

const vector = (game: string) =>
  readFileSync(new URL(`../../../../proto/vectors/questions/${game}.bin`, import.meta.url));

for (const game of ["china", "dragon", "ming"]) {
  test(`a recorded frame of ${game} is a question`, () => {
    const asked = questionOf(vector(game));
    assert.equal(asked.match.game, game);
    assert(asked.optionCount > 1 && asked.since.length > 0);
  });
}

test("a recorded question has a position with its options", () => {
  const asked = questionOf(vector("dragon"));
  assert.equal(asked.position(Position).options.length, asked.optionCount);
});

test("an event of another type than that of its game is a TypeError", () => {
  const [event] = questionOf(vector("dragon")).since;
  assert.throws(
    () => event?.detail(Position),
    /the message is of the type .*Event, not .*Position/,
  );
});

test("a frame without a question and its match is a TypeError", () => {
  assert.throws(() => questionOf(PlayRequest.encode({ messages: [] }).finish()), TypeError);
});

class Mine {
  choose(): number {
    return 0;
  }
}

const unusable: [string, unknown, object, RegExp][] = [
  ["a class", Mine, {}, /^Mine is a class, and no bot: give an object of it, as in new Mine\(\)$/],
  ["an object without choose", { end: 1 }, {}, /^\{ end: 1 \} is no bot: it is no function/],
  ["nothing", undefined, {}, /^undefined is no bot/],
  ["a text as games", () => 0, { games: "dragon" }, /^games is 'dragon': give a list of names/],
  ["a part of a match", () => 0, { maxMatches: 1.5 }, /^maxMatches is 1\.5: give a whole number/],
];

for (const [name, bot, options, message] of unusable) {
  test(`${name} ends the run with a sentence`, async () => {
    await assert.rejects(play(bot as Bot, options), (error: Error) => {
      assert.match(error.message, message);
      return true;
    });
  });
}

test("a thought and a note are brought within the contract", async (t) => {
  const thought: Thought = {
    value: 2,
    nodes: -1,
    depth: 2 ** 40,
    principalLine: ["a\0\ud800b"],
    tokensIn: -1,
    tokensOut: Number.NaN,
    cost: Number.POSITIVE_INFINITY,
  };
  const bot = () => ({ option: 0, note: "\ud83dnote", thought });
  await meet(t, bot, async (stream) => {
    await stream.welcome();
    stream.write(matchStarted(), question(1));
    const [answer] = await stream.readAnswers();
    assert.equal(answer?.note, "note");
    assert.deepEqual(answer.thought, {
      value: 1,
      nodes: 0,
      depth: 2 ** 32 - 1,
      principalLine: ["ab"],
      reasoning: "",
      tokensIn: 0,
      tokensOut: 0,
      costMicros: Number.MAX_SAFE_INTEGER,
    });
  });
});
