import assert from "node:assert/strict";
import { test } from "node:test";
import { Position } from "../src/gen/tianming/games/dragon/v1/dragon.js";
import { Fault } from "../src/gen/tianming/v1/match.js";
import { PlayRequest, PlayResponse } from "../src/gen/tianming/v1/play.js";
import { milliseconds } from "../src/match.js";
import { unpackerOf } from "../src/payload.js";
import { fail } from "./referee.js";
import { hex, vectors } from "./vectors.js";

interface FrameVector {
  readonly from: "bot" | "referee";
  readonly name: string;
  readonly bytes: string;
}

const FRAMES = vectors<FrameVector>("frames");

function bytesOf(name: string): Uint8Array {
  return hex(FRAMES.find((frame) => frame.name === name)?.bytes ?? fail(name));
}

test("the frames of a bot have the bytes of the vectors", () => {
  for (const { from, bytes } of FRAMES) {
    if (from === "bot") {
      const frame = PlayRequest.encode(PlayRequest.decode(hex(bytes))).finish();
      assert.equal(Buffer.from(frame).toString("hex"), bytes);
    }
  }
});

test("a thought has the values of the vector", () => {
  const { messages } = PlayRequest.decode(bytesOf("two answers and a pong"));
  const kind = messages[1]?.kind;
  assert(kind?.$case === "choose");
  assert.deepEqual(kind.value.thought, {
    value: 0.25,
    nodes: 1000,
    depth: 0,
    principalLine: ["pass"],
    reasoning: "",
    tokensIn: 0,
    tokensOut: 0,
    costMicros: 0,
  });
});

test("a question has the values of the vector", () => {
  const { messages } = PlayResponse.decode(bytesOf("a question behind a ping"));
  assert.deepEqual(messages[0]?.kind, { $case: "ping", value: { id: 1 } });
  const kind = messages[1]?.kind;
  assert(kind?.$case === "question");
  const { matchId, number, seat, budget, since, position, optionCount } = kind.value;
  assert.deepEqual(
    { matchId, number, seat, optionCount },
    { matchId: "m1", number: 7, seat: 1, optionCount: 3 },
  );
  assert.equal(milliseconds(budget), 1500);
  assert.deepEqual(since, [{ index: 4, seat: 0, notation: "take 0", detail: Uint8Array.of(8, 1) }]);
  assert.equal(unpackerOf(position)(Position).observation?.month, 3);
});

test("a fault has the values of the vector", () => {
  const { messages } = PlayResponse.decode(bytesOf("a fault"));
  const kind = messages[0]?.kind;
  assert(kind?.$case === "faultNotice");
  const { matchId, seat, number, fault, substituted, strikesLeft, reason } = kind.value;
  assert.deepEqual(
    { matchId, seat, number, fault, substituted, strikesLeft, reason },
    {
      matchId: "m1",
      seat: 1,
      number: 7,
      fault: Fault.LATE,
      substituted: true,
      strikesLeft: 2,
      reason: "",
    },
  );
});

test("a message of an unknown kind has no kind", () => {
  const { messages } = PlayResponse.decode(bytesOf("a kind that no client knows yet"));
  assert.deepEqual(
    messages.map(({ kind }) => kind),
    [undefined],
  );
});
